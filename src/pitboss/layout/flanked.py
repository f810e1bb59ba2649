"""A layout for few seats on a low felt: full-height seats beside the dealer's column, so that they are larger."""

from __future__ import annotations

from pitboss.layout.frames import CARD_H, FEW, RAIL, Frame, dealer_area, dealer_width, own_mat, squared
from pitboss.layout.plan import FeltPlan

BESIDE = 100
"""Space for the shoe or the rack beside the dealer's cards."""
MOST = 0.34
"""Maximum share of the felt's width for one seat."""
LARGE, LARGER = 0.95, 1.1
"""
The scale at which seats below the dealer are large enough, and the minimum enlargement that justifies moving them.
"""


def roomier(plan: FeltPlan, frame: Frame) -> Frame:
    """Return this frame, or one with the seats beside the dealer if that makes them larger."""
    many = len(frame.seats) + len(frame.small)
    scale = min((area.scale for area in frame.seats.values()), default=0.0)
    if plan.shared or many > FEW or scale >= LARGE or frame.size.width <= 1.35 * frame.size.height:
        return frame
    flanked = _flanked(plan, frame)
    least = min(area.scale for area in flanked.seats.values())
    return flanked if least > max(scale * LARGER, 0.7) else frame


def _flanked(plan: FeltPlan, frame: Frame) -> Frame:
    w, h = frame.size
    every = [*frame.seats, *frame.small]
    scale = min(1.15, h * 0.3 / CARD_H)
    wide = dealer_width(plan) * scale + 2 * BESIDE
    mat = min((w - wide - 2 * RAIL) / len(every), MOST * w)
    before, edge = len(every) // 2, (w - wide - mat * len(every)) / 2
    left = edge + before * mat
    seats = {
        seat: own_mat(edge + 3 + number * mat + (wide if number >= before else 0), 16, mat - 6, h - 32)
        for number, seat in enumerate(every)
    }
    dealer = dealer_area(plan, left + BESIDE, wide - 2 * BESIDE, 46, scale)
    return Frame(frame.size, squared(frame.size), dealer, seats, column=(left, left + wide), high=h * 0.5)
