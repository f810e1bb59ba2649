"""A grid of rule sets: `pitboss.sweep` computes every bet's figures for each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from msgspec import Struct

from pitboss.lab.api import meant
from pitboss.lab.display import FigureTable, Shown
from pitboss.lab.svg_charts import Plot
from pitboss.lab.whatif.grid import Figures, Progress, count_all, figures_of
from pitboss.lab.whatif.vary import values_of
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import PLAYED, Cell

MOST_POINTS = 100_000
KINDS = ("edge", "hit", "sd")
_COLOURS = ("#2f6fb0", "#b3261e", "#2e7d32", "#8e6a00", "#6a3fa0", "#17395c")


class Sweep(Struct, Shown, frozen=True):
    """A row per rule set: the varied options, and every bet's edge, hit rate and standard deviation."""

    game: str
    rules: tuple[str, ...]
    """Settings common to all rows."""
    varied: tuple[str, ...]
    """The names of the varied options."""
    values: tuple[tuple[str, ...], ...]
    """The values of each row, as text."""
    figures: tuple[Figures, ...]
    """Every bet's figures by name, row by row."""
    stopped: str = ""
    """The reason it stopped before all rows were done; empty if complete."""

    def names(self) -> tuple[str, ...]:
        """Return the bets, `played` last, without those whose figures equal an earlier bet's in every row."""
        kept: dict[object, str] = {}
        for name in dict.fromkeys(name for row in self.figures for name in row):
            kept.setdefault(tuple(row.get(name) for row in self.figures), name)
        return tuple(kept.values())

    def table(self, *kinds: str, names: Sequence[str] = ()) -> FigureTable:
        """Return the rows with the given kinds of figures, for all bets or those in `names`."""
        names = names or self.names()
        columns = [f"{name} {kind}" for name in names for kind in kinds]
        title = f"{self.game}: {self.how_many()}"
        note = "; ".join(self.rules)
        rows = tuple(
            self._row(values, row, names, kinds) for values, row in zip(self.values, self.figures, strict=True)
        )
        return FigureTable(title, (*self.varied, *columns), rows, note)

    def _row(
        self, values: Sequence[str], figures: Figures, names: Sequence[str], kinds: Sequence[str]
    ) -> tuple[Cell, ...]:
        found = (figures.get(name) for name in names)
        return (*values, *(getattr(figure, kind) if figure else None for figure in found for kind in kinds))

    def tables(self) -> tuple[FigureTable, ...]:
        """Return one table with all figures."""
        return (self.table(*KINDS),)

    def charts(self) -> dict[str, str]:
        """Plot the edge of each bet by row, if there is more than one row."""
        if len(self.figures) < 2:
            return {}
        lines = {name: [float(row[name].edge) for row in self.figures if name in row] for name in self.names()}
        edges = [edge for line in lines.values() for edge in line]
        title = f"{self.game}: house edge by row"
        ends = (min(0, *edges), max(0, *edges))
        plot = Plot(title, f"row: {', '.join(self.varied)}", "house edge", (1, len(self.figures)), ends, percent_y=True)
        for number, (name, line) in enumerate(lines.items()):
            colour = _COLOURS[number % len(_COLOURS)]
            points = [(float(row), edge) for row, edge in enumerate(line, 1)]
            if len(self.varied) == 1:
                plot.line(points, colour)
            for row, edge in points:
                plot.dot(row, edge, colour, name if row == len(line) else "")
        return {"edge": plot.svg()}

    def as_data(self) -> dict[str, object]:
        """Return the data that `sweep --json` prints."""
        rows = [
            {
                "settings": dict(zip(self.varied, values, strict=True)),
                "bets": {name: figure.as_data() for name, figure in figures.items() if name != PLAYED},
                "played": figures[PLAYED].as_data() if PLAYED in figures else None,
            }
            for values, figures in zip(self.values, self.figures, strict=True)
        ]
        return {"game": self.game, "rules": list(self.rules), "rows": rows, "stopped": self.stopped}

    def how_many(self) -> str:
        """Return the number of rule sets, as text."""
        return f"{len(self.figures)} set{'s' * (len(self.figures) != 1)} of rules"

    def __repr__(self) -> str:
        return f"<sweep of {self.game}: {self.how_many()} by {', '.join(self.varied)}>"


def sweep(
    rules: str | HouseRules,
    vary: Mapping[str, object] | None = None,
    /,
    *,
    workers: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Sweep:
    """
    Compute the edge, hit rate and standard deviation of every bet over a grid of rules.

    Each varied option is given by name with a list of values, or as text with commas and inclusive ranges. A single
    line of a pay table is `{"bonus_table.Flush": "3..6"}`. Work is spread over all cores, or sent to the Dask
    scheduler at an address.

    >>> import pitboss as pb
    >>> found = pb.sweep("flip-it", call_it_pays="10:1..12:1", jokers=[0, 24], workers=1)
    >>> found
    <sweep of flip-it: 6 sets of rules by call_it_pays, jokers>
    >>> [row["call"].edge for row in found.figures[:2]]
    [Fraction(2, 13), Fraction(1, 5)]
    """
    game, base = meant(rules)
    wanted = {name: values_of(base, name, said) for name, said in {**(vary or {}), **options}.items()}
    if not wanted:
        raise Refused("bad-vary", "say what varies, as in decks=1,2,6,8")
    if (many := prod(map(len, wanted.values()))) > MOST_POINTS:
        raise Refused("bad-vary", f"these are {many:,} sets of rules: {MOST_POINTS:,} at most")
    grid = list(product(*wanted.values()))
    all_rules = [base.but(**dict(zip(wanted, values, strict=True))) for values in grid]
    figures, stopped = count_all(figures_of, game.name, all_rules, workers, dask, progress)
    said = tuple(tuple(map(_in_words, values)) for values in grid[: len(figures)])
    return Sweep(game.name, tuple(base.settings()), tuple(wanted), said, tuple(figures), stopped)


def _in_words(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
