"""The same felt seen from the dealer's side: everything turned by half a circle, and every word upright."""

from __future__ import annotations

from dataclasses import replace

from pitboss.layout.frames import SMALL_BOTTOM, SMALL_TOP, Area, Frame
from pitboss.layout.plan import FeltPlan, Place, Spot

UNDER_DEALER = 17
"""The room for a word under the dealer's cards, which stays under them."""


def turned_plan(plan: FeltPlan) -> FeltPlan:
    """Spots and places on the other side of the middle that they lie around."""
    return replace(
        plan,
        dealer=tuple(map(_turned_place, plan.dealer)),
        seat=tuple(map(_turned_place, plan.seat)),
        spots=tuple(map(_turned_spot, plan.spots)),
    )


def turned_frame(frame: Frame, *, shared: bool) -> Frame:
    """The dealer at the foot of the screen, seat 1 on the left: the dealer's own left (C-3)."""
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
    """An area across the middle of the screen; `kept` is how far what it shows reaches further down than up."""
    width, height = frame.size
    return replace(area, x=width - area.x, y=height - area.y - kept * area.scale)


def _turned_place(place: Place) -> Place:
    return replace(place, x=-place.x, y=-place.y)


def _turned_spot(spot: Spot) -> Spot:
    narrow = spot.narrow and (-spot.narrow[0], -spot.narrow[1], *spot.narrow[2:])
    return replace(spot, x=-spot.x, y=-spot.y, narrow=narrow)
