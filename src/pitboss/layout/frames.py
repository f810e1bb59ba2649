"""Placement of a felt's parts on a screen of any size; one frame unit is one pixel."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from math import ceil, sqrt
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
STRIP = 84
"""Minimum height for a pay table below a field."""
LEGIBLE, FEW_LEGIBLE = 0.8, 0.64
"""Minimum scale at which the text of a full seat is readable: with many seats on the felt, and with three."""
FEW = 3


class Size(NamedTuple):
    """A screen size in pixels."""

    width: int
    height: int


WIDE = Size(1600, 740)


@dataclass(frozen=True)
class Area:
    """A part of the felt with its own units; `wide` is the width of its mat in those units."""

    x: float
    y: float
    scale: float = 1
    turn: float = 0
    wide: float = SEAT_W

    @property
    def attributes(self) -> str:
        """SVG attributes with its position, for the drawing and as data for scripts that place things on it."""
        turned = f" rotate({self.turn:.2f})" if self.turn else ""
        return (
            f'transform="translate({self.x:.1f} {self.y:.1f}){turned} scale({self.scale:.3f})" data-x="{self.x:.1f}"'
            f' data-y="{self.y:.1f}" data-turn="{self.turn:.2f}" data-scale="{self.scale:.3f}"'
        )


@dataclass(frozen=True)
class Frame:
    """The position of every part on one screen."""

    size: Size
    outline: str
    dealer: Area
    seats: dict[Seat, Area] = field(default_factory=dict)
    """Seats drawn with all their spots."""
    small: dict[Seat, Area] = field(default_factory=dict)
    """Seats with room only for cards, name and money."""
    field: Area = Area(0, 0)
    """The shared betting field, in games that have one."""
    narrow: bool = False
    """Whether the field is laid out for a portrait screen."""
    arc: float | None = None
    """The y position of the motto, or None if there is no room."""
    margin: float = 0
    """The width left and right of the dealer that is available for pay tables."""
    high: float = 0
    """The lowest y position for pay tables."""
    turned: bool = False
    """Whether it is seen from the dealer's side."""
    strip: tuple[float, float] = (0, 0)
    """The vertical range for a pay table below the field, on a screen without margins."""
    column: tuple[float, float] | None = None
    """The horizontal range of the dealer's column if seats are beside it, not below."""
    worth: float = 0
    """A score for the size of the most important parts; the frame with the highest score is used."""


def frame_of(
    plan: FeltPlan, seats: int, front: Seat | None, size: Size = WIDE, only: Collection[int] = ()
) -> Frame:  # fmt: skip
    """Return the best frame for `seats` seats, or for those in `only`; the front seat gets the most room."""
    # seat 1, at the dealer's left, is on the right (C-3)
    every = [Seat(seat) for seat in range(seats, 0, -1) if not only or seat in only]
    if plan.shared:
        frames = [_field(plan, size, every, narrow=narrow) for narrow in (False, True)]
    elif front is None:
        frames = [_rail(plan, size, every)]
    else:
        frames = [make(plan, size, every, front) for make in (_arc, _stacked, _beside, _under)]
    return max(frames, key=lambda frame: frame.worth)


def dealer_width(plan: FeltPlan) -> float:
    """Return the width of the dealer's places, in their own units."""
    return max(place.x for place in plan.dealer) - min(place.x for place in plan.dealer) + CARD_W


def dealer_area(plan: FeltPlan, left: float, width: float, top: float, most: float) -> Area:
    """Place the dealer's cards as large as the space allows."""
    scale = min(most, width / dealer_width(plan))
    middle = (max(place.x for place in plan.dealer) + min(place.x for place in plan.dealer)) / 2
    return Area(left + width / 2 - middle * scale, top + CARD_H / 2 * scale, scale)


