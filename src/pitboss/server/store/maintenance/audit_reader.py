"""Read access to the store for an audit: in batches, without locks or writes."""

from __future__ import annotations

from contextlib import AbstractContextManager

from pitboss.play.refused import Refused
from pitboss.server.store.database import Database
from pitboss.server.store.house_log import HouseLog
from pitboss.server.store.postgres import Row
from pitboss.table.audit.journal import JournalLine

_PIECE = 200
"""Journal lines per batch, with the entries and rounds they added."""


class ReadOnlyStore:
    """A read-only store."""

    def __init__(self, database: Database) -> None:
        self._run = database.run
        self._database = database

    def lines(self, after: int) -> list[Row]:
        """Return the next journal lines, with their numbers and marks."""
        return self._run(f"SELECT id, line, mark FROM journal WHERE id > ? ORDER BY id LIMIT {_PIECE}", (after,))

    def last_round(self) -> int:
        """Return the id of the last round."""
        return int(self._run("SELECT COALESCE(MAX(id), 0) FROM rounds")[0][0])

    def mark(self, number: int) -> str | None:
        """Return the mark of one line, or None."""
        found = self._run("SELECT mark FROM journal WHERE id = ?", (number,))
        return str(found[0][0]) if found else None

    def entries(self, after: int, last: int) -> list[Row]:
        """Return ledger entries as complete rows."""
        return self._run("SELECT * FROM entries WHERE id > ? AND id <= ? ORDER BY id", (after, last))

    def rounds(self, after: int, last: int) -> list[Row]:
        """Return rounds as complete rows."""
        return self._run("SELECT * FROM rounds WHERE id > ? AND id <= ? ORDER BY id", (after, last))

    def played(self, after: int, last: int) -> list[Row]:
        """Return the score lines of these rounds as complete rows."""
        return self._run("SELECT * FROM played WHERE round_id > ? AND round_id <= ?", (after, last))

    def one_moment(self) -> AbstractContextManager[None]:
        """Read from one consistent snapshot."""
        return self._database.snapshot()

    def balances(self) -> dict[str, int]:
        """Return the balance of every account."""
        return {row[0]: row[1] for row in self._run("SELECT name, balance FROM accounts")}

    def players(self) -> dict[str, str]:
        """Return every player's nickname."""
        return {row[0]: row[1] for row in self._run("SELECT id, nick FROM players")}

    def tables(self) -> list[tuple[str, int, str, str, str]]:
        """Return every table: its id, whether it is open, its setup, its shoe and its live state."""
        return [
            (row[0], row[1], row[2], row[3], row[4])
            for row in self._run("SELECT id, is_open, setup, shoe, live FROM tables ORDER BY id")
        ]

    def opening(self, table: str, house: str) -> str | None:
        """Return the document that opened the shoe with this seed hash, or None."""
        found = self._run("SELECT body FROM openings WHERE table_id = ? AND house = ?", (table, house))
        return str(found[0][0]) if found else None

    def log_size(self) -> int:
        """Return the number of entries in the log."""
        return HouseLog(self._database).size()

    def log_root(self, size: int) -> str | None:
        """Return the root of the log at this size in hex, or None if it is incomplete."""
        try:
            return HouseLog(self._database).root(size).hex()
        except Refused:
            return None

    def count_openings(self) -> int:
        """Return the number of shoes opened before their cut card came out."""
        return int(self._run("SELECT COUNT(*) FROM openings")[0][0])

    def beyond(self, line: JournalLine) -> list[str]:
        """Describe any entries, rounds and score lines beyond the last journal line, or with invalid ids."""
        found = []
        for table, column, last in (
            ("entries", "id", line.entry),
            ("rounds", "id", line.round),
            ("played", "round_id", line.round),
        ):
            count = self._run(f"SELECT COUNT(*) FROM {table} WHERE {column} > ? OR {column} < 1", (last,))[0][0]
            if count:
                found.append(f"{count} rows of {table} are not in the journal")
        return found
