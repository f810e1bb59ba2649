"""The felt as SVG: the same drawing for the lobby, the table in the browser and `pitboss layout`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from math import sqrt
from pathlib import Path
from typing import Any

from pitboss.layout.plan import Place, Plan, Spot, plan_for
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.steps import Seat

GOLD, IVORY = "#e8cf8f", "#f5ecd2"
SERIF = "Georgia, 'Times New Roman', serif"
CARD_W, CARD_H = 60, 84
SEAT_WIDTH = 244


class Shape(StrEnum):
    """The screen it is drawn for."""

    WIDE = "wide"
    NARROW = "narrow"


@dataclass(frozen=True)
class Area:
    """A part of the felt with units of its own."""

    x: float
    y: float
    scale: float = 1
    turn: float = 0

    def __str__(self) -> str:
        turned = f" rotate({self.turn:.2f})" if self.turn else ""
        return f"translate({self.x:.1f} {self.y:.1f}){turned} scale({self.scale:.3f})"


@dataclass(frozen=True)
class Frame:
    """Where the parts lie on one shape of screen."""

    width: int
    height: int
    outline: str
    dealer: Area
    field: Area
    """The shared betting field, in games that have one."""
    seats: dict[Seat, Area]


def draw_layout(
    game: Game, rules: Any, seats: int, *, front: Seat | None = None, shape: Shape = Shape.WIDE
) -> str:  # fmt: skip
    """The felt of a game for so many seats; on a narrow screen the seat in front is drawn large."""
    plan = plan_for(game, rules)
    frame = _narrow(plan, seats, front) if shape is Shape.NARROW else _wide(plan, seats)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width} {frame.height}" class="felt"'
        f' data-shape="{shape}" role="img" aria-label="{escape(game.title)}: the layout">',
        _ground(plan, frame),
        *(_print(plan, rules, frame) if shape is Shape.WIDE else _small_print(plan, frame)),
        *_group("dealer", "", frame.dealer, map(_outline, plan.dealer)),
        *(
            _group("field", "", frame.field, map(_spot, plan.field(narrow=shape is Shape.NARROW)))
            if plan.shared
            else ()
        ),
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


def _wide(plan: Plan, seats: int) -> Frame:
    """A table seen from behind the players: the dealer's left, seat 1, is on the right (C-3)."""
    outline = "M92 36H1508Q1570 36 1570 98V510C1570 790 1390 876 800 876S30 790 30 510V98Q30 36 92 36Z"
    scale = min(1.0, 1440 / (seats * SEAT_WIDTH)) if not plan.shared else 0.9
    pitch = 1430 / max(seats, 4) if not plan.shared else min(196, 1240 / seats)
    places = {}
    for number in range(seats):
        off = ((seats - 1) / 2 - number) * pitch
        bow = 1 - sqrt(max(1 - (off / 900) ** 2, 0))
        y = (820 - bow * 240) if plan.shared else (648 - bow * 440)
        places[Seat(number + 1)] = Area(800 + off, y, scale, -off / (60 if not plan.shared else 45))
    return Frame(1600, 910, outline, Area(800, 162, 1.3), Area(800, 560, 1.56), places)


def _narrow(plan: Plan, seats: int, front: Seat | None) -> Frame:
    """A phone: the dealer above, the others small in a row, your own seat large."""
    high = 990
    outline = (
        f"M70 20H710Q760 20 760 70V{high}Q760 {high + 40} 710 {high + 40}H70Q20 {high + 40} 20 {high}V70Q20 20 70 20Z"
    )
    others = [Seat(seat) for seat in range(seats, 0, -1) if seat != front]
    pitch = min(720 / max(len(others), 1), 180)
    small = Area(0, 972, 0.8) if plan.shared else Area(0, 338, min(0.44, pitch / SEAT_WIDTH))
    places = {
        seat: Area(390 + (number - (len(others) - 1) / 2) * pitch, small.y, small.scale)
        for number, seat in enumerate(others)
    }
    if front is not None:
        places[front] = Area(390, 908, 1.1) if plan.shared else Area(390, 692, 1.46)
    return Frame(780, high + 60, outline, Area(390, 148, 1.3), Area(390, 590, 1), places)


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


