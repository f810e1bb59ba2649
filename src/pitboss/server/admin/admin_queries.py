"""Queries for the admin page, run in worker processes that only read the main store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pitboss.play.refused import Refused
from pitboss.server.admin import admin_figures
from pitboss.server.admin.admin_figures import Scope
from pitboss.server.admin.journal_follower import follow
from pitboss.server.admin.notes import Notes, notes_path
from pitboss.server.store.database import Database, connect
from pitboss.server.store.keys import HouseKey, house_key
from pitboss.table.audit.journal import Head

_ACTIONS = "SELECT at, operator, action, table_id, detail FROM actions ORDER BY id DESC LIMIT 50"
_LAST = "SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1"


class _Opened:
    """The store, the summary database and the key, opened once."""

    def __init__(self, database: str) -> None:
        self.books: Database = connect(database, alone=False)
        self.notes = Notes(notes_path(database))
        self.key: HouseKey = house_key(database, may_be_new=False)


_opened: dict[str, _Opened] = {}


@contextmanager
def _at(database: str) -> Iterator[_Opened]:
    """Yield the open databases. After an error they are reopened for the next query."""
    if database == ":memory:":
        raise Refused("no-desk", "books in memory have no desk: use --database")
    try:
        if database not in _opened:
            _opened[database] = _Opened(database)
        yield _opened[database]
    except Refused:
        raise
    except Exception:
        _opened.pop(database, None)
        raise


def look(database: str, seconds: float, table: str) -> dict[str, Any]:
    """Return all data for the admin page, with the daily totals for one table or for all tables."""
    with _at(database) as at:
        followed = follow(at.books, at.notes, seconds)
        open_tables = admin_figures.open_tables(at.books)
        with at.notes.one_moment():
            tables = admin_figures.lines_by_table(at.notes, [each["id"] for each in open_tables])
            days, whole = admin_figures.lines_by_day(at.notes, table), admin_figures.line_of_all(at.notes)
        last = at.books.run(_LAST)
        return {
            "followed": followed._asdict(), "open": open_tables, "tables": tables, "days": days, "all": whole,
            "names": admin_figures.closed_tables(at.books, [line["table"] for line in tables]),
            "actions": at.notes.run(_ACTIONS),
            "audit": admin_figures.audit_state(at.key), "head": str(Head(*last[0]) if last else Head()),
        }  # fmt: skip


def follow_journal(database: str, seconds: float) -> int:
    """Follow the journal for at most `seconds`, and return the number of rounds not yet summarised."""
    with _at(database) as at:
        return follow(at.books, at.notes, seconds).behind


def rounds(
    database: str, by: str, table: str, day: int | None, before: tuple[int, int] | None
) -> list[dict[str, Any]]:  # fmt: skip
    """Return rounds to review, with the titles of their games."""
    with _at(database) as at:
        found = admin_figures.rounds_to_look_at(at.notes, by, table, day, before)
        titles = {
            each["id"]: each["title"] for each in admin_figures.closed_tables(at.books, {one["table"] for one in found})
        }
        return [{**one, "title": titles.get(one["table"], "")} for one in found]


def bands(database: str, scopes: list[tuple[str, int | None]]) -> None:
    """Compute the bands for these lines."""
    from pitboss.server.admin.hold_bands import work_out  # noqa: PLC0415  it loads Numba

    with _at(database) as at:
        work_out(at.books, at.notes, [Scope(*scope) for scope in scopes])
