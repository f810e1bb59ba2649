"""SVG drawings of the felt and of one betting position in millimetres, with dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import asin, pi, radians, sin
from typing import Any, NamedTuple

from pitboss.layout.frames import CARD_H, CARD_W, SEAT_W
from pitboss.layout.plan import FeltPlan, Place
from pitboss.layout.scale.inscriptions import HOUSE, pays_in_print, paytable_rows, paytable_title
from pitboss.layout.scale.sizes import CARDS_Y, EDGE, FIELD, MM, TRAY_H, TRAY_W, UNIT, FeltSize, measured
from pitboss.layout.spots import GOLD, IVORY, LETTER, SERIF, spot_outline, spot_words, words

INK = "#26323d"


class Box(NamedTuple):
    """The bounds of a drawing, in millimetres."""

    left: float
    top: float
    width: float
    height: float


def ink_words(text: str, x: float, y: float, size: float, turn: float = 0) -> str:
    """Draw text outside the felt, in ink."""
    turned = f' transform="rotate({turn:g} {x:.1f} {y:.1f})"' if turn else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-size="{size:.1f}" fill="{INK}"'
        f' text-anchor="middle"{turned}>{escape(text)}</text>'
    )


def across(start: float, end: float, y: float, edge: float, inches: float, size: float) -> str:
    """Draw a horizontal dimension at this height, with extension lines from the measured edge."""
    arrow = size * 0.35
    lines = f"M{start:.1f} {y:.1f}H{end:.1f}M{start:.1f} {edge:.1f}V{y:.1f}M{end:.1f} {edge:.1f}V{y:.1f}"
    heads = (
        f"M{start + 2 * arrow:.1f} {y - arrow:.1f}L{start:.1f} {y:.1f}L{start + 2 * arrow:.1f} {y + arrow:.1f}"
        f"M{end - 2 * arrow:.1f} {y - arrow:.1f}L{end:.1f} {y:.1f}L{end - 2 * arrow:.1f} {y + arrow:.1f}"
    )
    words = ink_words(measured(inches), (start + end) / 2, y - size * 0.35, size)
    return f'<path d="{lines}{heads}" fill="none" stroke="{INK}" stroke-width="{size * 0.06:.2f}"/>{words}'


def down(start: float, end: float, x: float, edge: float, inches: float, size: float, left_of: float = 1) -> str:
    """Draw a vertical dimension with its text along the line."""
    arrow = size * 0.35
    lines = f"M{x:.1f} {start:.1f}V{end:.1f}M{edge:.1f} {start:.1f}H{x:.1f}M{edge:.1f} {end:.1f}H{x:.1f}"
    if not left_of:  # the end is at the middle of an arc, not at its side
        lines = f"M{x:.1f} {start:.1f}V{end:.1f}M{edge:.1f} {start:.1f}H{x:.1f}M0 {end:.1f}H{x:.1f}"
    heads = (
        f"M{x - arrow:.1f} {start + 2 * arrow:.1f}L{x:.1f} {start:.1f}L{x + arrow:.1f} {start + 2 * arrow:.1f}"
        f"M{x - arrow:.1f} {end - 2 * arrow:.1f}L{x:.1f} {end:.1f}L{x + arrow:.1f} {end - 2 * arrow:.1f}"
    )
    words = ink_words(measured(inches), x - size * 0.35, (start + end) / 2, size, -90)
    return f'<path d="{lines}{heads}" fill="none" stroke="{INK}" stroke-width="{size * 0.06:.2f}"/>{words}'


FONT = f"'Libertinus Serif', {SERIF}"
_PRINT = 1.9
"""Assumed pixels per unit for the minimum print size: no letter smaller than 5 units, about 5 millimetres."""
_LETTERS = 26.0
"""Default letter height of dimensions, in millimetres; all spacing of dimension lines is derived from it."""
_AROUND = 4.25
"""Margin around a felt for its dimensions, as a multiple of the letter height."""


def felt_drawing(
    plan: FeltPlan, rules: Any, size: FeltSize, house: str = "", letters: float = _LETTERS
) -> tuple[str, Box]:
    """Draw the whole felt with dimensions in this letter height; return the SVG and its size in millimetres."""
    width, depth, around = size.width * MM, size.depth * MM, _AROUND * letters
    box = Box(-width / 2 - around, -EDGE * MM - around, width + 2 * around, depth + 2 * around)
    parts = [
        _outline(plan, size),
        *_furniture(letters),
        *_middle(plan, rules, size, house),
        *_tables(plan, rules, size),
        *(_position(plan, rules, place.x, place.y, place.turn) for place in size.positions if not plan.shared),
        *(_field(plan, rules, size) if plan.shared else ()),
        *_felt_dimensions(size, letters),
    ]
    return _svg(box, parts), box


def position_drawing(plan: FeltPlan, rules: Any, size: FeltSize) -> tuple[str, Box]:
    """Draw one betting position or the shared field; return the SVG and its size in millimetres."""
    if plan.shared and size.field:
        left, top, wide, high = (part * MM for part in size.field)
        around, print_ = 80.0, "".join(_field(plan, rules, size))
    else:
        left, top, wide, high = (
            part * MM for part in (-SEAT_W * UNIT / 2, size.top, SEAT_W * UNIT, size.bottom - size.top)
        )
        around, print_ = 42.0, _position(plan, rules, 0, 0, 0)
    pad = 6.0
    ground = (
        f'<rect x="{left - pad:.1f}" y="{top - pad:.1f}" width="{wide + 2 * pad:.1f}" height="{high + 2 * pad:.1f}"'
        f' rx="8" fill="{plan.felt}"/>'
    )
    box = Box(left - around, top - around, wide + 2 * around, high + 2 * around)
    letters = around * 0.24
    parts = [
        ground,
        print_,
        across(left, left + wide, top + high + around * 0.55, top + high + pad, wide / MM, letters),
        down(top, top + high, left - around * 0.5, left - pad, high / MM, letters),
    ]
    return _svg(box, parts), box


def _svg(box: Box, parts: list[str]) -> str:
    body = "\n".join(parts).replace(f'"{SERIF}"', f'"{FONT}"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box.width:.1f}mm" height="{box.height:.1f}mm"'
        f' viewBox="{box.left:.1f} {box.top:.1f} {box.width:.1f} {box.height:.1f}">\n{body}\n</svg>'
    )


def _outline(plan: FeltPlan, size: FeltSize) -> str:
    r, edge = size.radius * MM, EDGE * MM
    bow = f"M{-r:.1f} {-edge:.1f}H{r:.1f}V0A{r:.1f} {r:.1f} 0 0 1 {-r:.1f} 0Z"
    return f'<path d="{bow}" fill="{plan.felt}" stroke="{plan.dark}" stroke-width="4"/>'


def _furniture(letters: float) -> Iterator[str]:
    """Draw the tray cut-out, and the shoe and discard rack at the dealer's left and right."""
    wide, high, edge = TRAY_W * MM, TRAY_H * MM, -EDGE * MM
    yield (
        f'<rect x="{-wide / 2:.1f}" y="{edge:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="6" fill="#ffffff"'
        ' stroke="#333" stroke-width="1.5"/>'
    )
    yield ink_words("CHIP TRAY", 0, edge + high / 2 + 8, letters)
    size = min(letters, _LETTERS)  # "DISCARD" is as wide as its box
    for x, label in ((1, "SHOE"), (-1, "DISCARD RACK")):
        left = x * 15.9 * MM - 2.6 * MM
        yield (
            f'<rect x="{left:.1f}" y="{edge + 12:.1f}" width="{5.2 * MM:.1f}" height="{6.6 * MM:.1f}" rx="5"'
            f' fill="none" stroke="{IVORY}" stroke-width="1.5" stroke-dasharray="8 6"/>'
        )
        for number, line in enumerate(label.split(" ")):
            yield words(line, left + 2.6 * MM, edge + 12 + 3.3 * MM + number * size, size, IVORY)


