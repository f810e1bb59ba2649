"""
Rounds that are not alike: many wagers, each with its own law and its own number of rounds, added up.

The sum is convolved as `Lattice.after` does it for rounds that are alike. Where it would spread too wide for that, its
quantiles follow from its exact mean, variance, skewness and kurtosis (Cornish and Fisher), which by then is as good.
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

WIDEST = 1 << 20
"""Steps of the lattice that a sum may spread over to be convolved."""
MOST_WORK = 1 << 25
"""The same for all wagers together, each of which is transformed."""


class Laid(NamedTuple):
    """A wager, by the law of what it nets, and in how many rounds it was laid."""

    lattice: Lattice
    times: int


class MixedSum(Struct, frozen=True):
    """What all of it nets: its mean, its deviation, and some of its quantiles."""

    mean: float
    sd: float
    quantiles: tuple[float, ...]
    is_convolved: bool
    error: float
    """No chance behind a quantile is further off by rounding than this; nothing is known of it where not convolved."""


def mixed(laid: Sequence[Laid], shares: Sequence[float], wider: float = 1.0) -> MixedSum:
    """
    The sum of independent rounds of these wagers; `wider` stretches it about its mean, for rounds that hang together.

    >>> from pitboss.lab.risk.lattice import lattice_of
    >>> coin = lattice_of([(-100, Fraction(1, 2)), (100, Fraction(1, 2))])
    >>> mixed([Laid(coin, 3), Laid(coin, 1)], (0.05, 0.5, 0.95)).quantiles
    (-400.0, 0.0, 400.0)
    """
    if not laid:
        return MixedSum(0.0, 0.0, (0.0,) * len(shares), True, 0.0)
    cumulants = sum((times * _cumulants(lattice) for lattice, times in laid), np.zeros(4))
    mean, sd = float(cumulants[0]), sqrt(cumulants[1])
    together = _convolved(laid)
    if together is None:
        found = [_by_moments(share, *cumulants.tolist()) for share in shares]
    else:
        found = [float(steps * together[0]) for steps in together[1].quantiles(shares)]
    stretched = tuple(mean + (each - mean) * wider for each in found)
    error = together[1].error if together else float("nan")
    return MixedSum(mean, sd * wider, stretched, together is not None, error)


def variance_of(laid: Iterable[Laid]) -> float:
    """The variance of the sum of independent rounds of these wagers."""
    return float(sum(times * _cumulants(lattice)[1] for lattice, times in laid))


def _cumulants(lattice: Lattice) -> Floats:
    """The first four of one round."""
    nets, step = lattice.nets.astype(np.float64), float(lattice.step)
    mean = lattice.mean
    second, third, fourth = (float((nets - mean) ** power @ lattice.chances) for power in (2, 3, 4))
    return np.array([mean * step, second * step**2, third * step**3, (fourth - 3 * second**2) * step**4])


def _by_moments(share: float, mean: float, variance: float, third: float, fourth: float) -> float:
    """A quantile after Cornish and Fisher."""
    if not variance:
        return mean
    sd = sqrt(variance)
    z, skew, kurtosis = normal.quantile(share, 0, 1), third / sd**3, fourth / sd**4
    more = (z**2 - 1) * skew / 6 + (z**3 - 3 * z) * kurtosis / 24 - (2 * z**3 - 5 * z) * skew**2 / 36
    return mean + sd * (z + more)


def _convolved(laid: Sequence[Laid]) -> tuple[Fraction, Sum] | None:
    """The law of the sum and its step, unless it spreads too wide."""
    step = _shared_step(lattice.step for lattice, _ in laid)
    fine = [Laid(_finer(lattice, step), times) for lattice, times in laid]
    reach = Reach(_reach(fine, -1), _reach(fine, 1))
    size = fast_size(reach.down + reach.up + 1)
    if size > WIDEST or size * len(laid) > MOST_WORK:
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


def _reach(laid: Sequence[Laid], way: int) -> int:
    """How far the sum can lead up or down, up to a chance of `NEVER` (Chernoff)."""
    farthest = sum(max(way * (lattice.highest if way > 0 else lattice.lowest), 0) * times for lattice, times in laid)
    growth = sum((times * lattice.growth[way] for lattice, times in laid), np.zeros(len(TILTS)))
    bounds = (np.maximum(growth, 0.0) - log(NEVER)) / TILTS
    return min(farthest, ceil(float(bounds.min())))
