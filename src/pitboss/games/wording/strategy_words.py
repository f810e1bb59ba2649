"""
Shared parsing of strategy files: situations in the sheet's words, and errors that name the place.

A file holds `start`, a strategy by name, and tables that change it. Each situation maps to an action, or to a table of
columns (the dealer's up cards, say) and actions. Neighbouring columns may be combined, as in `2-6`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from pitboss.play.refused import Refused, one_of, rather

Changes = Mapping[str, Any]
"""The tables of a strategy file, as parsed from TOML."""
NO_CHANGES: Changes = {}
UP_CARDS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""Names of values from ace to ten, in the order in which kernels number them."""
HIT, STAND, DOUBLE, DOUBLE_OR_STAND = "hit", "stand", "double", "double or stand"
PLAYS = (STAND, HIT, DOUBLE, DOUBLE_OR_STAND)
"""The plays of a total. A double applies to two cards; with more cards, hit (or stand)."""
SPLIT, BY_TOTAL = "split", "by total"
TOTALS = (*(f"hard-{total}" for total in range(4, 21)), *(f"soft-{total}" for total in range(12, 21)))
PAIRS = tuple(f"{value}-{value}" for value in VALUES)
INSURANCE = ("yes", "no")


def refused(where: str, reason: str) -> Refused:
    """Return the error for a strategy file, naming the place."""
    return Refused("bad-strategy", f"{where}: {reason}" if where else reason)


def is_known(where: str, name: object, names: Collection[str], what: str) -> str:
    """Return the name if it is known; otherwise raise Refused, suggesting the nearest name."""
    if isinstance(name, str) and name in names:
        return name
    raise refused(where, f"there is no {what} {name!r}; {rather(name, names)}")


def is_action(where: str, action: object, actions: Collection[str]) -> str:
    """Return the action if it is allowed there; otherwise raise Refused."""
    if isinstance(action, str) and action in actions:
        return action
    raise refused(where, f"{action!r} is not possible there: choose {one_of(map(repr, actions))}")


def is_table(where: str, found: object) -> Mapping[str, Any]:
    """Return the value if it is a table of situations; otherwise raise Refused."""
    if isinstance(found, Mapping):
        return found
    raise refused(where, f"{found!r} is not a table of situations: write [{where}] and a line for each")


def is_list(where: str, found: object, names: Collection[str], what: str) -> list[str]:
    """Return the value if it is a list of known names; otherwise raise Refused."""
    if not isinstance(found, list):
        raise refused(where, f'{found!r} is not a list: write ["{next(iter(names))}"], or [] for none')
    return [is_known(where, name, names, what) for name in found]


def cells(where: str, value: object, columns: Sequence[str], actions: Collection[str], what: str) -> dict[str, str]:
    """Return the action in each column of a situation, given as one action or as a table of columns."""
    if not isinstance(value, Mapping):
        return dict.fromkeys(columns, is_action(where, value, actions))
    found: dict[str, str] = {}
    for written, action in value.items():
        at = f"{where}, {written}"
        for column in columns_of(at, written, columns, what):
            if column in found:
                raise refused(at, f"{what} {column} appears twice: leave one out")
            found[column] = is_action(at, action, actions)
    return found


def columns_of(where: str, written: str, columns: Sequence[str], what: str) -> Sequence[str]:
    """Return the columns that a string such as 7 or 2-6 names."""
    ends = [is_known(where, end.strip(), columns, what) for end in written.split("-", maxsplit=1)]
    first, last = (columns.index(end) for end in (ends[0], ends[-1]))
    if first > last:
        raise refused(where, f"{written} runs backwards: write {columns[last]}-{columns[first]}")
    return columns[first : last + 1]


def rows(
    where: str, found: object, names: Collection[str], columns: Sequence[str], actions: Collection[str]
) -> dict[str, dict[str, str]]:
    """Return the whole table as actions by situation and up card."""
    table = is_table(where, found)
    return {
        is_known(where, name, names, "situation"): cells(f"{where}, {name}", value, columns, actions, "up card")
        for name, value in table.items()
    }


def only(changes: Changes, sections: Collection[str]) -> None:
    """Reject a file with unknown entries."""
    for name in changes:
        is_known("", name, sections, "part of a strategy")


def in_ranges(row: Mapping[str, str]) -> str | dict[str, str]:
    """Return a row as written in a file: one action if all columns agree, else ranges of columns."""
    if len(set(row.values())) == 1:
        return next(iter(row.values()))
    short = {}
    for action, alike in groupby(row, key=lambda column: row[column]):
        first, *rest = alike
        short[f"{first}-{rest[-1]}" if rest else first] = action
    return short


class Part(Struct, frozen=True):
    """One part of a strategy as written in a file: a list, an action, or a table of situations."""

    name: str
    about: str
    """Its description, in a sentence."""
    found: Any
    is_whole: bool
    """Whether the file captures all of it. If not, the strategy depends on more than a file can express."""
    choices: tuple[str, ...] = ()
    """The values allowed in a list, or the actions allowed in a cell."""
    columns: tuple[str, ...] = ()
    """The columns of a table."""
    row_choices: Mapping[str, tuple[str, ...]] = {}
    """The actions allowed in rows that allow fewer than the other rows."""
