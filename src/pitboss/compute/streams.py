"""
Random streams for simulation: xoshiro256++ seeded by (seed, game, chunk), and uniform shuffles.

Real deals never use these. They are shuffled with the operating system's cryptographic generator.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel, part

Stream = NDArray[np.uint64]
U = np.uint64
_23, _41, _17, _45, _19, _32 = U(23), U(41), U(17), U(45), U(19), U(32)
_LOW = U(0xFFFFFFFF)
_LINES = 128
"""The size of a processor's cache line in bytes."""


def stream(seed: int, game: str, chunk: int) -> Stream:
    """Return the stream of one chunk. It is the same on every machine."""
    key = (zlib.crc32(game.encode()), chunk)
    return copy_stream(np.random.SeedSequence(seed, spawn_key=key).generate_state(4, np.uint64).astype(np.uint64))


def copy_stream(array: NDArray[Any]) -> NDArray[Any]:
    """Copy a stream to its own cache lines: threads that write to a shared line slow each other down."""
    room = np.zeros(array.nbytes + 2 * _LINES, np.uint8)
    alone = room[_LINES : _LINES + array.nbytes].view(array.dtype).reshape(array.shape)
    alone[...] = array
    return alone


@kernel
def next_word(state: Stream) -> np.uint64:
    """Return the next 64 bits (xoshiro256++, Blackman and Vigna)."""
    s0, s1, s2, s3 = state[U(0)], state[U(1)], state[U(2)], state[U(3)]
    total = s0 + s3
    word: np.uint64 = ((total << _23) | (total >> _41)) + s0
    shifted = s1 << _17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << _45) | (s3 >> _19)
    state[U(0)], state[U(1)], state[U(2)], state[U(3)] = s0, s1, s2, s3
    return word


@kernel
def below(state: Stream, bound: np.uint64) -> np.uint64:
    """Return a uniform number below `bound` (Lemire's method, with rejection)."""
    product = (next_word(state) >> _32) * bound
    low = product & _LOW
    if low < bound:
        threshold = (_LOW + U(1) - bound) % bound
        while low < threshold:
            product = (next_word(state) >> _32) * bound
            low = product & _LOW
    return product >> _32


@kernel
def draw(state: Stream, pack: NDArray[np.uint8], drawn: np.uint64) -> np.uint8:
    """Return the next card of a uniform shuffle. The `drawn` cards so far are at the front of the pack."""
    place = drawn + below(state, U(pack.size) - drawn)
    card: np.uint8 = pack[place]
    pack[place] = pack[drawn]
    pack[drawn] = card
    return card


@kernel
def three_below(
    state: Stream, bits: np.uint64, first: np.uint64, second: np.uint64, third: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """
    Return three independent uniform numbers, each below its bound, from 32 random bits.

    The remainder of one product is used for the next number. If the last remainder is too small, the bits are redrawn,
    as in Lemire's method for one number. The product of the bounds must fit into 32 bits.
    """
    ways = first * second * third
    while True:
        one = bits * first
        two = (one & _LOW) * second
        three = (two & _LOW) * third
        left = three & _LOW
        if left >= ways or left >= (_LOW + U(1)) % ways:
            return one >> _32, two >> _32, three >> _32
        bits = next_word(state) >> _32


@part
def swap(pack: NDArray[np.uint8], one: np.uint64, other: np.uint64) -> None:
    """Swap two cards of a pack."""
    pack[one], pack[other] = pack[other], pack[one]


@part
def draw_five(state: Stream, pack: NDArray[np.uint8], bound: np.uint64) -> np.uint64:
    """
    Shuffle the first five cards of a pack with one word of the stream, and draw a number below `bound`.

    The size of the pack and the bound may be at most 1,600 each.
    """
    word, size = next_word(state), U(pack.size)
    first, second, third = three_below(state, word >> _32, size, size - U(1), size - U(2))
    fourth, fifth, number = three_below(state, word & _LOW, size - U(3), size - U(4), bound)
    swap(pack, U(0), first)
    swap(pack, U(1), U(1) + second)
    swap(pack, U(2), U(2) + third)
    swap(pack, U(3), U(3) + fourth)
    swap(pack, U(4), U(4) + fifth)
    return number
