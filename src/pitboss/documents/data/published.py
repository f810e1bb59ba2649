"""Published figures to compare with ours."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from functools import cache
from typing import Any

from msgspec import Struct, convert

from pitboss.games import GAMES
from pitboss.games.odds import bets_alone, edges_of
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.solving.answers.analysis import Analysis, BetOdds
from pitboss.statistics.exactness import Number


class PublishedFigure(Struct, frozen=True):
    """One published figure."""

    what: str
    published: str
    figure: str
    source: str
    address: str
    shown: str = ""
    settings: tuple[str, ...] = ()
    disputed: str = ""

    def agrees(self, ours: Number) -> bool:
        """Whether our figure equals the published one to its number of digits."""
        said = Decimal(self.published)
        exponent = said.as_tuple().exponent
        assert isinstance(exponent, int)
        return abs(float(ours) - float(said)) <= 0.5000001 * 10.0**exponent

    @property
    def words(self) -> str:
        """The figure as published."""
        return self.shown or self.published.replace("-", "−")


@cache
def published_of(game: str) -> tuple[PublishedFigure, ...]:
    """Return the figures published for this game."""
    rows = tomllib.loads(GAMES[game].provides.published or "").get("row", ())
    return convert(rows, tuple[PublishedFigure, ...])


def found_in(analysis: Analysis, figure: str) -> Number:
    """Return our value of a published figure; see `published.toml` for the syntax."""
    what, _, rest = figure.partition(".")
    if what == "played":
        return _number(getattr(analysis.played, rest))
    if what == "chart":
        name, row, column = rest.split(".")
        chart = analysis.chart(name)
        return _number(dict(chart.rows)[row][chart.columns.index(column)])
    return _of_bet(analysis.bet(bet_of(figure)), figure)


def found_alone(game: Game, rules: HouseRules, figure: str) -> Number | None:
    """Return our value without a full analysis, if the edges or a single bet suffice; otherwise None."""
    what, _, last = figure.rpartition(".")
    if game.provides.edges and last == "house_edge":
        return edges_of(game, rules)[what.removeprefix("bet.")]
    bet = next((bet for bet in bets_alone(game, rules) if bet.name == bet_of(figure)), None)
    return _of_bet(bet, figure) if bet else None


def bet_of(figure: str) -> str:
    """Return the bet a figure refers to, or an empty string."""
    what, _, rest = figure.partition(".")
    return rest.partition(".")[0] if what == "bet" else ""


def _of_bet(bet: BetOdds, figure: str) -> Number:
    _, _, rest = figure.removeprefix("bet.").partition(".")
    outcome, _, last = rest.rpartition(".")
    if not outcome:
        return _number(getattr(bet, last))
    return next(each.probability for each in bet.outcomes if each.name == outcome)


def _number(value: Any) -> Number:
    assert not isinstance(value, (str, type(None)))
    found: Number = value
    return found
