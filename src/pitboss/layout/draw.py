"""The printed felt as SVG, for `pitboss layout`, documents and programs; the page draws its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from pitboss.layout.frames import (
    ARC,
    PLATE,
    SEAT_BOTTOM,
    SEAT_TOP,
    SEAT_W,
    SHEET,
    SMALL_BOTTOM,
    SMALL_TOP,
    SMALL_W,
    Area,
    Frame,
    frame_of,
)
from pitboss.layout.plan import FeltPlan, Printed, plan_for
from pitboss.layout.spots import GOLD, IVORY, MIN_RADIUS, SERIF, place_print, spot_print, words
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.steps import Seat

_CHIPS = ("#f2efe6", "#b3202a", "#176b3a", "#1b1b1f", "#5b2a86", "#c98a1b", "#f2efe6", "#b3202a")


def ground(plan: FeltPlan, frame: Frame) -> str:
    """Draw the rail, the felt and the lighting."""
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
<g>
<path d="{frame.outline}" fill="url(#rail)" stroke="#170d07" stroke-width="16" stroke-linejoin="round"/>
<path d="{frame.outline}" fill="none" stroke="#6b452b" stroke-width="12" stroke-linejoin="round"/>
<path d="{frame.outline}" fill="{plan.felt}" stroke="{plan.dark}" stroke-width="4"/>
<path d="{frame.outline}" fill="url(#weave)"/><path d="{frame.outline}" fill="url(#light)"/></g>"""


def shoe_rack_and_tray(frame: Frame) -> Iterator[str]:
    """Draw the shoe, the discard rack and the chip tray."""
    middle = SHEET.width / 2
    off = middle - frame.margin + 34
    yield _tray(middle, 15)
    yield _shoe(middle + off, 62)
    yield _rack(middle - off, 62)


def _tray(x: float, y: float) -> str:
    columns = "".join(
        f'<g transform="translate({(n - 3.5) * 26:.0f} 0)"><rect x="-11" y="2" width="22" height="17" rx="4"'
        f' fill="{colour}"/><path d="M-11 6.500H11M-11 11H11M-11 15.500H11" stroke="#0006"/></g>'
        for n, colour in enumerate(_CHIPS)
    )
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><rect x="-112" y="-3" width="224" height="26" rx="6"'
        f' fill="#1c120b" stroke="#6b452b" stroke-width="2"/>{columns}</g>'
    )


def _shoe(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate(14)"><rect x="-30" y="-40" width="60" height="76" rx="7"'
        ' fill="#15110e" stroke="#6b452b"'
        ' stroke-width="2"/><rect x="-22" y="-33" width="44" height="26" rx="3" fill="#7c1f2b" stroke="#fffdf6"'
        ' stroke-width="2"/><path d="M-30 2H30L24 30H-24Z" fill="#2b2019" stroke="#6b452b"/></g>'
    )


def _rack(x: float, y: float) -> str:
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate(-14)"><rect x="-28" y="-38" width="56" height="74" rx="6"'
        ' fill="#fff" fill-opacity=".08"'
        ' stroke="#e8cf8f" stroke-opacity=".6" stroke-width="2"/><path d="M-28 -8H28" stroke="#e8cf8f"'
        ' stroke-opacity=".35"/></g>'
    )


TABLE_WIDTH = 190
"""Minimum width of a printed pay table."""
FURNITURE = 142
"""The part of the margin taken by the edge, the rack or shoe, and the gaps between them."""


def draw_layout(game: Game, rules: Any, seats: int) -> str:
    """Draw the felt of a game with `seats` seats, as a spectator sees it."""
    plan = plan_for(game, rules)
    frame = frame_of(plan, seats)
    field = (spot_print(spot, plan.pays_under(rules, spot), frame.field.scale) for spot in plan.spots)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SHEET.width} {SHEET.height}" class="felt" role="img"'
        f' aria-label="{escape(game.title)}: the layout">',
        ground(plan, frame),
        *shoe_rack_and_tray(frame),
        _draw_motto(plan.motto_for(rules)),
        *_tables(plan, rules, frame),
        *_group("dealer", frame.dealer, (place_print(place, frame.dealer.scale) for place in plan.dealer)),
        *(line for seat, area in frame.small.items() for line in _small_seat(plan, seat, area)),
        *(_group("field", frame.field, field) if plan.shared else ()),
        *(line for seat, area in frame.seats.items() for line in _seat(plan, rules, seat, area)),
        "</svg>",
    ]
    return "\n".join(parts)


def write_layout(game: Game, rules: Any, seats: int | None, path: str) -> None:
    """Write the felt to a file, or to standard output if the path is "-"."""
    text = draw_layout(game, rules, seats or game.seats(rules)) + "\n"
    if path == "-":
        sys.stdout.write(text)
    else:
        Path(path).write_text(text, encoding="utf-8")


def _draw_motto(motto: str) -> str:
    """Draw the motto on its arc."""
    w = SHEET.width
    size = min(26, max(w * 0.52 / max(len(motto), 1) / 0.8, MIN_RADIUS))
    return (
        f'<path id="arc" d="M{w * 0.2:.0f} {ARC - 22:.0f}Q{w / 2:.0f} {ARC + 34:.0f} {w * 0.8:.0f} {ARC - 22:.0f}"'
        f' fill="none"/><text font-family="{SERIF}" font-size="{size:.1f}" letter-spacing="3" fill="{GOLD}"'
        f' fill-opacity=".9" text-anchor="middle"><textPath href="#arc" startOffset="50%">{escape(motto)}</textPath>'
        "</text>"
    )


