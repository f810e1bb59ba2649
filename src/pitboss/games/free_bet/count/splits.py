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

from pitboss.games.free_bet.count.nodes import MOST_GONE
from pitboss.games.free_bet.deal.hands import MOST_HANDS

OWN, FREE = 0, 1


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
        return _gone(len(self.kinds), sum(self.unpaired) - self.unpaired[hand])

    def gone_at_turn(self, hands: int) -> list[tuple[int, int]]:
        """The same for the next hand, whose turn it is when there are so many."""
        return _gone(hands, sum(self.unpaired))


def _gone(hands: int, others_unpaired: int) -> list[tuple[int, int]]:
    return [(hands - 1 + i, (-1) ** i * comb(others_unpaired, i)) for i in range(others_unpaired + 1)]


DEALT_PAIR = Story((), ())
"""A split before any second card: no hand is done with."""


def _kind(free: bool, done: int) -> int:
    """Of a free split the first hand keeps the own money, the others are free (FB-4)."""
    return FREE if free and done else OWN


@cache
def stories(again: Again, free: bool, told: Story = DEALT_PAIR, hands: int = 2) -> Counter[Story]:
    """All ways a split can go on under a plan, and how many sequences of second cards tell each."""
    ends: Counter[Story] = Counter()

    def deal(story: Story, hands: int) -> None:
        done = len(story.kinds)
        if done == hands:
            ends[story] += 1
            return
        kind = _kind(free, done)
        may_split = again(kind, hands)
        deal(Story((*story.kinds, kind), (*story.unpaired, may_split)), hands)
        if may_split:
            deal(story, hands + 1)

    deal(told, hands)
    return ends


@cache
def turns(again: Again, free: bool, kind: int, hands: int) -> Counter[Story]:
    """All that can have gone before the turn of a hand of this kind when there are so many hands."""
    before: Counter[Story] = Counter()

    def deal(story: Story, now: int) -> None:
        done = len(story.kinds)
        if done == now:
            return
        its_kind = _kind(free, done)
        if its_kind == kind and now == hands:
            before[story] += 1
        may_split = again(its_kind, now)
        deal(Story((*story.kinds, its_kind), (*story.unpaired, may_split)), now)
        if may_split:
            deal(story, now + 1)

    deal(DEALT_PAIR, 2)
    return before


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
