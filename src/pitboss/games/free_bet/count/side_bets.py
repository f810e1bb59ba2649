"""
The side bets. Push 22 and insurance depend only on the dealer's cards, and are exact fractions.

Pot of Gold: the number of tokens that a strategy earns (FB-6).

Tokens depend only on second cards: a free split needs a pair, a free double a total of 9, 10 or 11. Second cards are
exchangeable with all other cards of the shoe, whatever the hands drew between them, so the result is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.counted_rules import MOST_TOKENS, Again, CountedRules, shoe_counts
from pitboss.games.free_bet.deal.hands import MOST_HANDS
from pitboss.solving.blackjack_legacy.dealer.dealer_hands import exact_chance
from pitboss.solving.blackjack_legacy.joint_odds import TWENTY_TWO
from pitboss.solving.blackjack_legacy.splits import FREE, OWN
from pitboss.solving.blackjack_legacy.values import ACE, TEN, VALUES, Numbers, Pack

_PAIR, _CLASSES = 0, 5
"""Classes of second cards: 0 the pair's value; 1 no free double, 2 for own, 3 for free, 4 for both kinds of hands."""
Doubles: TypeAlias = tuple[tuple[bool, ...], ...]
_MOST_SECOND = 2 * MOST_HANDS - 2
"""The maximum number of second cards of a split: one for each hand, and two that made the third and fourth."""


class Seconds(NamedTuple):
    """The possible second cards of a split: tokens, cards drawn of each class and in total, number of orders."""

    tokens: NDArray[np.intp]
    drawn: NDArray[np.intp]
    cards: NDArray[np.intp]
    orders: NDArray[np.float64]


class Stage(NamedTuple):
    """The state of a split: hands finished, hands in total, tokens and second cards (by class) since the start."""

    done: int
    hands: int
    tokens: int
    drawn: int  # three bits for each class


def _deal_second(stage: Stage, again: Again, free: bool, pair_doubles: tuple[bool, bool]) -> list[Stage]:
    """Return the next states of the hand in turn, for each class of second card."""
    done, hands, tokens, drawn = stage
    kind = FREE if free and done else OWN
    paired = drawn + (1 << 3 * _PAIR)
    if again(kind, hands):
        after = [Stage(done, hands + 1, tokens + free, paired)]
    else:
        after = [Stage(done + 1, hands, tokens + pair_doubles[kind], paired)]
    for second in range(1, _CLASSES):
        after.append(Stage(done + 1, hands, tokens + ((second - 1) >> kind & 1), drawn + (1 << 3 * second)))
    return after


@cache
def seconds(again: Again, free: bool, pair_doubles: tuple[bool, bool], done: int, hands: int) -> Seconds:
    """Return all results from this state on. `pair_doubles`: whether an unsplit pair doubles free, own or free hand."""
    stages = Counter({Stage(done, hands, 0, 0): 1})
    ended: Counter[tuple[int, int]] = Counter()
    while stages:
        onward: Counter[Stage] = Counter()
        for stage, orders in stages.items():
            if stage.done == stage.hands:
                ended[stage.tokens, stage.drawn] += orders
                continue
            for after in _deal_second(stage, again, free, pair_doubles):
                onward[after] += orders
        stages = onward
    tokens, drawn = np.array(list(ended)).T
    by_class = drawn[:, None] >> 3 * np.arange(_CLASSES) & 7
    return Seconds(tokens, by_class, by_class.sum(axis=1), np.array(list(ended.values()), dtype=np.float64))


