"""
Net results on a lattice, and sums of many rounds by convolution.

Every net of a round is a whole number of steps. The distribution of a sum of n rounds is the n-th power of one
round's Fourier transform. It is computed on a window that the sum leaves with a probability below `NEVER` (Chernoff's
bound), so wrap-around is negligible. The effect of rounding on any probability is bounded too: see `Sum.error`.
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
"""A probability treated as zero; the error bound accounts for each use."""
TILTS = np.exp(np.linspace(-18, 4, 180))
_MAX_STEPS_PER_UNIT = 10**6
"""Largest denominator of a net; floats are rounded to the nearest such fraction."""
_EPS = float(np.finfo(np.float64).eps)


class Reach(NamedTuple):
    """The furthest a walk can get down and up, in steps, except with probability `NEVER` each."""

    down: int
    up: int


class Sum(NamedTuple):
    """The distribution of a sum of rounds: `chances[k]` is the probability of a net of `lowest + k` steps."""

    lowest: int
    chances: Floats
    error: float
    """Upper bound on the error of any probability read from it."""

    def below(self, steps: int) -> float:
        """Return the probability of a net below `steps`."""
        return float(self.chances[: max(steps - self.lowest, 0)].sum())

    def above(self, steps: int) -> float:
        """Return the probability of a net above `steps`."""
        return float(self.chances[max(steps - self.lowest + 1, 0) :].sum())

    def quantiles(self, shares: Iterable[float]) -> list[int]:
        """Return the quantile, in steps, for each of these shares."""
        so_far = np.cumsum(self.chances)
        last = len(so_far) - 1
        return [self.lowest + min(int(np.searchsorted(so_far, share - _EPS * 8)), last) for share in shares]


@dataclass(frozen=True)
class Lattice:
    """One round: its nets in steps and their probabilities."""

    step: Fraction
    nets: NDArray[np.int64]
    chances: Floats
    is_exact: bool = True
    """Whether every net fits the lattice without rounding."""

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
        """Return how far a walk of `rounds` rounds can get (Doob's inequality for Chernoff's exponential)."""
        return Reach(self._reach(rounds, -1), self._reach(rounds, 1))

    def _reach(self, rounds: int, way: int) -> int:
        farthest = max(way * (self.highest if way > 0 else self.lowest), 0) * rounds
        growth = np.maximum(self.growth[way], 0.0)
        bounds = (rounds * growth - log(NEVER)) / TILTS
        return min(farthest, ceil(float(bounds.min())))

    def decay(self) -> float:
        """
        Return the decay rate per step of the probability of ever falling that far, for a positive mean (Lundberg).
        """
        falling = TILTS[self.growth[-1] <= 0]
        return float(falling.max()) if falling.size else float(TILTS[0])

    @cached_property
    def growth(self) -> dict[int, Floats]:
        """The logarithm of a round's moment generating function at each tilt, in both directions."""
        found = {}
        for way in (-1, 1):
            powers = np.log(self.chances) + way * TILTS[:, None] * self.nets
            most = powers.max(axis=1)
            found[way] = most + np.log(np.exp(powers - most[:, None]).sum(axis=1))
        return found

    def after(self, rounds: int) -> Sum:
        """Return the distribution of the sum of `rounds` rounds."""
        reach = self.reach(rounds)
        size = fast_size(reach.down + reach.up + 1)
        wrapped = np.bincount(self.nets % size, self.chances, size)
        waves = np.fft.rfft(wrapped) ** rounds
        chances = np.roll(np.fft.irfft(waves, size), reach.down)[: reach.down + reach.up + 1]
        return Sum(-reach.down, np.maximum(chances, 0.0), 2 * NEVER + rounding(waves, rounds, size))


def rounding(waves: NDArray[np.complex128], rounds: int, size: int) -> float:
    """
    Bound the rounding error of a sum of probabilities: the errors of all waves together, each amplified by every
    round.
    """
    each = _EPS * (2 * rounds + 4 * log(size + 1))
    return float(each * np.sqrt(2 * (np.abs(waves) ** 2).sum()))


def fast_size(least: int) -> int:
    """
    Return a size of at least `least` for which the Fourier transform is fast: 1, 3 or 5 times a power of two.
    """
    sizes = [factor << max(0, ceil(log(max(least, 1) / factor, 2))) for factor in (1, 3, 5)]
    return min(size for size in sizes if size >= least)


def lattice_of(nets: Iterable[tuple[Number, Number]]) -> Lattice:
    """
    Put one round on the coarsest lattice that holds its nets.

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
    return Fraction(net).limit_denominator(_MAX_STEPS_PER_UNIT) if isinstance(net, float) else Fraction(net)


def spread_of(lattice: Lattice) -> Spread:
    """Convert the round back to units, for its mean and standard deviation."""
    return Spread(
        tuple((net * lattice.step, chance) for net, chance in zip(lattice.nets.tolist(), lattice.chances, strict=True))
    )
