"""
The results of an analysis, the same for every game: bets, the game as played, best strategy, assumptions.

A game provides them in its `odds.py`, which its `GAME` never imports (`pitboss.games.odds.odds_of` loads it lazily):

    SITUATION: tuple[Ask, ...]                              the options of `pitboss advise GAME` (situation.py)
    analyse(rules) -> Analysis                              everything `pitboss odds GAME` prints
    advise(rules, situation: Situation) -> Advice           the value of each option in a given situation
    advise_seat(rules, seen, offer, seat) -> Advice         the same at the table, from the events a seat has seen
    edges(rules) -> dict[str, Number]                       optional: only the house edges of `analyse`, faster

A number is a `Fraction` or an int if it is exact, and a `float` if not. The report relies on this to mark exact
figures, so never convert an exact count to a float. Results are in units of the bet: −1 a loss, 0 a push, 15 for 15
to 1. A table whose probabilities do not sum to 1 raises on construction: exactly if all of them are exact, else
within `TOLERANCE`. Charts are both for people and for programs: a chart named `fold` becomes
`strategy["fold"][row][column]`.
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
from pitboss.statistics.simulated_figures import errors_as_data, mean_of, sd_of

Cell: TypeAlias = str | Number | None


PLAYED = "played"
"""The key of the game as played, in place of a bet's name."""

__all__ = ["PLAYED", "Advice", "Analysis", "BetOdds", "Cell", "Chart", "Number", "Outcome", "Played", "Spread"]


class Played(Struct, frozen=True, dict=True):
    """The game as played, in units of one ante or main bet."""

    initial_bet: Number
    """The money that must be bet before the deal."""
    average_bet: Number
    """The average total amount bet in a round."""
    distribution: tuple[tuple[Number, Number], ...]
    """The distribution of a whole round: (net, probability)."""
    note: str = ""
    strategy: str = "best"
    """The name of the strategy played, as in `pitboss simulate --strategy`."""
    errors: tuple[float, ...] = ()
    """The possible error of each probability. Empty if all are exact, or exact up to rounding."""
    known_ev: Number | None = None
    """The exact mean, if the distribution gives it only approximately."""
    known_variance: Number | None = None
    """The exact variance, if the distribution gives it only approximately."""
    rounds: int = 0
    """The number of rounds simulated; 0 if it was computed exactly."""

    def __post_init__(self) -> None:
        check_whole("the game as played", (chance for _, chance in self.distribution))

    @cached_property
    def spread(self) -> Spread:
        """The distribution as a random variable."""
        return Spread(self.distribution)

    @property
    def ev(self) -> Number:
        """The expected value of a round."""
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
        """The house's share of the initial bet."""
        return -self.ev / self.initial_bet

    @property
    def element_of_risk(self) -> Number:
        """The house's share of all the money bet."""
        return -self.ev / self.average_bet

    def as_data(self) -> dict[str, object]:
        """Return the data for `odds --json`."""
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
        return errors_as_data(
            ev=self.ev, average_bet=self.average_bet, house_edge=self.house_edge,
            element_of_risk=self.element_of_risk, sd=self.sd,
        )["errors"]  # fmt: skip


class Chart(Struct, frozen=True):
    """A table for people and programs: named rows with a cell for each column."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    corner: str = ""
    """The heading above the row names."""
    note: str = ""

    def __post_init__(self) -> None:
        ragged = [name for name, cells in self.rows if len(cells) != len(self.columns)]
        if ragged or len(dict(self.rows)) != len(self.rows):
            raise ValueError(f"the chart {self.name} is ragged or has a row twice: {ragged}")

    def as_data(self) -> dict[str, dict[str, object]]:
        """Return the cells by row and column."""
        return {name: dict(zip(self.columns, map(_plain_cell, cells), strict=True)) for name, cells in self.rows}


def _plain_cell(cell: Cell) -> object:
    return cell if cell is None or isinstance(cell, str) else plain(cell)


class Analysis(Struct, frozen=True):
    """The complete analysis of a game under given rules: odds, best strategy and assumptions."""

    game: str
    rules: Mapping[str, object]
    """The rules it holds for: all options, as in `rules.as_data()`."""
    bets: tuple[BetOdds, ...]
    played: Played | None = None
    strategy: tuple[Chart, ...] = ()
    assumptions: tuple[str, ...] = ()
    """Sentences that state what is exact and what is not, and what the player is assumed to do and see."""
    covariances: Covariances | None = None
    """The covariances of the bets made before the deal, in one round with the play that `played` assumes."""

    @property
    def edges(self) -> dict[str, Number]:
        """The house edge of every bet, and of the game as played."""
        known = {bet.name: bet.house_edge for bet in self.bets}
        return known | ({PLAYED: self.played.house_edge} if self.played else {})

    @property
    def is_simulated(self) -> bool:
        """Whether any figure is simulated."""
        return any(bet.rounds for bet in self.bets) or bool(self.played and self.played.rounds)

    def bet(self, name: str) -> BetOdds:
        """Return the bet with this name."""
        return next(bet for bet in self.bets if bet.name == name)

    def chart(self, name: str) -> Chart:
        """Return the chart with this name."""
        return next(chart for chart in self.strategy if chart.name == name)

    def as_data(self) -> dict[str, object]:
        """Return the data for `odds --json`."""
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
    """The expected value of each of a seat's options. On a tie, the first one is best."""

    options: Mapping[str, Number]
    unit: str = "antes"
    """The unit of the values, in words."""
    notes: tuple[str, ...] = field(default=())
    bet: str = ""
    """The bet whose stake is the unit of the values, if it is a single bet."""
    side_bets: Number = 0
    """The part of every value that comes from side bets unaffected by this decision, in the same units."""

    @property
    def best(self) -> str:
        """The option with the highest value. On a tie, the first one."""
        return max(self.options, key=lambda name: self.options[name])

    def as_data(self) -> dict[str, object]:
        """Return the data for `advise --json`."""
        worths = {name: float(worth) for name, worth in self.options.items()}
        return {"options": worths, "best": self.best, **errors_as_data(**self.options)}
