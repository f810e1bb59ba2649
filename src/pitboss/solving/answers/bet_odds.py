"""The odds of one bet: its outcomes and their probabilities, and the figures derived from them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import sqrt

from msgspec import Struct

from pitboss.statistics.exactness import Number, as_fraction, check_whole, plain, total
from pitboss.statistics.simulated_figures import errors_as_data, mean_of, sd_of, share


class Outcome(Struct, frozen=True):
    """One outcome of a bet: its name, the net result of one unit, and its probability."""

    name: str
    pays: Number
    probability: Number
    error: float = 0
    """The possible error of the probability; 0 if it is exact, or exact up to rounding."""

    def as_data(self) -> dict[str, object]:
        """Return the data for `odds --json`."""
        return {
            "name": self.name,
            "pays": plain(self.pays),
            "probability": float(self.probability),
            "probability_exact": as_fraction(self.probability),
            "probability_error": self.error,
        }


class Spread(Struct, frozen=True, dict=True):
    """The distribution of a random result, with its mean and standard deviation."""

    results: tuple[tuple[Number, Number], ...]
    """Every result with its probability."""

    @cached_property
    def ev(self) -> Number:
        """The mean."""
        return total(result * chance for result, chance in self.results)

    @cached_property
    def variance(self) -> Number:
        """The variance."""
        return total(result * result * chance for result, chance in self.results) - self.ev * self.ev

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(max(self.variance, 0))


class BetOdds(Struct, frozen=True, dict=True):
    """One bet: its outcomes, and the figures derived from them."""

    name: str
    outcomes: tuple[Outcome, ...]
    title: str = ""
    note: str = ""
    """The assumption under which the table holds, as a sentence."""
    ways: int = 0
    """The total number of equally likely ways, if larger than the probabilities' common denominator."""
    known_ev: Number | None = None
    """The exact mean, if the outcomes give it only approximately."""
    known_variance: Number | None = None
    """The exact variance, if the outcomes give it only approximately."""
    rounds: int = 0
    """The number of rounds simulated; 0 if it was computed exactly."""

    def __post_init__(self) -> None:
        check_whole(self.name, (outcome.probability for outcome in self.outcomes))

    @cached_property
    def spread(self) -> Spread:
        """The distribution of results, without their names."""
        return Spread(tuple((outcome.pays, outcome.probability) for outcome in self.outcomes))

    @property
    def ev(self) -> Number:
        """The expected value of one unit."""
        if self.rounds:
            return mean_of(self.spread.results, self.rounds)
        return self.spread.ev if self.known_ev is None else self.known_ev

    @property
    def variance(self) -> Number:
        """The variance of one unit."""
        return self.spread.variance if self.known_variance is None else self.known_variance

    @property
    def house_edge(self) -> Number:
        """The house's share of one unit."""
        return -self.ev

    @property
    def sd(self) -> float:
        """The standard deviation of one unit."""
        return sd_of(self.spread.results, self.rounds) if self.rounds else sqrt(max(self.variance, 0))

    @property
    def hit(self) -> Number:
        """The probability of a win."""
        return self._frequency(outcome.probability for outcome in self.outcomes if outcome.pays > 0)

    @property
    def push(self) -> Number:
        """The probability of a push."""
        return self._frequency(outcome.probability for outcome in self.outcomes if outcome.pays == 0)

    def _frequency(self, chances: Iterable[Number]) -> Number:
        often = total(chances)
        return share(round(often * self.rounds), self.rounds) if self.rounds else often

    def as_data(self) -> dict[str, object]:
        """Return the data for `odds --json`."""
        return {
            "ev": float(self.ev),
            "ev_exact": as_fraction(self.ev),
            "house_edge": float(self.house_edge),
            "sd": self.sd,
            "hit": float(self.hit),
            "push": float(self.push),
            "outcomes": [outcome.as_data() for outcome in self.outcomes],
            **errors_as_data(ev=self.ev, house_edge=self.house_edge, sd=self.sd, hit=self.hit, push=self.push),
        }
