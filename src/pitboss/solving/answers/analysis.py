"""
What an analysis says, the same for every game: bets, the game as played, the best strategy, assumptions.

How a game plugs in. Its `odds.py` (never imported by its `GAME`; `pitboss.games.odds.odds_of` reaches it late) has

    SITUATION: tuple[Ask, ...]                              the options of `pitboss advise GAME` (situation.py)
    analyse(rules) -> Analysis                              everything `pitboss odds GAME` prints
    advise(rules, situation: Situation) -> Advice           what each option is worth in a situation in words
    advise_seat(rules, seen, offer, seat) -> Advice         the same at the table, from what a seat has seen
    edges(rules) -> dict[str, Number]                       if it likes: the house edges of `analyse` alone, sooner

A number is a `Fraction` (or a whole number) where it is exact and a `float` where it is not: from that alone the
report says which figures are exact, so never turn an exact count into a float. Results are in units of the bet:
−1 a loss, 0 a push, 15 for 15 to 1. A table whose probabilities do not sum to 1 is refused when it is made: exactly
where all of them are exact, else to within `SLACK`. Charts are for people and for programs at once: a chart named
`fold` with rows and columns becomes `strategy["fold"][row][column]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import sqrt
from typing import TypeAlias

from msgspec import Struct, field

from pitboss.solving.answers.bet_odds import BetOdds, Outcome, Spread
from pitboss.statistics.covariances import Covariances
from pitboss.statistics.exactness import Number, check_whole, plain
from pitboss.statistics.simulated_figures import mean_of, sd_of, told

Cell: TypeAlias = str | Number | None


PLAYED = "played"
"""In place of a bet's name: the game as it is played."""

__all__ = ["PLAYED", "Advice", "Analysis", "BetOdds", "Cell", "Chart", "Number", "Outcome", "Played", "Spread"]


class Played(Struct, frozen=True, dict=True):
    """The game as it is played, in units of one ante or main bet."""

    initial_bet: Number
    """What must be put down before the deal."""
    average_bet: Number
    """All money put down in the round, on average."""
    distribution: tuple[tuple[Number, Number], ...]
    """(net, probability) of a whole round."""
    note: str = ""
    strategy: str = "best"
    """The strategy that is played, by the name that `pitboss simulate --strategy` knows it by."""
    errors: tuple[float, ...] = ()
    """How far each probability of the distribution may be off; none: all are exact, or exact but for rounding."""
    known_ev: Number | None = None
    """The exact mean, where the distribution gives it only nearly."""
    known_variance: Number | None = None
    """The exact variance, where the distribution gives it only nearly."""
    rounds: int = 0
    """The rounds it was found by, where it was not counted but simulated."""

    def __post_init__(self) -> None:
        check_whole("the game as played", (chance for _, chance in self.distribution))

    @cached_property
    def spread(self) -> Spread:
        """The distribution as a random result."""
        return Spread(self.distribution)

    @property
    def ev(self) -> Number:
        """What a round wins on average."""
        if self.rounds:
            return mean_of(self.distribution, self.rounds)
        return self.spread.ev if self.known_ev is None else self.known_ev

    @property
    def variance(self) -> Number:
        """The variance of a round."""
        return self.spread.variance if self.known_variance is None else self.known_variance

    @property
    def sd(self) -> float:
        """The standard deviation of a round."""
        return sd_of(self.distribution, self.rounds) if self.rounds else sqrt(max(self.variance, 0))

    @property
    def house_edge(self) -> Number:
        """What the house keeps of the initial bet."""
        return -self.ev / self.initial_bet

    @property
    def element_of_risk(self) -> Number:
        """What the house keeps of all the money bet."""
        return -self.ev / self.average_bet

    def as_data(self) -> dict[str, object]:
        """The game as played as `odds --json` gives it."""
        return {
            "strategy": self.strategy,
            "ev": float(self.ev),
            "initial_bet": plain(self.initial_bet),
            "average_bet": float(self.average_bet),
            "house_edge": float(self.house_edge),
            "element_of_risk": float(self.element_of_risk),
            "sd": self.sd,
            "distribution": [[plain(net), float(chance)] for net, chance in self.distribution],
            "errors": list(self.errors),
            **({"simulated": True, "figure_errors": self._figure_errors()} if self.rounds else {}),
        }

    def _figure_errors(self) -> object:
        return told(
            ev=self.ev, average_bet=self.average_bet, house_edge=self.house_edge,
            element_of_risk=self.element_of_risk, sd=self.sd,
        )["errors"]  # fmt: skip


class Chart(Struct, frozen=True):
    """A table for people and programs: rows by name, a cell for each column."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    corner: str = ""
    """The word above the names of the rows."""
    note: str = ""

    def __post_init__(self) -> None:
        ragged = [name for name, cells in self.rows if len(cells) != len(self.columns)]
        if ragged or len(dict(self.rows)) != len(self.rows):
            raise ValueError(f"the chart {self.name} is ragged or has a row twice: {ragged}")

    def as_data(self) -> dict[str, dict[str, object]]:
        """The chart by row and column."""
        return {name: dict(zip(self.columns, map(_plain_cell, cells), strict=True)) for name, cells in self.rows}


def _plain_cell(cell: Cell) -> object:
    return cell if cell is None or isinstance(cell, str) else plain(cell)


class Analysis(Struct, frozen=True):
    """The whole answer to "what is the house edge, and how should it be played?"."""

    game: str
    rules: Mapping[str, object]
    """The rules it holds for: all options, as `rules.as_data()` gives them."""
    bets: tuple[BetOdds, ...]
    played: Played | None = None
    strategy: tuple[Chart, ...] = ()
    assumptions: tuple[str, ...] = ()
    """Sentences: what is exact and what is not, and what the player is taken to do and see."""
    covariances: Covariances | None = None
    """How the bets made before the deal hang together in one round, played as `played` says."""

    @property
    def edges(self) -> dict[str, Number]:
        """The house edge of every bet, and of the game as played."""
        known = {bet.name: bet.house_edge for bet in self.bets}
        return known | ({PLAYED: self.played.house_edge} if self.played else {})

    def bet(self, name: str) -> BetOdds:
        """The bet of this name."""
        return next(bet for bet in self.bets if bet.name == name)

    def chart(self, name: str) -> Chart:
        """The chart of this name."""
        return next(chart for chart in self.strategy if chart.name == name)

    def as_data(self) -> dict[str, object]:
        """What `odds --json` prints."""
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "bets": {bet.name: bet.as_data() for bet in self.bets},
            "played": self.played.as_data() if self.played else None,
            "strategy": {chart.name: chart.as_data() for chart in self.strategy},
            "covariances": self.covariances.as_data() if self.covariances else None,
            "assumptions": list(self.assumptions),
        }


class Advice(Struct, frozen=True):
    """What each thing a seat may say is worth; the first of the best is best."""

    options: Mapping[str, Number]
    unit: str = "antes"
    """What the worths are counted in, for people."""
    notes: tuple[str, ...] = field(default=())
    bet: str = ""
    """The bet whose stake they are counted in, where it is one bet."""
    side_bets: Number = 0
    """The part of every worth that comes from side bets this decision does not change, in the same units."""

    @property
    def best(self) -> str:
        """The option worth most; of equals the one named first."""
        return max(self.options, key=lambda name: self.options[name])

    def as_data(self) -> dict[str, object]:
        """What `advise --json` prints."""
        worths = {name: float(worth) for name, worth in self.options.items()}
        return {"options": worths, "best": self.best, **told(**self.options)}
