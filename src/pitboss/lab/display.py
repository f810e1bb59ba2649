"""Display of results: pandas data frames, HTML with charts for notebooks, and the JSON that the commands print."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Cell
from pitboss.solving.answers.figure_text import cell

if TYPE_CHECKING:
    import pandas

    from pitboss.lab.svg_charts import ResultChart

T = TypeVar("T")
StyledLine: TypeAlias = str | tuple[str, str]
"""A line of text, or a line and its style: "bold"."""

_STYLE = (
    "<style>.pitboss table{border-collapse:collapse;margin:.4em 0 .8em}.pitboss caption{text-align:left;"
    "font-weight:bold;padding:.3em 0;white-space:nowrap}.pitboss th,.pitboss td{padding:.15em .8em;text-align:right;"
    "border-bottom:1px solid #8884}"
    ".pitboss th:first-child,.pitboss td:first-child,.pitboss .words{text-align:left}"
    ".pitboss svg{max-width:100%;height:auto}</style>"
)
_MAX_ROWS = 60
"""Maximum number of rows shown in a notebook; a data frame always has all rows."""


def in_plain_text(lines: Iterable[StyledLine]) -> str:
    """Join lines into one string, without styles."""
    return "\n".join(line if isinstance(line, str) else line[0] for line in lines)


class FigureTable(Struct, frozen=True):
    """A table of figures. Exact values stay exact and are rounded only for display."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.rows)} rows of {', '.join(self.columns)}>"

    def shown(self) -> list[list[str]]:
        """Return the rows as formatted text."""
        return [
            [cell(each, kind_of(column)) for each, column in zip(row, self.columns, strict=True)] for row in self.rows
        ]

    def to_frame(self) -> pandas.DataFrame:
        """Convert to a pandas data frame; exact fractions become floats."""
        try:
            import pandas  # noqa: PLC0415  (optional and slow to load)
        except ImportError:
            raise Refused("no-frames", "a frame needs pandas: pip install 'pitboss[frames]'") from None
        frame = pandas.DataFrame(self._rows_of_floats(), columns=list(self.columns))
        return frame.astype(dict.fromkeys(self._without_values(), float))

    def to_polars(self) -> Any:
        """Convert to a Polars data frame; exact fractions become floats."""
        try:
            import polars  # noqa: PLC0415  (optional)
        except ImportError:
            raise Refused("no-frames", "a Polars frame needs Polars: pip install polars") from None
        unknown = self._without_values()
        schema = [(name, polars.Float64 if name in unknown else None) for name in self.columns]
        return polars.DataFrame(self._rows_of_floats(), schema=schema, orient="row", infer_schema_length=None)

    def to_csv(self) -> str:
        """Return the table as CSV with a header row. Numbers have full precision."""
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(["" if each is None else each for each in row] for row in self._rows_of_floats())
        return text.getvalue()

    def to_markdown(self) -> str:
        """Return the table as Markdown, with the title as a heading; numbers are rounded as printed."""
        lines = [self.columns, ["---"] * len(self.columns), *self.shown()]
        rows = ["| " + " | ".join(text.replace("|", "\\|") for text in line) + " |" for line in lines]
        return "\n".join([f"### {self.title}", "", *rows, *(["", self.note] if self.note else []), ""])

    def _without_values(self) -> list[str]:
        """Return the columns in which every figure is unknown; a data frame still gets them as numeric columns."""
        columns = zip(self.columns, zip(*self.rows, strict=True), strict=True) if self.rows else ()
        return [name for name, cells in columns if all(each is None for each in cells)]

    def _rows_of_floats(self) -> list[list[Any]]:
        return [[float(each) if isinstance(each, Fraction) else each for each in row] for row in self.rows]

    def _repr_html_(self) -> str:
        return in_a_notebook([self])


def kind_of(column: str) -> str:
    """Return the kind of figure in a column; for example `main edge` holds a house edge."""
    last = column.rpartition(" ")[2]
    return {"edge": "house edge", "hit": "hit", "push": "push"}.get(last, column)


def in_a_notebook(parts: Iterable[FigureTable | str]) -> str:
    """Render tables, and charts given as SVG, one below the other as HTML."""
    inside = "".join(part if isinstance(part, str) else _html(part) for part in parts)
    return f'<div class="pitboss">{_STYLE}{inside}</div>'


