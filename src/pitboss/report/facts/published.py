"""Published figures beside ours: what agrees to the digits that were published, what does not, and why."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, convert

from pitboss.counting.analysis import Analysis
from pitboss.counting.numbers import Number


class PublishedFigure(Struct, frozen=True):
    """One figure on the public record."""

    game: str
    what: str
    published: str
    figure: str
    source: str
    address: str
    shown: str = ""
    settings: tuple[str, ...] = ()
    disputed: str = ""

    def agrees(self, ours: Number) -> bool:
        """Whether ours is the published figure to as many digits as it has: half of its last digit, or less, apart."""
        said = Decimal(self.published)
        exponent = said.as_tuple().exponent
        assert isinstance(exponent, int)
        return abs(float(ours) - float(said)) <= 0.5000001 * 10.0**exponent

    @property
    def words(self) -> str:
        """The figure as it was published."""
        return self.shown or self.published.replace("-", "−")


@cache
def published_of(game: str) -> tuple[PublishedFigure, ...]:
    """The figures published for this game."""
    text = (resources.files("pitboss.report.facts") / "published.toml").read_text(encoding="utf-8")
    return tuple(row for row in convert(tomllib.loads(text)["row"], tuple[PublishedFigure, ...]) if row.game == game)


def found_in(analysis: Analysis, figure: str) -> Number:
    """What our own analysis has for this figure; see `published.toml` for the words."""
    what, _, rest = figure.partition(".")
    if what == "played":
        return _number(getattr(analysis.played, rest))
    if what == "chart":
        name, row, column = rest.split(".")
        chart = analysis.chart(name)
        return _number(dict(chart.rows)[row][chart.columns.index(column)])
    bet, _, rest = rest.partition(".")
    outcome, _, last = rest.rpartition(".")
    if not outcome:
        return _number(getattr(analysis.bet(bet), last))
    return next(each.probability for each in analysis.bet(bet).outcomes if each.name == outcome)


def _number(value: Any) -> Number:
    assert not isinstance(value, (str, type(None)))
    found: Number = value
    return found
