"""Drawing of betting spots and card places, with a minimum font size for readability."""

from __future__ import annotations

from html import escape

from pitboss.layout.frames import CARD_H, CARD_W
from pitboss.layout.plan import Place, Spot
from pitboss.layout.tokens import token

GOLD, IVORY = token("brass"), token("felt-ink")
SERIF = token("serif").replace(chr(34), chr(39))
MIN_RADIUS = 10.0
"""The smallest font size, in screen pixels."""
LETTER = 0.76
"""Width of a capital letter including spacing, relative to the font size."""
_UP_TO = "up to "
BAR = 40
"""Boxes shorter than this have their chips next to the label, not above it."""


def words(text: str, x: float, y: float, size: float, colour: str = IVORY) -> str:
    """Draw one line of text centred on a point."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-size="{size:.1f}" letter-spacing=".4"'
        f' fill="{colour}" text-anchor="middle">{escape(text)}</text>'
    )


def place_print(place: Place, scale: float = 1) -> str:
    """Draw the printed outline for a card."""
    if not place.printed:
        return ""
    size = max(12, MIN_RADIUS / scale)
    label = words(place.label, place.x, place.y + CARD_H / 2 + size * 1.2, size, GOLD) if place.label else ""
    return (
        f'<g data-place="{place.at}"><rect x="{place.x - CARD_W / 2:.1f}" y="{place.y - CARD_H / 2}" width="{CARD_W}"'
        f' height="{CARD_H}" rx="6" fill="#000" fill-opacity=".10" stroke="{IVORY}" stroke-opacity=".28"'
        f' stroke-dasharray="4 4"/>{label}</g>'
    )


def spot_print(spot: Spot, pays: str, scale: float = 1) -> str:
    """Draw a bet's spot with its label and payout."""
    return f'<g data-bet="{spot.bet}">{spot_outline(spot)}<g>{spot_words(spot, pays, scale)}</g></g>'


def spot_words(spot: Spot, pays: str, scale: float = 1) -> str:
    """Return the label and payout of a spot, in lines around its centre."""
    return "".join(_label(spot, pays, scale))


def spot_outline(spot: Spot) -> str:
    """Return the circle or box of a spot."""
    stroke = f'stroke="{GOLD}" stroke-width="{2.6 if spot.main else 1.7}"'
    fill = f'fill="{spot.fill}" fill-opacity=".75"' if spot.fill else 'fill="#000" fill-opacity=".14"'
    if spot.w:
        body = (
            f'<rect x="{spot.x - spot.w / 2}" y="{spot.y - spot.h / 2}" width="{spot.w}" height="{spot.h}" rx="9"'
            f" {fill} {stroke}/>"
        )
    else:
        body = f'<circle cx="{spot.x}" cy="{spot.y}" r="{spot.r}" {fill} {stroke}/>'
        if spot.main:
            body += (
                f'<circle cx="{spot.x}" cy="{spot.y}" r="{spot.r - 4.5}" fill="none" {stroke} stroke-opacity=".35"/>'
            )
    return body


def _label(spot: Spot, pays: str, scale: float) -> list[str]:
    """Return the lines of a spot's label and payout, around its centre."""
    least = MIN_RADIUS / scale
    if spot.w and spot.h < BAR:
        size = _bar_size(spot, f"{spot.label}  {pays}", least)
        return [words(f"{spot.label}  {pays}" if pays else spot.label, spot.x, spot.y + size * 0.36, size)]
    wide = spot.w * 0.9 or spot.r * 1.75
    lines = _broken(spot.label) if " " in spot.label and len(spot.label) * LETTER * least > wide else [spot.label]
    longest = max(map(len, lines))
    high = (spot.h or spot.r * 1.7) / (len(lines) + (0.9 if pays else 0))
    size = max(min(wide / (longest * LETTER), high * 0.72, 26 if spot.w else spot.r * 0.5), least)
    small = max(size * 0.62, least)
    if len(pays) * LETTER * 0.75 * small > wide:
        pays = pays.removeprefix("to ")
    under = [pays] if pays else []
    if not spot.w and pays.startswith(_UP_TO) and len(pays) * LETTER * 0.75 * small > wide * 0.8:
        under = [_UP_TO.strip(), pays.removeprefix(_UP_TO)]  # a circle is narrower below its middle
    tall = size * 1.12 * len(lines) + small * 1.15 * len(under)
    top = spot.y - tall / 2 + size * 0.86
    drawn = [words(line, spot.x, top + number * size * 1.12, size) for number, line in enumerate(lines)]
    below = top + size * 1.12 * len(lines) - size * 0.2
    return drawn + [words(line, spot.x, below + number * small * 1.1, small, GOLD) for number, line in enumerate(under)]


def _bar_size(spot: Spot, text: str, least: float) -> float:
    return max(min(spot.h * 0.6, (spot.w - 56) / (len(text) * LETTER * 0.85)), least)


def _broken(label: str) -> list[str]:
    """Split a label into two lines of similar length."""
    blanks = [place for place, letter in enumerate(label) if letter == " "]
    best = min(blanks, key=lambda place: max(place, len(label) - place - 1))
    return [label[:best], label[best + 1 :]]
