"""
Consecutive numbers for the distinct sets of cards in many requests.

Every set of cards that a pack can deal has a position in one long bit array, with the same big cards together. The
position of two sets combined is the sum of their positions. A bit is set for each requested set. The number of a set is
its rank: the count of set bits before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel, kernel_part
from pitboss.solving.blackjack.hands import CARD_KEYS, SHIFTS, Ints, counts_of
from pitboss.solving.blackjack.rules import TEN, VALUES, Pack

U = np.uint64
Numbers: TypeAlias = NDArray[np.int32]
BIG = 5
"""The lowest value of a big card in this folder: values from six to ten are big."""
_WORD = U(64)
_MAX_OF_VALUE = 15
"""The maximum number of cards of a value in a pack, except ten-values, so that sums fit into the bits of a key."""
_TEN_AT = int(SHIFTS[TEN])


class RankedBits(NamedTuple):
    """A bit array with rank queries: it stores the number of set bits before each word."""

    strides: Ints  # [value]: what one card adds to a position
    sizes: Ints  # [value]: the maximum number of cards + 1
    bits: NDArray[np.uint64]  # [word]
    before: Numbers  # [word]: the number of set bits before it

    def positions(self, keys: Ints) -> Ints:
        """Return the position of each key."""
        return np.asarray(counts_of(keys) @ self.strides)


def empty_bits(most: Ints) -> RankedBits:
    """Return a bit array for all sets with at most `most` cards of each value, with no bits set."""
    sizes = most + 1
    steps = np.concatenate(([1], np.cumprod(sizes)))
    words = int(steps[-1]) // 64 + 1
    return RankedBits(steps[:-1], sizes, np.zeros(words, np.uint64), np.zeros(words, np.int32))


@kernel_part
def request(ranked: RankedBits, position: int) -> None:
    """Set the bit at a position."""
    ranked.bits[U(position) // _WORD] |= U(1) << U(position) % _WORD


@kernel_part
def rank_of(ranked: RankedBits, position: int) -> int:
    """Return the number of set bits before a position."""
    word, bit = U(position) // _WORD, U(position) % _WORD
    rest = ranked.bits[word] & ((U(1) << bit) - U(1))
    return int(ranked.before[word]) + _ones(rest)


@kernel_part
def _ones(word: np.uint64) -> int:
    """Return the number of set bits in a word."""
    by_two = word - ((word >> U(1)) & U(0x5555555555555555))
    by_four = (by_two & U(0x3333333333333333)) + ((by_two >> U(2)) & U(0x3333333333333333))
    by_eight = (by_four + (by_four >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return int((by_eight * U(0x0101010101010101)) >> U(56))


@kernel_part
def lowest(word: np.uint64) -> int:
    """Return the index of the lowest set bit of a word."""
    return _ones((word & (~word + U(1))) - U(1))


@kernel
def _list_keys(ranked: RankedBits, small: Ints, big: Ints, keys: Ints) -> None:
    """Write the requested keys to `keys`, each as the sum of the keys of its small and its big cards."""
    at = 0
    for word in range(ranked.bits.size):
        rest = ranked.bits[word]
        while rest != U(0):
            position = 64 * word + lowest(rest)
            keys[at] = small[position % small.size] + big[position // small.size]
            at += 1
            rest &= rest - U(1)


def requested_keys(ranked: RankedBits) -> Ints:
    """Return the requested keys by number. Also count the bits before each word, which `rank_of` needs."""
    before = np.cumsum(np.bitwise_count(ranked.bits), dtype=np.int32)
    ranked.before[1:] = before[:-1]
    keys = np.empty(int(before[-1]), np.int64)
    _list_keys(ranked, _all_sets(ranked, range(BIG)), _all_sets(ranked, range(BIG, VALUES)), keys)
    return keys


def _all_sets(ranked: RankedBits, values: range) -> Ints:
    """Return the keys of all sets of cards of these values only, by position."""
    keys = np.zeros(1, np.int64)
    for value in values:
        keys = (np.arange(ranked.sizes[value])[:, None] * CARD_KEYS[value] + keys).reshape(-1)
    return keys


class PackLimits(NamedTuple):
    """Limits of a pack: a bias that sets an overflow bit for each exceeded value, the overflow bits, and the tens."""

    bias: int
    full: int
    tens: int


def limits_of(pack: Pack) -> PackLimits:
    """Return the limits of a pack."""
    others = [value for value in range(VALUES) if value != TEN]
    bias = sum((_MAX_OF_VALUE - pack[value]) << int(SHIFTS[value]) for value in others)
    return PackLimits(bias, sum(_MAX_OF_VALUE + 1 << int(SHIFTS[value]) for value in others), pack[TEN])


@kernel_part
def fits(key: int, limits: PackLimits) -> bool:
    """Return whether the pack can deal these cards."""
    return (key + limits.bias) & limits.full == 0 and ((key >> _TEN_AT) & 31) <= limits.tens


class KeySums(NamedTuple):
    """Two lists of keys whose sums are needed, with their positions."""

    one: Ints
    one_positions: Ints
    other: Ints
    other_positions: Ints


@kernel
def _use_sums(ranked: RankedBits, limits: PackLimits, sums: KeySums, missing: int, numbers: Numbers) -> None:
    """Request every sum that the pack can deal; if `missing` is given, write the number of each sum instead."""
    for one in range(sums.one.size):
        for other in range(sums.other.size):
            possible = fits(sums.one[U(one)] + sums.other[U(other)], limits)
            position = sums.one_positions[U(one)] + sums.other_positions[U(other)]
            if missing >= 0:
                numbers[U(one), U(other)] = rank_of(ranked, position) if possible else missing
            elif possible:
                request(ranked, position)


def numbered_sums(lists: Sequence[tuple[Ints, Ints]], pack: Pack) -> tuple[Ints, list[Numbers]]:
    """
    Add every key of one list to every key of the other, for each pair of lists.

    Return the distinct sums, and arrays [one, other] of each sum's index. A sum that needs more cards than the pack has
    gets the index after the last.
    """
    ranked, limits = empty_bits(np.array(pack)), limits_of(pack)
    sums = [KeySums(one, ranked.positions(one), other, ranked.positions(other)) for one, other in lists]
    numbers = [np.empty((len(one), len(other)), np.int32) for one, other in lists]
    for each, sum_numbers in zip(sums, numbers, strict=True):
        _use_sums(ranked, limits, each, -1, sum_numbers)
    keys = requested_keys(ranked)
    for each, sum_numbers in zip(sums, numbers, strict=True):
        _use_sums(ranked, limits, each, len(keys), sum_numbers)
    return keys, numbers
