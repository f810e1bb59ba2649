"""How often each result of a bet came beside how likely it is: a z for every line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import exp, lgamma, log, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from pitboss.solving.answers.simulator import Chances, Ending
from pitboss.statistics.exactness import Nearly, Number

FEW = 25.0
"""Below this many expected times a count is taken as a Poisson number, not as a normal one."""
ONE_ALONE = 3.5
"""Standard errors that one figure may be off."""
_NORMAL = NormalDist()
_LEAST = 1e-300


class OutcomeLine(NamedTuple):
    """One way a bet ends: how often it came, how likely it is, and how far apart that is in standard errors."""

    ending: Ending
    times: int
    probability: float
    z: float

    def as_data(self) -> dict[str, Any]:
        """The line as `simulate --json` gives it."""
        ending = self.ending if isinstance(self.ending, str) else float(self.ending)
        return {"line": ending, "count": self.times, "probability": self.probability, "z": self.z}


def lines_of(counts: Mapping[Ending, int], chances: Chances, rounds: int) -> Iterator[OutcomeLine]:
    """Every ending that can come or did; errors assume that all seats of a round went alike: an upper bound."""
    times = sum(counts.values())
    share = sqrt(min(rounds / times, 1.0)) if times else 0.0
    for ending in sorted({*counts, *chances}, key=lambda ending: (isinstance(ending, str), ending)):
        count, known = counts.get(ending, 0), chances.get(ending, 0)
        chance = float(known)
        yield OutcomeLine(ending, count, chance, share * z_of(count, times, _nearest(count, times, known)))


def _nearest(count: int, times: int, known: Number) -> float:
    """The chance, as far as its error allows, that is nearest to what was counted."""
    chance, error = float(known), known.error if isinstance(known, Nearly) else 0.0
    came = count / times if times else chance
    return min(max(came, chance - error, 0.0), chance + error, 1.0) if error else chance


def z_of(count: int, times: int, chance: float) -> float:
    """How many standard errors a count is off; where few are expected, the z that is as unlikely as the count is."""
    expected = times * chance
    if min(expected, times - expected) >= FEW:
        return (count - expected) / sqrt(expected * (1 - chance))
    if expected > FEW:
        return -z_of(times - count, times, 1 - chance)
    low, high = _tails(count, expected)
    tail = min(max(2 * min(low, high), _LEAST), 1.0)
    return -_NORMAL.inv_cdf(tail / 2) * (1 if high < low else -1) if tail < 1 else 0.0


def _tails(count: int, mean: float) -> tuple[float, float]:
    """How likely a Poisson number is this count or less, and this count or more."""

    def chance(number: int) -> float:
        return float(number == 0) if mean <= 0 else exp(number * log(mean) - mean - lgamma(number + 1))

    low = sum(chance(number) for number in range(count + 1))
    most = count + int(mean) + 60
    return low, sum(chance(number) for number in range(count, most))


def most_for(lines: int) -> float:
    """How far off the farthest of this many lines may be, to be as unlikely as 3.5 standard errors are for one."""
    alone = _NORMAL.cdf(-ONE_ALONE)
    return -_NORMAL.inv_cdf(alone / max(lines, 1))
