"""
Keys numbered in order, however many ask for the same.

Every lot of cards that a pack can deal has its place on one long strip of bits, those with the same big cards together,
and the place of two lots together is the sum of theirs. A bit is set for each lot that is asked for; its number is how
many bits before it are set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel, kernel_part
from pitboss.solving.blackjack_legacy.values import BIG_AT, ONE_OF, SHIFTS, SMALL, VALUES, Ints, Pack, counts_in

U = np.uint64
Numbered: TypeAlias = NDArray[np.int32]
_WORD = U(64)
_MANY = 1 << 5


class Strip(NamedTuple):
    """Bits by place, and how many are set before each word of them."""

    steps: Ints  # what one card of each value adds to a place
    sizes: Ints  # of each value, how many cards there may be, and none
    bits: NDArray[np.uint64]
    before: Numbered

    def places(self, keys: Ints) -> Ints:
        """The place of each key."""
        return np.asarray(counts_in(keys) @ self.steps)


def strip_for(most: Ints) -> Strip:
    """A strip for all lots that hold at most so many of each value."""
    sizes, steps, size = most + 1, np.zeros(VALUES, np.int64), 1
    for value in range(VALUES):
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


@kernel_part
def _tell(strip: Strip, small: Ints, big: Ints, keys: Ints, its_small: Ints) -> None:
    """The keys that are asked for, from those of the small and of the big cards by their parts of a place."""
    at = 0
    for word in range(strip.bits.size):
        rest = strip.bits[word]
        while rest != U(0):
            place = 64 * word + lowest(rest)
            its_small[at] = place % small.size
            keys[at] = small[its_small[at]] + big[place // small.size]
            at += 1
            rest &= rest - U(1)


@kernel_part
def _sort(keys: Ints, its_small: Ints, count: Ints, starts: Ints, spare: Ints, order: Ints) -> None:
    """Order the keys by their small cards, and among these by the number of big ones."""
    for key in keys:
        count[(key >> BIG_AT & (_MANY - 1)) + 1] += 1
    for big in range(_MANY):
        count[big + 1] += count[big]
    for at in range(keys.size):
        big = keys[at] >> BIG_AT & (_MANY - 1)
        spare[count[big]] = at
        count[big] += 1
    for small in its_small:
        starts[small + 1] += 1
    for small in range(starts.size - 1):
        starts[small + 1] += starts[small]
    for key in spare:
        order[starts[its_small[key]]] = key
        starts[its_small[key]] += 1


@kernel
def _asked_keys(
    strip: Strip, small: Ints, big: Ints, count: Ints, starts: Ints, its_small: Ints, spare: Ints, keys: Ints,
    order: Ints,
) -> None:  # fmt: skip
    """The keys and their order, in room that is there: a kernel that makes its own loads more of Numba."""
    _tell(strip, small, big, keys, its_small)
    _sort(keys, its_small, count, starts, spare, order)


def asked_keys(strip: Strip) -> tuple[Ints, Ints]:
    """The keys that are asked for, by number, and the order in which what has the same small cards stands together."""
    before = np.cumsum(np.bitwise_count(strip.bits), dtype=np.int32)
    strip.before[1:] = before[:-1]
    small, big = _parts(strip, range(SMALL)), _parts(strip, range(SMALL, VALUES))
    sorts = np.zeros(_MANY + 1, np.int64), np.zeros(len(small) + 1, np.int64)
    its_small, spare, keys, order = (np.empty(int(before[-1]), np.int64) for _ in range(4))
    _asked_keys(strip, small, big, *sorts, its_small, spare, keys, order)
    return keys, order


class PackLimits(NamedTuple):
    """What to add to a key so that a bit of its own shows where a pack has fewer cards; those bits; and the tens."""

    bias: int
    full: int
    tens: int


def limits_of(pack: Pack) -> PackLimits:
    """The limits of a pack that holds at most 15 cards of a value but of ten-values."""
    bias = sum((15 - pack[value]) << SHIFTS[value] for value in range(VALUES - 1))
    return PackLimits(bias, sum(16 << SHIFTS[value] for value in range(VALUES - 1)), pack[VALUES - 1])


@kernel_part
def fits(key: int, limits: PackLimits) -> bool:
    """Whether the pack has these cards."""
    return (key + limits.bias) & limits.full == 0 and ((key >> SHIFTS[VALUES - 1]) & 31) <= limits.tens


class KeySums(NamedTuple):
    """Keys of which any of the one is added to any of the other, and their places."""

    one: Ints
    one_places: Ints
    other: Ints
    other_places: Ints


@kernel
def _use_sums(
    strip: Strip, limits: PackLimits, sums: KeySums, rank: Numbered, missing: int, numbers: Numbered
) -> None:  # fmt: skip
    """Ask for all sums that the pack has cards for; or, once they have a rank, tell that of each."""
    for one in range(sums.one.size):
        for other in range(sums.other.size):
            there = fits(sums.one[U(one)] + sums.other[U(other)], limits)
            place = sums.one_places[U(one)] + sums.other_places[U(other)]
            if rank.size != 0:
                numbers[U(one), U(other)] = rank[U(number_of(strip, place))] if there else missing
            elif there:
                ask(strip, place)


def numbered_sums(lots: Sequence[tuple[Ints, Ints]], pack: Pack, missing: int) -> tuple[Ints, list[Numbered]]:
    """
    In each lot, any key of the one added to any of the other: all sums, each once, and their numbers.

    What has the same small cards stands together, and among it what has as many big ones. Cards of which the pack has
    fewer have the number `missing`.
    """
    strip, limits = strip_for(np.array(pack)), limits_of(pack)
    sums = [KeySums(one, strip.places(one), other, strip.places(other)) for one, other in lots]
    numbers = [np.empty((len(one), len(other)), np.int32) for one, other in lots]
    for each, its in zip(sums, numbers, strict=True):
        _use_sums(strip, limits, each, np.empty(0, np.int32), missing, its)
    keys, order = asked_keys(strip)
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    for each, its in zip(sums, numbers, strict=True):
        _use_sums(strip, limits, each, rank, missing, its)
    return keys[order], numbers


def _parts(strip: Strip, values: range) -> Ints:
    """The keys of all lots of these values alone, by place, from the first of them."""
    keys = np.zeros(1, np.int64)
    for value in values:
        keys = (np.arange(strip.sizes[value])[:, None] * ONE_OF[value] + keys).reshape(-1)
    return keys
