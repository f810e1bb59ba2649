"""
Who deals which table: leases in PostgreSQL, by the database's clock.

Each process is a member and renews its membership; a table is leased to one member. Whoever takes a table from a member
who is silent, or who has let it go, counts up its epoch, and every writing of a table says the epoch under which it was
decided: what was decided under another one is not written. The clock only says when a table may be taken. That nobody
else writes it then is up to the epoch, whatever clocks and processes do meanwhile. Takings and writings come one after
the other, for both hold the lock of the books.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import NamedTuple

from pitboss.play.refused import Refused
from pitboss.server.store.database import Database
from pitboss.server.store.postgres import Statement, array

LEASE = 3.0
"""Seconds after which a member who has not said a word may lose its tables."""
BOOKS_LOCK = "SELECT pg_advisory_xact_lock(hashtext('pitboss'), 1)"
"""Held until the transaction ends, by whoever writes the books or changes who deals a table."""
CLOCK = "EXTRACT(EPOCH FROM clock_timestamp())"
STATEMENTS = (
    """CREATE TABLE IF NOT EXISTS members (
        id TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        until DOUBLE PRECISION NOT NULL,
        lobby TEXT NOT NULL
    )""",
    "CREATE TABLE IF NOT EXISTS leases (table_id TEXT PRIMARY KEY, owner TEXT NOT NULL, epoch BIGINT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS tables_open ON tables (id) WHERE is_open = 1",
)
SESSION = "pitboss "
"""What a member's session is called in PostgreSQL, before the member's name."""
LET_GO = ""
"""The owner of a table that its last one has let go."""
FORGOTTEN = 3600
"""Seconds after which nobody remembers a member who is gone."""


class DealtElsewhere(Refused):
    """A table is dealt by another process now: what was decided here is not written."""

    def __init__(self) -> None:
        super().__init__("closing", "this table is dealt by another process of the house now: come back")


class Member(NamedTuple):
    """Another process that deals, and what it tells of its tables."""

    id: str
    address: str
    lobby: str


class Holder(NamedTuple):
    """Who deals an open table; nobody's address is empty."""

    owner: str
    address: str
    is_alive: bool


class Leases:
    """What one member asks and changes; `now` is the clock of the database."""

    def __init__(self, database: Database, member: str, address: str = "", now: str = CLOCK) -> None:
        self._run, self._database = database.run, database
        self.member, self.address, self._now = member, address, now
        self._is_alive = f"EXISTS (SELECT 1 FROM members m WHERE m.id = l.owner AND m.until > {now})"

    def renew(self, lobby: str | None = None) -> None:
        """Say that this member lives, and what its lobby shows if that is new."""
        self._run(
            f"INSERT INTO members VALUES (?, ?, {self._now} + ?, COALESCE(?, '')) ON CONFLICT (id) DO UPDATE"
            " SET until = excluded.until, lobby = COALESCE(?, members.lobby)",
            (self.member, self.address, LEASE, lobby, lobby),
        )

    def leave(self) -> None:
        """Let every table go and be a member no more."""
        with self._database.transaction():
            self._run(BOOKS_LOCK)
            self._run("UPDATE leases SET owner = ? WHERE owner = ?", (LET_GO, self.member))
            self._run(f"DELETE FROM members WHERE id = ? OR until < {self._now} - ?", (self.member, FORGOTTEN))

    def others(self) -> list[Member]:
        """Every other member who lives."""
        sql = f"SELECT id, address, lobby FROM members WHERE until > {self._now} AND id <> ? ORDER BY id"
        return [Member(*row) for row in self._run(sql, (self.member,))]

    def mine(self) -> dict[str, int]:
        """The tables of this member, and their epochs."""
        return {
            row[0]: row[1] for row in self._run("SELECT table_id, epoch FROM leases WHERE owner = ?", (self.member,))
        }

    def holder(self, table: str) -> Holder | None:
        """Who deals this table; nothing if it is not open."""
        sql = (
            f"SELECT COALESCE(l.owner, ''), COALESCE(m.address, ''), COALESCE(m.until > {self._now}, FALSE)"
            " FROM tables t LEFT JOIN leases l ON l.table_id = t.id LEFT JOIN members m ON m.id = l.owner"
            " WHERE t.id = ? AND t.is_open = 1"
        )
        found = self._run(sql, (table,))
        return Holder(*found[0]) if found else None

    def end_stuck_sessions(self, after: float = LEASE) -> None:
        """
        End what other members began so many seconds ago and have not ended.

        One that stands still in the middle of a writing holds the lock of the books, and PostgreSQL by itself waits for
        the rest of what it was sending.
        """
        self._run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND starts_with(application_name, ?)"
            " AND xact_start < clock_timestamp() - make_interval(secs => ?)",
            (SESSION, after),
        )

    def silent(self) -> frozenset[str]:
        """Members whose lease is over and who have not let their tables go."""
        sql = f"SELECT DISTINCT l.owner FROM leases l WHERE l.owner <> ? AND NOT {self._is_alive}"
        return frozenset(row[0] for row in self._run(sql, (LET_GO,)))

    def free(self, *, silent: bool) -> list[str]:
        """Open tables that nobody deals, as many as are this member's share; `silent`: those of silent members too."""
        others = len(self.others())
        tables = self._run("SELECT COUNT(*) FROM tables WHERE is_open = 1")[0][0]
        share = ceil(tables / (others + 1)) - len(self.mine())
        sql = (
            "SELECT t.id FROM tables t LEFT JOIN leases l ON l.table_id = t.id WHERE t.is_open = 1 AND"
            f" (l.owner IS NULL OR l.owner = ? OR (? AND NOT {self._is_alive})) ORDER BY t.id LIMIT ?"
        )
        return [row[0] for row in self._run(sql, (LET_GO, silent, max(share, 0)))]

    def take(self, table: str, *, silent: bool) -> int | None:
        """Take a table that nobody deals, with `silent` from a silent member too; its epoch, or nothing."""
        sql = (
            "INSERT INTO leases AS l SELECT id, ?, 1 FROM tables WHERE id = ? AND is_open = 1"
            " ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, epoch = l.epoch + 1"
            f" WHERE l.owner IN (?, excluded.owner) OR (? AND NOT {self._is_alive}) RETURNING epoch"
        )
        with self._database.transaction():
            self._run(BOOKS_LOCK)
            taken = self._run(sql, (self.member, table, LET_GO, silent))
        return taken[0][0] if taken else None

    def held(self, tables: Iterable[str]) -> Statement:
        """Asks for the epochs of those of these tables that this member deals."""
        sql = "SELECT table_id, epoch FROM leases WHERE owner = ? AND table_id = ANY(?::text[])"
        return sql, (self.member, array(tables))

    def open(self, table: str) -> None:
        """A new table is this member's."""
        self._run("INSERT INTO leases VALUES (?, ?, 1)", (table, self.member))

    def close(self, table: str) -> None:
        """Nobody deals this table any more."""
        self._run("DELETE FROM leases WHERE table_id = ?", (table,))
