"""
Sums of different wagers, each with its own distribution and number of rounds.

The sum is convolved as in `Lattice.after`. If it is too wide for that, its quantiles are computed from its exact
mean, variance, skewness and kurtosis (Cornish and Fisher), which is as accurate at that size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, gcd, lcm, log, sqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.lab.risk import normal
from pitboss.lab.risk.lattice import NEVER, TILTS, Floats, Lattice, Reach, Sum, fast_size, rounding

MAX_WIDTH = 1 << 20
"""Maximum width of a sum that is convolved, in lattice steps."""
MAX_WORK = 1 << 25
"""Maximum total width over all wagers, since each of them is transformed."""


class MixedWager(NamedTuple):
    """A wager's distribution of net results and the number of rounds it was made."""

    lattice: Lattice
    times: int


class MixedSum(Struct, frozen=True):
    """The mean, standard deviation and some quantiles of the total."""

    mean: float
    sd: float
    quantiles: tuple[float, ...]
    is_convolved: bool
    error: float
    """Upper bound on the rounding error of the probability at a quantile; unknown if not convolved."""


def mixed(laid: Sequence[MixedWager], shares: Sequence[float], wider: float = 1.0) -> MixedSum:
    """
    Add up independent rounds of these wagers; `wider` scales the spread about the mean, for correlated rounds.

    >>> from pitboss.lab.risk.lattice import lattice_of
    >>> coin = lattice_of([(-100, Fraction(1, 2)), (100, Fraction(1, 2))])
    >>> mixed([MixedWager(coin, 3), MixedWager(coin, 1)], (0.05, 0.5, 0.95)).quantiles
    (-400.0, 0.0, 400.0)
    """
    if not laid:
        return MixedSum(0.0, 0.0, (0.0,) * len(shares), True, 0.0)
    cumulants = sum((times * _cumulants(lattice) for lattice, times in laid), np.zeros(4))
    mean, sd = float(cumulants[0]), sqrt(cumulants[1])
    mixture = _convolved(laid)
    if mixture is None:
        found = [_by_moments(share, *cumulants.tolist()) for share in shares]
    else:
        found = [float(steps * mixture[0]) for steps in mixture[1].quantiles(shares)]
    stretched = tuple(mean + (each - mean) * wider for each in found)
    error = mixture[1].error if mixture else float("nan")
    return MixedSum(mean, sd * wider, stretched, mixture is not None, error)


def variance_of(laid: Iterable[MixedWager]) -> float:
    """Return the variance of the sum of independent rounds of these wagers."""
    return float(sum(times * _cumulants(lattice)[1] for lattice, times in laid))


def _cumulants(lattice: Lattice) -> Floats:
    """Return the first four cumulants of one round."""
    nets, step = lattice.nets.astype(np.float64), float(lattice.step)
    mean = lattice.mean
    second, third, fourth = (float((nets - mean) ** power @ lattice.chances) for power in (2, 3, 4))
    return np.array([mean * step, second * step**2, third * step**3, (fourth - 3 * second**2) * step**4])


def _by_moments(share: float, mean: float, variance: float, third: float, fourth: float) -> float:
    """Return a quantile by the Cornish-Fisher expansion."""
    if not variance:
        return mean
    sd = sqrt(variance)
    z, skew, kurtosis = normal.quantile(share, 0, 1), third / sd**3, fourth / sd**4
    more = (z**2 - 1) * skew / 6 + (z**3 - 3 * z) * kurtosis / 24 - (2 * z**3 - 5 * z) * skew**2 / 36
    return mean + sd * (z + more)


def _convolved(laid: Sequence[MixedWager]) -> tuple[Fraction, Sum] | None:
    """Return the step and distribution of the sum, or None if it is too wide."""
    step = _shared_step(lattice.step for lattice, _ in laid)
    fine = [MixedWager(_finer(lattice, step), times) for lattice, times in laid]
    reach = Reach(_reach(fine, -1), _reach(fine, 1))
    size = fast_size(reach.down + reach.up + 1)
    if size > MAX_WIDTH or size * len(laid) > MAX_WORK:
        return None
    waves = np.ones(size // 2 + 1, np.complex128)
    for lattice, times in fine:
        waves *= np.fft.rfft(np.bincount(lattice.nets % size, lattice.chances, size)) ** times
    chances = np.roll(np.fft.irfft(waves, size), reach.down)[: reach.down + reach.up + 1]
    error = 2 * NEVER + rounding(waves, sum(times for _, times in laid), size)
    return step, Sum(-reach.down, np.maximum(chances, 0.0), error)


def _shared_step(steps: Iterable[Fraction]) -> Fraction:
    listed = list(steps)
    per = lcm(*(step.denominator for step in listed))
    return Fraction(gcd(*(int(step * per) for step in listed)), per)


def _finer(lattice: Lattice, step: Fraction) -> Lattice:
    return Lattice(step, lattice.nets * int(lattice.step / step), lattice.chances, lattice.is_exact)


def _reach(laid: Sequence[MixedWager], way: int) -> int:
    """Return how far up or down the sum can get, except with probability `NEVER` (Chernoff)."""
    farthest = sum(max(way * (lattice.highest if way > 0 else lattice.lowest), 0) * times for lattice, times in laid)
    growth = sum((times * lattice.growth[way] for lattice, times in laid), np.zeros(len(TILTS)))
    bounds = (np.maximum(growth, 0.0) - log(NEVER)) / TILTS
    return min(farthest, ceil(float(bounds.min())))