def _middle(plan: FeltPlan, rules: Any, size: FeltSize, house: str) -> Iterator[str]:
    """Draw the dealer's cards, the house's name above the game's, and the text on the arc."""
    mid = (max(place.x for place in plan.dealer) + min(place.x for place in plan.dealer)) / 2 if plan.dealer else 0
    yield f'<g transform="translate({-mid * UNIT * MM:.1f} {CARDS_Y * MM:.1f}) scale({UNIT * MM:.4f})">'
    yield from (_card(place) for place in plan.dealer)
    yield "</g>"
    phrases = [phrase.under(rules) for phrase in plan.motto], [phrase.under(rules) for phrase in plan.notices]
    lines = ["  ·  ".join(filter(None, some)) for some in phrases]
    end = size.inner - 0.9
    name = house.upper() or HOUSE
    if plan.shared:
        yield words(f"{name}  ·  {plan.title}", 0, (CARDS_Y + 3.9) * MM, 26, IVORY)
        yield words("  ·  ".join(filter(None, lines)), 0, (CARDS_Y + 5.5) * MM, 20, GOLD)
        return
    yield words(name, 0, (CARDS_Y + 3.7) * MM, min(24, 700 / len(name)), GOLD)
    yield words(plan.title, 0, (CARDS_Y + 5.3) * MM, 34, IVORY)
    for number, line in enumerate(reversed([line for line in lines if line])):
        yield from _draw_arc_text(line, end - number * 1.35, f"bow-{number}", 26 if number else 22)


