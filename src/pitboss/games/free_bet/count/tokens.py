"""
Pot of Gold: how many tokens a way of playing earns (FB-6).

Tokens hang on second cards alone: a free split pairs, a free double makes 9, 10 or 11. Second cards follow one
another out of the shoe like any other cards, whatever the hands drew between them, so the count is exact.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.dealer import VALUES, Composition, Numbers
from pitboss.games.free_bet.count.splits import FREE, OWN, Again
from pitboss.games.free_bet.count.terms import ACE, MOST_TOKENS, TEN
from pitboss.games.free_bet.deal.hands import MOST_HANDS

_PAIR, _CLASSES = 0, 5
"""Second cards by what they earn: 0 the pair's value; 1 nothing, 2 own, 3 free, 4 either hand doubles free."""
_MOST_SECOND = 2 * MOST_HANDS - 2
"""Second cards a split can need: one for each hand, and the two that made the third and fourth."""


class Seconds(NamedTuple):
    """What a split's second cards can come to: tokens, cards drawn of each class and in all, in how many orders."""

    tokens: NDArray[np.intp]
    drawn: NDArray[np.intp]
    cards: NDArray[np.intp]
    orders: NDArray[np.float64]


class Stage(NamedTuple):
    """Where a split stands: hands done with, hands in all, tokens since, second cards drawn since by class."""

    done: int
    hands: int
    tokens: int
    drawn: tuple[int, ...]


def _one_more(stage: Stage, second: int) -> tuple[int, ...]:
    return tuple(n + (c == second) for c, n in enumerate(stage.drawn))


def _deal_second(stage: Stage, again: Again, free: bool, pair_doubles: tuple[bool, bool]) -> list[Stage]:
    """Each class of second card for the hand whose turn it is, and where it leads."""
    kind = FREE if free and stage.done else OWN
    paired = _one_more(stage, _PAIR)
    if again(kind, stage.hands):
        after = [Stage(stage.done, stage.hands + 1, stage.tokens + free, paired)]
    else:
        after = [Stage(stage.done + 1, stage.hands, stage.tokens + pair_doubles[kind], paired)]
    for second in range(1, _CLASSES):
        earned = (second - 1) >> kind & 1
        after.append(Stage(stage.done + 1, stage.hands, stage.tokens + earned, _one_more(stage, second)))
    return after


@cache
def seconds(again: Again, free: bool, pair_doubles: tuple[bool, bool], done: int, hands: int) -> Seconds:
    """All that can come from here on; `pair_doubles`: a pair not split again doubles free, own or free hand."""
    stages = Counter({Stage(done, hands, 0, (0,) * _CLASSES): 1})
    ended: Counter[tuple[int, tuple[int, ...]]] = Counter()
    while stages:
        onward: Counter[Stage] = Counter()
        for stage, orders in stages.items():
            if stage.done == stage.hands:
                ended[stage.tokens, stage.drawn] += orders
                continue
            for after in _deal_second(stage, again, free, pair_doubles):
                onward[after] += orders
        stages = onward
    return Seconds(
        np.array([tokens for tokens, _ in ended]),
        np.array([drawn for _, drawn in ended]),
        np.array([sum(drawn) for _, drawn in ended]),
        np.array(list(ended.values()), dtype=np.float64),
    )


def classes_of(pair: int, own_doubles: NDArray[np.bool_], free_doubles: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The class of each second card's value, from what each kind of hand does with it."""
    classes = 1 + own_doubles.astype(np.intp) + 2 * free_doubles
    classes[pair] = _PAIR
    return classes


def _pools(counts: Composition | None, gone: NDArray[np.intp], classes: NDArray[np.intp]) -> tuple[Numbers, Numbers]:
    """Ways to draw j cards of each class in order, and one over the ways to draw j of any; no counts: endless."""
    if counts is None:
        size = np.bincount(classes, [1 / 13] * 9 + [4 / 13], _CLASSES)
        return size[:, None] ** np.arange(_MOST_SECOND + 1), np.ones(_MOST_SECOND + 1)
    left = np.maximum(np.array(counts) - gone, 0)
    ways = _orders(sum(counts))
    return ways[np.bincount(classes, left, _CLASSES).astype(np.intp)], 1 / np.maximum(ways[left.sum()], 1)


@cache
def _orders(cards: int) -> Numbers:
    """In how many orders j of so many cards can be drawn, for every number up to this."""
    return np.array([[perm(size, j) for j in range(_MOST_SECOND + 1)] for size in range(cards + 1)], dtype=np.float64)


def _sequence_chance(counts: Composition | None, gone: NDArray[np.intp]) -> float:
    """The chance that a named sequence of these cards comes off the top."""
    if counts is None:
        return float(np.prod(np.array([1 / 13] * 9 + [4 / 13]) ** gone))
    chance, size = 1.0, sum(counts)
    for v in range(VALUES):
        for j in range(gone[v]):
            chance *= max(counts[v] - j, 0) / size
            size -= 1
    return chance


def _add_up(counts: Composition | None, gone: NDArray[np.intp], classes: NDArray[np.intp], split: Seconds) -> Numbers:
    """Chances by tokens, joint with the named cards that are gone."""
    ways, per_order = _pools(counts, gone, classes)
    chance = split.orders * per_order[split.cards] * ways[np.arange(_CLASSES), split.drawn].prod(axis=1)
    return _sequence_chance(counts, gone) * np.bincount(split.tokens, chance, MOST_TOKENS + 1)


def token_chances(
    counts: Composition | None, cards: NDArray[np.intp], up: int, classes: NDArray[np.intp], split: Seconds
) -> Numbers:
    """Chances by tokens earned, joint with the cards in sight, the up card and no dealer blackjack."""
    gone = cards.copy()
    gone[up] += 1
    chances = _add_up(counts, gone, classes, split)
    if up in (ACE, TEN):
        gone[TEN if up == ACE else ACE] += 1
        chances = chances - _add_up(counts, gone, classes, split)
    return chances


@cache
def split_tokens(
    counts: Composition | None, pair: int, up: int, again: Again, free: bool,
    own_doubles: tuple[bool, ...], free_doubles: tuple[bool, ...],
) -> Numbers:  # fmt: skip
    """Chances of 0 to 7 tokens from a pair that is dealt and split; by second card, who doubles it for free."""
    cards = 2 * np.eye(VALUES, dtype=np.intp)[pair]
    split = seconds(again, free, (own_doubles[pair], free_doubles[pair]), 0, 2)
    classes = classes_of(pair, np.array(own_doubles), np.array(free_doubles))
    chances = token_chances(counts, cards, up, classes, split)
    return np.append(0.0, chances[:-1]) if free else chances  # the split itself earned one
