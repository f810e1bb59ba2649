"""A grid of rule sets, from parsed options: `pitboss.sweep` computes every bet's figures for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Literal

from msgspec import Struct

from pitboss.lab.api import resolve_game
from pitboss.lab.display import FigureTable, ResultView
from pitboss.lab.svg_charts import ResultChart, Series
from pitboss.lab.whatif.grid import Figures, Progress, count_all, figures_of
from pitboss.money import Pays, parse_money, show_money
from pitboss.paytable import Paytable, PaytableError
from pitboss.play.options.option_values import Between, choices_of
from pitboss.play.options.rules import HouseRules, Money, kinds
from pitboss.play.refused import Refused, rather
from pitboss.solving.answers.analysis import PLAYED, Cell

EVERY = "*"
MAX_VALUES = 10_000


def read_vary(rules: HouseRules, text: str) -> tuple[str, list[object]]:
    """
    Parse an option and its values from `name=values`.

    >>> from pitboss.games import GAMES
    >>> rules = GAMES["free-bet"].rules()
    >>> read_vary(rules, "decks=1,6..8"), read_vary(rules, "push_22_pays=9:1..13:1..2")
    (('decks', ['1', '6', '7', '8']), ('push_22_pays', ['9:1', '11:1', '13:1']))
    """
    name, equals, values = text.partition("=")
    if not equals or not values.strip():
        raise Refused("bad-vary", f"{text!r} varies nothing: write name=values, as in decks=1,2,6..8")
    return name.strip(), values_of(rules, name.strip(), values)


def values_of(rules: HouseRules, name: str, given: object) -> list[object]:
    """Return the values of an option: a list, or text with commas, ranges a..b or a..b..step, or * for all."""
    held = _held(rules, name)
    if not isinstance(given, str):
        values = list(given) if isinstance(given, Iterable) else [given]
    elif given.strip() == EVERY:
        values = _every(rules, name, held)
    else:
        values = [value for word in given.split(",") for value in _range(rules, name, held, word.strip())]
    if not 0 < len(values) <= MAX_VALUES:
        raise Refused("bad-vary", f"{name} takes from 1 to {MAX_VALUES:,} values, not {len(values):,}")
    return values


def _held(rules: HouseRules, name: str) -> object:
    """Return the current value of an option, or the payout of one pay table line."""
    option, _, line = name.partition(".")
    option = option.strip().replace("-", "_")
    if option not in rules.options():
        raise Refused("bad-rules", f"{rules.title} has no option {option!r}: {rather(option, rules.options())}")
    held = getattr(rules, option)
    if not line:
        return held
    if not isinstance(held, Paytable):
        raise Refused("bad-rules", f"{option} is not a paytable: write {option}=values")
    try:
        return held.cell(line)
    except PaytableError as error:
        raise Refused("bad-rules", f"{option}: {error}") from None


def _every(rules: HouseRules, name: str, held: object) -> list[object]:
    option = name.replace("-", "_")
    if isinstance(held, bool):
        return [True, False]
    if isinstance(held, Paytable):
        return list(rules.table_names(option))
    kind = kinds(type(rules)).get(option)
    if choices := choices_of(kind):
        return list(choices)
    how = getattr(kind, "__metadata__", (None,))[0]
    if isinstance(how, Between) and how.most - how.least < MAX_VALUES:
        return list(range(how.least, how.most + 1))
    raise Refused("bad-vary", f"{name} takes unlimited values: list some of them, as in {name}=1..10")


def _range(rules: HouseRules, name: str, held: object, word: str) -> Sequence[object]:
    ends = [end.strip() for end in word.split("..")]
    if len(ends) == 1:
        return [word]
    try:
        if isinstance(held, Pays):
            numbers = _steps([Pays.parse(end).ratio for end in ends], 1)
            return [str(Pays(number.numerator, number.denominator)) for number in numbers]
        if kinds(type(rules)).get(name.replace("-", "_")) == Money:
            return [show_money(int(number)) for number in _steps([Fraction(parse_money(end)) for end in ends], 100)]
        if isinstance(held, int) and not isinstance(held, bool):
            return [str(number) for number in _steps([Fraction(int(end)) for end in ends], 1)]
    except ValueError:
        pass
    raise Refused(
        "bad-vary", f"{name}: {word!r} is not a range: write two numbers, the smaller one first, as in 1..8 or 1..9..2"
    )


def _steps(ends: Sequence[Fraction], unit: int) -> Sequence[Fraction]:
    """Return the numbers from the first end up to the second, by steps; the second is included if a step hits it."""
    low, high, step = (*ends, Fraction(unit))[:3]
    if len(ends) > 3 or step <= 0 or low > high or low < 0:
        raise ValueError(f"{ends} is not a range")
    if (high - low) / step >= MAX_VALUES:
        raise Refused("bad-vary", f"a range has at most {MAX_VALUES:,} values: take a larger step, as in 1..9..2")
    return [low + step * number for number in range(int((high - low) / step) + 1)]


MAX_POINTS = 100_000
KINDS = ("edge", "hit", "sd")
_BY_ROW = "number of the row"


class Sweep(Struct, ResultView, frozen=True):
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
        columns: dict[object, str] = {}
        for name in dict.fromkeys(name for row in self.figures for name in row):
            columns.setdefault(tuple(row.get(name) for row in self.figures), name)
        return tuple(columns.values())

    def table(self, *kinds: str, names: Sequence[str] = ()) -> FigureTable:
        """Return the rows with the given kinds of figures, for all bets or those in `names`."""
        names = names or self.names()
        columns = [f"{name} {kind}" for name in names for kind in kinds]
        title = f"{self.game}: {self.size_in_words()}"
        note = "; ".join(self.rules)
        rows = tuple(
            self._row(values, row, names, kinds) for values, row in zip(self.values, self.figures, strict=True)
        )
        return FigureTable(title, (*self.varied, *columns), rows, note)

    def _row(
        self, values: Sequence[str], figures: Figures, names: Sequence[str], kinds: Sequence[str]
    ) -> tuple[Cell, ...]:
        found = (figures.get(name) for name in names)
        return (
            *map(_number, values),
            *(getattr(figure, kind) if figure else None for figure in found for kind in kinds),
        )

    def tables(self) -> tuple[FigureTable, ...]:
        """Return one table with all figures."""
        return (self.table(*KINDS),)

    def plot(self, bets: Sequence[str] = (), kind: str = "edge") -> ResultChart:
        """
        Return a chart of a figure (edge, hit or sd) by the varied option; `a.plot() + b.plot()` overlays two sweeps.

        If several options vary, or the values are not numbers, the x axis is the number of the row.
        """
        if kind not in KINDS:
            raise Refused("bad-chart", f"unknown figure {kind!r}: {rather(kind, KINDS)}")
        names = bets or self.names()
        if unknown := [name for name in names if not any(name in row for row in self.figures)]:
            raise Refused("no-such-bet", f"unknown bet {unknown[0]!r}: {rather(unknown[0], self.names())}")
        places, across = self._x_axis()
        rows = list(zip(places, self.figures, strict=True))
        lines = {name: tuple((x, float(getattr(row[name], kind))) for x, row in rows if name in row) for name in names}
        drawn: Literal["line", "dots"] = "dots" if across == _BY_ROW and len(self.varied) > 1 else "line"
        series = tuple(Series(name, points, drawn) for name, points in lines.items())
        up = {"edge": "house edge", "hit": "hit rate", "sd": "standard deviation"}[kind]
        return ResultChart(f"{self.game}: {up}", across, up, series, percent_y=kind != "sd")

    def _x_axis(self) -> tuple[list[float], str]:
        """Return the x of each row and the axis label: the one option that varies, if its values are numbers."""
        columns = [
            (name, [_number(text) for text in values])
            for name, values in zip(self.varied, zip(*self.values, strict=True), strict=True)
            if len(set(values)) > 1
        ]
        if len(columns) == 1 and all(isinstance(value, (int, float)) for value in columns[0][1]):
            name, values = columns[0]
            return [float(value) for value in values if isinstance(value, (int, float))], name
        return [float(row) for row in range(1, len(self.values) + 1)], _BY_ROW

    def charts(self) -> dict[str, str]:
        """Return the chart of every bet's edge, if there is more than one row."""
        return {} if len(self.figures) < 2 else {"edge": self.plot().svg()}

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

    def size_in_words(self) -> str:
        """Return the number of rule sets, as text."""
        return f"{len(self.figures)} set{'s' * (len(self.figures) != 1)} of rules"

    def __repr__(self) -> str:
        return f"<sweep of {self.game}: {self.size_in_words()} by {', '.join(self.varied)}>"


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
    game, base = resolve_game(rules)
    wanted = {name: values_of(base, name, given) for name, given in {**(vary or {}), **options}.items()}
    if not wanted:
        raise Refused("bad-vary", "name what to vary, as in decks=1,2,6,8")
    if (many := prod(map(len, wanted.values()))) > MAX_POINTS:
        raise Refused("bad-vary", f"these are {many:,} sets of rules: {MAX_POINTS:,} at most")
    grid = list(product(*wanted.values()))
    all_rules = [base.with_changes(**dict(zip(wanted, values, strict=True))) for values in grid]
    figures, stopped = count_all(figures_of, game.name, all_rules, workers, dask, progress)
    given = tuple(tuple(map(_in_words, values)) for values in grid[: len(figures)])
    return Sweep(game.name, tuple(base.settings()), tuple(wanted), given, tuple(figures), stopped)


def _number(text: str) -> Cell:
    """
    Return the number in a value's text, as a data frame needs it; other text unchanged.

    >>> _number("16"), _number("2.5"), _number("12:1"), _number("true")
    (16, 2.5, '12:1', 'true')
    """
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _in_words(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