def _print(plan: Plan, rules: Any, frame: Frame) -> Iterator[str]:
    """What is printed on a wide felt: the name, the motto on its arc, the paytables."""
    low = 366 if not plan.shared else 352
    yield f'<path id="arc" d="M330 {low - 70}Q800 {low + 66} 1270 {low - 70}" fill="none"/>'
    size = min(29, 1180 / max(len(plan.motto), 1))
    yield (
        f'<text font-family="{SERIF}" font-size="{size:.1f}" letter-spacing="4" fill="{GOLD}" fill-opacity=".9"'
        f' text-anchor="middle"><textPath href="#arc" startOffset="50%">{escape(plan.motto)}</textPath></text>'
    )
    yield (
        f'<text x="800" y="70" font-family="{SERIF}" font-size="24" letter-spacing="9" fill="{IVORY}"'
        f' fill-opacity=".75" text-anchor="middle">{escape(plan.title)}</text>'
    )
    for number, name in enumerate(plan.tables):
        table = getattr(rules, name, None)
        if isinstance(table, Paytable):
            yield from _paytable(table, 90 if number == 0 else 1150, 104)


def _small_print(plan: Plan, frame: Frame) -> Iterator[str]:
    yield (
        f'<text x="390" y="62" font-family="{SERIF}" font-size="26" letter-spacing="7" fill="{GOLD}"'
        f' text-anchor="middle">{escape(plan.title)}</text>'
    )


def _paytable(table: Paytable, x: float, y: float) -> Iterator[str]:
    """A printed paytable, a line a row."""
    size = 15 if len(table.lines) <= 6 else 13
    for number, (name, pays) in enumerate(table.lines):
        at = y + number * (size + 7)
        cells = "   ".join(str(pay) for pay in pays)
        yield (
            f'<text x="{x}" y="{at}" font-family="{SERIF}" font-size="{size}" fill="{IVORY}" fill-opacity=".72">'
            f"{escape(name)}</text>"
            f'<text x="{x + 360}" y="{at}" font-family="{SERIF}" font-size="{size}" fill="{GOLD}" fill-opacity=".9"'
            f' text-anchor="end" xml:space="preserve">{escape(cells)}</text>'
        )


def _group(kind: str, name: str, area: Area, lines: Any) -> Iterator[str]:
    yield f'<g data-area="{kind}{name}" transform="{area}">'
    yield from lines
    yield "</g>"


def _seat(plan: Plan, seat: Seat, area: Area) -> Iterator[str]:
    plate = 0 if plan.shared else 186
    yield f'<g data-area="seat-{seat}" transform="{area}">'
    if not plan.shared:
        yield '<rect x="-116" y="-164" width="232" height="378" rx="26" fill="#000" fill-opacity=".10" data-mat=""/>'
        yield from map(_outline, plan.seat)
        yield from map(_spot, plan.spots)
    yield (
        f'<g data-plate="{seat}"><rect x="-78" y="{plate - 13}" width="156" height="30" rx="15" fill="#000"'
        f' fill-opacity=".38" stroke="{GOLD}" stroke-opacity=".35"/>'
        f'<text y="{plate + 8}" font-family="{SERIF}" font-size="16" fill="{IVORY}" fill-opacity=".85"'
        f' text-anchor="middle">Seat {seat}</text></g>'
    )
    yield "</g>"


def _outline(place: Place) -> str:
    """The printed place of a card."""
    label = (
        f'<text x="{place.x}" y="{place.y + CARD_H / 2 + 15}" font-family="{SERIF}" font-size="11" letter-spacing="1.5"'
        f' fill="{GOLD}" fill-opacity=".85" text-anchor="middle">{escape(place.label)}</text>'
        if place.label
        else ""
    )
    if not place.printed:
        step = f' data-step="{place.step[0]} {place.step[1]}"'
        return f'<g data-place="{place.at}" data-x="{place.x}" data-y="{place.y}"{step}/>'
    step = f' data-step="{place.step[0]} {place.step[1]}"' if any(place.step) else ""
    return (
        f'<g data-place="{place.at}" data-x="{place.x}" data-y="{place.y}"{step}>'
        f'<rect x="{place.x - CARD_W / 2}" y="{place.y - CARD_H / 2}" width="{CARD_W}" height="{CARD_H}" rx="6"'
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
    return f'<g data-bet="{spot.bet}" data-x="{spot.x}" data-y="{spot.y}">{body}{_label(spot)}</g>'


def _label(spot: Spot) -> str:
    wide = spot.w or spot.r * 2
    size = (
        24.0
        if len(spot.label) <= 2
        else min(spot.h / 3 or 12.0, wide * (0.86 if spot.w else 0.8) / (len(spot.label) * 0.72))
    )
    return (
        f'<text x="{spot.x}" y="{spot.y + size * 0.36:.1f}" font-family="{SERIF}" font-size="{size:.1f}"'
        f' letter-spacing=".6" fill="{IVORY}" fill-opacity=".92" text-anchor="middle">{escape(spot.label)}</text>'
    )
