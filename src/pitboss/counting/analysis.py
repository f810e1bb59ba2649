"""
What an analysis says, the same for every game: bets, the game as played, the best strategy, assumptions.

How a game plugs in. Its `odds.py` (never imported by its `GAME`; `pitboss.games.odds.odds_of` reaches it late) has

    SITUATION: tuple[Ask, ...]                              the options of `pitboss advise GAME` (situation.py)
    analyse(rules) -> Analysis                              everything `pitboss odds GAME` prints
    advise(rules, situation: Situation) -> Advice           what each option is worth in a situation in words
    advise_seat(rules, seen, offer, seat) -> Advice         the same at the table, from what a seat has seen

A number is a `Fraction` (or a whole number) where it is exact and a `float` where it is not: from that alone the
report says which figures are exact, so never turn an exact count into a float. Results are in units of the bet:
−1 a loss, 0 a push, 15 for 15 to 1. A table whose probabilities do not sum to 1 is refused when it is made: exactly
where all of them are exact, else to within `SLACK`. Charts are for people and for programs at once: a chart named
`fold` with rows and columns becomes `strategy["fold"][row][column]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import fsum, hypot, sqrt
from typing import TypeAlias

from msgspec import Struct, field

Number: TypeAlias = Fraction | int | float
Cell: TypeAlias = str | Number | None

SLACK = 1e-9
"""How far float probabilities may be from 1: rounding of some millions of additions, no missing outcome."""


class Simulated(float):
    """A figure that was not counted but found by playing rounds, with its standard error."""

    error: float

    def __new__(cls, value: float, error: float) -> Simulated:
        """The figure and its error."""
        made = super().__new__(cls, value)
        made.error = error
        return made

    def __neg__(self) -> Simulated:
        return Simulated(-float(self), self.error)

    def __truediv__(self, other: float | Fraction) -> Simulated:
        by = float(other)
        error = hypot(self.error / by, float(self) * getattr(other, "error", 0.0) / by**2)
        return Simulated(float(self) / by, error)

    def __reduce__(self) -> tuple[type[Simulated], tuple[float, float]]:
        return Simulated, (float(self), self.error)


def share(times: int, rounds: int) -> Simulated:
    """How often something came in so many rounds."""
    chance = times / rounds
    return Simulated(chance, sqrt(chance * (1 - chance) / rounds))


def error_of(number: Number) -> float | None:
    """The standard error of a figure that was simulated."""
    return number.error if isinstance(number, Simulated) else None


class NotWhole(ValueError):
    """A table of probabilities that does not sum to 1: a defect of the solver that made it."""


def is_exact(*numbers: Number) -> bool:
    """Whether not one of them is a float."""
    return not any(isinstance(number, float) for number in numbers)


def total(numbers: Iterable[Number]) -> Number:
    """The sum, exact where all are exact."""
    listed = list(numbers)
    return sum((Fraction(number) for number in listed), Fraction(0)) if is_exact(*listed) else fsum(listed)


def plain(number: Number) -> int | float:
    """The number as JSON holds it."""
    return int(number) if isinstance(number, (int, Fraction)) and number == int(number) else float(number)


def as_fraction(number: Number) -> str | None:
    """ "n/d" where the number is exact."""
    exact = None if isinstance(number, float) else Fraction(number)
    return None if exact is None else f"{exact.numerator}/{exact.denominator}"


def net_in_words(net: Fraction) -> str:
    """What a bet came to, in bets: wins 2 bets, push, loses 1 bet."""
    if net == 0:
        return "push"
    size = f"{abs(net)} bet{'s' * (abs(net) != 1)}"
    return f"wins {size}" if net > 0 else f"loses {size}"


def check_whole(what: str, probabilities: Iterable[Number]) -> None:
    """Refuse probabilities that do not sum to 1."""
    listed = list(probabilities)
    whole = total(listed)
    is_whole = whole == 1 if is_exact(whole) else abs(float(whole) - 1) <= SLACK
    if not is_whole or min(listed) < 0:
        raise NotWhole(f"the probabilities of {what} sum to {whole}, not to 1")


class Outcome(Struct, frozen=True):
    """One way a bet can end: its name, what one unit wins, and how likely it is."""

    name: str
    pays: Number
    probability: Number

    def as_data(self) -> dict[str, object]:
        """The outcome as `odds --json` gives it."""
        return {
            "name": self.name,
            "pays": plain(self.pays),
            "probability": float(self.probability),
            "probability_exact": as_fraction(self.probability),
            **_errors(probability=self.probability),
        }


def _errors(**figures: Number) -> dict[str, object]:
    """What says beside figures that they were simulated, and how far off they may be; nothing where they were not."""
    errors = {name: error for name, number in figures.items() if (error := error_of(number)) is not None}
    return {"simulated": True, "errors": errors} if errors else {}


class Spread(Struct, frozen=True, dict=True):
    """A random result, by all its values: mean and standard deviation."""

    results: tuple[tuple[Number, Number], ...]
    """(result, probability), as many as there are."""
    rounds: int = 0
    """The rounds it was found by, where it was simulated."""

    @cached_property
    def ev(self) -> Number:
        """The mean."""
        mean = total(result * chance for result, chance in self.results)
        return Simulated(float(mean), self._sd / sqrt(self.rounds)) if self.rounds else mean

    @cached_property
    def sd(self) -> float:
        """The standard deviation."""
        if not self.rounds or not self._sd:
            return self._sd
        fourth = fsum((float(result) - float(self.ev)) ** 4 * chance for result, chance in self.results)
        return Simulated(self._sd, sqrt(max(fourth - self._sd**4, 0) / self.rounds) / (2 * self._sd))

    @cached_property
    def _sd(self) -> float:
        mean = total(result * chance for result, chance in self.results)
        squares = total(result * result * chance for result, chance in self.results)
        return sqrt(max(squares - mean * mean, 0))


class BetOdds(Struct, frozen=True, dict=True):
    """One bet: every outcome, and all that follows from them."""

    name: str
    outcomes: tuple[Outcome, ...]
    title: str = ""
    note: str = ""
    """Under which assumption the table holds, in a sentence for people."""
    ways: int = 0
    """How many equally likely ways a person would count over, where that is more than the fractions tell."""
    rounds: int = 0
    """The rounds it was found by, where it was simulated."""

    def __post_init__(self) -> None:
        check_whole(self.name, (outcome.probability for outcome in self.outcomes))

    @cached_property
    def spread(self) -> Spread:
        """The results without their names."""
        return Spread(tuple((outcome.pays, outcome.probability) for outcome in self.outcomes), self.rounds)

    @property
    def ev(self) -> Number:
        """What one unit bet wins on average."""
        return self.spread.ev

    @property
    def house_edge(self) -> Number:
        """What the house keeps of one unit bet."""
        return -self.ev

    @property
    def sd(self) -> float:
        """The standard deviation of one unit bet."""
        return self.spread.sd

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
            **_errors(ev=self.ev, house_edge=self.house_edge, sd=self.sd, hit=self.hit, push=self.push),
        }


class Played(Struct, frozen=True, dict=True):
    """The game as it is played, in units of one ante or main bet."""

    initial_bet: Number
    """What must be put down before the deal."""
    average_bet: Number
    """All money put down in the round, on average."""
    distribution: tuple[tuple[Number, Number], ...]
    """(net, probability) of a whole round."""
    note: str = ""
    rounds: int = 0
    """The rounds it was found by, where it was simulated."""

    def __post_init__(self) -> None:
        check_whole("the game as played", (chance for _, chance in self.distribution))

    @cached_property
    def spread(self) -> Spread:
        """The distribution as a random result."""
        return Spread(self.distribution, self.rounds)

    @property
    def ev(self) -> Number:
        """What a round wins on average."""
        return self.spread.ev

    @property
    def sd(self) -> float:
        """The standard deviation of a round."""
        return self.spread.sd

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
            "ev": float(self.ev),
            "initial_bet": plain(self.initial_bet),
            "average_bet": float(self.average_bet),
            "house_edge": float(self.house_edge),
            "element_of_risk": float(self.element_of_risk),
            "sd": self.sd,
            "distribution": [[plain(net), float(chance)] for net, chance in self.distribution],
            **_errors(
                ev=self.ev, average_bet=self.average_bet, house_edge=self.house_edge,
                element_of_risk=self.element_of_risk, sd=self.sd,
            ),
        }  # fmt: skip


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
            "assumptions": list(self.assumptions),
        }


class Advice(Struct, frozen=True):
    """What each thing a seat may say is worth; the first of the best is best."""

    options: Mapping[str, Number]
    unit: str = "antes"
    """What the worths are counted in, for people."""
    notes: tuple[str, ...] = field(default=())

    @property
    def best(self) -> str:
        """The option worth most; of equals the one named first."""
        return max(self.options, key=lambda name: self.options[name])

    def as_data(self) -> dict[str, object]:
        """What `advise --json` prints."""
        worths = {name: float(worth) for name, worth in self.options.items()}
        return {"options": worths, "best": self.best, **_errors(**self.options)}
