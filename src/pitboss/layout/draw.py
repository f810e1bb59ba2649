"""The felt as SVG, shared by the lobby, the browser table and `pitboss layout`."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from pitboss.layout.flanked import roomier
from pitboss.layout.frames import (
    PLATE,
    SEAT_BOTTOM,
    SEAT_TOP,
    SEAT_W,
    SMALL_BOTTOM,
    SMALL_TOP,
    SMALL_W,
    STRIP,
    WIDE,
    Area,
    Frame,
    Size,
    frame_of,
)
from pitboss.layout.furniture import ground, shoe_rack_and_tray
from pitboss.layout.plan import FeltPlan, Printed, plan_for
from pitboss.layout.spots import GOLD, IVORY, LEAST, SERIF, place_print, spot_print, words
from pitboss.layout.turned import turned_frame, turned_plan
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.steps import Seat

TURNED = ' data-turned=""'
TABLE_WIDTH = 190
"""Minimum width of a printed pay table."""
MOST_APART = 1.4
"""Maximum factor by which spots are spread out on a wide mat."""
FURNITURE = 142
"""The part of the margin taken by the edge, the rack or shoe, and the gaps between them."""


def draw_layout(
    game: Game, rules: Any, seats: int, *, front: Seat | None = None, size: Size = WIDE, dealers: bool = False,
    only: Collection[int] = (), live: bool = False,
) -> str:  # fmt: skip
    """
    Draw the felt of a game with `seats` seats for a screen of this size; the front seat is drawn large.

    With `dealers` it is seen from the dealer's side. `only` restricts it to these seats. A `live` felt has a second
    label for each spot, which the page's style sheet shows while chips cover the first.
    """
    plan = plan_for(game, rules)
    frame = frame_of(plan, seats, front, size, only)
    if front is None:
        frame = roomier(plan, frame)
    if dealers:
        plan, frame = turned_plan(plan), turned_frame(frame, shared=plan.shared)
    field = (
        spot_print(spot, plan.pays_under(rules, spot), frame.field.scale, live=live)
        for spot in plan.field(frame.narrow)
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size.width} {size.height}" class="felt" role="img"'
        f"{TURNED if frame.turned else ''}{_column(frame)}"
        f' aria-label="{escape(game.title)}: the layout">',
        ground(plan, frame),
        *shoe_rack_and_tray(frame),
        *_print(plan, rules, frame),
        *_group("dealer", frame.dealer, (place_print(place, frame.dealer.scale) for place in plan.dealer)),
        *(line for seat, area in frame.small.items() for line in _small_seat(plan, seat, area)),
        *(_group("field", frame.field, field) if plan.shared else ()),
        *(
            line
            for seat, area in frame.seats.items()
            for line in _seat(plan, rules, seat, area, -PLATE if dealers else PLATE, live=live)
        ),
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


def _print(plan: FeltPlan, rules: Any, frame: Frame) -> Iterator[str]:
    """Draw the printed text if there is room: the motto on its arc, and the pay tables that apply."""
    if frame.arc is not None:
        w, y, motto = frame.size.width, frame.arc, plan.motto_under(rules)
        size = min(26, max(w * 0.52 / max(len(motto), 1) / 0.8, LEAST))
        y, up = (frame.size.height - y + 10, -1) if frame.turned else (y, 1)
        bow = f"M{w * 0.2:.0f} {y - 22 * up:.0f}Q{w / 2:.0f} {y + 34 * up:.0f} {w * 0.8:.0f} {y - 22 * up:.0f}"
        yield f'<path id="arc" d="{bow}" fill="none"/>'
        yield (
            f'<text font-family="{SERIF}" font-size="{size:.1f}" letter-spacing="3" fill="{GOLD}" fill-opacity=".9"'
            f' text-anchor="middle"><textPath href="#arc" startOffset="50%">{escape(motto)}</textPath></text>'
        )
    for number, printed in enumerate(plan.tables):
        table = printed.under(rules)
        if table is not None and frame.column:
            yield from _paytable(printed, table, *_in_column(plan, rules, frame.column, number), frame)
        elif table is not None and frame.strip[1] - frame.strip[0] >= STRIP - 12:
            yield from _in_strip(printed, table, frame)
        elif table is not None and frame.margin - FURNITURE >= TABLE_WIDTH + 60 * (len(table.columns) - 1):
            wide = min(frame.margin - FURNITURE, 330 if len(table.columns) > 1 else 270)
            yield from _paytable(printed, table, 48 if number == 0 else frame.size.width - 48 - wide, wide, frame)


def _in_column(plan: FeltPlan, rules: Any, column: tuple[float, float], number: int) -> tuple[float, float]:
    """Return the position and width of a pay table in the dealer's column, next to the others."""
    tables = [table for printed in plan.tables if (table := printed.under(rules))]
    parts = [1 + 0.55 * (len(table.columns) - 1) for table in tables]
    place = [at for at, printed in enumerate(plan.tables) if printed.under(rules)].index(number)
    part = min((column[1] - column[0] - 40) / sum(parts), 330)
    left = sum(column) / 2 - part * sum(parts) / 2
    return left + part * sum(parts[:place]) + 12, part * parts[place] - 24


