"""
How a split can go, and what it tells about the shoe.

Hands of a split are played from left to right, each on its own cards, so what an earlier or later hand
draws tells nothing about this one but for one thing: that its second card was, or was not, the pair's
value, for on that hangs how many hands there are. "Was not" is "anything" less "was": so each hand's exact
worth is a sum, with whole factors, of its worths with 1, 2 … further cards of the pair gone from the shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np

from pitboss.solving.blackjack_legacy.values import Ints

OWN, FREE = 0, 1


Plan: TypeAlias = Callable[[int, int], bool]
"""Whether a kind of hand that is paired again is split again when there are this many hands; never past the limit."""


class SplitStory(NamedTuple):
    """One way a split can go: for each hand its kind, and whether its second card must not pair it."""

    kinds: tuple[int, ...]
    unpaired: tuple[bool, ...]

    def gone(self, hand: int) -> list[tuple[int, int]]:
        """(cards of the pair gone besides this hand's own, whole factor), summing to this story's weight."""
        return _gone(len(self.kinds), sum(self.unpaired) - self.unpaired[hand])

    def gone_at_turn(self, hands: int) -> list[tuple[int, int]]:
        """The same for the next hand, whose turn it is when there are this many."""
        return _gone(hands, sum(self.unpaired))


def _gone(hands: int, others_unpaired: int) -> list[tuple[int, int]]:
    return [(hands - 1 + i, (-1) ** i * comb(others_unpaired, i)) for i in range(others_unpaired + 1)]


DEALT_PAIR = SplitStory((), ())
"""A split before any second card: no hand is done with."""


def _kind(free: bool, done: int) -> int:
    """Of a free split the first hand keeps the own money, the others are free."""
    return FREE if free and done else OWN


@cache
def stories(again: Plan, free: bool, told: SplitStory = DEALT_PAIR, hands: int = 2) -> Counter[SplitStory]:
    """All ways a split can go on under a plan, and how many sequences of second cards tell each."""
    ends: Counter[SplitStory] = Counter()

    def deal(story: SplitStory, hands: int) -> None:
        done = len(story.kinds)
        if done == hands:
            ends[story] += 1
            return
        kind = _kind(free, done)
        may_split = again(kind, hands)
        deal(SplitStory((*story.kinds, kind), (*story.unpaired, may_split)), hands)
        if may_split:
            deal(story, hands + 1)

    deal(told, hands)
    return ends


class Factors(NamedTuple):
    """By number of pair cards gone: factors for a kind's hands with another second card, and paired again."""

    grown: Ints
    paired: Ints


@cache
def factors(again: Plan, free: bool, kind: int, size: int) -> Factors:
    """The factors of all hands of one kind, over all stories, for fewer than `size` pair cards gone."""
    sums = Factors(*(np.zeros(size, dtype=np.int64) for _ in range(2)))
    for story, times in stories(again, free).items():
        for hand, its_kind in enumerate(story.kinds):
            if its_kind == kind:
                for gone, factor in story.gone(hand):
                    sums.grown[gone] += times * factor
                    if not story.unpaired[hand]:
                        sums.paired[gone] += times * factor
    return sums


class TwoHands(NamedTuple):
    """Two hands of a split: the kind of each, and whether its second card paired it."""

    kind: int
    is_paired: bool
    other_kind: int
    other_is_paired: bool


@cache
def pair_factors(again: Plan, free: bool) -> dict[TwoHands, dict[int, int]]:
    """By two hands of one split and by pair cards gone besides theirs: how often they count, over all stories."""
    sums: dict[TwoHands, dict[int, int]] = {}
    for story, times in stories(again, free).items():
        for one, other in combinations(range(len(story.kinds)), 2):
            others_unpaired = sum(story.unpaired) - story.unpaired[one] - story.unpaired[other]
            for flag, other_flag in product(
                *((False,) if story.unpaired[at] else (False, True) for at in (one, other))
            ):
                counted = sums.setdefault(TwoHands(story.kinds[one], flag, story.kinds[other], other_flag), {})
                for gone, factor in _gone(len(story.kinds) - 1, others_unpaired):
                    counted[gone] = counted.get(gone, 0) + times * factor
    return sums
