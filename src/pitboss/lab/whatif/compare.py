"""Comparison of two rule sets: `pitboss.compare` reports changed options, edges and plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from pitboss.games.odds import analysis_of
from pitboss.lab.api import resolve_game
from pitboss.lab.display import FigureTable, ResultView
from pitboss.lab.whatif.grid import Figure, figures_from
from pitboss.paytable import Paytable
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import PLAYED, Cell, Chart
from pitboss.solving.answers.figure_text import percent
from pitboss.statistics.exactness import Number, difference

_MAX_NAMES = 4


class OptionChange(Struct, frozen=True):
    """An option, or one cell of a pay table, that differs between the two rule sets."""

    name: str
    one: str
    other: str


class BetChange(Struct, frozen=True):
    """One bet under both rule sets; figures are None under rules that do not offer it."""

    bet: str
    one: Figure | None
    other: Figure | None

    @property
    def edge(self) -> Number | None:
        """The increase in house edge from the first rules to the second, or None if either lacks the bet."""
        return difference(self.other.edge, self.one.edge) if self.one and self.other else None

    @property
    def differs(self) -> bool:
        """Whether any figure differs by more than rounding."""
        if self.one is None or self.other is None:
            return self.one is not self.other
        figures = zip(structs.astuple(self.one), structs.astuple(self.other), strict=True)
        return any(
            (one is None) != (other is None) or (one is not None and difference(other, one)) for one, other in figures
        )


class PlayChange(Struct, frozen=True):
    """A cell of a strategy chart that differs, with the play under each rule set."""

    chart: str
    row: str
    column: str
    one: str
    other: str


class Comparison(Struct, ResultView, frozen=True):
    """The differences between two rule sets of one game."""

    game: str
    options: tuple[OptionChange, ...]
    bets: tuple[BetChange, ...]
    plays: tuple[PlayChange, ...]

    @property
    def changed(self) -> tuple[BetChange, ...]:
        """The bets whose figures differ."""
        return tuple(change for change in self.bets if change.differs)

    def in_words(self) -> list[str]:
        """Describe the differences in sentences."""
        if not self.options:
            return ["The two houses have the same rules."]
        lines = [f"{option.name} is {option.one} here and {option.other} there." for option in self.options]
        alike: dict[object, list[BetChange]] = {}
        for change in self.changed:
            alike.setdefault((change.one, change.other), []).append(change)
        lines += [_of_bets(changes) for changes in alike.values()]
        if not self.changed:
            lines.append("No bet's odds change.")
        charts = dict.fromkeys(play.chart for play in self.plays)
        count = len(self.plays)
        where = f": in {', '.join(charts)}" if count else ""
        lines.append(
            f"{count or 'No'} play{'s' * (count != 1)} of the strategy charts change{'s' * (count == 1)}{where}."
        )
        return lines

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the bets, then the options and plays that differ."""
        bets: tuple[tuple[Cell, ...], ...] = tuple(
            (it.bet, it.one.edge if it.one else None, it.other.edge if it.other else None, _points(it.edge),
             it.one.sd if it.one else None, it.other.sd if it.other else None)
            for it in self.bets
        )  # fmt: skip
        options = tuple((option.name, option.one, option.other) for option in self.options)
        plays = tuple((play.chart, play.row, play.column, play.one, play.other) for play in self.plays)
        return (
            FigureTable(
                f"{self.game}: the bets", ("bet", "first edge", "second edge", "change", "first sd", "second sd"), bets
            ),
            FigureTable("Options that differ", ("option", "first", "second"), options),
            FigureTable("Plays that change", ("chart", "row", "column", "first", "second"), plays),
        )

    def as_data(self) -> dict[str, object]:
        """Return the data that `compare --json` prints."""
        bets = {
            it.bet: {
                "first": it.one.as_data() if it.one else None,
                "second": it.other.as_data() if it.other else None,
                "change": None if it.edge is None else float(it.edge),
            }
            for it in self.bets
        }
        return {
            "game": self.game,
            "options": [{"name": it.name, "first": it.one, "second": it.other} for it in self.options],
            "bets": bets,
            "plays": [
                {"chart": it.chart, "row": it.row, "column": it.column, "first": it.one, "second": it.other}
                for it in self.plays
            ],
        }

    def __repr__(self) -> str:
        counts = {"option": self.options, "bet": self.changed, "play": self.plays}
        summary = ", ".join(f"{len(found)} {name}{'s' * (len(found) != 1)}" for name, found in counts.items())
        return f"<{self.game}, what differs: {summary}>"


