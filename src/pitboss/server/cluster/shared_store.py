"""A store written by several processes in turn. Each reads the others' changes before it writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.play.refused import Refused
from pitboss.server.cluster.leases import BOOKS_LOCK, SESSION, STATEMENTS, DealtElsewhere, Leases
from pitboss.server.store.batch import CommandWrites, RowBatch
from pitboss.server.store.database import Database
from pitboss.server.store.keys import HouseKey
from pitboss.server.store.postgres import Postgres, Row, Statement
from pitboss.server.store.store import RemoteChanges, Store, checked, key_of_books
from pitboss.table.audit.journal import READ_LINE, JournalLine
from pitboss.table.transfers import Transfer


class SharedStore(Store):
    """The store as seen by one of several processes."""

    def __init__(self, database: Database, key: HouseKey, leases: Leases) -> None:
        super().__init__(database, key)
        self.leases = leases

    def take_over(self) -> None:
        """Record the last exclusive server. If that changes later, this process's cached state is invalid."""
        self._server = self._meta("server", "")

    def _begin(self, writings: Sequence[CommandWrites]) -> None:
        """Take the store lock, raise unless this member still deals the tables being written, and catch up."""
        decided = {one.table: one.epoch for one in writings if one.table and one.setup is None}
        asked = [(BOOKS_LOCK, ()), self.leases.held(decided), *self._added()]
        _, held, lines, moved, leaves = self.database.run_all(asked)
        if {row[0]: row[1] for row in held} != decided:
            raise DealtElsewhere
        self._learn(lines, moved, leaves)

    def catch_up(self) -> None:
        """Read the journal lines and transfers that other processes have added."""
        self._learn(*self.database.run_all(self._added()))

    def _added(self) -> tuple[Statement, Statement, Statement]:
        """Return queries for new journal lines, entries and log leaves. Some entries may belong to later lines."""
        return (
            ("SELECT id, line, mark FROM journal WHERE id > ? ORDER BY id", (self.head.number,)),
            ("SELECT id, debit, credit, amount, why FROM entries WHERE id > ? ORDER BY id", (self._entry,)),
            ("SELECT hash FROM log WHERE level = 0 AND id >= ? ORDER BY id", (self.tree.size,)),
        )

    def _learn(self, lines: Sequence[Row], moved: Sequence[Row], leaves: Sequence[Row]) -> None:
        for (leaf,) in leaves:
            self.tree = self.tree.append(bytes.fromhex(leaf))[0]
        if not lines:
            return
        head, read = self.head, []
        for number, text, mark in lines:
            head = head.after(self.key.journal_at(head.number + 1), text)
            if (number, mark) != head:
                raise Refused("bad-books", f"line {number} of the journal was not written with the key of this house")
            line: JournalLine = READ_LINE(text)
            read.append(line)
        self.head, self._entry, self._round = head, read[-1].entry, read[-1].round
        self.news = RemoteChanges(
            (*self.news.transfers, *(Transfer(*row) for number, *row in moved if number <= self._entry)),
            (*self.news.nicks, *(player for line in read for player in line.players)),
        )

    def _put_down(self, writings: Sequence[CommandWrites]) -> RowBatch:
        sheet = super()._put_down(writings)
        for writing in writings:
            if writing.setup is not None:
                self.leases.open(writing.table)
            elif writing.table and not writing.is_open:
                self.leases.close(writing.table)
        return sheet

    def take_table(self, name: str, *, silent: bool) -> tuple[int, Any] | None:
        """Take over a table nobody deals. Return its epoch and its stored state, or None."""
        epoch = self.leases.take(name, silent=silent)
        if epoch is None:
            return None
        found = self.open_tables(name)
        self.catch_up()
        return (epoch, found[0]) if found else None


def open_shared_store(url: str, member: str, address: str) -> SharedStore:
    """Open the store at this URL for several processes, or raise `Refused`."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise Refused(
            "one-process",
            "several processes need PostgreSQL: say --database postgresql://user@host/name, or leave out --processes"
            " and --peer, because a file is served by one process",
        )
    database = Postgres(url, shared=f"{SESSION}{member}")

    def books() -> SharedStore:
        with database.transaction():  # if two processes start together, the second finds everything created
            database.run(BOOKS_LOCK)
            key = key_of_books(database, url, *STATEMENTS)
        return SharedStore(database, key, Leases(database, member, address))

    return checked(database, url, books)
