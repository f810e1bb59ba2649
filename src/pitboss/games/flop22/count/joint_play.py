"""Jointly optimal play for all bets if the aggregate can bind (F22-8): a win now leaves less to win later."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pitboss.games.flop22.count.best_play import Rest
from pitboss.games.flop22.count.flops import DECK, kind_of, kinds
from pitboss.games.flop22.deal.hands import capped, field_line
from pitboss.games.flop22.deal.round import OPTIONS
from pitboss.games.flop22.deal.rules import HANDS, Rules
from pitboss.money import Cents
from pitboss.solving.combinations import Counts, without

NOT_SEEN = 52
_OPTIONS = list(OPTIONS)
_Flops = list[NDArray[np.intp]]


def joint_extras(rules: Rules, stakes: Mapping[str, Cents], apart: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the extras table for jointly optimal play, starting from `apart`, which optimises each bet separately."""
    antes = {hand: stakes[f"ante-{hand}"] for hand in HANDS if stakes[f"ante-{hand}"]}
    table = apart.copy()
    for card in DECK:
        rest, aggregate_left = Rest(rules, card, antes), rules.aggregate - _won_on_field(rules, card, stakes["field"])
        if rest.can_be_capped(aggregate_left):
            others = [flop for flop in DECK if flop != card]
            alike = [np.array([flop for flop in others if kind_of(card, flop) == kind]) for kind in kinds(card)]
            _fill(table[:, card], rest, alike, [], rest.start, aggregate_left)
    return table


def _won_on_field(rules: Rules, card: int, stake: Cents) -> int:
    won = rules.field_table.pays(field_line(card)).back(stake) - stake
    return capped(max(won, 0), rules.aggregate)


def _fill(table: NDArray[np.uint8], rest: Rest, alike: _Flops, seen: _Flops, left: Counts, aggregate_left: int) -> None:
    """Fill in this hand's best answer for all seen flops of these kinds, then recurse into the later hands."""
    place = len(seen)
    option = rest.best(place, left, aggregate_left)
    first, second = [*seen, *[np.array([NOT_SEEN])] * 2][:2]
    table[rest.hands[place] - 1][np.ix_(first, second)] = _OPTIONS.index(option)
    if place + 1 == len(rest.hands):
        return
    for kind, result in enumerate(rest.results[rest.hands[place], option]):
        if left[kind]:
            paid = capped(result.won, aggregate_left)
            _fill(table, rest, alike, [*seen, alike[kind]], without(left, kind), aggregate_left - paid)
