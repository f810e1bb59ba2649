"""
Probability of ruin: a player stops when the bankroll is less than the initial bet of a round.

A place is the number of steps by which the bankroll exceeds that minimum; below zero the player has stopped.
`ruin_curve` works backwards from the last round and finds the probability of ruin at every place. Rounds are
processed in blocks. Far from the edge a block is one convolution, since no walk from there can reach the edge within
the block. Near the edge the block is split in half, recursively, down to blocks that are a small matrix product. If
raises in a round cost more than was left, the bankroll goes below zero: the player is assumed to borrow what a
started round needs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.lab.risk.lattice import NEVER, Floats, Lattice, fast_size

_BLOCKS = 16
"""Approximate number of blocks the rounds are split into."""
_MATRIX = 400_000
"""Maximum number of entries in the matrix of the smallest blocks."""
_CALL, _NUMBER = 80e-6, 0.7e-9
"""Cost in seconds of a block and of each entry of its matrix, used to choose the smallest block size."""
_MAX_ROUNDS = 400_000
"""Maximum length of the curve of eventual ruin."""


class _Waves(NamedTuple):
    """The Fourier transform of a block, ready to be convolved with a curve of a given length."""

    size: int
    waves: np.ndarray[tuple[int, ...], np.dtype[np.complex128]]


class Ruin:
    """The random walk of a bankroll with an absorbing lower edge."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.reach = lru_cache(lattice.reach)
        self.after = lru_cache(lattice.after)
        self._waves_of = lru_cache(self._make_waves)
        sizes = [1 << power for power in range(9) if power == 0 or self._room(1 << power) <= _MATRIX]
        self.smallest = min(sizes, key=lambda rounds: (_CALL + _NUMBER * self._room(rounds)) / rounds)

    def _room(self, rounds: int) -> int:
        down, up = self.reach(rounds)
        return down * (down + up + 1)

    def curve(self, rounds: int) -> Floats:
        """Return the probability of ruin within `rounds` rounds for each place from 0 up; 0 beyond the end."""
        places = self.reach(rounds).down + 1
        block = max(1 << max(rounds // _BLOCKS, 1).bit_length() - 1, 1)
        blocks, rest = divmod(rounds, block)
        curve = np.zeros(places)
        for each in (*_parts(rest), *([block] * blocks)):
            curve = self._back(curve, each, places)
        return np.clip(curve, 0.0, 1.0)

    def _back(self, curve: Floats, rounds: int, places: int) -> Floats:
        """Return the first `places` places of the curve `rounds` rounds earlier."""
        down = self.reach(rounds).down
        earlier = self._far(curve, rounds, places)
        if not down:
            return earlier
        if rounds <= self.smallest:
            matrix, ruined = self._near(rounds)
            seen = curve[: matrix.shape[1]]
            near = matrix[:, : len(seen)] @ seen + ruined
        else:
            half = rounds // 2
            near = self._back(self._back(curve, half, down + self.reach(half).up), half, down)
        edge = min(down, len(earlier))
        earlier[:edge] = near[:edge]
        return earlier

    def _far(self, curve: Floats, rounds: int, places: int) -> Floats:
        """
        Apply a block as one convolution, which is correct wherever the edge is out of reach.

        The convolution is circular; whatever wraps around lands on places within reach of the edge.
        """
        down, up = self.reach(rounds)
        size, waves = self._waves_of(rounds, fast_size(max(places, down + 1) + up))
        found: Floats = np.fft.irfft(np.fft.rfft(curve[: places + up], size) * waves, size)[up : up + places]
        return found

    def _make_waves(self, rounds: int, size: int) -> _Waves:
        return _Waves(size, np.fft.rfft(self.after(rounds).chances[::-1], size))

    @lru_cache  # noqa: B019  (instances are short-lived)
    def _near(self, rounds: int) -> tuple[Floats, Floats]:
        """Return, for each place near the edge, where `rounds` rounds lead and the probability of ruin on the way."""
        down, up = self.reach(rounds)
        half = rounds // 2
        if rounds == 1:
            leads = self._leads(1, down, down + up + 1, np.zeros((0, 0)))
        else:
            between = down + self.reach(half).up + 1
            nearer, _ = self._near(half)
            first = self._leads(half, down, between, nearer)
            leads = first @ self._leads(half, between, down + up + 1, nearer)
        return leads, np.maximum(1.0 - leads.sum(axis=1), 0.0)

    def _leads(self, rounds: int, places: int, to: int, near: Floats) -> Floats:
        """
        Return the transition matrix of `rounds` rounds: `near` close to ruin, the distribution of the sum elsewhere.
        """
        lowest, chances, _ = self.after(rounds)
        size = places + to
        strip = np.zeros(2 * size + 1)  # indexed by the upward move, starting at -size
        low, high = max(lowest, -size), min(lowest + len(chances) - 1, size)
        if low <= high:
            strip[size + low : size + high + 1] = chances[low - lowest : high - lowest + 1]
        rows = np.lib.stride_tricks.sliding_window_view(strip, to)
        leads = np.array(rows[size - np.arange(places)])
        inside = min(len(near), places)
        leads[:inside] = 0.0
        wide = min(to, near.shape[1]) if near.size else 0
        leads[:inside, :wide] = near[:inside, :wide]
        return leads


def _parts(rounds: int) -> list[int]:
    """Split a number of rounds into powers of two."""
    return [1 << bit for bit in range(rounds.bit_length()) if rounds >> bit & 1]


def ruin_curve(lattice: Lattice, rounds: int) -> Floats:
    """Return the probability of ruin within `rounds` rounds for each place from 0 up; 0 beyond the end."""
    return Ruin(lattice).curve(rounds)


def first_out(lattice: Lattice, places: int) -> Floats:
    """
    Return, by place below `places`, the probability of falling below zero before reaching `places`.

    Each place is the mean of the places a round leads to. These are banded linear equations, solved by elimination
    from the bottom up and back substitution. No pivoting is needed: the matrix is diagonally dominant.
    """
    down, up = max(-lattice.lowest, 0), max(lattice.highest, 0)
    wide = down + up + 1
    band, known = np.zeros((places + down + 1, wide)), np.zeros(places + down + 1)
    band[:, down] = 1.0
    for net, chance in zip(lattice.nets.tolist(), lattice.chances.tolist(), strict=True):
        band[:, down + net] -= chance
        known[: max(-net, 0)] += chance
    band[places:] = 0.0
    size = band.itemsize
    below = np.lib.stride_tricks.as_strided(  # by place: the rows below it, starting at its own column
        band.reshape(-1)[down + wide - 1 :], (places, down, up + 1), (wide * size, (wide - 1) * size, size)
    )
    for place in range(places):
        shares = below[place, :, 0] / band[place, down]
        below[place] -= shares[:, None] * band[place, down:]
        known[place + 1 : place + down + 1] -= shares * known[place]
    curve = np.zeros(places + up)
    for place in range(places - 1, -1, -1):
        onward = band[place, down + 1 :] @ curve[place + 1 : place + up + 1]
        curve[place] = (known[place] - onward) / band[place, down]
    return np.clip(curve[:places], 0.0, 1.0)


def ruin_ever(lattice: Lattice, mean: float) -> Floats | None:
    """Return the probability of eventual ruin by place, or None if ruin is certain because the player has no edge."""
    if mean <= 0:
        return None
    falls = lattice.decay()
    return first_out(lattice, min(_MAX_ROUNDS, int(-np.log(NEVER) / falls) + 1 + lattice.highest))


def fair_share(curve: Floats | None, place: int) -> float:
    """Return the probability of ruin at a place: 1 without a curve or below zero, 0 beyond the end of the curve."""
    if curve is None or place < 0:
        return 1.0
    return float(curve[place]) if place < len(curve) else 0.0
