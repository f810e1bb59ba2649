"""A paytable that looks like the printed one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache

from msgspec import Struct

from pitboss.money import LOSS, MoneyError, Pays


class PaytableError(ValueError):
    """A paytable that cannot be used, with a sentence that says what would be right."""


class Paytable(Struct, frozen=True):
    """Printed lines from the top; a leaf rule names a line by its place, counted from 0."""

    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[Pays, ...]], ...]

    @classmethod
    def printed(cls, text: str) -> Paytable:
        """
        Read the table as it is printed: columns set apart by two blanks or more.

        >>> table = Paytable.printed('''
        ...                   Hand 1   Hand 2
        ...   Card Total 22     4:1      8:1
        ...   Card Total 21     1:1      2:1
        ... ''')
        >>> str(table.pays(0, column=1)), table.name(1)
        ('8:1', 'Card Total 21')
        """
        rows = [re.split(r"\s{2,}", row.strip()) for row in text.strip("\n").splitlines() if row.strip()]
        has_header = not _is_payout(rows[0][-1])
        columns = tuple(rows[0]) if has_header else ("Pays",)
        return cls(columns, tuple((row[0], tuple(map(Pays.parse, row[1:]))) for row in rows[has_header:]))

    def read(self, data: object) -> Paytable:
        """Another house's figures for the lines of this table, none missing and none unknown."""
        if isinstance(data, Paytable):
            data = data.as_data()
        if not isinstance(data, Mapping):
            raise PaytableError(f"a paytable is written line by line, as in {self._example()}")
        names = [name for name, _ in self.lines]
        for name in data:
            if name not in names:
                near = get_close_matches(str(name), names, 1, 0.0)[0]
                raise PaytableError(f"there is no line {name!r}: the nearest is {near!r}")
        missing = [name for name in names if name not in data]
        if missing:
            raise PaytableError(f"the line {missing[0]!r} is missing: write {missing[0]!r} = {self._cells(missing[0])}")
        return Paytable(self.columns, tuple((name, self._row(name, data[name])) for name in names))

    def with_line(self, name: str, value: object) -> Paytable:
        """The same table with one line changed."""
        lines = dict(self.as_data())
        lines[name] = value
        return self.read(lines)

    def as_data(self) -> dict[str, object]:
        """The lines as a house-rules file holds them."""
        return {name: str(row[0]) if len(row) == 1 else [str(pays) for pays in row] for name, row in self.lines}

    def name(self, line: int) -> str:
        """The words printed at the head of this line."""
        return self.lines[line][0]

    def pays(self, line: int, column: int = 0) -> Pays:
        """What this line pays; a line that is not printed (below 0 or past the end) loses."""
        return self.lines[line][1][column] if 0 <= line < len(self.lines) else LOSS

    def spoken(self, column: int = 0) -> str:
        """
        One column as a dealer would read it out, the best line first.

        >>> Paytable.printed("Pair  2:1").spoken()
        'Pair: 2 to 1'
        """
        return _spoken(self.lines, column)

    def all_pays(self) -> Iterable[Pays]:
        """Every payout in the table."""
        return (pays for _, row in self.lines for pays in row)

    def _row(self, name: str, cells: object) -> tuple[Pays, ...]:
        row = list(cells) if isinstance(cells, (list, tuple)) else [cells]
        if len(row) != len(self.columns):
            raise PaytableError(f"the line {name!r} needs {len(self.columns)} payouts: {self._cells(name)} for example")
        try:
            return tuple(map(Pays.parse, row))
        except MoneyError as error:
            raise PaytableError(f"in the line {name!r}, {error}") from None

    def _cells(self, name: str) -> str:
        shown = [f'"{pays}"' for pays in dict(self.lines)[name]]
        return shown[0] if len(shown) == 1 else f"[{', '.join(shown)}]"

    def _example(self) -> str:
        return f'"{self.lines[0][0]}" = {self._cells(self.lines[0][0])}'

    def __str__(self) -> str:
        wide = max(len(name) for name, _ in self.lines)
        widths = [max(8, len(head)) for head in self.columns]
        heads = [] if len(widths) == 1 else [" " * wide + _set_right(self.columns, widths)]
        rows = [f"{name:<{wide}}" + _set_right(map(str, row), widths) for name, row in self.lines]
        return "\n".join([*heads, *rows])


@cache
def _spoken(lines: tuple[tuple[str, tuple[Pays, ...]], ...], column: int) -> str:
    return "; ".join(f"{or_more(name)}: {row[column].spoken}" for name, row in lines)


def or_more(line: str) -> str:
    """
    A line of a table as it is said.

    >>> or_more("4+ tokens"), or_more("Full House")
    ('4 or more tokens', 'Full House')
    """
    return re.sub(r"\b(\d+)\+", r"\1 or more", line)


def _set_right(cells: Iterable[str], widths: Iterable[int]) -> str:
    return "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def _is_payout(text: str) -> bool:
    try:
        Pays.parse(text)
    except MoneyError:
        return False
    return True
