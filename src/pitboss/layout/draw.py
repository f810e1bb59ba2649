"""The felt as SVG: the same drawing for the lobby, the table in the browser and `pitboss layout`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from pitboss.layout.frames import (
    CARD_H,
    CARD_W,
    PLATE,
    SEAT_BOTTOM,
    SEAT_TOP,
    SEAT_W,
    SMALL_W,
    Area,
    Frame,
    Shape,
    frame_of,
)
from pitboss.layout.plan import Place, Plan, Spot, plan_for
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.steps import Seat

GOLD, IVORY = "#e8cf8f", "#f5ecd2"
SERIF = "Georgia, 'Times New Roman', serif"
TABLE_WIDTH = 330
"""A printed paytable."""


def draw_layout(
    game: Game, rules: Any, seats: int, *, front: Seat | None = None, shape: Shape = Shape.WIDE
) -> str:  # fmt: skip
    """The felt of a game for so many seats; the seat in front is drawn large."""
    plan = plan_for(game, rules)
    frame = frame_of(plan, seats, front, shape)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width} {frame.height}" class="felt"'
        f' data-shape="{shape}" role="img" aria-label="{escape(game.title)}: the layout">',
        _ground(plan, frame),
        *(_print(plan, rules) if shape is Shape.WIDE else ()),
        *_group("dealer", "", frame.dealer, map(_outline, plan.dealer)),
        *(
            _group("field", "", frame.field, map(_spot, plan.field(narrow=shape is Shape.NARROW)))
            if plan.shared
            else ()
        ),
        *(line for seat, area in frame.small.items() for line in _small_seat(plan, seat, area)),
        *(line for seat, area in frame.seats.items() for line in _seat(plan, seat, area)),
        "</svg>",
    ]
    return "\n".join(parts)


def write_layout(game: Game, rules: Any, seats: int | None, path: str) -> None:
    """The felt into a file, or onto the output where the path is "-"."""
    text = draw_layout(game, rules, seats or game.seats(rules)) + "\n"
    if path == "-":
        sys.stdout.write(text)
    else:
        Path(path).write_text(text, encoding="utf-8")


def _ground(plan: Plan, frame: Frame) -> str:
    """The rail, the felt and the light on it."""
    return f"""<defs>