def _curved(size: Size) -> str:
    """Return the outline of a table seen from behind the players."""
    w, h = size
    side, low, end = round(h * 0.6), round(h * 0.93), h - RAIL
    return (
        f"M80 {RAIL}H{w - 80}Q{w - RAIL} {RAIL} {w - RAIL} 80V{side}C{w - RAIL} {low} {round(w * 0.86)} {end}"
        f" {round(w / 2)} {end}S{RAIL} {low} {RAIL} {side}V80Q{RAIL} {RAIL} 80 {RAIL}Z"
    )


def squared(size: Size) -> str:
    """Return the outline of a table with straight sides."""
    w, h = size[0] - 8, size[1] - 8
    return f"M40 8H{w - 32}Q{w} 8 {w} 40V{h - 32}Q{w} {h} {w - 32} {h}H40Q8 {h} 8 {h - 32}V40Q8 8 40 8Z"


def _arc(plan: FeltPlan, size: Size, every: list[Seat], front: Seat) -> Frame:
    """Lay out a whole table as an arc: the player's own mat wide, the others small beside it."""
    w, h = size
    arc = h * 0.335 if h >= 470 else None
    top = h * 0.39 if arc else h * 0.34
    own = (h - top - RAIL - 6) / SEAT_H
    mat = min(max(SEAT_W * own, w * 0.34), 620)
    pitch = (w * 0.95 - 2 * RAIL - mat) / max(len(every) - 1, 1)
    scale = min(1.6, pitch / SMALL_W, h * 0.36 / SMALL_H)
    places, small, left = {}, {}, (w - mat - pitch * (len(every) - 1)) / 2
    for seat in every:
        wide = mat if seat == front else pitch
        off = left + wide / 2 - w / 2
        left += wide
        if seat == front:
            rise = (1 - sqrt(max(1 - (off / (0.6 * w)) ** 2, 0))) * h * 0.2
            places[seat] = Area(w / 2 + off, h - RAIL - 4 - SEAT_BOTTOM * own - rise, own, 0, mat / own)
        else:
            small[seat] = _in_arc(size, off, SMALL_BOTTOM, scale)
    room = (arc - 30 if arc else top) - 52
    dealer = dealer_area(plan, w * 0.25, w * 0.5, 46, room / (CARD_H + 17))
    fits = scale >= 0.6 and mat <= w / 2 and w > 1.35 * h and h >= 400
    margin = w / 2 - dealer_width(plan) * dealer.scale / 2 - 2 * RAIL
    return Frame(size, _curved(size), dealer, places, small, arc=arc, margin=margin, high=arc or top, worth=2 * fits)


def _in_arc(size: Size, off: float, bottom: float, scale: float) -> Area:
    """Place a seat on the arc at this distance from the middle."""
    w, h = size
    bow = 1 - sqrt(max(1 - (off / (0.6 * w)) ** 2, 0))
    return Area(w / 2 + off, h - RAIL - 10 - bottom * scale - bow * h * 0.45, scale, -off / w * 22)


def _rail(plan: FeltPlan, size: Size, every: list[Seat]) -> Frame:
    """Lay out the table as a spectator sees it, with all seats equal."""
    w, h = size
    scale = min(1.0, (w - 130) / (len(every) * (SEAT_W + 8)), (h * 0.56) / SEAT_H)
    pitch = (w - 4 * RAIL) / len(every)
    offs = {seat: (number - (len(every) - 1) / 2) * pitch for number, seat in enumerate(every)}
    if w < 1.35 * h:
        return _rail_rows(plan, size, every)
    arc = h * 0.335 if h >= 470 else None
    dealer = dealer_area(plan, w * 0.25, w * 0.5, 46, ((arc - 30 if arc else h * 0.38) - 52) / (CARD_H + 17))
    margin = w / 2 - dealer_width(plan) * dealer.scale / 2 - 2 * RAIL
    if scale >= (FEW_LEGIBLE if len(every) <= FEW else LEGIBLE):
        step = min((SEAT_W + 8) * scale * (1.4 if len(every) <= FEW else 1), pitch)
        whole = {seat: _in_arc(size, off / pitch * step, SEAT_BOTTOM, scale) for seat, off in offs.items()}
        return Frame(size, _curved(size), dealer, whole, arc=arc, margin=margin, high=arc or h * 0.34)
    size_of_small = min(1.6, pitch / SMALL_W, h * 0.4 / SMALL_H)
    small = {seat: _in_arc(size, off, SMALL_BOTTOM, size_of_small) for seat, off in offs.items()}
    return Frame(size, _curved(size), dealer, small=small, arc=arc, margin=margin, high=arc or h * 0.34)


