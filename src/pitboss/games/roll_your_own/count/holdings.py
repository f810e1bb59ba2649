"""
Every hand a player can hold, by card values, as arrays for the kernels.

A value is written 0 (ace) to 9 (ten-value) where it indexes an array. A pack is how many cards of each value it has.
Cards as one number, five bits for the count of each value, are a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.ranking.totals import BLACKJACK, best_total

ACE, TEN = 0, 9
VALUES = range(10)
DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)

Pack = tuple[int, ...]
Values = tuple[int, ...]
Ints = NDArray[np.int64]
Actions = NDArray[np.uint8]
Numbers = NDArray[Any]  # floats, or `Fraction`s


class Holdings(NamedTuple):
    """
    All hands up to 21 that hold the first card, if there is one; each stands before those that grow from it.

    A step says how the hand came about: from which hand, by which value, how many of it and how many cards in all were
    drawn before; then its line (0 for 16 or less, 1 to 5 for 17 to 21), how many values do not bust it, its size.
    """

    steps: Ints
    keys: Ints  # the cards drawn
    after: Ints  # the hand that one more card makes; the number of hands where there is none
    pairs: Ints  # the hand of two values, or the number of hands


def key_of(values: Iterable[int]) -> int:
    """The key of these cards."""
    return sum(1 << (5 * value) for value in values)


def count_in(key: int, value: int) -> int:
    """How many cards of a value a key holds."""
    return key >> (5 * value) & 31


def counts_in(keys: Ints) -> Ints:
    """How many cards of each value each key holds."""
    return keys[:, None] >> (5 * np.arange(10)) & 31


def line_of(total: int) -> int:
    """Where a total stands among those that beat one another: 16 or less is 0, 21 is 5."""
    return max(total - 16, 0)


def _hands(pack: Pack, key: int, hard: int, lowest: int) -> Iterator[tuple[int, int]]:
    """The hard total and key of every hand up to 21 that adds values from the lowest up."""
    yield hard, key
    for value in range(lowest, min(10, BLACKJACK - hard)):
        if count_in(key, value) < pack[value]:
            yield from _hands(pack, key + key_of([value]), hard + value + 1, value)


@cache
def _all_hands(pack: Pack) -> Ints:
    """The hard total and key of every hand that a pack can deal, those that hold the same low cards together."""
    hands = np.array(list(_hands(pack, 0, 0, 0)), dtype=np.int64)
    return hands[np.lexsort(counts_in(hands[:, 1]).T[::-1])]


@cache
def holdings(pack: Pack = DECK, first: int | None = None) -> Holdings:
    """All hands that a pack can deal, or those of a split, which hold a first card; aces get one card more (RY-6)."""
    hard, keys = _all_hands(pack).T
    if first is not None:
        counts = counts_in(keys)
        chosen = (counts[:, first] > 0) & ((first != ACE) | (counts.sum(1) <= 2))
        hard, keys = hard[chosen], keys[chosen]
    drawn = keys - (0 if first is None else 1 << (5 * first))
    grow = 1 << (5 * np.arange(10))
    return Holdings(
        steps=_steps(hard, keys, drawn),
        keys=drawn,
        after=_places(keys, keys[:, None] + grow),
        pairs=_places(keys, grow[:, None] + grow),
    )


def _places(keys: Ints, wanted: Ints) -> Ints:
    """Where each wanted key stands among the keys; their number where it does not."""
    order = np.argsort(keys)
    found = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    return np.where(keys[found] == wanted, found, len(keys)).astype(np.int64)


def _steps(hard: Ints, keys: Ints, drawn: Ints) -> Ints:
    counts, hands = counts_in(drawn), np.arange(len(keys))
    lines = [line_of(best_total(int(total), key & 31 > 0)) for total, key in zip(hard, keys.tolist(), strict=True)]
    none = drawn == 0
    value = np.where(none, 0, 9 - np.argmax(counts[:, ::-1] > 0, axis=1))
    parent = np.where(none, hands, _places(keys, keys - (1 << (5 * value))))
    before = np.where(none, 0, np.stack((counts[hands, value], counts.sum(1))) - 1)
    room, size = np.minimum(BLACKJACK - hard, 10), counts_in(keys).sum(1)
    return np.stack((parent, value, *before, lines, room, size), axis=1).astype(np.int64)


@cache
def known_others() -> tuple[Values, ...]:
    """What lies beside a hand in play: one card (the two-card hand is played) or two (the one-card hand is)."""
    return (*((value,) for value in VALUES), *combinations_with_replacement(VALUES, 2))
