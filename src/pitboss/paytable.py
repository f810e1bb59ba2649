"""Pay tables: parsed from their printed form, and formatted the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache

from msgspec import Struct

from pitboss.money import LOSS, MoneyError, Pays


class PaytableError(ValueError):
    """An invalid pay table; the message says how to fix it."""


class Paytable(Struct, frozen=True):
    """A pay table as printed, top line first; leaf rules refer to a line by its index, counting from 0."""

    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[Pays, ...]], ...]
    above: tuple[str, ...] = ()
    """Lines that other casinos may print above these, from the top."""

    @classmethod
    def printed(cls, text: str, above: tuple[str, ...] = ()) -> Paytable:
        """
        Parse a printed table; columns are separated by at least two spaces.

        >>> table = Paytable.printed('''
        ...                   Hand 1   Hand 2
        ...   Card Total 22     4:1      8:1
        ...   Card Total 21     1:1      2:1
        ... ''')
        >>> str(table.pays(0, column=1)), table.name(1)
        ('8:1', 'Card Total 21')
        """
        rows = [re.split(r"\s{2,}", row.strip()) for row in text.strip("\n").splitlines() if row.strip()]
        has_header = not _is_payout(rows[0][-1]) and not re.search(r"\d(:| to )\d+$", rows[0][-1])
        columns = tuple(rows[0]) if has_header else ("Pays",)
        for row in rows[has_header:]:
            if len(row) != len(columns) + 1:
                found, wanted = f"{len(row) - 1} payouts", f"{len(columns)}, with two spaces between columns"
                raise PaytableError(f"the line {'  '.join(row)!r} of a pay table has {found} and needs {wanted}")
        return cls(columns, tuple((row[0], tuple(map(Pays.parse, row[1:]))) for row in rows[has_header:]), above)

    def read(self, data: object) -> Paytable:
        """
        Return this table with other payouts; lines or columns not given are unchanged.

        >>> table = Paytable.printed("Flush  5:1")
        >>> print(table.read({"flush": 6}))
        Flush       6:1
        """
        if isinstance(data, Paytable):
            data = data.as_data()
        if not isinstance(data, Mapping):
            raise PaytableError(f"a paytable is written line by line, as in {self._example()}")
        lines: dict[str, object] = {}
        for line, cells in data.items():
            name, column = self._called(str(line))
            before = lines.get(name, {})
            if not isinstance(before, dict) or (name in lines and not column):
                raise PaytableError(f"the line {name!r} appears twice")
            lines[name] = {**before, column: cells} if column else cells
        names = self._names_with(lines)
        return Paytable(self.columns, tuple((name, self._row(name, lines.get(name))) for name in names), self.above)

    def _called(self, line: str) -> tuple[str, str]:
        """Return the name of the matching line, ignoring case, and the column if given as `line.column`."""
        names = {name.casefold(): name for name in (*self.above, *dict(self.lines))}
        head, _, column = line.rpartition(".")
        for name, rest in ((line, ""), (head, column)):
            if (known := names.get(name.strip().casefold())) is not None:
                return known, rest
        near = get_close_matches(line, list(names.values()), 1, 0.0)[0]
        raise PaytableError(f"unknown line {line!r}: did you mean {near!r}?")

    def _names_with(self, lines: Mapping[str, object]) -> list[str]:
        """Return the names of the table's lines with these added; raise if a line in between is missing."""
        names = list(dict.fromkeys((*self.above, *dict(self.lines))))
        have = [name for name in names if name in lines or name in dict(self.lines)]
        whole = names[names.index(have[0]) :]
        for name in whole:
            if name not in have:
                raise PaytableError(f"the line {name!r} is missing: the lines above it need it")
        return whole

    def with_line(self, name: str, value: object) -> Paytable:
        """Return the table with one line changed."""
        return self.read({name: value})

    def cell(self, words: str) -> Pays:
        """Return the payout of one line, or of `line.column` in a table with several columns."""
        name, column = self._called(words)
        row = dict(self.lines).get(name)
        places = [place for place, head in enumerate(self.columns) if head.casefold() == column.strip().casefold()]
        if row is None or not (places or (len(row) == 1 and not column)):
            shown = ", ".join(self.columns)
            raise PaytableError(f"{words!r} is not a cell of the table: write line.column; the columns are {shown}")
        return row[places[0] if places else 0]

    def as_data(self) -> dict[str, object]:
        """Return the lines as stored in a house-rules file."""
        return {name: str(row[0]) if len(row) == 1 else [str(pays) for pays in row] for name, row in self.lines}

    def name(self, line: int) -> str:
        """Return the printed name of a line."""
        return self.lines[line][0]

    def pays(self, line: int, column: int = 0) -> Pays:
        """Return the payout of a line; an unprinted line (below 0 or past the end) loses."""
        return self.lines[line][1][column] if 0 <= line < len(self.lines) else LOSS

    def paid(self, line: int, column: int = 0) -> tuple[Pays, str]:
        """
        Return the payout and the name of a line; an unprinted line loses and is called "nothing".

        >>> Paytable.printed("Pair  2:1").paid(1)
        (Pays(won=-1, per=1), 'nothing')
        """
        is_printed = 0 <= line < len(self.lines)
        return (self.lines[line][1][column], self.lines[line][0]) if is_printed else (LOSS, "nothing")

    def spoken(self, column: int = 0) -> str:
        """
        Return one column as a dealer would read it aloud, from the top line.

        >>> Paytable.printed("Pair  2:1").spoken()
        'Pair: 2 to 1'
        """
        return _spoken(self.lines, column)

    def all_pays(self) -> Iterable[Pays]:
        """Return every payout in the table."""
        return (pays for _, row in self.lines for pays in row)

    def _row(self, name: str, cells: object) -> tuple[Pays, ...]:
        before = dict(self.lines).get(name)
        if cells is None and before:
            return before
        row = self._by_column(name, cells) if isinstance(cells, Mapping) else cells
        row = list(row) if isinstance(row, (list, tuple)) else row.split(",") if isinstance(row, str) else [row]
        if len(row) != len(self.columns):
            raise PaytableError(f"the line {name!r} needs {len(self.columns)} payouts: {self._cells(name)} for example")
        try:
            return tuple(map(Pays.parse, row))
        except MoneyError as error:
            raise PaytableError(f"in the line {name!r}, {error}") from None

    def _by_column(self, name: str, cells: Mapping[object, object]) -> list[object]:
        """Return all cells of a line of which only some columns are given; the others are unchanged."""
        row: list[object] = list(dict(self.lines).get(name, ()))
        columns = {column.casefold(): number for number, column in enumerate(self.columns)}
        for column, cell in cells.items():
            number = columns.get(str(column).strip().casefold())
            if number is None or number >= len(row):
                shown = ", ".join(self.columns)
                raise PaytableError(f"the line {name!r} has no column {column!r}: its columns are {shown}")
            row[number] = cell
        return row

    def _cells(self, name: str) -> str:
        shown = [f'"{pays}"' for pays in dict(self.lines).get(name, self.lines[0][1])]
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
    Return a line's name as spoken.

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


class Named(Struct, frozen=True):
    """A published pay table that other casinos use."""

    lines: Mapping[str, object]
    source: str
    """The publication it comes from."""
