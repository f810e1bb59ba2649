"""Normal approximations for a random walk with a given mean and standard deviation per round."""

from __future__ import annotations

from math import erfc, exp, expm1, inf, log, pi, sqrt
from statistics import NormalDist

_NORMAL = NormalDist()


def below(x: float) -> float:
    """Return the standard normal distribution function at x."""
    return 0.5 * erfc(-x / sqrt(2))


def quantile(share: float, mean: float, sd: float) -> float:
    """Return a quantile of a normal distribution."""
    return mean + sd * _NORMAL.inv_cdf(share)


def _log_below(x: float) -> float:
    """Return the logarithm of `below`, even if its value underflows."""
    if x > -30:
        return log(below(x))
    return -x * x / 2 - log(-x * sqrt(2 * pi))


def ruin_within(depth: float, mean: float, sd: float, rounds: int) -> float:
    """Return the probability of falling by `depth` within `rounds` rounds (the trip-ruin formula)."""
    wide, drift = sd * sqrt(rounds), mean * rounds
    back = -2 * mean * depth / sd**2 + _log_below((-depth + drift) / wide)
    return min(1.0, below((-depth - drift) / wide) + exp(min(back, 0.0)))


def ruin_ever(depth: float, mean: float, sd: float) -> float:
    """Return the probability of ever falling by `depth`."""
    return 1.0 if mean <= 0 else exp(-2 * mean * depth / sd**2)


def goal_first(depth: float, height: float, mean: float, sd: float) -> float:
    """Return the probability of rising by `height` before falling by `depth`."""
    if mean == 0:
        return depth / (depth + height)
    tilt = -2 * mean / sd**2
    if tilt * (depth + height) > 700:
        return exp(-tilt * height)
    return expm1(tilt * depth) / expm1(tilt * (depth + height))


def rounds_until_sure(share: float, mean: float, sd: float) -> float:
    """Return the number of rounds after which a player with this mean is ahead with probability `share`."""
    return (_NORMAL.inv_cdf(share) * sd / mean) ** 2 if mean > 0 else inf
