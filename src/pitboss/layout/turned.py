"""The felt seen from the dealer's side: rotated by 180°, with upright text."""

from __future__ import annotations

from dataclasses import replace

from pitboss.layout.frames import SMALL_BOTTOM, SMALL_TOP, Area, Frame
from pitboss.layout.plan import FeltPlan, Place, Spot

UNDER_DEALER = 17
"""Space for a label below the dealer's cards, which stays below them."""


def turned_plan(plan: FeltPlan) -> FeltPlan:
    """Mirror spots and places through the centre of their area."""
    return replace(
        plan,
        dealer=tuple(map(_turned_place, plan.dealer)),
        seat=tuple(map(_turned_place, plan.seat)),
        spots=tuple(map(_turned_spot, plan.spots)),
    )


def turned_frame(frame: Frame, *, shared: bool) -> Frame:
    """Put the dealer at the bottom of the screen, with seat 1 on the left: the dealer's own left (C-3)."""
    small = SMALL_TOP + SMALL_BOTTOM if not shared else 0
    return replace(
        frame,
        dealer=_turned(frame, frame.dealer, UNDER_DEALER),
        seats={seat: _turned(frame, area) for seat, area in frame.seats.items()},
        small={seat: _turned(frame, area, small) for seat, area in frame.small.items()},
        field=_turned(frame, frame.field),
        strip=(frame.size.height - frame.strip[1], frame.size.height - frame.strip[0]),
        column=frame.column and (frame.size.width - frame.column[1], frame.size.width - frame.column[0]),
        turned=True,
    )


def _turned(frame: Frame, area: Area, kept: float = 0) -> Area:
    """Mirror an area through the middle of the screen; `kept` is how much further it extends down than up."""
    width, height = frame.size
    return replace(area, x=width - area.x, y=height - area.y - kept * area.scale)


def _turned_place(place: Place) -> Place:
    return replace(place, x=-place.x, y=-place.y)


def _turned_spot(spot: Spot) -> Spot:
    narrow = spot.narrow and (-spot.narrow[0], -spot.narrow[1], *spot.narrow[2:])
    return replace(spot, x=-spot.x, y=-spot.y, narrow=narrow)