def classes_of(pair: int, own_doubles: NDArray[np.bool_], free_doubles: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the class of each second card's value (last axis), from what each kind of hand does with it."""
    classes = 1 + own_doubles.astype(np.intp) + 2 * free_doubles
    classes[..., pair] = _PAIR
    return classes


def _orders(cards: NDArray[np.intp]) -> Numbers:
    """Return the number of ordered draws of j out of `cards` cards, with j on the last axis."""
    each = np.maximum(cards[..., None] - np.arange(-1, _MOST_SECOND), 0).astype(np.float64)
    each[..., 0] = 1
    orders: Numbers = each.cumprod(axis=-1)
    return orders


@lru_cache(maxsize=4096)
def _sequence_chance(counts: Pack, gone: tuple[int, ...]) -> float:
    """Return the probability that a given sequence of these cards is dealt."""
    chance, size = 1.0, sum(counts)
    for v in range(VALUES):
        for j in range(gone[v]):
            chance *= max(counts[v] - j, 0) / size
            size -= 1
    return chance


def _add_up(counts: Pack, gone: NDArray[np.intp], classes: NDArray[np.intp], split: Seconds) -> Numbers:
    """Return probabilities by tokens, joint with the given cards gone, one row for each row of the arguments."""
    left = np.maximum(np.array(counts) - gone, 0)
    ways = _orders(np.array([(left * (classes == each)).sum(axis=1) for each in range(_CLASSES)]))
    chance = split.orders / np.maximum(_orders(left.sum(axis=1)), 1)[:, split.cards]
    for each in range(_CLASSES):
        chance *= ways[each][:, split.drawn[:, each]]
    by_tokens = chance @ (split.tokens[:, None] == np.arange(MOST_TOKENS + 1))
    named = np.array([_sequence_chance(counts, tuple(row)) for row in gone.tolist()])
    return np.asarray(named[:, None] * by_tokens)


def token_chances(counts: Pack, cards: NDArray[np.intp], up: int, classes: NDArray[np.intp], split: Seconds) -> Numbers:
    """Return probabilities by tokens, joint with the visible cards, the up card and no dealer blackjack."""
    return np.asarray(_against(counts, cards, [up], classes[None], split)[0])


def _against(
    counts: Pack, cards: NDArray[np.intp], ups: Sequence[int], classes: NDArray[np.intp], split: Seconds
) -> Numbers:
    """Return the same against each of several up cards, with classes by up card."""
    known = [(row, up) for row, up in enumerate(ups)]
    under = [(row, TEN if up == ACE else ACE) for row, up in known if up in (ACE, TEN)]
    rows, more = [row for row, _ in under], np.eye(VALUES, dtype=np.intp)
    gone = cards + more[list(ups)]
    every = np.concatenate((gone, gone[rows] + more[[hole for _, hole in under]]))
    chances = _add_up(counts, every, np.concatenate((classes, classes[rows])), split)
    found = chances[: len(known)]
    found[rows] -= chances[len(known) :]
    return found


@cache
def split_tokens(
    counts: Pack, pair: int, plans: tuple[Again, ...], free: bool, own_doubles: Doubles, free_doubles: Doubles
) -> Numbers:
    """
    Return the probabilities of 0 to 7 tokens from a pair that is dealt and split, by up card.

    Plans are by up card; free doubles by up card and second card.
    """
    cards, chances = 2 * np.eye(VALUES, dtype=np.intp)[pair], np.zeros((VALUES, MOST_TOKENS + 1))
    classes = classes_of(pair, np.array(own_doubles), np.array(free_doubles))
    played = [(plans[up], (own_doubles[up][pair], free_doubles[up][pair])) for up in range(VALUES)]
    for plan, doubles in set(played):
        ups = [up for up in range(VALUES) if played[up] == (plan, doubles)]
        chances[ups] = _against(counts, cards, ups, classes[ups], seconds(plan, free, doubles, 0, 2))
    if free:  # the split itself earned one
        chances = np.concatenate((np.zeros((VALUES, 1)), chances[:, :-1]), axis=1)
    return chances


@cache
def chance_of_22(terms: CountedRules) -> Fraction:
    """Return the probability that the dealer ends at 22. No play affects it, since future cards are unseen."""
    return exact_chance(shoe_counts(terms), TWENTY_TWO, terms.hits_soft_17)


def insurance_wins(terms: CountedRules, tens_held: int, cards_held: int = 2) -> Fraction:
    """Return the probability of a ten-value under an ace, for a player who holds `tens_held` of them (FB-8)."""
    counts = shoe_counts(terms)
    if not terms.decks:
        return Fraction(4, 13)
    return Fraction(counts[TEN] - tens_held, sum(counts) - 1 - cards_held)
