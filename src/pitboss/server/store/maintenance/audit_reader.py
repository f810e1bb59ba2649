"""The books as an audit reads them: in pieces, without a lock, and without writing a thing."""

from __future__ import annotations

from contextlib import AbstractContextManager

from pitboss.play.refused import Refused
from pitboss.server.store.database import Database
from pitboss.server.store.house_log import HouseLog
from pitboss.server.store.postgres import Row
from pitboss.table.audit.journal import JournalLine

_PIECE = 200
"""Lines of the journal at a time, with the entries and rounds that they added."""


class BooksToRead:
    """A database that is only read."""

    def __init__(self, database: Database) -> None:
        self._run = database.run
        self._database = database

    def lines(self, after: int) -> list[Row]:
        """The next lines of the journal, with their numbers and marks."""
        return self._run(f"SELECT id, line, mark FROM journal WHERE id > ? ORDER BY id LIMIT {_PIECE}", (after,))

    def last_round(self) -> int:
        """How many rounds there are."""
        return int(self._run("SELECT COALESCE(MAX(id), 0) FROM rounds")[0][0])

    def mark(self, number: int) -> str | None:
        """The mark of one line, if it is there."""
        found = self._run("SELECT mark FROM journal WHERE id = ?", (number,))
        return str(found[0][0]) if found else None

    def entries(self, after: int, last: int) -> list[Row]:
        """Entries of the ledger, whole rows."""
        return self._run("SELECT * FROM entries WHERE id > ? AND id <= ? ORDER BY id", (after, last))

    def rounds(self, after: int, last: int) -> list[Row]:
        """Rounds, whole rows."""
        return self._run("SELECT * FROM rounds WHERE id > ? AND id <= ? ORDER BY id", (after, last))

    def played(self, after: int, last: int) -> list[Row]:
        """The score lines of these rounds, whole rows."""
        return self._run("SELECT * FROM played WHERE round_id > ? AND round_id <= ?", (after, last))

    def one_moment(self) -> AbstractContextManager[None]:
        """What is read inside is of one moment, whatever is written meanwhile."""
        return self._database.snapshot()

    def balances(self) -> dict[str, int]:
        """Every account and what it holds."""
        return {row[0]: row[1] for row in self._run("SELECT name, balance FROM accounts")}

    def players(self) -> dict[str, str]:
        """Every player's nickname."""
        return {row[0]: row[1] for row in self._run("SELECT id, nick FROM players")}

    def tables(self) -> list[tuple[str, int, str, str, str]]:
        """Every table: whether it is open, its set-up, its shoe and how it stands."""
        return [
            (row[0], row[1], row[2], row[3], row[4])
            for row in self._run("SELECT id, is_open, setup, shoe, live FROM tables ORDER BY id")
        ]

    def opening(self, table: str, house: str) -> str | None:
        """The document that opened the shoe with this seal, if it is there."""
        found = self._run("SELECT body FROM openings WHERE table_id = ? AND house = ?", (table, house))
        return str(found[0][0]) if found else None

    def log_size(self) -> int:
        """How many entries the log has."""
        return HouseLog(self._database).size()

    def log_root(self, size: int) -> str | None:
        """The root of the log at this size, in hex; None if it is not whole."""
        try:
            return HouseLog(self._database).root(size).hex()
        except Refused:
            return None

    def count_openings(self) -> int:
        """How many shoes were opened before their cut card was out."""
        return int(self._run("SELECT COUNT(*) FROM openings")[0][0])

    def beyond(self, line: JournalLine) -> list[str]:
        """What there is of entries, rounds and score lines beyond the last line of the journal, or before the first."""
        found = []
        for table, column, last in (
            ("entries", "id", line.entry),
            ("rounds", "id", line.round),
            ("played", "round_id", line.round),
        ):
            many = self._run(f"SELECT COUNT(*) FROM {table} WHERE {column} > ? OR {column} < 1", (last,))[0][0]
            if many:
                found.append(f"{many} rows of {table} are not in the journal")
        return found
