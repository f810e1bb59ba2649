"""One bet counted: every way it can end with its chance, and all that follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import sqrt

from msgspec import Struct

from pitboss.statistics.exactness import Number, as_fraction, check_whole, plain, total
from pitboss.statistics.simulated_figures import mean_of, sd_of, share, told


class Outcome(Struct, frozen=True):
    """One way a bet can end: its name, what one unit wins, and how likely it is."""

    name: str
    pays: Number
    probability: Number
    error: float = 0
    """How far the probability may be off; 0 where it is exact, or exact but for rounding."""

    def as_data(self) -> dict[str, object]:
        """The outcome as `odds --json` gives it."""
        return {
            "name": self.name,
            "pays": plain(self.pays),
            "probability": float(self.probability),
            "probability_exact": as_fraction(self.probability),
            "probability_error": self.error,
        }


class Spread(Struct, frozen=True, dict=True):
    """A random result, by all its values: mean and standard deviation."""

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
    """One bet: every outcome, and all that follows from them."""

    name: str
    outcomes: tuple[Outcome, ...]
    title: str = ""
    note: str = ""
    """Under which assumption the table holds, in a sentence for people."""
    ways: int = 0
    """How many equally likely ways a person would count over, where that is more than the fractions tell."""
    known_ev: Number | None = None
    """The exact mean, where the outcomes give it only nearly."""
    known_variance: Number | None = None
    """The exact variance, where the outcomes give it only nearly."""
    rounds: int = 0
    """The rounds it was found by, where it was not counted but simulated."""

    def __post_init__(self) -> None:
        check_whole(self.name, (outcome.probability for outcome in self.outcomes))

    @cached_property
    def spread(self) -> Spread:
        """The results without their names."""
        return Spread(tuple((outcome.pays, outcome.probability) for outcome in self.outcomes))

    @property
    def ev(self) -> Number:
        """What one unit bet wins on average."""
        if self.rounds:
            return mean_of(self.spread.results, self.rounds)
        return self.spread.ev if self.known_ev is None else self.known_ev

    @property
    def variance(self) -> Number:
        """The variance of one unit bet."""
        return self.spread.variance if self.known_variance is None else self.known_variance

    @property
    def house_edge(self) -> Number:
        """What the house keeps of one unit bet."""
        return -self.ev

    @property
    def sd(self) -> float:
        """The standard deviation of one unit bet."""
        return sd_of(self.spread.results, self.rounds) if self.rounds else sqrt(max(self.variance, 0))

    @property
    def hit(self) -> Number:
        """How often it wins."""
        return self._how_often(outcome.probability for outcome in self.outcomes if outcome.pays > 0)

    @property
    def push(self) -> Number:
        """How often it pushes."""
        return self._how_often(outcome.probability for outcome in self.outcomes if outcome.pays == 0)

    def _how_often(self, chances: Iterable[Number]) -> Number:
        often = total(chances)
        return share(round(often * self.rounds), self.rounds) if self.rounds else often

    def as_data(self) -> dict[str, object]:
        """The bet as `odds --json` gives it."""
        return {
            "ev": float(self.ev),
            "ev_exact": as_fraction(self.ev),
            "house_edge": float(self.house_edge),
            "sd": self.sd,
            "hit": float(self.hit),
            "push": float(self.push),
            "outcomes": [outcome.as_data() for outcome in self.outcomes],
            **told(ev=self.ev, house_edge=self.house_edge, sd=self.sd, hit=self.hit, push=self.push),
        }
