"""Observed and expected counts of every result of a bet, with a z-score for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp, lgamma, log, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from pitboss.solving.answers.simulator import Chances, Ending
from pitboss.statistics.exactness import Nearly

MIN_EXPECTED = 25.0
"""Counts with a smaller expected value are treated as Poisson instead of normal."""
ONE_ALONE = 3.5
"""The accepted deviation of a single figure, in standard errors."""
_NORMAL = NormalDist()
_SMALLEST = 1e-300


class OutcomeLine(NamedTuple):
    """One result of a bet: its count, its probability, and their difference in standard errors."""

    ending: Ending
    times: int
    probability: float
    z: float

    def as_data(self) -> dict[str, Any]:
        """Return the line as `simulate --json` prints it."""
        ending = self.ending if isinstance(self.ending, str) else float(self.ending)
        return {"line": ending, "count": self.times, "probability": self.probability, "z": self.z}


def lines_of(counts: Mapping[Ending, int], chances: Chances, rounds: int) -> Iterator[OutcomeLine]:
    """
    Yield a line for every possible or observed result.

    The standard errors are upper bounds: they assume that all seats in a round have identical results.
    """
    times = sum(counts.values())
    share = sqrt(min(rounds / times, 1.0)) if times else 0.0
    for ending in sorted({*counts, *chances}, key=lambda ending: (isinstance(ending, str), ending)):
        count, known = counts.get(ending, 0), chances.get(ending, 0)
        error = known.error if isinstance(known, Nearly) else 0.0
        yield OutcomeLine(ending, count, float(known), share * z_of(count, times, float(known), error))


def z_of(count: int, times: int, chance: float, error: float = 0.0) -> float:
    """
    Return the z-score of a count; for a small expected count, the z-score with the same tail probability.

    If the probability itself has an `error`, that adds to the variance of the difference.
    """
    expected = times * chance
    off = times * error
    if min(expected, times - expected) >= MIN_EXPECTED or off >= sqrt(MIN_EXPECTED):
        return (count - expected) / sqrt(expected * (1 - chance) + off * off)
    if expected > MIN_EXPECTED:
        return -z_of(times - count, times, 1 - chance)
    low, high = _tails(count, expected)
    tail = min(max(2 * min(low, high), _SMALLEST), 1.0)
    return -_NORMAL.inv_cdf(tail / 2) * (1 if high < low else -1) if tail < 1 else 0.0


def _tails(count: int, mean: float) -> tuple[float, float]:
    """Return the probabilities that a Poisson variable with this mean is at most, and at least, this count."""

    def chance(number: int) -> float:
        return float(number == 0) if mean <= 0 else exp(number * log(mean) - mean - lgamma(number + 1))

    low = sum(chance(number) for number in range(count + 1))
    most = count + int(mean) + 60
    return low, sum(chance(number) for number in range(count, most))


def most_for(lines: int) -> float:
    """Return the z-score limit for the largest of `lines` lines: as improbable as 3.5 for a single line."""
    alone = _NORMAL.cdf(-ONE_ALONE)
    return -_NORMAL.inv_cdf(alone / max(lines, 1))
