"""Dimensions of a felt in inches and millimetres, depending on its seats."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin, tan

from pitboss.layout.frames import CARD_H, CARD_W, SEAT_W
from pitboss.layout.plan import FeltPlan, Spot
from pitboss.play.steps import Seat

MM = 25.4
"""Millimetres per inch."""
UNIT = 2.5 / CARD_W
"""Inches per plan unit: a playing card is 2.5 by 3.5 inches."""
EDGE = 9.0
"""Distance from the centre of the arc to the dealer's edge."""
TRAY_W, TRAY_H = 22.5, 6.5
"""Size of the cut-out for the chip tray."""
CARDS_Y = 2.6
"""Distance from the centre of the arc to the middle of the dealer's cards."""
_RIM, _GAP = 2.0, 0.6
_SPAN = 150 / 180 * pi
"""Angle of the arc that the betting positions span."""
_WIDEST_APART = 30 / 180 * pi
_LEAST_INNER, _LEAST_WIDE = 21.5, 37.0
FIELD = 1.6
"""Enlargement of a shared betting field compared with its plan, because several players' chips share a box."""
_FIELD_TOP = 9.5


def measured(inches: float) -> str:
    """
    Format a length in both units.

    >>> measured(9.5)
    '9.50 in (241 mm)'
    """
    return f"{inches:.2f} in ({inches * MM:.0f} mm)"


@dataclass(frozen=True)
class Position:
    """A betting position: its centre, in inches from the centre of the arc, and its rotation."""

    seat: Seat
    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class FeltSize:
    """The dimensions of a felt in inches; x goes from the dealer's right to left, y from the dealer to the players."""

    radius: float
    """Radius of the players' edge."""
    inner: float
    """Distance from the centre of the arc to the inner edge of the betting positions."""
    pitch: float
    """Straight distance between the centres of adjacent positions."""
    top: float
    bottom: float
    """Start and end of a position's print, measured from its centre away from the dealer."""
    positions: tuple[Position, ...]
    field: tuple[float, float, float, float] | None = None
    """Left, top, width and height of a shared betting field."""

    @property
    def width(self) -> float:
        """Distance from side to side."""
        return 2 * self.radius

    @property
    def depth(self) -> float:
        """Distance from the dealer's edge to the players' edge."""
        return EDGE + self.radius


def size_of(plan: FeltPlan, seats: int) -> FeltSize:
    """Return the smallest felt on which nothing overlaps for this number of seats."""
    return _shared(plan, seats) if plan.shared else _around(plan, seats)


def extent(plan: FeltPlan) -> tuple[float, float]:
    """Return the top and bottom of a position's print, in units around its centre."""
    tops = [place.y - CARD_H / 2 for place in plan.seat] + [spot.y - _half(spot)[1] for spot in plan.spots]
    bottoms = [place.y + CARD_H / 2 for place in plan.seat] + [spot.y + _half(spot)[1] for spot in plan.spots]
    return min(tops), max(bottoms)


def _half(spot: Spot) -> tuple[float, float]:
    return (spot.w / 2, spot.h / 2) if spot.w else (spot.r, spot.r)


def _around(plan: FeltPlan, seats: int) -> FeltSize:
    top, bottom = (end * UNIT for end in extent(plan))
    wide = SEAT_W * UNIT + _GAP
    apart = min(_SPAN / max(seats - 1, 1), _WIDEST_APART)
    inner = max(wide / 2 / tan(apart / 2), _LEAST_INNER)
    radius = max(hypot(inner + bottom - top, SEAT_W * UNIT / 2) + _RIM, _LEAST_WIDE)
    inner = radius - _RIM - (hypot(inner + bottom - top, SEAT_W * UNIT / 2) - inner)
    middle = inner - top
    places = []
    for number in range(seats):
        turn = (number - (seats - 1) / 2) * apart
        # Seat 1 is at the dealer's left, which is the right as seen from the players' side (C-3).
        places.append(Position(Seat(seats - number), sin(turn) * middle, cos(turn) * middle, -turn * 180 / pi))
    return FeltSize(radius, inner, 2 * middle * sin(apart / 2), top, bottom, tuple(places))


def _shared(plan: FeltPlan, seats: int) -> FeltSize:
    halves = [_half(spot) for spot in plan.spots]
    left = min(spot.x - half[0] for spot, half in zip(plan.spots, halves, strict=True))
    right = max(spot.x + half[0] for spot, half in zip(plan.spots, halves, strict=True))
    top = min(spot.y - half[1] for spot, half in zip(plan.spots, halves, strict=True))
    bottom = max(spot.y + half[1] for spot, half in zip(plan.spots, halves, strict=True))
    wide, high = ((end - start) * UNIT * FIELD for start, end in ((left, right), (top, bottom)))
    radius = max(hypot(wide / 2, _FIELD_TOP + high) + 2 * _RIM, _LEAST_WIDE)
    apart = min(_SPAN * 0.8 / max(seats - 1, 1), _WIDEST_APART)
    middle = radius - 1.4
    turns = [(number - (seats - 1) / 2) * apart for number in range(seats)]
    places = (
        Position(Seat(seats - number), sin(turn) * middle, cos(turn) * middle, -turn * 180 / pi)
        for number, turn in enumerate(turns)
    )
    field = (-wide / 2, _FIELD_TOP, wide, high)
    return FeltSize(radius, _FIELD_TOP, 2 * middle * sin(apart / 2), 0, 0, tuple(places), field)