<radialGradient id="light" cx="50%" cy="30%" r="85%">
<stop offset="0" stop-color="#ffffff" stop-opacity=".13"/><stop offset=".5" stop-color="#ffffff" stop-opacity="0"/>
<stop offset=".5" stop-color="#000000" stop-opacity="0"/>
<stop offset="1" stop-color="#000000" stop-opacity=".42"/></radialGradient>
<linearGradient id="rail" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3b2417"/>
<stop offset=".5" stop-color="#5d3a22"/><stop offset="1" stop-color="#24150c"/></linearGradient>
<pattern id="weave" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path d="M0 0V6M3 0V6" stroke="#000" stroke-opacity=".07"/>
<path d="M0 0H6" stroke="#fff" stroke-opacity=".035"/></pattern>
</defs>
<path d="{frame.outline}" fill="url(#rail)" stroke="#170d07" stroke-width="30" stroke-linejoin="round"/>
<path d="{frame.outline}" fill="none" stroke="#6b452b" stroke-width="22" stroke-linejoin="round"/>
<path d="{frame.outline}" fill="{plan.felt}" stroke="{plan.dark}" stroke-width="5"/>
<path d="{frame.outline}" fill="url(#weave)"/><path d="{frame.outline}" fill="url(#light)"/>"""


def _print(plan: Plan, rules: Any) -> Iterator[str]:
    """What is printed on a wide felt: the name, the motto on its arc, the paytables."""
    yield '<path id="arc" d="M330 226Q800 316 1270 226" fill="none"/>'
    motto = plan.motto_under(rules)
    size = min(28, (800 / max(len(motto), 1) - 4) / 0.62)
    yield (
        f'<text font-family="{SERIF}" font-size="{size:.1f}" letter-spacing="4" fill="{GOLD}" fill-opacity=".9"'
        f' text-anchor="middle"><textPath href="#arc" startOffset="50%">{escape(motto)}</textPath></text>'
    )
    yield (
        f'<text x="800" y="62" font-family="{SERIF}" font-size="22" letter-spacing="9" fill="{IVORY}"'
        f' fill-opacity=".75" text-anchor="middle">{escape(plan.title)}</text>'
    )
    for number, name in enumerate(plan.tables):
        table = getattr(rules, name, None)
        if isinstance(table, Paytable):
            yield from _paytable(name, table, 92 if number == 0 else 1508 - TABLE_WIDTH)


def _paytable(name: str, table: Paytable, x: float) -> Iterator[str]:
    """A printed paytable: what bet it is of, then a line a row."""
    columns = max(len(pays) for _, pays in table.lines)
    size = (
        15.0
        if columns > 2
        else next(size for most, size in ((7, 17.0), (9, 16.0), (99, 13.0)) if len(table.lines) <= most)
    )
    heading = name.removesuffix("_table").replace("_", " ").upper()
    yield (
        f'<text x="{x}" y="82" font-family="{SERIF}" font-size="15" letter-spacing="3" fill="{GOLD}">'
        f"{escape(heading)}</text>"
    )
    for number, (line, pays) in enumerate(table.lines):
        at = 86 + (number + 1) * (size + 4)
        cells = "   ".join(str(pay) for pay in pays)
        yield (
            f'<text x="{x}" y="{at}" font-family="{SERIF}" font-size="{size}" fill="{IVORY}" fill-opacity=".85">'
            f"{escape(line)}</text>"
            f'<text x="{x + TABLE_WIDTH}" y="{at}" font-family="{SERIF}" font-size="{size}" fill="{GOLD}"'
            f' text-anchor="end" xml:space="preserve">{escape(cells)}</text>'
        )


def _group(kind: str, name: str, area: Area, lines: Any) -> Iterator[str]:
    yield f'<g data-area="{kind}{name}" transform="{area}">'
    yield from lines
    yield "</g>"


def _seat(plan: Plan, seat: Seat, area: Area) -> Iterator[str]:
    yield f'<g data-area="seat-{seat}" transform="{area}">'
    if not plan.shared:
        yield (
            f'<rect x="{-SEAT_W / 2}" y="{SEAT_TOP}" width="{SEAT_W}" height="{SEAT_BOTTOM - SEAT_TOP}" rx="26"'
            ' fill="#000" fill-opacity=".10" data-mat=""/>'
        )
        yield from map(_outline, plan.seat)
        yield from map(_spot, plan.spots)
    yield from _plate(seat, 156, 0 if plan.shared else PLATE)
    yield "</g>"


def _small_seat(plan: Plan, seat: Seat, area: Area) -> Iterator[str]:
    """A seat in a strip: cards, a name, and all its money in one sum."""
    yield f'<g data-area="seat-{seat}" data-small="" transform="{area}">'
    if not plan.shared:
        yield (
            f'<rect x="{3 - SMALL_W / 2}" y="-66" width="{SMALL_W - 6}" height="104" rx="12" fill="#000"'
            ' fill-opacity=".16" data-mat=""/>'
        )
        yield f'<g data-place="*" data-x="0" data-y="-36" data-spread="{SMALL_W - 14}" data-size=".6"/>'
    yield from _plate(seat, SMALL_W - 12, 0 if plan.shared else 6)
    yield "</g>"


def _plate(seat: Seat, wide: float, y: float) -> Iterator[str]:
    yield (
        f'<g data-plate="{seat}" data-y="{y}"><rect x="{-wide / 2}" y="{y - 14}" width="{wide}" height="28" rx="14"'
        f' fill="#000" fill-opacity=".42" stroke="{GOLD}" stroke-opacity=".35"/>'
        f'<text y="{y + 6}" font-family="{SERIF}" font-size="17" fill="{IVORY}" fill-opacity=".9"'
        f' text-anchor="middle">Seat {seat}</text></g>'
    )


def _outline(place: Place) -> str:
    """The printed place of a card."""
    spread = f' data-spread="{place.spread}"' if place.spread else ""
    start = f'<g data-place="{place.at}" data-x="{place.x}" data-y="{place.y}"{spread}'
    if not place.printed:
        return f"{start}/>"
    label = (
        f'<text x="{place.x}" y="{place.y + CARD_H / 2 + 15}" font-family="{SERIF}" font-size="12" letter-spacing="1.5"'
        f' fill="{GOLD}" fill-opacity=".9" text-anchor="middle">{escape(place.label)}</text>'
        if place.label
        else ""
    )
    return (
        f'{start}><rect x="{place.x - CARD_W / 2}" y="{place.y - CARD_H / 2}" width="{CARD_W}" height="{CARD_H}" rx="6"'
        f' fill="#000" fill-opacity=".10" stroke="{IVORY}" stroke-opacity=".28" stroke-dasharray="4 4"/>{label}</g>'
    )


def _spot(spot: Spot) -> str:
    """The printed spot of a bet."""
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
    rides = f' data-rides="{spot.rides}"' if spot.rides else ""
    return f'<g data-bet="{spot.bet}" data-x="{spot.x}" data-y="{spot.y}"{rides}>{body}{_label(spot)}</g>'


def _label(spot: Spot) -> str:
    """The word on a spot, on two lines where a circle would make it small."""
    lines = _broken(spot.label) if not spot.w and " " in spot.label else [spot.label]
    longest = max(map(len, lines))
    wide = spot.w * 0.86 or spot.r * (1.6 if len(lines) == 1 else 1.45)
    size = 24.0 if longest <= 2 and len(lines) == 1 else min(spot.h * 0.62 or spot.r * 0.44, wide / (longest * 0.72))
    size = min(size, max(22.0, spot.h / 3)) if longest > 2 else size
    start = spot.y + size * (0.36 - 0.58 * (len(lines) - 1))
    return "".join(
        f'<text x="{spot.x}" y="{start + number * size * 1.16:.1f}" font-family="{SERIF}" font-size="{size:.1f}"'
        f' letter-spacing=".6" fill="{IVORY}" fill-opacity=".92" text-anchor="middle">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )


def _broken(label: str) -> list[str]:
    """Two lines, as equal as the blanks allow."""
    blanks = [place for place, letter in enumerate(label) if letter == " "]
    best = min(blanks, key=lambda place: max(place, len(label) - place - 1))
    return [label[:best], label[best + 1 :]]
