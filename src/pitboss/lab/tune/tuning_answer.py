"""What `tune` answers: how many tables there are, and the first of them."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from pitboss.lab.display import FigureTable, Shown
from pitboss.lab.svg_charts import Plot
from pitboss.money import show_money
from pitboss.play.options.rules import HouseRules
from pitboss.solving.answers.analysis import Cell
from pitboss.solving.answers.figure_text import payout
from pitboss.statistics.exactness import Number, plain

_BLUE = "#2f6fb0"


class Tuned(Struct, frozen=True):
    """One pay table: its lines, and the bet's figures under it."""

    table: dict[str, str]
    """What each line pays, from the top."""
    edge: Number
    hit: Number
    sd: float
    top: Fraction
    """The most that one unit wins."""

    def as_data(self) -> dict[str, object]:
        """The table as `tune --json` gives it."""
        figures = {"edge": float(self.edge), "hit": float(self.hit), "sd": self.sd, "top": plain(self.top)}
        return {"table": self.table, **figures}

    def __repr__(self) -> str:
        return f"<{' '.join(self.table.values())}: house edge {float(self.edge):.4%}, sd {self.sd:.4f}>"


class Tuning(Struct, Shown, frozen=True):
    """Every table that holds what was asked: how many there are, and the first of them by rank."""

    game: str
    bet: str
    option: str
    """The option of the rules that the tables are for."""
    count: int
    first: tuple[Tuned, ...]
    """As many as were to be shown, the best first."""
    limit: int
    """The most that may be bet, in cents."""
    column: str = ""
    """The column of the table, where it has several."""
    note: str = ""
    stopped: str = ""

    def liability(self, tuned: Tuned) -> int:
        """The most that one bet at the limit wins, in cents."""
        return int(self.limit * tuned.top)

    def paying(self) -> list[str]:
        """The lines that pay something, from the top; push and loss lines stay as they are."""
        return [line for line, pays in self.first[0].table.items() if pays not in ("push", "loss")]

    def tables(self) -> tuple[FigureTable, ...]:
        """The tables, a row for each."""
        lines = tuple(self.first[0].table) if self.first else ()
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (*one.table.values(), one.edge, one.hit, one.sd, payout(one.top), show_money(self.liability(one)))
            for one in self.first
        )
        title = f"{self.game}: {self.count:,} tables for {self.bet}"
        return (FigureTable(title, (*lines, "house edge", "hit", "sd", "top", "liability"), rows, self.note),)

    def charts(self) -> dict[str, str]:
        """Edge against standard deviation of the tables that are shown."""
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
        """The rules with one of these tables in them."""
        chosen = self.first[which].table
        if not hasattr(getattr(base, self.option), "lines"):
            return base.but(**{self.option: next(iter(chosen.values()))})
        column = f".{self.column}" if self.column else ""
        return base.but(**{f"{self.option}.{line}{column}": pays for line, pays in chosen.items()})

    def as_data(self) -> dict[str, object]:
        """What `tune --json` prints."""
        found: dict[str, object] = {"count": self.count, "tables": [one.as_data() for one in self.first]}
        return {**found, "stopped": self.stopped} if self.stopped else found

    def __repr__(self) -> str:
        return f"<{self.game}, {self.bet}: {self.count:,} tables{' and more' if self.stopped else ''}>"
