"""Positions of a felt's parts on a sheet of fixed size; one frame unit is one pixel."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from pitboss.layout.plan import FeltPlan, Spot
from pitboss.play.steps import Seat

CARD_W, CARD_H = 60, 84
SEAT_W, SEAT_TOP, SEAT_BOTTOM, PLATE = 232, -164, 182, 160
"""A seat's mat in its own units, around the centre of its hands and bets; the name plate is at the bottom."""
SEAT_H = SEAT_BOTTOM - SEAT_TOP
SMALL_W, SMALL_TOP, SMALL_BOTTOM = 120, -70, 38
"""A small seat: cards, a name, and one total for all its chips."""
SMALL_H = SMALL_BOTTOM - SMALL_TOP
RAIL = 16
LEGIBLE = 0.8
"""Minimum scale at which the text of a full seat is readable."""


class Size(NamedTuple):
    """The size of a drawing in pixels."""

    width: int
    height: int


SHEET = Size(1600, 740)
ARC = SHEET.height * 0.335
"""The y position of the motto."""


@dataclass(frozen=True)
class Area:
    """A part of the felt with its own units."""

    x: float
    y: float
    scale: float = 1
    turn: float = 0

    @property
    def attributes(self) -> str:
        """SVG attributes with its position and scale."""
        turned = f" rotate({self.turn:.2f})" if self.turn else ""
        return (
            f'transform="translate({self.x:.1f} {self.y:.1f}){turned} scale({self.scale:.3f})"'
            f' data-scale="{self.scale:.3f}"'
        )


@dataclass(frozen=True)
class Frame:
    """The position of every part."""

    outline: str
    dealer: Area
    margin: float
    """The width left and right of the dealer that is available for pay tables."""
    high: float
    """The y coordinate that limits pay tables at the bottom."""
    seats: dict[Seat, Area] = field(default_factory=dict)
    """Seats drawn with all their spots."""
    small: dict[Seat, Area] = field(default_factory=dict)
    """Seats with room only for cards, name and money."""
    field: Area = Area(0, 0)
    """The shared betting field, in games that have one."""


def frame_of(plan: FeltPlan, seats: int) -> Frame:
    """Return the positions of a felt with this many seats, as a spectator sees it."""
    every = [Seat(seat) for seat in range(seats, 0, -1)]  # seat 1, at the dealer's left, is on the right (C-3)
    return _field(plan, every) if plan.shared else _rail(plan, every)


def _dealer_width(plan: FeltPlan) -> float:
    """Return the width of the dealer's places, in their own units."""
    return max(place.x for place in plan.dealer) - min(place.x for place in plan.dealer) + CARD_W


def _dealer_area(plan: FeltPlan, left: float, width: float, top: float, most: float) -> Area:
    """Place the dealer's cards as large as the space allows."""
    scale = min(most, width / _dealer_width(plan))
    middle = (max(place.x for place in plan.dealer) + min(place.x for place in plan.dealer)) / 2
    return Area(left + width / 2 - middle * scale, top + CARD_H / 2 * scale, scale)


def _curved() -> str:
    """Return the outline of a table seen from behind the players."""
    w, h = SHEET
    side, low, end = round(h * 0.6), round(h * 0.93), h - RAIL
    return (
        f"M80 {RAIL}H{w - 80}Q{w - RAIL} {RAIL} {w - RAIL} 80V{side}C{w - RAIL} {low} {round(w * 0.86)} {end}"
        f" {round(w / 2)} {end}S{RAIL} {low} {RAIL} {side}V80Q{RAIL} {RAIL} 80 {RAIL}Z"
    )


def _in_arc(off: float, bottom: float, scale: float) -> Area:
    """Place a seat on the arc at this distance from the middle."""
    w, h = SHEET
    bow = 1 - sqrt(max(1 - (off / (0.6 * w)) ** 2, 0))
    return Area(w / 2 + off, h - RAIL - 10 - bottom * scale - bow * h * 0.45, scale, -off / w * 22)


def _rail(plan: FeltPlan, every: list[Seat]) -> Frame:
    """Lay out a table whose seats have spots of their own, with all seats equal."""
    w, h = SHEET
    scale = min(1.0, (w - 130) / (len(every) * (SEAT_W + 8)), (h * 0.56) / SEAT_H)
    pitch = (w - 4 * RAIL) / len(every)
    offs = {seat: (number - (len(every) - 1) / 2) * pitch for number, seat in enumerate(every)}
    dealer = _dealer_area(plan, w * 0.25, w * 0.5, 46, (ARC - 82) / (CARD_H + 17))
    margin = w / 2 - _dealer_width(plan) * dealer.scale / 2 - 2 * RAIL
    if scale >= LEGIBLE:
        step = min((SEAT_W + 8) * scale, pitch)
        whole = {seat: _in_arc(off / pitch * step, SEAT_BOTTOM, scale) for seat, off in offs.items()}
        return Frame(_curved(), dealer, margin, ARC, whole)
    size = min(1.6, pitch / SMALL_W, h * 0.4 / SMALL_H)
    small = {seat: _in_arc(off, SMALL_BOTTOM, size) for seat, off in offs.items()}
    return Frame(_curved(), dealer, margin, ARC, small=small)


def _field(plan: FeltPlan, every: list[Seat]) -> Frame:
    """Lay out a shared betting field in the middle, with cards above it and the players' names below."""
    w, h = SHEET
    left, right, top, bottom = _extent(list(plan.spots))
    cards = _dealer_area(plan, w * 0.2, w * 0.6, 46, (ARC - 82) / (CARD_H + 17))
    start, names, inset = ARC + 30, 0.17 * h, w * 0.09 + RAIL
    pitch = min((w - 2 * inset) / len(every), 210)
    plates = max(min(1.1, pitch / 166), 0.35)
    scale = min((w - 2 * inset) / (right - left), (h - start - names) / (bottom - top))
    spare = h - start - names - (bottom - top) * scale
    area = Area(w / 2 - (left + right) / 2 * scale, start - top * scale + spare / 2, scale)
    small = {}
    for number, seat in enumerate(every):
        off = (number - (len(every) - 1) / 2) * pitch
        bow = (1 - sqrt(max(1 - (off / (0.6 * w)) ** 2, 0))) * h * 0.24
        small[seat] = Area(w / 2 + off, h - RAIL - 24 - bow, plates, -off / w * 22)
    margin = w / 2 - _dealer_width(plan) * cards.scale / 2 - 2 * RAIL
    return Frame(_curved(), cards, margin, start, small=small, field=area)


def _extent(spots: list[Spot]) -> tuple[float, float, float, float]:
    """Return the left, right, top and bottom of a field."""
    return (
        min(spot.x - spot.w / 2 for spot in spots),
        max(spot.x + spot.w / 2 for spot in spots),
        min(spot.y - spot.h / 2 for spot in spots),
        max(spot.y + spot.h / 2 for spot in spots),
    )
