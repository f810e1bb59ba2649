"""Section 2 of the method: hands as multisets of card values, and the probability of a sequence of cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.ranking.totals import BLACKJACK, best_total, is_soft
from pitboss.solving.blackjack.rules import ACE, VALUES

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Actions: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[Any]

BITS = 5
"""The number of bits in a key for each value. A hand and the other removed cards have at most 31 cards of a value."""
SHIFTS: Ints = BITS * np.arange(VALUES)
CARD_KEYS: Ints = np.int64(1) << SHIFTS
"""The key of one card of each value. The key of several cards is the sum of their keys."""
BUST = -1
"""A marker for a total over 21, in place of a hand."""


def key_of(values: Iterable[int]) -> int:
    """Return the key of these cards, given as value indices."""
    return sum(1 << BITS * value for value in values)


def counts_of(keys: Ints) -> Ints:
    """Return the number of cards of each value in each key."""
    return np.asarray(keys[..., None] >> SHIFTS & (1 << BITS) - 1)


class HandTable(NamedTuple):
    """All hands of one card or more with a hard total of 21 or less. A drawn card always leads to a later hand."""

    keys: Ints
    counts: Ints  # [hand, value]
    cards: Ints  # [hand]: number of cards
    total: Ints  # [hand]: the best total
    soft: Flags
    after: Ints  # [hand, value]: the hand with one more card, or BUST

    def number(self, values: Iterable[int]) -> int:
        """Return the number of the hand with these cards."""
        number = numbers_by_key().get(key_of(values))
        if number is None:
            raise ValueError("this hand has more than 21")
        return number


@cache
def all_hands() -> HandTable:
    """Return all hands, sorted by hard total."""
    grown = [{0}]  # grown[t]: keys of the hands with hard total t
    for hard in range(1, BLACKJACK + 1):
        steps = range(min(VALUES, hard))
        grown.append({key + int(CARD_KEYS[value]) for value in steps for key in grown[hard - value - 1]})
    keys = np.array([key for level in grown[1:] for key in sorted(level)], dtype=np.int64)
    hard_totals = [total for total, level in enumerate(grown) if total for _ in level]
    counts = counts_of(keys)
    hand_values = list(zip(hard_totals, (counts[:, ACE] > 0).tolist(), strict=True))
    place = {int(key): number for number, key in enumerate(keys)}
    after = [[place.get(int(key + card), BUST) for card in CARD_KEYS] for key in keys]
    return HandTable(
        keys=keys,
        counts=counts,
        cards=counts.sum(axis=1),
        total=np.array([best_total(*value) for value in hand_values]),
        soft=np.array([is_soft(*value) for value in hand_values]),
        after=np.array(after, dtype=np.int64),
    )


@cache
def numbers_by_key() -> dict[int, int]:
    """Return the number of each hand by its key."""
    return {int(key): number for number, key in enumerate(all_hands().keys)}


def places_of(keys: Ints, wanted: Ints, missing: int) -> Ints:
    """Return the index of each wanted key among the keys, or `missing`."""
    order = np.argsort(keys)
    nearest = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    return np.where(keys[nearest] == wanted, nearest, missing)