def _draw_arc_text(line: str, radius: float, name: str, most: float) -> Iterator[str]:
    """Draw text on an arc around the centre, as large as possible."""
    r = radius * MM
    reach = radians(62)
    room = 2 * r * reach
    letters = min(most, room / (len(line) * LETTER * 0.92))
    turn = min(reach, asin(min(1.0, (len(line) * letters * LETTER) / (2 * r))) + radians(8))
    x, y = r * sin(turn), r * sin(pi / 2 - turn)
    # From left to right below the centre: the letters are on the outside of the arc, facing the players.
    yield f'<path id="{name}" d="M{-x:.1f} {y:.1f}A{r:.1f} {r:.1f} 0 0 0 {x:.1f} {y:.1f}" fill="none"/>'
    yield (
        f'<text font-family="{SERIF}" font-size="{letters:.1f}" letter-spacing="1.5" fill="{GOLD}"'
        f' text-anchor="middle"><textPath href="#{name}" startOffset="50%">{escape(line)}</textPath></text>'
    )


def _tables(plan: FeltPlan, rules: Any, size: FeltSize) -> Iterator[str]:
    """Draw pay tables beside the tray, the first at the dealer's right, which is the left from the players' side."""
    room = (size.radius - 20.2 - 1.2) * MM
    high = (EDGE + 0.4) * MM
    for number, printed in enumerate(plan.tables[:2]):
        table = printed.under(rules)
        if table is None:
            continue
        rows = paytable_rows(table)
        heads = table.columns if len(table.columns) > 1 else ()
        lines = len(rows) + 1.5 + bool(heads)
        longest = max(len(name) for name, *_ in rows) + 9 * len(table.columns)
        letters = min(19.0, high / lines / 1.25, room / longest / 0.55)
        left = (-size.radius + 1.2) * MM if number == 0 else 20.2 * MM
        step, top = letters * 1.25, -EDGE * MM + letters * 2
        yield _cell(paytable_title(plan, number), left, top, letters * 1.1, GOLD, "start")
        ends = [left + room - (len(table.columns) - 1 - at) * letters * 5.2 for at in range(len(table.columns))]
        for at, head in zip(ends, heads, strict=False):
            yield _cell(head, at, top + step, letters * 0.9, GOLD, "end")
        for row, (name, *pays) in enumerate(rows, 1 + bool(heads)):
            yield _cell(name, left, top + row * step, letters, IVORY, "start")
            yield from (
                _cell(pay, at, top + row * step, letters, GOLD, "end") for at, pay in zip(ends, pays, strict=True)
            )


def _cell(text: str, x: float, y: float, size: float, colour: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-size="{size:.1f}" fill="{colour}"'
        f' text-anchor="{anchor}">{escape(text)}</text>'
    )


def _card(place: Place) -> str:
    """Draw the outline of a card at actual size."""
    if not place.printed:
        return ""
    label = words(place.label, place.x, place.y + CARD_H / 2 + 14, 12, GOLD) if place.label else ""
    return (
        f'<rect x="{place.x - CARD_W / 2:.1f}" y="{place.y - CARD_H / 2:.1f}" width="{CARD_W}" height="{CARD_H}"'
        f' rx="4" fill="#000" fill-opacity=".10" stroke="{IVORY}" stroke-opacity=".5" stroke-dasharray="4 4"/>{label}'
    )


def _position(plan: FeltPlan, rules: Any, x: float, y: float, turn: float) -> str:
    """Draw one betting position around its centre."""
    turned = f" rotate({turn:.3f})" if turn else ""
    spots = "".join(
        spot_outline(spot) + spot_words(spot, pays_in_print(plan, rules, spot), _PRINT) for spot in plan.spots
    )
    cards = "".join(_card(place) for place in plan.seat)
    return f'<g transform="translate({x * MM:.2f} {y * MM:.2f}){turned} scale({UNIT * MM:.4f})">{cards}{spots}</g>'


def _field(plan: FeltPlan, rules: Any, size: FeltSize) -> Iterator[str]:
    """Draw the shared field, and the number of each seat."""
    assert size.field is not None
    top = min(spot.y - spot.h / 2 for spot in plan.spots)
    scale = UNIT * FIELD * MM
    yield f'<g transform="translate(0 {size.field[1] * MM - top * scale:.2f}) scale({scale:.4f})">'
    yield from (spot_outline(spot) + spot_words(spot, pays_in_print(plan, rules, spot), _PRINT) for spot in plan.spots)
    yield "</g>"
    for place in size.positions:
        yield words(str(place.seat), place.x * MM, place.y * MM + 6, 20, GOLD)


def _felt_dimensions(size: FeltSize, letters: float) -> Iterator[str]:
    r, edge = size.radius * MM, EDGE * MM
    yield across(-r, r, -edge - 2.4 * letters, -edge, size.width, letters)
    yield across(-TRAY_W * MM / 2, TRAY_W * MM / 2, -edge - 0.6 * letters, -edge, TRAY_W, letters)
    yield down(-edge, r, r + 2.4 * letters, r, size.depth, letters, left_of=0)
    yield ink_words(f"radius of the players' edge {measured(size.radius)}", 0, r + 1.7 * letters, letters)
    if len(size.positions) > 1:
        label = f"from one {'seat' if size.field else 'betting position'} to the next {measured(size.pitch)}"
        yield ink_words(label, 0, r + 3.1 * letters, letters)
