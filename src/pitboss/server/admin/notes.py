"""
The summary database of the admin page: a separate file next to the key, with totals by table and day.

All of it is derived from the journal and can be deleted; it is then rebuilt. Dealing and settling never read it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.server.admin.daily_totals import RoundNote, summed
from pitboss.server.store.database import make_private
from pitboss.server.store.keys import key_path

VERSION = "2"
_TABLES = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rounds (
    id INTEGER PRIMARY KEY, table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, day INTEGER NOT NULL,
    seats INTEGER NOT NULL, bet INTEGER NOT NULL, won INTEGER NOT NULL, void INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS by_size ON rounds (ABS(won), id);
CREATE INDEX IF NOT EXISTS by_size_at_table ON rounds (table_id, ABS(won), id);
CREATE INDEX IF NOT EXISTS by_table ON rounds (table_id, id);
CREATE INDEX IF NOT EXISTS by_day ON rounds (day, id);
CREATE INDEX IF NOT EXISTS void_ones ON rounds (id) WHERE void = 1;
CREATE TABLE IF NOT EXISTS days (
    table_id TEXT NOT NULL, day INTEGER NOT NULL, rounds INTEGER NOT NULL, void INTEGER NOT NULL,
    seats INTEGER NOT NULL, bet INTEGER NOT NULL, won INTEGER NOT NULL, crossed INTEGER NOT NULL,
    PRIMARY KEY (table_id, day)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS laid (
    table_id TEXT NOT NULL, day INTEGER NOT NULL, bets TEXT NOT NULL, times INTEGER NOT NULL,
    PRIMARY KEY (table_id, day, bets)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS actions (
    id INTEGER PRIMARY KEY, line INTEGER NOT NULL, at INTEGER NOT NULL, operator TEXT NOT NULL, action TEXT NOT NULL,
    table_id TEXT NOT NULL, detail TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS bands (asked TEXT PRIMARY KEY, body TEXT NOT NULL);
"""
_DAY = """INSERT INTO days VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, day) DO UPDATE SET
    rounds = rounds + excluded.rounds, void = void + excluded.void, seats = seats + excluded.seats,
    bet = bet + excluded.bet, won = won + excluded.won, crossed = crossed + excluded.crossed"""
_LAID = """INSERT INTO laid VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, day, bets) DO UPDATE SET times = times + excluded.times"""
_ACTION = "INSERT INTO actions (line, at, operator, action, table_id, detail) VALUES (?, ?, ?, ?, ?, ?)"
_FOLLOWING = ("rounds", "days", "laid", "actions")
BUSY_TIMEOUT_SECONDS = 60
"""The timeout in seconds for another process's write lock."""


class ActionNote(NamedTuple):
    """An operator's action, with the number and time of its journal line."""

    line: int
    at: int
    operator: str
    action: str
    table: str
    detail: str


class SummaryPosition(NamedTuple):
    """The summary's position: a journal line, its hash, and the last round up to it."""

    line: int = 0
    mark: str = ""
    round: int = 0


def notes_path(database: str) -> Path:
    """Return the path of the summary database for this store."""
    key = key_path(database)
    return key.with_name(key.name.removesuffix(".key") + ".desk")


class Notes:
    """The summary database, used by one thread. Several processes may update it from the same journal."""

    def __init__(self, path: Path) -> None:
        make_private(path)
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_SECONDS)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._connection.executescript(_TABLES)

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """Run one statement."""
        return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Run a write transaction that excludes other writers."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Run a read transaction with a consistent snapshot."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def place(self) -> SummaryPosition:
        """Return the summary's position, or the start if another version wrote the file."""
        stored = dict(self.run("SELECT name, value FROM meta"))
        if stored.get("version") != VERSION:
            return SummaryPosition()
        return SummaryPosition(int(stored["line"]), stored["mark"], int(stored["round"]))

    def clear(self) -> None:
        """Delete everything and start over."""
        for table in _FOLLOWING:
            self.run(f"DELETE FROM {table}")
        self._note(SummaryPosition())

    def add(self, rounds: Sequence[RoundNote], actions: Sequence[ActionNote], place: SummaryPosition) -> None:
        """Add rounds and operators' actions up to this position. Call it inside `writing`."""
        run_many = self._connection.executemany
        run_many(
            "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(r.id, r.table, r.number, r.at, r.day, r.seats, r.bet, r.won, int(r.is_void)) for r in rounds],
        )
        run_many(_ACTION, actions)
        sums = summed(rounds)
        run_many(_DAY, [(*key, *day.row) for key, day in sums.items()])
        run_many(_LAID, [(*key, bets, times) for key, day in sums.items() for bets, times in day.laid.items()])
        self._note(place)

    def _note(self, place: SummaryPosition) -> None:
        values = {"version": VERSION, "line": str(place.line), "mark": place.mark, "round": str(place.round)}
        self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(values.items()))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
