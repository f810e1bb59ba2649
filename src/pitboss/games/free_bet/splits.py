"""
How a split can go, and what it tells about the shoe.

Hands of a split are played from left to right, each on its own cards, so what an earlier or later hand
draws tells nothing about this one but for one thing: that its second card was, or was not, the pair's
value, for on that hangs how many hands there are. "Was not" is "anything" less "was": so each hand's exact
worth is a sum, with whole factors, of its worths with 1, 2 … further cards of the pair gone from the shoe.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.nodes import MOST_GONE

OWN, FREE = 0, 1
MOST_HANDS = 4


class Again(NamedTuple):
    """Whether a hand that is paired again is split again: own or free, with two hands or with three."""

    own_of_two: bool
    own_of_three: bool
    free_of_two: bool
    free_of_three: bool

    def __call__(self, kind: int, hands: int) -> bool:
        """Whether this kind of hand is split again when there are so many."""
        return hands < MOST_HANDS and self[2 * kind + hands - 2]


NEVER_AGAIN = Again(False, False, False, False)


def all_plans(free: bool) -> list[Again]:
    """Every way to decide on splitting again; without free hands only own money counts."""
    if not free:
        return [Again(a, b, False, False) for a, b in product((True, False), repeat=2)]
    return [Again(*bits) for bits in product((True, False), repeat=4)]


class Story(NamedTuple):
    """One way a split can go: for each hand its kind, and whether its second card must not pair it."""

    kinds: tuple[int, ...]
    unpaired: tuple[bool, ...]

    def gone(self, hand: int) -> list[tuple[int, int]]:
        """(cards of the pair gone besides this hand's own, whole factor), summing to this story's weight."""
        others = sum(self.unpaired) - self.unpaired[hand]
        return [(len(self.kinds) - 1 + i, (-1) ** i * comb(others, i)) for i in range(others + 1)]


@cache
def stories(again: Again, free: bool) -> Counter[Story]:
    """All ways a split can go under a plan, and how many sequences of second cards tell each."""
    told: Counter[Story] = Counter()

    def deal(kinds: tuple[int, ...], unpaired: tuple[bool, ...], hands: int) -> None:
        if len(kinds) == hands:
            told[Story(kinds, unpaired)] += 1
            return
        kind = FREE if free and kinds else OWN
        may_split = again(kind, hands)
        deal((*kinds, kind), (*unpaired, may_split), hands)
        if may_split:
            deal(kinds, unpaired, hands + 1)

    deal((), (), 2)
    return told


class Factors(NamedTuple):
    """By number of pair cards gone: factors for a kind's hands with another second card, and paired again."""

    grown: NDArray[np.int64]
    paired: NDArray[np.int64]


@cache
def factors(again: Again, free: bool, kind: int) -> Factors:
    """The factors of all hands of one kind, over all stories."""
    sums = Factors(*(np.zeros(MOST_GONE + 1, dtype=np.int64) for _ in range(2)))
    for story, times in stories(again, free).items():
        for hand, its_kind in enumerate(story.kinds):
            if its_kind == kind:
                for gone, factor in story.gone(hand):
                    sums.grown[gone] += times * factor
                    if not story.unpaired[hand]:
                        sums.paired[gone] += times * factor
    return sums
