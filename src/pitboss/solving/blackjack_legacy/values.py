"""
Cards by value, which is all that blackjack asks of them.

A value is written 0 (ace) to 9 (ten-value) where it indexes an array. Any cards together are counts by value, or one
number, their *key*: five bits for the count of each value, and five for how many big cards there are. The key of two
lots of cards together is the sum of their keys, and keys in order keep together what has the same small cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

VALUES = 10
ACE, TEN = 0, 9
SMALL = 5
"""Values below this, ace to five, are small: the dealer may draw many of them, and few of the others."""

Pack: TypeAlias = tuple[int, ...]
"""How many cards of each value there are, the ace first."""
Values: TypeAlias = tuple[int, ...]
"""Cards by value, one by one."""
Ints: TypeAlias = NDArray[np.int64]
Actions: TypeAlias = NDArray[np.uint8]
Places: TypeAlias = NDArray[np.int32]
Bools: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[Any]
"""Floats in a compiled kernel; `Fraction`s in the same kernel run as plain Python."""


class Sums(NamedTuple):
    """The cards of two hands together, by key in order, and which of them two hands make."""

    keys: Ints
    of: Places  # by one hand and the other


BIG_AT, SMALL_AT = 5 * SMALL, 5 * SMALL + 5
"""Where in a key the number of big cards stands, and above it the small cards."""
SHIFTS = (*(SMALL_AT + 5 * value for value in range(SMALL)), *(5 * value for value in range(VALUES - SMALL)))
"""Where in a key the count of each value stands."""
ONE_OF: Ints = np.array([(1 << shift) + (value >= SMALL) * (1 << BIG_AT) for value, shift in enumerate(SHIFTS)])
"""The key of one card of each value."""
_ONE_OF = ONE_OF.tolist()


def deck_counts(decks: int) -> Pack:
    """Cards of each value in this many decks."""
    return (4 * decks,) * 9 + (16 * decks,)


def key_of(values: Iterable[int]) -> int:
    """The key of these cards."""
    return sum(_ONE_OF[value] for value in values)


def count_in(key: int, value: int) -> int:
    """How many cards of a value a key holds."""
    return key >> SHIFTS[value] & 31


def counts_in(keys: Ints) -> Ints:
    """How many cards of each value each key holds."""
    return np.asarray(keys[..., None] >> np.array(SHIFTS) & 31)


def sorts(keys: Ints) -> Ints:
    """Where, in sorted keys, other small cards or another number of big ones begin; then where all end."""
    return np.flatnonzero(np.diff(keys >> BIG_AT, prepend=-1, append=-1))


def places(keys: Ints, wanted: Ints, missing: int) -> Ints:
    """Where each wanted key stands among the keys, `missing` where it does not."""
    order = np.argsort(keys)
    found = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    return np.where(keys[found] == wanted, found, missing)