def _tables(plan: FeltPlan, rules: Any, frame: Frame) -> Iterator[str]:
    """Draw the pay tables in use in the two margins, one below the other if a margin holds several."""
    tables = [(_heading(printed), table) for printed in plan.tables if (table := printed.under(rules))]
    room = frame.margin - FURNITURE
    fitting = [one for one in tables if room >= TABLE_WIDTH + 60 * (len(one[1].columns) - 1)]
    for side in (0, 1):
        yield from _stacked(fitting[side::2], room, frame, is_left=side == 0)


def _stacked(tables: Sequence[tuple[str, Paytable]], room: float, frame: Frame, *, is_left: bool) -> Iterator[str]:
    """Draw pay tables one below the other, as many as fit at a legible size."""
    if not tables:
        return
    longest = max(len(line) for _, table in tables for line, _ in table.lines)
    wide = min(room, max(330 if any(len(table.columns) > 1 for _, table in tables) else 270, longest * 7.6 + 70))
    above = 26 if 48 + wide > SHEET.width * 0.23 else 0  # they extend below the ends of the motto
    rows = sum(len(table.lines) + (len(table.columns) > 1) + 0.4 for _, table in tables) + 1.6 * (len(tables) - 1)
    size = min(15.0, (frame.high - 60 - above) / rows / 1.24)
    if size < MIN_RADIUS:
        yield from _stacked(tables[:-1], room, frame, is_left=is_left)  # rule sheet and rack card have all of them
        return
    top = 52.0
    for heading, table in tables:
        yield from _paytable(heading, table, 48 if is_left else SHEET.width - 48 - wide, top, wide, size)
        top += (len(table.lines) + (len(table.columns) > 1) + 2) * size * 1.24


def _paytable(heading: str, table: Paytable, x: float, top: float, wide: float, size: float) -> Iterator[str]:
    """Draw a pay table: its bet, column headings if there are several, then the lines."""
    has_columns, step = len(table.columns) > 1, size * 1.24
    yield _cell(heading, x, top, max(size * 0.9, MIN_RADIUS), GOLD, "start", 2)
    columns = [x + wide - (len(table.columns) - 1 - n) * 62 for n in range(len(table.columns))]
    if has_columns:
        for at, head in zip(columns, table.columns, strict=True):
            yield _cell(head, at, top + step, max(size * 0.85, MIN_RADIUS), GOLD, "end")
    for number, (line, pays) in enumerate(table.lines):
        y = top + 4 + (number + 1 + has_columns) * step
        yield _cell(line, x, y, size, IVORY, "start")
        yield from (_cell(str(pay), at, y, size, GOLD, "end") for at, pay in zip(columns, pays, strict=True))


def _heading(printed: Printed) -> str:
    return (printed.title or printed.of.removesuffix("_table").replace("_", " ")).upper()


def _cell(text: str, x: float, y: float, size: float, colour: str, anchor: str, apart: int = 0) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-size="{size:.1f}" fill="{colour}"'
        f' text-anchor="{anchor}" letter-spacing="{apart}">{escape(text)}</text>'
    )


def _group(kind: str, area: Area, lines: Iterator[str]) -> Iterator[str]:
    yield f'<g data-area="{kind}" {area.attributes}>'
    yield from lines
    yield "</g>"


def _seat(plan: FeltPlan, rules: Any, seat: Seat, area: Area) -> Iterator[str]:
    """Draw a seat with all its spots."""
    yield f'<g data-area="seat-{seat}" {area.attributes}>'
    yield (
        f'<rect x="{-SEAT_W / 2:.1f}" y="{SEAT_TOP}" width="{SEAT_W:.1f}" height="{SEAT_BOTTOM - SEAT_TOP}"'
        ' rx="22" fill="#000" fill-opacity=".10" data-mat=""/>'
    )
    yield from (place_print(place, area.scale) for place in plan.seat)
    yield from (spot_print(spot, plan.pays_under(rules, spot), area.scale) for spot in plan.spots)
    yield from _plate(seat, 156, PLATE, area.scale)
    yield "</g>"


def _small_seat(plan: FeltPlan, seat: Seat, area: Area) -> Iterator[str]:
    """Draw a small seat with cards, name and total money; around a shared field, only its name."""
    yield f'<g data-area="seat-{seat}" data-small="" {area.attributes}>'
    if not plan.shared:
        yield (
            f'<rect x="{3 - SMALL_W / 2}" y="{SMALL_TOP}" width="{SMALL_W - 6}" height="{SMALL_BOTTOM - SMALL_TOP}"'
            ' rx="12" fill="#000" fill-opacity=".16" data-mat=""/>'
        )
    yield from _plate(seat, 156 if plan.shared else SMALL_W - 12, 0 if plan.shared else 20, area.scale)
    yield "</g>"


def _plate(seat: Seat, wide: float, y: float, scale: float) -> Iterator[str]:
    size = max(17, (MIN_RADIUS + 1) / scale)
    high = max(28, 24 / scale)
    yield (
        f'<g data-plate="{seat}"><rect x="{-wide / 2}" y="{y - high / 2:.1f}"'
        f' width="{wide}" height="{high:.1f}" rx="{high / 2:.1f}" fill="#000" fill-opacity=".42" stroke="{GOLD}"'
        f' stroke-opacity=".35"/>{words(f"Seat {seat}", 0, y + size * 0.35, size)}</g>'
    )
