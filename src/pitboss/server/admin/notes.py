"""
The notes of the house's desk: a file of its own beside the key, with the sums of every table and day.

All of it follows from the books and can be thrown away: the next look makes it anew. Nothing here is ever read to deal
or to settle.
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

VERSION = "1"
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
CREATE TABLE IF NOT EXISTS bands (asked TEXT PRIMARY KEY, body TEXT NOT NULL);
"""
_DAY = """INSERT INTO days VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, day) DO UPDATE SET
    rounds = rounds + excluded.rounds, void = void + excluded.void, seats = seats + excluded.seats,
    bet = bet + excluded.bet, won = won + excluded.won, crossed = crossed + excluded.crossed"""
_LAID = """INSERT INTO laid VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, day, bets) DO UPDATE SET times = times + excluded.times"""
_FOLLOWING = ("rounds", "days", "laid")
PATIENCE = 60
"""Seconds to wait for another process that notes the same."""


class NotedTo(NamedTuple):
    """How far the notes have followed the books: a line of the journal, its mark, and the last round by then."""

    line: int = 0
    mark: str = ""
    round: int = 0


def notes_path(database: str) -> Path:
    """Where the notes of these books are."""
    key = key_path(database)
    return key.with_name(key.name.removesuffix(".key") + ".desk")


class Notes:
    """The file, for one thread; several processes may follow the same books into it."""

    def __init__(self, path: Path) -> None:
        make_private(path)
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._connection.executescript(_TABLES)

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """Run one statement."""
        return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All or nothing, and nobody else writes meanwhile."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """What is read inside is of one moment."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def place(self) -> NotedTo:
        """How far they have come; notes of another version count for nothing."""
        said = dict(self.run("SELECT name, value FROM meta"))
        if said.get("version") != VERSION:
            return NotedTo()
        return NotedTo(int(said["line"]), said["mark"], int(said["round"]))

    def clear(self) -> None:
        """Begin anew."""
        for table in _FOLLOWING:
            self.run(f"DELETE FROM {table}")
        self._note(NotedTo())

    def add(self, rounds: Sequence[RoundNote], place: NotedTo) -> None:
        """More rounds, up to this place of the books; inside `writing`."""
        run_many = self._connection.executemany
        run_many(
            "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(r.id, r.table, r.number, r.at, r.day, r.seats, r.bet, r.won, int(r.is_void)) for r in rounds],
        )
        sums = summed(rounds)
        run_many(_DAY, [(*key, *day.row) for key, day in sums.items()])
        run_many(_LAID, [(*key, bets, times) for key, day in sums.items() for bets, times in day.laid.items()])
        self._note(place)

    def _note(self, place: NotedTo) -> None:
        said = {"version": VERSION, "line": str(place.line), "mark": place.mark, "round": str(place.round)}
        self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(said.items()))

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
