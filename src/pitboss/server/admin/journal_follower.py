"""A follower of the journal, which adds newly settled rounds to the summary database in batches."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from pitboss.server.admin.daily_totals import RoundNote, noted
from pitboss.server.admin.notes import ActionNote, Notes, SummaryPosition
from pitboss.server.store.database import Database
from pitboss.server.store.postgres import Row
from pitboss.table.audit.journal import DeskAction
from pitboss.table.transfers import house

_LINES = 500
"""Journal lines per batch."""


class _Line(Struct):
    at: int
    round: int
    desk: tuple[DeskAction, ...] = ()


_READ = Decoder(_Line).decode


class SummaryProgress(NamedTuple):
    """The progress of the summary, and whether it agrees with the ledger."""

    line: int
    round: int
    behind: int
    """Rounds settled but not yet summarised."""
    faults: tuple[str, ...]
    """Differences between summary and ledger, checked only when the summary is complete."""


def follow(books: Database, notes: Notes, seconds: float) -> SummaryProgress:
    """Follow the journal for at most `seconds`. If the end is reached, check every table against its account."""
    due = time.monotonic() + seconds
    while time.monotonic() < due:
        with notes.writing():
            is_more = _piece(books, notes)
        if not is_more:
            return _at_the_end(books, notes)
    return _so_far(books, notes)


def _so_far(books: Database, notes: Notes) -> SummaryProgress:
    place, last = notes.place(), books.run("SELECT COALESCE(MAX(id), 0) FROM rounds")[0][0]
    return SummaryProgress(place.line, place.round, max(last - place.round, 0), ())


def _at_the_end(books: Database, notes: Notes) -> SummaryProgress:
    """
    Process the rest and compare the tables' accounts in one snapshot of the store.

    No other process writes to the summary in the meantime, so it is never ahead of the snapshot.
    """
    with notes.writing(), books.snapshot():
        while _piece(books, notes):
            pass
        held = {row[0]: row[1] for row in books.run("SELECT name, balance FROM accounts WHERE name LIKE 'house/%'")}
        place, won = notes.place(), dict(notes.run("SELECT table_id, SUM(won) FROM days GROUP BY table_id"))
    found = {house(table): cents for table, cents in won.items()}
    faults = [
        f"{name} holds {held.get(name, 0)} cents, but its rounds total {found.get(name, 0)}"
        for name in sorted({*held, *found})
        if held.get(name, 0) != found.get(name, 0)
    ]
    return SummaryProgress(place.line, place.round, 0, tuple(faults))


def _piece(books: Database, notes: Notes) -> bool:
    """Add the rounds settled by the next journal lines, and return whether there were any."""
    place = _checked(books, notes)
    lines = books.run(f"SELECT id, line, mark FROM journal WHERE id > ? ORDER BY id LIMIT {_LINES}", (place.line,))
    if not lines:
        return False
    number, text, mark = lines[-1]
    last = _READ(text).round
    stored = books.run(
        "SELECT id, table_id, number, body FROM rounds WHERE id > ? AND id <= ? ORDER BY id", (place.round, last)
    )
    notes.add(list(_timed(lines, stored)), list(actions_in(lines)), SummaryPosition(number, mark, last))
    return True


def _checked(books: Database, notes: Notes) -> SummaryPosition:
    """Return the summary's position if it matches this journal; otherwise clear the summary and start over."""
    place = notes.place()
    found = books.run("SELECT mark FROM journal WHERE id = ?", (place.line,))
    if found and found[0][0] == place.mark:
        return place
    notes.clear()
    return SummaryPosition()


def actions_in(lines: Iterable[Row]) -> Iterator[ActionNote]:
    """Yield the operators' actions recorded in these journal lines."""
    for number, text, _ in lines:
        if '"desk":' in text:
            line = _READ(text)
            for action in line.desk:
                yield ActionNote(number, line.at, *action)


def _timed(lines: list[Row], stored: list[Row]) -> Iterator[RoundNote]:
    """Yield a summary of every round, with the time of the journal line that settled it."""
    parsed = iter(_READ(text) for _, text, _ in lines)
    line = next(parsed)
    for number, table, in_table, body in stored:
        while line.round < number:
            line = next(parsed)
        yield noted(number, table, in_table, body, line.at)
