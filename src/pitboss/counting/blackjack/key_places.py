"""
Keys numbered in order, however many ask for the same.

Every lot of cards that a pack can deal has its place on one long strip of bits, and the place of two lots together is
the sum of theirs. A bit is set for each lot that is asked for; its number is how many bits before it are set.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.values import BIG_AT, ONE_OF, SMALL, SMALL_AT, VALUES, Ints, counts_in
from pitboss.counting.compiled import kernel, kernel_part

U = np.uint64
_WORD = U(64)
_IN_ORDER = (*range(SMALL, VALUES), *range(SMALL))
"""Values by what they weigh in a place: the small cards most, as in a key."""
_MANY = 1 << 5


class Strip(NamedTuple):
    """Bits by place, and how many are set before each word of them."""

    steps: Ints  # what one card of each value adds to a place
    sizes: Ints  # of each value, how many cards there may be, and none
    bits: NDArray[np.uint64]
    before: NDArray[np.int32]

    def places(self, keys: Ints) -> Ints:
        """The place of each key."""
        return np.asarray(counts_in(keys) @ self.steps)


def strip_for(most: Ints) -> Strip:
    """A strip for all lots that hold at most so many of each value."""
    sizes, steps, size = most + 1, np.zeros(VALUES, np.int64), 1
    for value in _IN_ORDER:
        steps[value] = size
        size *= int(sizes[value])
    words = size // 64 + 1
    return Strip(steps, sizes, np.zeros(words, np.uint64), np.zeros(words, np.int32))


@kernel_part
def ask(strip: Strip, place: int) -> None:
    """Set the bit of a place."""
    strip.bits[U(place) // _WORD] |= U(1) << U(place) % _WORD


@kernel_part
def number_of(strip: Strip, place: int) -> int:
    """How many places before this one are asked for."""
    word, bit = U(place) // _WORD, U(place) % _WORD
    rest = strip.bits[word] & ((U(1) << bit) - U(1))
    return int(strip.before[word]) + _ones(rest)


@kernel_part
def _ones(word: np.uint64) -> int:
    """How many bits of a word are set."""
    by_two = word - ((word >> U(1)) & U(0x5555555555555555))
    by_four = (by_two & U(0x3333333333333333)) + ((by_two >> U(2)) & U(0x3333333333333333))
    by_eight = (by_four + (by_four >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return int((by_eight * U(0x0101010101010101)) >> U(56))


@kernel_part
def lowest(word: np.uint64) -> int:
    """Which of a word's bits is the lowest that is set."""
    return _ones((word & (~word + U(1))) - U(1))


@kernel
def _count(strip: Strip) -> int:
    """Count the bits before each word, and all."""
    many = 0
    for word in range(strip.bits.size):
        strip.before[word] = many
        many += _ones(strip.bits[word])
    return many


@kernel
def _tell(strip: Strip, big: Ints, small: Ints, keys: Ints) -> None:
    """The keys that are asked for, from those of the big and of the small cards by their parts of a place."""
    at = 0
    for word in range(strip.bits.size):
        rest = strip.bits[word]
        while rest != U(0):
            place = 64 * word + lowest(rest)
            keys[at] = big[place % big.size] + small[place // big.size]
            at += 1
            rest &= rest - U(1)


@kernel
def _sort(keys: Ints, order: Ints) -> None:
    """Order the keys, in which the small cards are in order, by the number of big ones too."""
    count, start = np.zeros(_MANY + 1, np.int64), 0
    while start < keys.size:
        stop, small = start, keys[start] >> SMALL_AT
        count[:] = 0
        while stop < keys.size and keys[stop] >> SMALL_AT == small:
            count[(keys[stop] >> BIG_AT & (_MANY - 1)) + 1] += 1
            stop += 1
        for big in range(_MANY):
            count[big + 1] += count[big]
        for at in range(start, stop):
            big = keys[at] >> BIG_AT & (_MANY - 1)
            order[start + count[big]] = at
            count[big] += 1
        start = stop


def asked_keys(strip: Strip) -> tuple[Ints, Ints]:
    """The keys that are asked for, by number, and the order in which what has the same small cards stands together."""
    keys = np.empty(_count(strip), np.int64)
    _tell(strip, _parts(strip, range(SMALL, VALUES)), _parts(strip, range(SMALL)), keys)
    order = np.empty(len(keys), np.int64)
    _sort(keys, order)
    return keys, order


def _parts(strip: Strip, values: range) -> Ints:
    """The keys of all lots of these values alone, by place, from the first of them."""
    keys = np.zeros(1, np.int64)
    for value in values:
        keys = (np.arange(strip.sizes[value])[:, None] * ONE_OF[value] + keys).reshape(-1)
    return keys
