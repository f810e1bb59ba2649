"""Lab results as text tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Console, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from pitboss.documents.analysis_tables import NARROWEST, text_table, write_parts
from pitboss.lab.display import FigureTable
from pitboss.lab.tune import Tuning
from pitboss.lab.tune.tuning_answer import Tuned
from pitboss.lab.whatif.compare import Comparison
from pitboss.lab.whatif.slopes import Slopes
from pitboss.lab.whatif.sweep import Sweep
from pitboss.money import show_money
from pitboss.solving.answers.figure_text import decimal, exactly, percent
from pitboss.statistics.exactness import Number

_LONG_HEAD = 20
"""Longer column heads over option values may wrap; the values may not."""
_GAP = 3
"""Spaces between two columns."""
_SHOWN = 40
"""Number of plays printed; --json has all of them."""
_TABLE_ROWS = 200
"""Number of pay tables laid out as a table; the rest are plain lines, since layout is slow."""


def table_parts(table: FigureTable) -> list[RenderableType]:
    """Return a table with its title and note."""
    made = text_table(*table.columns[1:], first=table.columns[0])
    for row in table.shown():
        made.add_row(*row)
    return [Text(table.title, style="bold"), made, *([Text(table.note)] if table.note else []), Text()]


def show_sweep(console: Console, title: str, sweep: Sweep, kinds: Mapping[str, str]) -> None:
    """Print a table for each kind of figure: a row per rule set, a column per bet."""
    house = "; ".join(sweep.rules) or "default"
    parts: list[RenderableType] = [Text(f"{title}: {sweep.size_in_words()}", style="bold")]
    parts.append(Text(f"House rules: {house}, except what varies."))
    if sweep.stopped:
        result = "the finished rows follow" if sweep.figures else "no set of rules was finished"
        parts.append(Text(f"Stopped early: {result}."))
    parts.append(Text())
    for kind, words in kinds.items() if sweep.figures else ():
        names = [name for name in sweep.names() if any(_has(row.get(name), kind) for row in sweep.figures)]
        parts.append(Text(words, style="bold"))
        rows = sweep.table(kind, names=names).shown()
        for columns in _fitting_columns(sweep.varied, names, rows, max(console.width, NARROWEST)):
            parts += [_columns_of(columns), Text()]
    alike = sorted({name for row in sweep.figures for name in row} - set(sweep.names()))
    if alike:
        parts.append(Text(f"Same figures as a bet shown above: {', '.join(alike)}."))
    write_parts(console, parts)


def _fitting_columns(
    varied: Sequence[str], names: Sequence[str], rows: Iterable[Sequence[str]], wide: int
) -> Iterator[list[Sequence[str]]]:
    """Split a wide table by columns so that no figure is cut; each part repeats the varied options."""
    columns = list(zip((*varied, *names), *rows, strict=True))
    first, left = columns[: len(varied)], columns[len(varied) :]
    room = wide - sum(max(min(len(head), _LONG_HEAD), *map(len, cells)) + _GAP for head, *cells in first)
    while left:
        many, taken = 1, max(map(len, left[0]))
        while many < len(left) and (taken := taken + _GAP + max(map(len, left[many]))) <= room:
            many += 1
        yield [*first, *left[:many]]
        left = left[many:]


def _columns_of(columns: Sequence[Sequence[str]]) -> RichTable:
    (head, *_), *others = columns
    made = text_table(*(each[0] for each in others), first=head)
    for row in zip(*(cells for _, *cells in columns), strict=True):
        made.add_row(*row)
    return made


def _has(figure: object, kind: str) -> bool:
    return figure is not None and getattr(figure, kind) is not None


def show_comparison(console: Console, title: str, found: Comparison) -> None:
    """Print the differences in sentences, then the plays that change."""
    parts: list[RenderableType] = [Text(title, style="bold"), *map(Text, found.in_words()), Text()]
    plays = found.tables()[2]
    if plays.rows:
        more = len(plays.rows) - _SHOWN
        note = f"{more} more with --json." if more > 0 else ""
        parts += table_parts(FigureTable(plays.title, plays.columns, plays.rows[:_SHOWN], note))
    write_parts(console, parts)


def show_slopes(console: Console, found: Slopes) -> None:
    """Print every change with its effect on each edge."""
    parts: list[RenderableType] = [Text("Effect of rule changes on the house edge", style="bold")]
    for slope in found.slopes:
        parts.append(Text(f"{slope.option}: {slope.before} to {slope.after}"))
        parts += [Text(f"  {bet:<12} {_signed(change)}") for bet, change in slope.changes.items()]
    note = found.tables()[0].note
    parts += [Text(note)] if note else []
    parts.append(Text("Each change is computed with the best play for it. A minus favors the player."))
    write_parts(console, parts)


def _signed(change: Number) -> str:
    return f"{'+' if change > 0 else ''}{percent(change)}{exactly(change)}"


def show_tuning(console: Console, title: str, found: Tuning, nearest: float | None = None) -> None:
    """Print the number of pay tables and the first of them, side by side, or the nearest edge if there is none."""
    tables = f"{found.count:,} table{'s' * (found.count != 1)}"
    parts: list[RenderableType] = [Text(f"{title}, {found.bet}: {tables}", style="bold")]
    if found.stopped:
        parts.append(Text("Stopped early: there may be more tables."))
    if nearest is not None:
        parts.append(Text(f"The nearest house edge of any table is {percent(nearest)}."))
    if found.note:
        parts.append(Text(found.note))
    if found.first:
        parts.append(Text(f"Lines of {found.option} from the top: {'; '.join(found.paying())}."))
        parts += [Text(), _tuned_table(found)]
    write_parts(console, parts)
    more = list(_tuned_rows(found, found.first[_TABLE_ROWS:]))
    wide = [max((len(row[at]) for row in more), default=0) for at in range(5)]
    for row in more:
        figures = (cell.rjust(width) for cell, width in zip(row[1:], wide[1:], strict=True))
        console.file.write("   ".join((row[0].ljust(wide[0]), *figures)) + "\n")
    if found.first and found.count > len(found.first):
        left = found.count - len(found.first)
        write_parts(console, [Text(f"{left:,} more; use --show to list them, --rank to sort.")])


def _tuned_table(found: Tuning) -> RichTable:
    made = text_table("house edge", "hit", "sd", "liability", first="pays to 1")
    for row in _tuned_rows(found, found.first[:_TABLE_ROWS]):
        made.add_row(*row)
    return made


def _tuned_rows(found: Tuning, tables: Sequence[Tuned]) -> Iterator[tuple[str, ...]]:
    """Yield each pay table as cells: lines from the top, edge, hit rate, standard deviation and liability."""
    for one in tables:
        lines = " ".join(one.table[line].removesuffix(":1") for line in found.paying())
        yield lines, percent(one.edge), percent(one.hit), decimal(one.sd), show_money(found.liability(one))
