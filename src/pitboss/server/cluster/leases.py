"""
Leases in PostgreSQL, timed by the database's clock, that decide which process deals which table.

Each process is a member and renews its membership. A table is leased to one member. Taking over a table, from a
member that is silent or has released it, increments the table's epoch. Every write carries the epoch under which it
was decided, and a write from another epoch is rejected. The clock only decides when a table may be taken over; the
epoch guarantees that nobody else writes it after that, whatever clocks and processes do. Takeovers and writes are
serialised by the store lock.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import NamedTuple

from pitboss.play.refused import Refused
from pitboss.server.store.database import Database
from pitboss.server.store.postgres import Statement, array

LEASE_SECONDS = 3.0
"""Seconds after which a member that hasn't renewed may lose its tables."""
BOOKS_LOCK = "SELECT pg_advisory_xact_lock(hashtext('pitboss'), 1)"
"""The store lock, held until the transaction ends, for writing to the store or changing a lease."""
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
"""The prefix of a member's application name in PostgreSQL."""
RELEASED = ""
"""The owner of a table that has been released."""
FORGET_AFTER_SECONDS = 3600
"""Seconds after which a departed member is deleted."""


class DealtElsewhere(Refused):
    """Another process now deals the table, so the write was rejected."""

    def __init__(self) -> None:
        super().__init__("closing", "this table is dealt by another process of the house now: come back")


class Member(NamedTuple):
    """Another live process, and its lobby entries."""

    id: str
    address: str
    lobby: str


class Holder(NamedTuple):
    """The process that deals an open table. The address is empty if there is none."""

    owner: str
    address: str
    is_alive: bool


class Leases:
    """One member's view of the leases. `now` is an SQL expression for the database's clock."""

    def __init__(self, database: Database, member: str, address: str = "", now: str = CLOCK) -> None:
        self._run, self._database = database.run, database
        self.member, self.address, self._now = member, address, now
        self._is_alive = f"EXISTS (SELECT 1 FROM members m WHERE m.id = l.owner AND m.until > {now})"

    def renew(self, lobby: str | None = None) -> None:
        """Renew this member's lease, and update its lobby entries if given."""
        self._run(
            f"INSERT INTO members VALUES (?, ?, {self._now} + ?, COALESCE(?, '')) ON CONFLICT (id) DO UPDATE"
            " SET until = excluded.until, lobby = COALESCE(?, members.lobby)",
            (self.member, self.address, LEASE_SECONDS, lobby, lobby),
        )

    def leave(self) -> None:
        """Release every table and leave the cluster."""
        with self._database.transaction():
            self._run(BOOKS_LOCK)
            self._run("UPDATE leases SET owner = ? WHERE owner = ?", (RELEASED, self.member))
            self._run(
                f"DELETE FROM members WHERE id = ? OR until < {self._now} - ?", (self.member, FORGET_AFTER_SECONDS)
            )

    def others(self) -> list[Member]:
        """Return every other live member."""
        sql = f"SELECT id, address, lobby FROM members WHERE until > {self._now} AND id <> ? ORDER BY id"
        return [Member(*row) for row in self._run(sql, (self.member,))]

    def own_tables(self) -> dict[str, int]:
        """Return this member's tables and their epochs."""
        return {
            row[0]: row[1] for row in self._run("SELECT table_id, epoch FROM leases WHERE owner = ?", (self.member,))
        }

    def holder(self, table: str) -> Holder | None:
        """Return the process that deals this table, or None if it isn't open."""
        sql = (
            f"SELECT COALESCE(l.owner, ''), COALESCE(m.address, ''), COALESCE(m.until > {self._now}, FALSE)"
            " FROM tables t LEFT JOIN leases l ON l.table_id = t.id LEFT JOIN members m ON m.id = l.owner"
            " WHERE t.id = ? AND t.is_open = 1"
        )
        found = self._run(sql, (table,))
        return Holder(*found[0]) if found else None

    def end_stuck_sessions(self, after: float = LEASE_SECONDS) -> None:
        """
        End other members' transactions that are older than `after` seconds.

        A process that hangs in the middle of a write holds the store lock, and PostgreSQL alone would wait for the
        rest of its statement.
        """
        self._run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid <> pg_backend_pid() AND starts_with(application_name, ?)"
            " AND xact_start < clock_timestamp() - make_interval(secs => ?)",
            (SESSION, after),
        )

    def expired_members(self) -> frozenset[str]:
        """Return the members whose lease has expired but who haven't released their tables."""
        sql = f"SELECT DISTINCT l.owner FROM leases l WHERE l.owner <> ? AND NOT {self._is_alive}"
        return frozenset(row[0] for row in self._run(sql, (RELEASED,)))

    def free(self, *, silent: bool) -> list[str]:
        """Return free tables, up to this member's share. With `silent`, include the tables of silent members."""
        others = len(self.others())
        tables = self._run("SELECT COUNT(*) FROM tables WHERE is_open = 1")[0][0]
        share = ceil(tables / (others + 1)) - len(self.own_tables())
        sql = (
            "SELECT t.id FROM tables t LEFT JOIN leases l ON l.table_id = t.id WHERE t.is_open = 1 AND"
            f" (l.owner IS NULL OR l.owner = ? OR (? AND NOT {self._is_alive})) ORDER BY t.id LIMIT ?"
        )
        return [row[0] for row in self._run(sql, (RELEASED, silent, max(share, 0)))]

    def take(self, table: str, *, silent: bool) -> int | None:
        """Take over a table that nobody deals or, with `silent`, a silent member's. Return its epoch, or None."""
        sql = (
            "INSERT INTO leases AS l SELECT id, ?, 1 FROM tables WHERE id = ? AND is_open = 1"
            " ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, epoch = l.epoch + 1"
            f" WHERE l.owner IN (?, excluded.owner) OR (? AND NOT {self._is_alive}) RETURNING epoch"
        )
        with self._database.transaction():
            self._run(BOOKS_LOCK)
            taken = self._run(sql, (self.member, table, RELEASED, silent))
        return taken[0][0] if taken else None

    def held(self, tables: Iterable[str]) -> Statement:
        """Return a query for the epochs of the given tables, limited to those that this member deals."""
        sql = "SELECT table_id, epoch FROM leases WHERE owner = ? AND table_id = ANY(?::text[])"
        return sql, (self.member, array(tables))

    def open(self, table: str) -> None:
        """Lease a new table to this member."""
        self._run("INSERT INTO leases VALUES (?, ?, 1)", (table, self.member))

    def close(self, table: str) -> None:
        """Delete the lease of a closed table."""
        self._run("DELETE FROM leases WHERE table_id = ?", (table,))