def _points(change: Number | None) -> str | None:
    return None if change is None else f"{float(change) * 100:+.4f} points" if change else "none"


def _of_bets(changes: Sequence[BetChange]) -> str:
    """Describe bets with identical changes in one sentence."""
    change = changes[0]
    names = ["the game as played" if each.bet == PLAYED else each.bet for each in changes]
    name = ", ".join(names) if len(names) <= _MAX_NAMES else f"{names[0]}, {names[1]} … {names[-1]}"
    if change.one is None or change.other is None or change.edge is None:
        return f"{name} is bet only {'there' if change.one is None else 'here'}."
    one, other = percent(change.one.edge), percent(change.other.edge)
    if not change.edge:
        return f"{name}: the house keeps {one} in both, but wins and losses are spread differently."
    points = f"{abs(float(change.edge)) * 100:.4g} points {'more' if change.edge > 0 else 'less'}"
    return f"{name}: the house keeps {one} here and {other} there, {points}."


def compare(rules: str | HouseRules, others: str | HouseRules) -> Comparison:
    """
    Compare two rule sets of a game: options, the figures of each bet, and the plays that change.

    >>> import pitboss as pb
    >>> found = pb.compare("flip-it", pb.rules("flip-it", call_it_pays=10))
    >>> for sentence in found.in_words()[:2]:
    ...     print(sentence)
    call_it_pays is 12:1 here and 10:1 there.
    call-2, call-3 … call: the house keeps 5.4545% here and 20.0000% there, 14.55 points more.
    """
    game, one = resolve_game(rules)
    its, other = resolve_game(others)
    if its.name != game.name:
        raise Refused("other-game", f"rules of {game.title} and of {its.title} cannot be compared")
    first, second = analysis_of(game, one), analysis_of(game, other)
    figures, there = figures_from(first), figures_from(second)
    bets = tuple(BetChange(bet, figures.get(bet), there.get(bet)) for bet in dict.fromkeys((*figures, *there)))
    charts = {chart.name: chart for chart in second.strategy}
    plays = (play for chart in first.strategy if chart.name in charts for play in _plays(chart, charts[chart.name]))
    return Comparison(game.name, tuple(_options(one, other)), bets, tuple(plays))


def _options(one: HouseRules, other: HouseRules) -> Iterator[OptionChange]:
    for name in one.options():
        here, there = getattr(one, name), getattr(other, name)
        if isinstance(here, Paytable):
            lines = dict.fromkeys(line for line, _ in (*here.lines, *there.lines))
            yield from (
                OptionChange(f"{name}.{line}", *found)
                for line in lines
                if len(set(found := [_cells(table, line) for table in (here, there)])) > 1
            )
        elif here != there:
            yield OptionChange(name, *(str(rules.as_data()[name]).lower() for rules in (one, other)))


def _cells(table: Paytable, line: str) -> str:
    return ", ".join(map(str, dict(table.lines).get(line, ()))) or "not printed"


def _plays(one: Chart, other: Chart) -> Iterator[PlayChange]:
    """Yield chart cells whose play differs; numeric values are skipped, since they differ everywhere."""
    theirs = other.as_data()
    for row, cells in one.as_data().items():
        for column, cell in cells.items():
            there = theirs.get(row, {}).get(column)
            if isinstance(cell, str) and isinstance(there, str) and cell != there:
                yield PlayChange(one.name, row, column, cell, there)