def _html(table: FigureTable) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = [
        "<tr>" + "".join(_td(value, words) for value, words in zip(row, shown, strict=True)) + "</tr>"
        for row, shown in zip(table.rows[:_MAX_ROWS], table.shown()[:_MAX_ROWS], strict=True)
    ]
    more = len(table.rows) - len(rows)
    under = " ".join(filter(None, (f"{more:,} more rows: see to_frame()." if more else "", table.note)))
    return (
        f"<table><caption>{escape(table.title)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>{f'<p>{escape(under)}</p>' if under else ''}"
    )


def _td(value: Cell, words: str) -> str:
    return f"<td{' class=words' if isinstance(value, str) else ''}>{escape(words)}</td>"


class ResultView:
    """Base class for all results. The first table becomes the data frame."""

    __slots__ = ()

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the tables of this result, the main one first."""
        raise NotImplementedError

    def charts(self) -> Mapping[str, str]:
        """Return the charts by name, as SVG."""
        return {}

    def as_data(self) -> Any:
        """Return the result as plain data."""
        raise NotImplementedError

    def in_format(self, output: str) -> str:
        """Return the output of the command with `--json`, `--csv` or `--md`: all tables, one after the other."""
        if output == "json":
            return self.to_json() + "\n"
        shown = [table for table in self.tables() if table.rows] or self.tables()[:1]
        return "\n".join(table.to_csv() if output == "csv" else table.to_markdown() for table in shown)

    def to_json(self) -> str:
        """Return the JSON that the command prints with `--json`."""
        return json.dumps(self.as_data(), ensure_ascii=False)

    def to_frame(self) -> pandas.DataFrame:
        """Convert the first table to a pandas data frame."""
        return self.tables()[0].to_frame()

    def to_polars(self) -> Any:
        """Convert the first table to a Polars data frame."""
        return self.tables()[0].to_polars()

    def plot(self) -> ResultChart:
        """Return the main chart of this result; it renders in a notebook, and its `save` writes it to a file."""
        raise Refused("no-chart", f"there is no chart of {self!r}: use to_frame() and a plotting library")

    def _repr_html_(self) -> str:
        return in_a_notebook([*self.charts().values(), *self.tables()])


class GivenTables(ResultView):
    """Tables, and the same content as plain data; as JSON, a list is printed with one object per line."""

    __slots__ = ("_data", "_tables")

    def __init__(self, tables: tuple[FigureTable, ...], data: Any) -> None:
        self._tables, self._data = tables, data

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the tables."""
        return self._tables

    def as_data(self) -> Any:
        """Return the data."""
        return self._data

    def to_json(self) -> str:
        """Return the data as JSON, with each item of a list on its own line."""
        lines = self._data if isinstance(self._data, list) else [self._data]
        return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)


class ByName(tuple[T, ...]):
    """
    A tuple whose items can also be looked up by name, as in a mapping. Iterating gives the items.

    >>> import pitboss as pb
    >>> bets = pb.odds("flop22").bets
    >>> bets["field"] is bets[3], bets.names()[3]
    (True, 'field')
    >>> "field" in bets, bets.get("craps"), list(bets.keys()) == list(dict(bets))
    (True, None, True)
    """

    def names(self) -> tuple[str, ...]:
        """Return the names of the items in order."""
        return tuple(thing.name for thing in self)  # type: ignore[attr-defined]

    def keys(self) -> tuple[str, ...]:
        """Return the names, as a mapping does."""
        return self.names()

    def values(self) -> tuple[T, ...]:
        """Return the items, as a mapping does."""
        return tuple(self)

    def items(self) -> tuple[tuple[str, T], ...]:
        """Return pairs of name and item, as a mapping does."""
        return tuple(zip(self.names(), self, strict=True))

    def get(self, name: str, default: Any = None) -> Any:
        """Return the item with this name, or the default."""
        return self[name] if name in self.names() else default

    def __contains__(self, which: object) -> bool:
        return which in self.names() if isinstance(which, str) else super().__contains__(which)

    def __getitem__(self, which: Any) -> Any:
        if not isinstance(which, str):
            return super().__getitem__(which)
        if which not in self.names():
            raise KeyError(f"there is no {which!r}: there are {', '.join(self.names())}")
        return super().__getitem__(self.names().index(which))
