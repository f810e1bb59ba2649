"""
Two hands of one round at once: what the variance of a round hangs on.

The mean of the product of what two hands win is a sum over the cards of both. Only the cards of the two together say
what the dealer will have, so these are numbered once, and the dealer's odds stand by number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.values import Ints, Numbers
from pitboss.counting.compiled import kernel

U = np.uint64
Places: TypeAlias = NDArray[np.int32]
_EMPTY = -1
_MIX = U(0x9E3779B97F4A7C15)


class Sums(NamedTuple):
    """The cards of two hands together, by key in order, and which of them two hands make."""

    keys: Ints
    of: Places  # by one hand and the other


def sums_of(one: Ints, other: Ints) -> Sums:
    """The cards that a hand of the one sort and a hand of the other, each by key, can be together."""
    bits = max(int(4 * min(len(one) * len(other), 40 * (len(one) + len(other)))).bit_length(), 4)
    while True:
        of, found = np.zeros((len(one), len(other)), np.int32), np.zeros(1 << bits, np.int64)
        size = _number(one, other, np.full(1 << bits, _EMPTY, np.int64), np.zeros(1 << bits, np.int32), found, of)
        if size >= 0:
            break
        bits += 1
    order = np.argsort(found[:size])
    rank = np.empty(size, np.int32)
    rank[order] = np.arange(size, dtype=np.int32)
    return Sums(found[:size][order], rank[of])


@kernel
def _number(one: Ints, other: Ints, held: Ints, number: Places, found: Ints, of: Places) -> int:
    """Number each sum as it first comes, looked up by its own bits mixed; -1 where there is too little room."""
    size, mask, shift = 0, U(held.size - 1), U(40)
    for i in range(one.size):
        for j in range(other.size):
            key = one[i] + other[j]
            at = (U(key) * _MIX >> shift) & mask
            while held[at] != key and held[at] != _EMPTY:
                at = (at + U(1)) & mask
            if held[at] == _EMPTY:
                if 2 * size > held.size:
                    return -1
                held[at], number[at], found[size] = key, size, key
                size += 1
            of[i, j] = number[at]
    return size


@kernel
def add_products(of: Places, one: Numbers, other: Numbers, odds: Numbers, products: Numbers) -> None:
    """Add, by end, the mean of the product of two hands: what each wins by hand and end, the odds by sum and end."""
    ends = products.size
    for i in range(one.shape[0]):
        for end in range(ends):
            mean = 0 * products[end]
            if one[i, end] != 0:
                for j in range(other.shape[0]):
                    mean += other[j, end] * odds[of[i, j], end]
                products[end] += one[i, end] * mean


Side: TypeAlias = tuple[Ints, Numbers]
"""Hands by key, and by hand and the dealer's end what they win."""


def products(one: Side, other: Side, odds_of: Callable[[Ints], Numbers]) -> float:
    """The mean of the product of what a hand of the one side and one of the other win; the odds by key and end."""
    sums = sums_of(one[0], other[0])
    odds = odds_of(sums.keys)
    found = np.zeros(odds.shape[1])
    add_products(sums.of, one[1], other[1], odds, found)
    return float(found.sum())
