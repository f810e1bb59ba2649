"""
The side bets. Push 22 and insurance hang on the dealer's cards alone, and are exact fractions.

Pot of Gold: how many tokens a way of playing earns (FB-6).

Tokens hang on second cards alone: a free split pairs, a free double makes 9, 10 or 11. Second cards follow one
another out of the shoe like any other cards, whatever the hands drew between them, so the count is exact.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.dealer_hands import exact_chance
from pitboss.counting.blackjack.joint_odds import TWENTY_TWO
from pitboss.counting.blackjack.splits import FREE, OWN
from pitboss.counting.blackjack.values import ACE, TEN, VALUES, Numbers, Pack
from pitboss.games.free_bet.count.counted_rules import MOST_TOKENS, Again, CountedRules, shoe_counts
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


def _pools(counts: Pack, gone: NDArray[np.intp], classes: NDArray[np.intp]) -> tuple[Numbers, Numbers]:
    """Ways to draw j cards of each class in order, and one over the ways to draw j of any."""
    left = [max(count - int(n), 0) for count, n in zip(counts, gone, strict=True)]
    sizes = [sum(n for n, its in zip(left, classes, strict=True) if its == each) for each in range(_CLASSES)]
    return np.array([_orders(size) for size in sizes]), 1 / np.maximum(_orders(sum(left)), 1)


@lru_cache(maxsize=4096)
def _orders(cards: int) -> Numbers:
    """In how many orders j of this many cards can be drawn."""
    return np.array([perm(cards, j) for j in range(_MOST_SECOND + 1)], dtype=np.float64)


def _sequence_chance(counts: Pack, gone: NDArray[np.intp]) -> float:
    """The chance that a named sequence of these cards comes off the top."""
    chance, size = 1.0, sum(counts)
    for v in range(VALUES):
        for j in range(gone[v]):
            chance *= max(counts[v] - j, 0) / size
            size -= 1
    return chance


def _add_up(counts: Pack, gone: NDArray[np.intp], classes: NDArray[np.intp], split: Seconds) -> Numbers:
    """Chances by tokens, joint with the named cards that are gone."""
    ways, per_order = _pools(counts, gone, classes)
    chance = split.orders * per_order[split.cards] * ways[np.arange(_CLASSES), split.drawn].prod(axis=1)
    return _sequence_chance(counts, gone) * np.bincount(split.tokens, chance, MOST_TOKENS + 1)


def token_chances(counts: Pack, cards: NDArray[np.intp], up: int, classes: NDArray[np.intp], split: Seconds) -> Numbers:
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
    counts: Pack, pair: int, up: int, again: Again, free: bool,
    own_doubles: tuple[bool, ...], free_doubles: tuple[bool, ...],
) -> Numbers:  # fmt: skip
    """Chances of 0 to 7 tokens from a pair that is dealt and split; by second card, who doubles it for free."""
    cards = 2 * np.eye(VALUES, dtype=np.intp)[pair]
    split = seconds(again, free, (own_doubles[pair], free_doubles[pair]), 0, 2)
    classes = classes_of(pair, np.array(own_doubles), np.array(free_doubles))
    chances = token_chances(counts, cards, up, classes, split)
    return np.append(0.0, chances[:-1]) if free else chances  # the split itself earned one


@cache
def chance_of_22(terms: CountedRules) -> Fraction:
    """That the dealer's hand ends at 22. No play of any hand changes it, for nobody sees the cards to come."""
    return exact_chance(shoe_counts(terms), TWENTY_TWO, terms.hits_soft_17)


def insurance_wins(terms: CountedRules, tens_held: int, cards_held: int = 2) -> Fraction:
    """That the hole card under an ace is a ten-value, for a player who holds this many of them (FB-8)."""
    counts = shoe_counts(terms)
    if not terms.decks:
        return Fraction(4, 13)
    return Fraction(counts[TEN] - tens_held, sum(counts) - 1 - cards_held)