def _rail_rows(plan: FeltPlan, size: Size, every: list[Seat]) -> Frame:
    """Lay out the spectator's view on a portrait screen, with small seats in two rows."""
    w, h = size
    dealer = dealer_area(plan, RAIL, w - 2 * RAIL, 22, min(1.5, h * 0.24 / CARD_H))
    top = 34 + (CARD_H + 17) * dealer.scale
    columns = len(every) if len(every) <= FEW else ceil(len(every) / 2)
    return Frame(size, squared(size), dealer, small=_grid(every, 12, top, w - 24, h - top - 14, columns))


def _grid(seats: list[Seat], left: float, top: float, width: float, height: float, columns: int) -> dict[Seat, Area]:
    """Place small seats in rows, as large as the space allows."""
    if not seats:
        return {}
    columns = max(min(columns, len(seats)), 1)
    rows = ceil(len(seats) / columns)
    scale = max(min(1.5, width / columns / SMALL_W, height / rows / SMALL_H), 0.1)
    return {
        seat: Area(
            left + (number % columns + 0.5) * width / columns,
            top + (number // columns + 0.5) * height / rows - (SMALL_TOP + SMALL_BOTTOM) / 2 * scale,
            scale,
        )
        for number, seat in enumerate(seats)
    }


def own_mat(left: float, top: float, width: float, height: float) -> Area:
    """Place the player's own mat in this space."""
    scale = max(min(height / SEAT_H, width / SEAT_W, 1.6), 0.1)
    return Area(left + width / 2, top - SEAT_TOP * scale + (height - SEAT_H * scale) / 2, scale, 0, width / scale)


def _stacked(plan: FeltPlan, size: Size, every: list[Seat], front: Seat) -> Frame:
    """Lay out a portrait screen: dealer on top, other seats in a strip, the player's own seat below."""
    w, h = size
    others = [seat for seat in every if seat != front]
    dealer = dealer_area(plan, RAIL, w - 2 * RAIL, 18, min(1.6, h * 0.2 / CARD_H))
    top = 24 + (CARD_H + 28) * dealer.scale
    strip = min((w - 20) / max(len(others), 1) / SMALL_W, h * 0.17 / SMALL_H, 1.2) * SMALL_H if others else 0
    below = top + strip + 4
    own = own_mat(12, below, w - 24, h - below - 14)
    small = _grid(others, 10, top, w - 20, strip, len(others))
    return Frame(size, squared(size), dealer, {front: own}, small, worth=min(own.scale, dealer.scale, 1.3))


def _beside(plan: FeltPlan, size: Size, every: list[Seat], front: Seat) -> Frame:
    """Lay out a low landscape screen: dealer above the other seats on the left, the player's own seat on the right."""
    w, h = size
    others = [seat for seat in every if seat != front]
    mat = max((h - 28) / SEAT_H * SEAT_W, w * 0.52)
    left = w - mat - 36
    dealer = dealer_area(plan, 18, max(left, 1), 22, min(1.4, h * 0.36 / CARD_H))
    top = 30 + (CARD_H + 17) * dealer.scale
    own = own_mat(w - mat - 14, 14, mat, h - 28)
    small = _grid(others, 14, top, max(left, 1), h - top - 14, 3 if left > 210 else 2)
    fits = min(own.scale, dealer.scale * 1.15) if left > 120 and w > 1.2 * h else 0
    return Frame(size, squared(size), dealer, {front: own}, small, worth=fits)


def _under(plan: FeltPlan, size: Size, every: list[Seat], front: Seat) -> Frame:
    """Lay out a low landscape screen for a dealer with many cards: they are above everything else."""
    w, h = size
    others = [seat for seat in every if seat != front]
    dealer = dealer_area(plan, 20, w - 40, 16, min(1.2, h * 0.24 / CARD_H))
    top = 20 + (CARD_H + 17) * dealer.scale
    mat = max((h - top - 14) / SEAT_H * SEAT_W, w * 0.55)
    own = own_mat(w - mat - 14, top, mat, h - top - 14)
    small = _grid(others, 14, top, max(w - mat - 36, 1), h - top - 14, 2 if w - mat < 300 else 3)
    fits = min(own.scale, dealer.scale * 1.15) if w > 1.2 * h else 0
    return Frame(size, squared(size), dealer, {front: own}, small, worth=fits)


def _field(plan: FeltPlan, size: Size, every: list[Seat], *, narrow: bool) -> Frame:
    """Lay out a shared betting field in the middle, with cards above it and the players' names below."""
    w, h = size
    spots = list(plan.field(narrow))
    left, right, top, bottom = _extent(spots)
    wide = w > 1.35 * h
    arc = h * 0.335 if wide and h >= 470 else None
    most = ((arc - 30 if arc else h * 0.3) - 52) / (CARD_H + 17) if wide else min(1.5, h * 0.19 / CARD_H)
    cards = dealer_area(plan, w * 0.2, w * 0.6, 46, most) if wide else dealer_area(plan, RAIL, w - 2 * RAIL, 20, most)
    start = (arc + 26 if arc else cards.y + (CARD_H / 2 + 20) * cards.scale) + 4
    inset = w * (0.09 if wide and arc else 0.02) + RAIL
    pitch = min((w - 2 * inset) / len(every), 210)
    plates = max(min(1.1, pitch / 166), 0.35)
    plate = max(14 * plates, 12)
    names = 0.17 * h if arc else RAIL + 2 * plate + 10
    scale = min((w - 2 * inset) / (right - left), (h - start - names) / (bottom - top))
    spare = h - start - names - (bottom - top) * scale
    up = 12 if not wide and spare > STRIP else spare / 2
    area = Area(w / 2 - (left + right) / 2 * scale, start - top * scale + up, scale)
    small = {}
    for number, seat in enumerate(every):
        off = (number - (len(every) - 1) / 2) * pitch
        bow = (1 - sqrt(max(1 - (off / (0.6 * w)) ** 2, 0))) * h * 0.24 if arc else 0
        small[seat] = Area(
            w / 2 + off, h - RAIL - (24 if arc else plate + 2) - bow, plates, -off / w * 22 if arc else 0
        )
    outline = _curved(size) if wide and arc else squared(size)
    least = min(min(spot.w, spot.h) for spot in spots) * scale
    margin = w / 2 - dealer_width(plan) * cards.scale / 2 - 2 * RAIL if wide else 0
    return Frame(
        size, outline, cards, small=small, field=area, narrow=narrow, arc=arc, margin=margin, high=start, worth=least,
        strip=(0, 0) if wide else (area.y + bottom * scale + 12, h - names),
    )  # fmt: skip


def _extent(spots: list[Spot]) -> tuple[float, float, float, float]:
    """Return the left, right, top and bottom of a field."""
    return (
        min(spot.x - spot.w / 2 for spot in spots),
        max(spot.x + spot.w / 2 for spot in spots),
        min(spot.y - spot.h / 2 for spot in spots),
        max(spot.y + spot.h / 2 for spot in spots),
    )
