"""The felt plan as plain data for the browser, which lays it out to fit the screen."""

from __future__ import annotations

from typing import Any

from pitboss.layout.plan import FeltPlan, Place, Spot, plan_for
from pitboss.play.game import Game


def page_plan(game: Game, rules: Any) -> dict[str, Any]:
    """Return the data the page needs to draw a game's felt under these rules."""
    plan = plan_for(game, rules)
    return {
        "felt": plan.felt, "dark": plan.dark, "motto": plan.motto_for(rules), "shared": plan.shared,
        "dealer": [_place(place) for place in plan.dealer], "seat": [_place(place) for place in plan.seat],
        "spots": [_spot(plan, rules, spot) for spot in _in_order(plan)],
    }  # fmt: skip


def _place(place: Place) -> dict[str, Any]:
    return {
        "at": place.at, "label": place.label, "spread": bool(place.spread), "board": place.board,
        "large": place.large,
    }  # fmt: skip


def _spot(plan: FeltPlan, rules: Any, spot: Spot) -> dict[str, Any]:
    return {
        "bet": spot.bet, "label": spot.label, "pays": plan.pays_under(rules, spot), "main": spot.main,
        "box": bool(spot.w), "fill": spot.fill, "rides": spot.rides, "group": spot.group, "offered": spot.offered,
        "row": spot.y,
    }  # fmt: skip


def _in_order(plan: FeltPlan) -> list[Spot]:
    """Return the spots from left to right: first those shown only while offered, then the others in plan order."""
    if plan.shared:
        return sorted(plan.spots, key=lambda spot: (spot.y, spot.x))
    return sorted(plan.spots, key=lambda spot: not spot.offered)
