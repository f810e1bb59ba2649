"""Where the parts of a felt lie on each shape of screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import ceil, sqrt

from pitboss.layout.plan import Plan
from pitboss.play.steps import Seat

CARD_W, CARD_H = 60, 84
SEAT_W, SEAT_TOP, SEAT_BOTTOM, PLATE = 232, -164, 182, 160
"""A seat's mat in its own units, around the middle of its hands and bets; its plate lies at the bottom."""


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
    """Seats drawn with all their spots."""
    small: dict[Seat, Area]
    """Seats of which there is only room for cards, name and money."""


def frame_of(plan: Plan, seats: int, front: Seat | None, shape: Shape) -> Frame:
    """The frame for so many seats; the seat in front gets the room."""
    if shape is Shape.WIDE:
        return _wide_field(plan, seats) if plan.shared else _wide(plan, seats, front)
    return _narrow_field(plan, seats, front) if plan.shared else _narrow(plan, seats, front)


_TABLE = "M92 30H1508Q1572 30 1572 92V452C1572 690 1380 718 800 718S28 690 28 452V92Q28 30 92 30Z"


def _wide(plan: Plan, seats: int, front: Seat | None) -> Frame:
    """A table seen from behind the players: the dealer's left, seat 1, is on the right (C-3)."""
    gap, room, own = SEAT_W + 8, 1470.0, 1.14
    each = min(1.0, (room - (gap * own if front else 0)) / (gap * (seats - bool(front)) or gap))
    scales = {Seat(seat): own if seat == front else each for seat in range(seats, 0, -1)}
    places, left = {}, 800 - gap * sum(scales.values()) / 2
    for seat, scale in scales.items():
        off = left + gap * scale / 2 - 800
        left += gap * scale
        bow = 1 - sqrt(max(1 - (off / 960) ** 2, 0))
        places[seat] = Area(800 + off, 700 - SEAT_BOTTOM * scale - bow * 330, scale, -off / 62)
    return Frame(1600, 740, _TABLE, Area(800, 132, 1.3), Area(0, 0), places, {})


def _wide_field(plan: Plan, seats: int) -> Frame:
    """One betting field in the middle, the players' names around it."""
    pitch, places = min(196, 1240 / seats), {}
    for number in range(seats):
        off = ((seats - 1) / 2 - number) * pitch
        bow = 1 - sqrt(max(1 - (off / 900) ** 2, 0))
        places[Seat(number + 1)] = Area(800 + off, 676 - bow * 240, 1.05, -off / 45)
    return Frame(1600, 740, _TABLE, Area(800, 132, 1.3), Area(800, 438, 1.42), places, {})


def _outline(high: float) -> str:
    low, end = high - 60, high - 14
    return f"M60 14H720Q766 14 766 60V{low}Q766 {end} 720 {end}H60Q14 {end} 14 {low}V60Q14 14 60 14Z"


def _dealer(plan: Plan) -> Area:
    """The dealer's cards as large as a phone is wide."""
    left, right = min(place.x for place in plan.dealer), max(place.x for place in plan.dealer)
    scale = min(1.55, 700 / (right - left + CARD_W))
    return Area(390 - (left + right) / 2 * scale, 34 + CARD_H / 2 * scale, scale)


def _row(seats: list[Seat], y: float, scale: float, pitch: float) -> dict[Seat, Area]:
    start = 390 - (len(seats) - 1) / 2 * pitch
    return {seat: Area(start + number * pitch, y, scale) for number, seat in enumerate(seats)}


SMALL_W = 120
"""The width of a small seat in its own units."""


def _narrow(plan: Plan, seats: int, front: Seat | None) -> Frame:
    """A phone: the dealer above, the others in a strip, your own seat as large as there is room."""
    others = [Seat(seat) for seat in range(seats, 0, -1) if seat != front]
    if front is None:
        half = ceil(seats / 2)
        pitch = 724 / half
        rows = _row(others[:half], 390, pitch / SMALL_W, pitch) | _row(others[half:], 620, pitch / SMALL_W, pitch)
        return Frame(780, 760, _outline(760), _dealer(plan), Area(0, 0), {}, rows)
    pitch = min(724 / max(len(others), 1), 150)
    own = Area(390, 674, 2.1)
    return Frame(
        780, 1070, _outline(1070), _dealer(plan), Area(0, 0), {front: own}, _row(others, 268, pitch / SMALL_W, pitch)
    )


def _narrow_field(plan: Plan, seats: int, front: Seat | None) -> Frame:
    """A phone: the dealer above, the field as wide as the screen, the names below."""
    others = [Seat(seat) for seat in range(seats, 0, -1) if seat != front]
    pitch = min(724 / max(len(others), 1), 150)
    small = _row(others, 856, pitch / SMALL_W, pitch)
    own = {} if front is None else {front: Area(390, 790, 1.5)}
    return Frame(780, 920, _outline(920), _dealer(plan), Area(390, 540, 1), own, small)
