"""
How many hands a split makes: the count behind the exact value of splits and resplits.

Each hand of a split gets its second card; one that pairs it again is split again until the limit. The cards not yet
seen are exchangeable, so a hand's own cards and the second cards of all the others may be taken from the pack in any
order. What a hand is worth together with "r other second cards did not pair and m did" follows by inclusion and
exclusion from what it is worth with q cards of the pair's value gone: weights in whole numbers, one for each q.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import NamedTuple


class SplitWeights(NamedTuple):
    """For q more cards of the pair's value gone: how often a hand is counted, by its second card."""

    not_paired: tuple[int, ...]  # the second card did not pair the first
    paired: tuple[int, ...]  # it did, and there is no split left


@cache
def split_weights(max_splits: int) -> SplitWeights:
    """The weights for a player who splits again whenever the limit allows it (RY-6)."""
    more = max_splits - 1
    ends, limits = _endings(more)
    not_paired, paired = Counter[int](), Counter[int]()
    for pairs, ways in ends.items():
        _exclude(not_paired, ways * (pairs + 2), pairs, pairs + 1)
    for others, ways in limits.items():
        hands_left = more + 2 - others
        _exclude(not_paired, ways * hands_left, more, others)
        _exclude(paired, ways * hands_left, more, others)
        if others:
            _exclude(not_paired, ways * others, more, others - 1)
    longest = max(*not_paired, *paired) + 1
    return SplitWeights(tuple(not_paired[q] for q in range(longest)), tuple(paired[q] for q in range(longest)))


@cache
def _endings(more: int) -> tuple[Counter[int], Counter[int]]:
    """Orders of second cards that end with every hand unpaired, by pairs; and that reach the limit, by unpaired."""
    ends, limits = Counter[int](), Counter[int]()
    if more == 0:
        limits[0] = 1
        return ends, limits
    open_orders = Counter({(0, 0): 1})
    while open_orders:
        grown = Counter[tuple[int, int]]()
        for (pairs, others), ways in open_orders.items():
            if others + 1 == pairs + 2:
                ends[pairs] += ways
            else:
                grown[pairs, others + 1] += ways
            if pairs + 1 == more:
                limits[others] += ways
            else:
                grown[pairs + 1, others] += ways
        open_orders = grown
    return ends, limits


def _exclude(weights: Counter[int], hands: int, paired: int, not_paired: int) -> None:
    """Count hands that go with so many paired and so many unpaired second cards elsewhere."""
    for wrong in range(not_paired + 1):
        weights[paired + wrong] += (-1) ** wrong * comb(not_paired, wrong) * hands


@cache
def hands_law(max_splits: int, pair_left: int, cards_left: int) -> dict[int, Fraction]:
    """How likely a split ends with so many hands, split again whenever the limit allows it."""
    more = max_splits - 1
    ends, limits = _endings(more)
    law: dict[int, Fraction] = {}
    for pairs, ways in ends.items():
        law[pairs + 2] = ways * _chance(pairs, pairs + 2, pair_left, cards_left)
    for others, ways in limits.items():
        law[more + 2] = law.get(more + 2, Fraction()) + ways * _chance(more, others, pair_left, cards_left)
    return law


def _chance(pairs: int, others: int, pair_left: int, cards_left: int) -> Fraction:
    """The chance that so many second cards pair and so many do not, in one order."""
    ways = perm(pair_left, pairs) * perm(cards_left - pair_left, others)
    return Fraction(ways, perm(cards_left, pairs + others))
