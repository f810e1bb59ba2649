"""Following the books: what was settled since the last look is folded into the notes, piece by piece."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from pitboss.server.admin.daily_totals import RoundNote, noted
from pitboss.server.admin.notes import NotedTo, Notes
from pitboss.server.store.database import Database
from pitboss.server.store.postgres import Row
from pitboss.table.transfers import house

_LINES = 500
"""Lines of the journal at a time."""


class _Line(Struct):
    at: int
    round: int


_READ = Decoder(_Line).decode


class Followed(NamedTuple):
    """How far the notes are, how much is left, and whether they agree with the ledger."""

    line: int
    round: int
    behind: int
    """Rounds that are settled and not yet noted."""
    faults: tuple[str, ...]
    """Where the notes and the ledger differ; only looked for when nothing is left."""


def follow(books: Database, notes: Notes, seconds: float) -> Followed:
    """Read on for so long, or to the end; there every table's result is held against its account."""
    due = time.monotonic() + seconds
    while time.monotonic() < due:
        with notes.writing():
            is_more = _piece(books, notes)
        if not is_more:
            return _at_the_end(books, notes)
    return _so_far(books, notes)


def _so_far(books: Database, notes: Notes) -> Followed:
    place, last = notes.place(), books.run("SELECT COALESCE(MAX(id), 0) FROM rounds")[0][0]
    return Followed(place.line, place.round, max(last - place.round, 0), ())


def _at_the_end(books: Database, notes: Notes) -> Followed:
    """
    In one moment of the books: the rest, and what every account of a table holds.

    Nobody else notes meanwhile, so that the notes are never ahead of that moment.
    """
    with notes.writing(), books.snapshot():
        while _piece(books, notes):
            pass
        held = {row[0]: row[1] for row in books.run("SELECT name, balance FROM accounts WHERE name LIKE 'house/%'")}
        place, won = notes.place(), dict(notes.run("SELECT table_id, SUM(won) FROM days GROUP BY table_id"))
    found = {house(table): cents for table, cents in won.items()}
    faults = [
        f"{name} holds {held.get(name, 0)} cents and its rounds say {found.get(name, 0)}"
        for name in sorted({*held, *found})
        if held.get(name, 0) != found.get(name, 0)
    ]
    return Followed(place.line, place.round, 0, tuple(faults))


def _piece(books: Database, notes: Notes) -> bool:
    """Note what the next lines of the journal settled; whether there were any."""
    place = _checked(books, notes)
    lines = books.run(f"SELECT id, line, mark FROM journal WHERE id > ? ORDER BY id LIMIT {_LINES}", (place.line,))
    if not lines:
        return False
    number, text, mark = lines[-1]
    last = _READ(text).round
    kept = books.run(
        "SELECT id, table_id, number, body FROM rounds WHERE id > ? AND id <= ? ORDER BY id", (place.round, last)
    )
    notes.add(list(_timed(lines, kept)), NotedTo(number, mark, last))
    return True


def _checked(books: Database, notes: Notes) -> NotedTo:
    """Where the notes are, if these books still hold that line; other books, or older ones, are noted anew."""
    place = notes.place()
    found = books.run("SELECT mark FROM journal WHERE id = ?", (place.line,))
    if found and found[0][0] == place.mark:
        return place
    notes.clear()
    return NotedTo()


def _timed(lines: list[Row], kept: list[Row]) -> Iterator[RoundNote]:
    """Every round with the time of the line that settled it."""
    told = iter(_READ(text) for _, text, _ in lines)
    line = next(told)
    for number, table, in_table, body in kept:
        while line.round < number:
            line = next(told)
        yield noted(number, table, in_table, body, line.at)
