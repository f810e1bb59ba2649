"""The result of `tune`: the number of tables found and the first of them."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from pitboss.lab.display import FigureTable, ResultView
from pitboss.lab.svg_charts import Plot, ResultChart, Series
from pitboss.money import show_money
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Cell
from pitboss.solving.answers.figure_text import payout
from pitboss.statistics.exactness import Number, plain

_BLUE = "#2f6fb0"


class Tuned(Struct, frozen=True):
    """One pay table, with the bet's figures under it."""

    table: dict[str, str]
    """The payout of each line, from the top."""
    edge: Number
    hit: Number
    sd: float
    top: Fraction
    """The most that one unit wins."""

    def as_data(self) -> dict[str, object]:
        """Return the table in the format of `tune --json`."""
        figures = {"edge": float(self.edge), "hit": float(self.hit), "sd": self.sd, "top": plain(self.top)}
        return {"table": self.table, **figures}

    def __repr__(self) -> str:
        return f"<{' '.join(self.table.values())}: house edge {float(self.edge):.4%}, sd {self.sd:.4f}>"


class Tuning(Struct, ResultView, frozen=True):
    """The number of tables that meet the conditions, and the first of them by rank."""

    game: str
    bet: str
    option: str
    """The rules option that holds the table."""
    count: int
    first: tuple[Tuned, ...]
    """The tables to show, best first."""
    limit: int
    """The table maximum of the bet, in cents."""
    column: str = ""
    """The column of the table, if it has several."""
    note: str = ""
    stopped: str = ""

    def liability(self, tuned: Tuned) -> int:
        """Return the most that one bet at the table maximum wins, in cents."""
        return int(self.limit * tuned.top)

    def paying(self) -> list[str]:
        """Return the paying lines from the top; push and loss lines are unchanged."""
        return [line for line, pays in self.first[0].table.items() if pays not in ("push", "loss")]

    def tables(self) -> tuple[FigureTable, ...]:
        """Return one table with a row per pay table."""
        lines = tuple(self.first[0].table) if self.first else ()
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (*one.table.values(), one.edge, one.hit, one.sd, payout(one.top), show_money(self.liability(one)))
            for one in self.first
        )
        title = f"{self.game}: {self.count:,} tables for {self.bet}"
        return (FigureTable(title, (*lines, "house edge", "hit", "sd", "top", "liability"), rows, self.note),)

    def plot(self) -> ResultChart:
        """Return a chart of standard deviation against edge, a dot per table shown."""
        if not self.first:
            raise Refused("no-chart", "no pay table was found: there is nothing to draw")
        points = tuple((float(one.edge), one.sd) for one in self.first)
        title = f"{self.game}, {self.bet}: pay tables"
        return ResultChart(title, "house edge", "standard deviation", (Series(self.bet, points, "dots"),))

    def charts(self) -> dict[str, str]:
        """Plot edge against standard deviation of the tables shown."""
        if len(self.first) < 2:
            return {}
        points = [(float(one.edge), one.sd) for one in self.first]
        edges, sds = zip(*points, strict=True)
        title = f"{self.game}, {self.bet}: the tables shown"
        plot = Plot(title, "house edge", "standard deviation", (min(edges), max(edges)), (min(sds), max(sds)))
        for edge, sd in points:
            plot.dot(edge, sd, _BLUE, "")
        return {"edge and sd": plot.svg()}

    def rules(self, base: HouseRules, which: int = 0) -> HouseRules:
        """Return `base` with one of these tables applied."""
        chosen = self.first[which].table
        if not hasattr(getattr(base, self.option), "lines"):
            return base.with_changes(**{self.option: next(iter(chosen.values()))})
        column = f".{self.column}" if self.column else ""
        return base.with_changes(**{f"{self.option}.{line}{column}": pays for line, pays in chosen.items()})

    def as_data(self) -> dict[str, object]:
        """Return the data that `tune --json` prints."""
        found: dict[str, object] = {"count": self.count, "tables": [one.as_data() for one in self.first]}
        return {**found, "stopped": self.stopped} if self.stopped else found

    def __repr__(self) -> str:
        return f"<{self.game}, {self.bet}: {self.count:,} tables{' and more' if self.stopped else ''}>"
