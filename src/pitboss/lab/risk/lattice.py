"""
Nets on a lattice, and sums of many rounds by convolution.

Every net of a round is a whole number of steps. The law of a sum of n rounds is the n-th power of one round's Fourier
transform; it is worked out on a window that the sum leaves with a chance below `NEVER` (Chernoff's bound), so that what
wraps around is known to be nothing. Rounding adds an error to any probability that is bounded too: see `Sum.error`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, gcd, lcm, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.solving.answers.analysis import Number, Spread

Floats = NDArray[np.float64]

NEVER = 1e-16
"""A chance so small that it is taken for nothing; how often that is done is part of the error."""
TILTS = np.exp(np.linspace(-18, 4, 180))
_FINEST = 10**6
"""Parts of a unit; nets that are no fractions are taken to the nearest."""
_EPS = float(np.finfo(np.float64).eps)


class Reach(NamedTuple):
    """How far down and up, in steps, some rounds can lead on their way, up to a chance of `NEVER` each."""

    down: int
    up: int


class Sum(NamedTuple):
    """The law of the sum of some rounds: `chances[k]` for a net of `lowest + k` steps."""

    lowest: int
    chances: Floats
    error: float
    """No probability read off it is further off than this."""

    def below(self, steps: int) -> float:
        """The chance of a net of fewer steps."""
        return float(self.chances[: max(steps - self.lowest, 0)].sum())

    def above(self, steps: int) -> float:
        """The chance of a net of more steps."""
        return float(self.chances[max(steps - self.lowest + 1, 0) :].sum())

    def quantiles(self, shares: Iterable[float]) -> list[int]:
        """For each share the least net, in steps, that is not passed with at least that chance."""
        so_far = np.cumsum(self.chances)
        last = len(so_far) - 1
        return [self.lowest + min(int(np.searchsorted(so_far, share - _EPS * 8)), last) for share in shares]


@dataclass(frozen=True)
class Lattice:
    """One round: its nets in steps, and how likely each is."""

    step: Fraction
    nets: NDArray[np.int64]
    chances: Floats
    is_exact: bool = True
    """Whether no net was moved to fit the lattice."""

    @cached_property
    def mean(self) -> float:
        """The mean of a round, in steps."""
        return float(self.nets @ self.chances)

    @property
    def lowest(self) -> int:
        """The worst net, in steps."""
        return int(self.nets[0])

    @property
    def highest(self) -> int:
        """The best net, in steps."""
        return int(self.nets[-1])

    def reach(self, rounds: int) -> Reach:
        """How far this many rounds can lead on their way (Doob's inequality for Chernoff's exponential)."""
        return Reach(self._reach(rounds, -1), self._reach(rounds, 1))

    def _reach(self, rounds: int, way: int) -> int:
        farthest = max(way * (self.highest if way > 0 else self.lowest), 0) * rounds
        growth = np.maximum(self.growth[way], 0.0)
        bounds = (rounds * growth - log(NEVER)) / TILTS
        return min(farthest, ceil(float(bounds.min())))

    def decay(self) -> float:
        """How fast, a step, the chance ever to fall so deep dwindles where the mean is above zero (Lundberg)."""
        falling = TILTS[self.growth[-1] <= 0]
        return float(falling.max()) if falling.size else float(TILTS[0])

    @cached_property
    def growth(self) -> dict[int, Floats]:
        """The logarithm of a round's moment generating function at each tilt, both ways."""
        found = {}
        for way in (-1, 1):
            powers = np.log(self.chances) + way * TILTS[:, None] * self.nets
            most = powers.max(axis=1)
            found[way] = most + np.log(np.exp(powers - most[:, None]).sum(axis=1))
        return found

    def after(self, rounds: int) -> Sum:
        """The law of the sum of this many rounds."""
        reach = self.reach(rounds)
        size = fast_size(reach.down + reach.up + 1)
        wrapped = np.bincount(self.nets % size, self.chances, size)
        waves = np.fft.rfft(wrapped) ** rounds
        chances = np.roll(np.fft.irfft(waves, size), reach.down)[: reach.down + reach.up + 1]
        return Sum(-reach.down, np.maximum(chances, 0.0), 2 * NEVER + rounding(waves, rounds, size))


def rounding(waves: NDArray[np.complex128], rounds: int, size: int) -> float:
    """What rounding can do to a sum of chances: the errors of all waves together, each grown by every round."""
    each = _EPS * (2 * rounds + 4 * log(size + 1))
    return float(each * np.sqrt(2 * (np.abs(waves) ** 2).sum()))


def fast_size(least: int) -> int:
    """A size from this up that the Fourier transform is fast at: a product of twos, and at most one three or five."""
    sizes = [factor << max(0, ceil(log(max(least, 1) / factor, 2))) for factor in (1, 3, 5)]
    return min(size for size in sizes if size >= least)


def lattice_of(nets: Iterable[tuple[Number, Number]]) -> Lattice:
    """
    One round on the coarsest lattice that holds its nets.

    >>> lattice_of([(-1, Fraction(1, 2)), (Fraction(3, 2), Fraction(1, 2))]).nets.tolist()
    [-2, 3]
    """
    listed = [(_fraction(net), float(chance)) for net, chance in nets if chance]
    per = lcm(*(net.denominator for net, _ in listed))
    whole = [int(net * per) for net, _ in listed]
    shared = gcd(*whole) or 1
    together: dict[int, float] = {}
    for (_, chance), net in zip(listed, whole, strict=True):
        together[net // shared] = together.get(net // shared, 0.0) + chance
    ordered = sorted(together.items())
    chances = np.array([chance for _, chance in ordered])
    steps = np.array([net for net, _ in ordered], np.int64)
    return Lattice(Fraction(shared, per), steps, chances / chances.sum())


def _fraction(net: Number) -> Fraction:
    return Fraction(net).limit_denominator(_FINEST) if isinstance(net, float) else Fraction(net)


def spread_of(lattice: Lattice) -> Spread:
    """The round in units again, for mean and standard deviation."""
    return Spread(
        tuple((net * lattice.step, chance) for net, chance in zip(lattice.nets.tolist(), lattice.chances, strict=True))
    )