def _column(frame: Frame) -> str:
    """Return the dealer's column as data for scripts that place cards in it."""
    return f' data-column="{frame.column[0]:.0f} {frame.column[1]:.0f}"' if frame.column else ""


def _paytable(printed: Printed, table: Paytable, x: float, wide: float, frame: Frame) -> Iterator[str]:
    """Draw a pay table: its bet, column headings if there are several, then the lines."""
    many = len(table.columns) > 1
    rows = len(table.lines) + many
    above = 26 if frame.arc and 48 + wide > frame.size.width * 0.23 else 0  # it extends below the ends of the motto
    size = min(15.0, (frame.high - 60 - above) / (rows + 0.4) / 1.24)
    if size < LEAST:
        return  # also shown in the "How to play" drawer
    step = size * 1.24
    top = frame.size.height - 36 - step * rows if frame.turned else 52.0
    if frame.column:
        top = 52.0 if frame.turned else frame.size.height - 36 - step * rows
    yield _cell(_heading(printed), x, top, max(size * 0.9, LEAST), GOLD, "start", 2)
    columns = [x + wide - (len(table.columns) - 1 - n) * 62 for n in range(len(table.columns))]
    if many:
        for at, head in zip(columns, table.columns, strict=True):
            yield _cell(head, at, top + step, max(size * 0.85, LEAST), GOLD, "end")
    for number, (line, pays) in enumerate(table.lines):
        y = top + 4 + (number + 1 + many) * step
        yield _cell(line, x, y, size, IVORY, "start")
        yield from (_cell(str(pay), at, y, size, GOLD, "end") for at, pay in zip(columns, pays, strict=True))


def _in_strip(printed: Printed, table: Paytable, frame: Frame) -> Iterator[str]:
    """Draw a one-column pay table below the field, with its lines side by side."""
    (top, bottom), left, wide = frame.strip, frame.field.x - frame.size.width / 2 + 32, frame.size.width - 64
    rows = -(-len(table.lines) // 2)
    size = min(14.0, (bottom - top) / (rows + 1) / 1.3)
    if size < LEAST or len(table.columns) > 1:
        return
    yield _cell(_heading(printed), left, top + size, max(size * 0.9, LEAST), GOLD, "start", 2)
    for number, (line, (pays,)) in enumerate(table.lines):
        x, y = left + (number // rows) * (wide + 20) / 2, top + size + (number % rows + 1) * size * 1.3
        yield _cell(line, x, y, size, IVORY, "start")
        yield _cell(str(pays), x + (wide - 20) / 2, y, size, GOLD, "end")


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


def _seat(plan: FeltPlan, rules: Any, seat: Seat, area: Area, plate: float, *, live: bool) -> Iterator[str]:
    """Draw a seat with all its spots; its row of hands is as wide as its mat."""
    yield f'<g data-area="seat-{seat}" data-row="{area.wide - 16:.0f}" {area.attributes}>'
    yield (
        f'<rect x="{-area.wide / 2:.1f}" y="{SEAT_TOP if plate > 0 else -SEAT_BOTTOM}" width="{area.wide:.1f}"'
        f' height="{SEAT_BOTTOM - SEAT_TOP}"'
        ' rx="22" fill="#000" fill-opacity=".10" data-mat=""/>'
    )
    yield from (place_print(place, area.scale, area.wide / SEAT_W) for place in plan.seat)
    apart = min(area.wide / SEAT_W, MOST_APART)
    spots = (replace(spot, x=spot.x * apart, w=spot.w * apart) for spot in plan.spots)
    yield from (spot_print(spot, plan.pays_under(rules, spot), area.scale, live=live) for spot in spots)
    yield from _plate(seat, 156, plate, area.scale)
    yield "</g>"


def _small_seat(plan: FeltPlan, seat: Seat, area: Area) -> Iterator[str]:
    """Draw a small seat with cards, name and total money; around a shared field, its name only."""
    yield f'<g data-area="seat-{seat}" data-small="" {area.attributes}>'
    if not plan.shared:
        yield (
            f'<rect x="{3 - SMALL_W / 2}" y="{SMALL_TOP}" width="{SMALL_W - 6}" height="{SMALL_BOTTOM - SMALL_TOP}"'
            ' rx="12" fill="#000" fill-opacity=".16" data-mat=""/>'
        )
        yield f'<g data-place="*" data-x="0" data-y="-34" data-spread="{SMALL_W - 14}" data-size=".72"/>'
    yield from _plate(seat, 156 if plan.shared else SMALL_W - 12, 0 if plan.shared else 20, area.scale)
    yield "</g>"


def _plate(seat: Seat, wide: float, y: float, scale: float) -> Iterator[str]:
    size = max(17, (LEAST + 1) / scale)
    high = max(28, 24 / scale)
    yield (
        f'<g data-plate="{seat}" data-room="{wide / (size * 0.56):.0f}"><rect x="{-wide / 2}" y="{y - high / 2:.1f}"'
        f' width="{wide}" height="{high:.1f}" rx="{high / 2:.1f}" fill="#000" fill-opacity=".42" stroke="{GOLD}"'
        f' stroke-opacity=".35"/>{words(f"Seat {seat}", 0, y + size * 0.35, size)}</g>'
    )
