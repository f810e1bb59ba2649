"""The store: players, a double-entry ledger, live tables, and every settled round, in a hash chain."""

from __future__ import annotations

import json
import secrets
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.store import schema
from pitboss.server.store.batch import CommandWrites, RowBatch
from pitboss.server.store.database import Database, connect
from pitboss.server.store.house_log import HouseLog
from pitboss.server.store.keys import KEY_FILE, HouseKey, house_key, without_password
from pitboss.server.store.maintenance.migration import OLDER, migrate_books, migrate_classes, schema_of
from pitboss.table.audit.journal import FIRST_MARK, READ_LINE, Head, JournalLine
from pitboss.table.seats import SeatedPlayer
from pitboss.table.transfers import Transfer


class RoundPlayed(NamedTuple):
    """One round of one player."""

    round_id: int
    seat: Seat
    table: str
    number: int
    net: int

    @property
    def key(self) -> tuple[int, int]:
        """Return the round and seat, which identify a single player's result."""
        return self.round_id, self.seat


def times_of(database: Database, rounds: Iterable[int]) -> dict[int, int]:
    """Return the Unix time at which each round was written: that of the first journal line to include it."""
    lines = range(1, 1 + database.run("SELECT COALESCE(MAX(id), 0) FROM journal")[0][0])

    @cache
    def line(number: int) -> JournalLine:
        found: JournalLine = READ_LINE(database.run("SELECT line FROM journal WHERE id = ?", (number,))[0][0])
        return found

    def last_round(number: int) -> int:
        return line(number).round

    times: dict[int, int] = {}
    place = 0
    for wanted in sorted(rounds):
        step = 1  # a player's rounds are close together, so use a galloping search
        while place + step < len(lines) and last_round(lines[place + step]) < wanted:
            step *= 2
        place = bisect_left(lines, wanted, place, min(place + step + 1, len(lines)), key=last_round)
        if place == len(lines):
            break  # not in the journal: the audit reports it, and the score sheet skips it
        times[wanted] = line(lines[place]).at
    return times


_PLAYED = "SELECT r.id, p.seat, r.table_id, r.number, p.net FROM played p JOIN rounds r ON r.id = p.round_id"


S = TypeVar("S")
_LAST_LINES = "SELECT id, line, mark FROM journal ORDER BY id DESC LIMIT 2"


class RemoteChanges(NamedTuple):
    """Changes by other processes that this one must apply."""

    transfers: tuple[Transfer, ...] = ()
    nicks: tuple[tuple[str, str], ...] = ()


class Store:
    """The sole owner of the database. Not thread-safe."""

    def __init__(self, database: Database, key: HouseKey) -> None:
        self.database, self.key = database, key
        found = self._meta("schema", schema.VERSION)
        if found != schema.VERSION:
            raise Refused("other-schema", f"the database has schema {found}, and this pitboss uses {schema.VERSION}")
        self._server: str | None = None
        self._found: dict[str, int] | None = None
        self._is_unsure = False
        """Whether the connection was lost and the store hasn't been checked since."""
        self.news = RemoteChanges()
        """Changes written by other processes, not collected yet."""
        self.at_first = self._look()
        """The balances when the store was opened."""

    def _look(self) -> dict[str, int]:
        """Read the store's position and return all balances, in one snapshot."""
        with self.database.snapshot():
            self._entry: int = self.database.run("SELECT COALESCE(MAX(id), 0) FROM entries")[0][0]
            self._round: int = self.database.run("SELECT COALESCE(MAX(id), 0) FROM rounds")[0][0]
            last = self.database.run("SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1")
            self.tree = HouseLog(self.database).tree()
            """The log of everything written, as far as this process knows it."""
            balances = self.balances()
        self.head = Head(*last[0]) if last else Head()
        self._accounts = set(balances)
        self.news = RemoteChanges()
        return balances

    def check_head(self) -> None:
        """Raise if the journal lacks the last head recorded next to the key, which means that writes were lost."""
        noted = self.key.noted()
        if not noted.number:
            return
        found = self.database.run("SELECT mark FROM journal WHERE id = ?", (noted.number,))
        if not found or found[0][0] != noted.mark:
            raise Refused(
                "books-lost",
                f"the books end at line {self.head.number} of their journal, and line {noted.number} was written:"
                " acknowledged play is missing. Restore the newest copy of the database, or move"
                f" {self.key.head_path} away to open the house without the lost rounds",
            )

    def close(self) -> None:
        """Close the database and the head file."""
        self.database.close()
        self.key.close()

    def take_over(self) -> None:
        """Mark the database as served by this process, so that a later takeover is noticed."""
        self._server = secrets.token_hex(16)
        self.database.run(schema.SERVER, (self._server,))

    def reconnect(self) -> None:
        """
        Reconnect after a lost connection and check whether the last commit went through.

        Raise if another server dealt.
        """
        if not (self.database.is_lost or self._is_unsure):
            return
        self._is_unsure = True
        if self.database.is_lost:
            self.database.reopen()
        if self._server is not None and self._meta("server", "") != self._server:
            self.database.close()
            raise Refused("store-taken", "another pitboss has dealt these tables in the meantime: restart this one")
        self._found = self._look()
        self._is_unsure = False

    def try_to_write(self) -> None:
        """Write a meaningless value, so that any database error is raised."""
        with self.database.transaction():
            self.database.run(schema.PROBE, (secrets.token_hex(2048),))

    def take_found(self) -> dict[str, int] | None:
        """Return the balances found after a reconnect, once, or None."""
        found, self._found = self._found, None
        return found

    def take_news(self) -> RemoteChanges:
        """Return the changes by other processes since the last call."""
        news, self.news = self.news, RemoteChanges()
        return news

    def _meta(self, name: str, first: str) -> str:
        self.database.run("INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, first))
        return str(self.database.run("SELECT value FROM meta WHERE name = ?", (name,))[0][0])

    def write(self, writings: Sequence[CommandWrites]) -> list[Exception | None]:
        """Write all in one commit or, if that fails, each one separately. Return an error or None for each."""
        try:
            self.reconnect()
        except Exception as error:
            return [error] * len(writings)
        return self._write(writings)

    def _write(self, writings: Sequence[CommandWrites]) -> list[Exception | None]:
        has_begun = False
        try:
            with self.database.transaction():
                has_begun = True
                self._begin(writings)
                sheet = self._put_down(writings)
        except Exception as error:
            if len(writings) == 1 or not has_begun:  # if the transaction can't begin, no single write is at fault
                return [error] * len(writings)
            return [self._write([writing])[0] for writing in writings]  # all fail if the connection is lost
        self._entry, self._round, self.head, self.tree = sheet.entry, sheet.round, sheet.head, sheet.tree
        self._accounts.update(sheet.moved)
        self.key.note(self.head)
        return [None] * len(writings)

    def _begin(self, writings: Sequence[CommandWrites]) -> None:
        """Run first in each transaction. Does nothing for a single process."""

    def _put_down(self, writings: Sequence[CommandWrites]) -> RowBatch:
        sheet = RowBatch(self._entry, self._round, self.head, self.tree)
        for writing in writings:
            sheet.add(writing)
        for sql, rows in sheet.statements(self.key.journal, self._accounts):
            self.database.run_many(sql, rows)
        return sheet

    def balances(self) -> dict[str, int]:
        """Return the balance of every account."""
        return {row[0]: row[1] for row in self.database.run("SELECT name, balance FROM accounts")}

    def players(self, one: str | None = None) -> dict[str, str]:
        """Return every player's nickname, or one player's."""
        where, values = (" WHERE id = ?", (one,)) if one else ("", ())
        return {row[0]: row[1] for row in self.database.run(f"SELECT id, nick FROM players{where}", values)}

    def open_tables(self, name: str | None = None) -> list[tuple[Any, Any, Any]]:
        """Return the setup, shoe and live state of every open table, or of one."""
        one, values = (" AND id = ?", (name,)) if name else ("", ())
        rows = self.database.run(f"SELECT setup, shoe, live FROM tables WHERE is_open = 1{one} ORDER BY id", values)
        return [
            (json.loads(setup), json.loads(shoe or "null"), json.loads(live or "null")) for setup, shoe, live in rows
        ]

    def has_chips(self, player: str) -> bool:
        """Whether the player has chips on any table, in any process."""
        sql = "SELECT live FROM tables WHERE is_open = 1 AND live LIKE ?"
        for (text,) in self.database.run(sql, (f"%{player}%",)):
            live = json.loads(text)
            if any(
                chips and SeatedPlayer(*live["owners"][seat]).player == player
                for seat, chips in live["brought"].items()
            ):
                return True
        return False

    def round(self, table: str, number: int) -> str | None:
        """Return the stored JSON of a finished round, or None."""
        rows = self.database.run("SELECT body FROM rounds WHERE table_id = ? AND number = ?", (table, number))
        return rows[0][0] if rows else None

    def last_rounds(self, table: str, count: int) -> list[str]:
        """Return the stored JSON of a table's last finished rounds, newest first."""
        sql = "SELECT body FROM rounds WHERE table_id = ? ORDER BY number DESC LIMIT ?"
        return [row[0] for row in self.database.run(sql, (table, count))]

    def round_id(self, table: str, number: int) -> int | None:
        """Return a round's id, or None."""
        rows = self.database.run("SELECT id FROM rounds WHERE table_id = ? AND number = ?", (table, number))
        return rows[0][0] if rows else None

    def opening(self, table: str, house: str) -> str | None:
        """Return the document that opened a shoe, by the hash of its seed, or None."""
        rows = self.database.run("SELECT body FROM openings WHERE table_id = ? AND house = ?", (table, house))
        return rows[0][0] if rows else None

    def score(self, player: str, after: int, many: int) -> list[RoundPlayed]:
        """Return a player's next rounds after the one with this id, oldest first."""
        rows = self.database.run(
            f"{_PLAYED} WHERE p.player = ? AND p.round_id > ? ORDER BY p.round_id LIMIT {many:d}", (player, after)
        )
        return [RoundPlayed(*row) for row in rows]

    def last_played(self, player: str, many: int, before: int | None = None) -> list[RoundPlayed]:
        """Return a player's last rounds, or the last before the one with this id, oldest first."""
        end = 2**62 if before is None else before
        rows = self.database.run(
            f"{_PLAYED} WHERE p.player = ? AND p.round_id < ? ORDER BY p.round_id DESC LIMIT {many:d}", (player, end)
        )
        return [RoundPlayed(*row) for row in reversed(rows)]

    def played(self, player: str, table: str, number: int) -> RoundPlayed | None:
        """Return one round if this player was in it, else None."""
        sql = f"{_PLAYED} WHERE p.player = ? AND r.table_id = ? AND r.number = ?"
        rows = self.database.run(sql, (player, table, number))
        return RoundPlayed(*rows[0]) if rows else None

    def times(self, rounds: Sequence[int]) -> dict[int, int]:
        """Return the settlement times of these rounds, as Unix time in seconds."""
        return times_of(self.database, rounds)

    def bodies(self, rounds: Sequence[int]) -> dict[int, str]:
        """Return the stored JSON of these rounds, by id."""
        sql = f"SELECT id, body FROM rounds WHERE id IN ({', '.join('?' * len(rounds))})"
        return {row[0]: row[1] for row in self.database.run(sql, rounds)}


def open_store(path: str) -> Store:
    """Open the store at this path, checked and with its key, or raise `Refused`."""
    if path != ":memory:" and Path(path.removeprefix("sqlite:///").removeprefix("sqlite://")).is_file():
        reader = connect(path, alone=False)
        checked(reader, path, lambda: check_unopened(reader, path))
        reader.close()
    database = connect(path)
    return checked(database, path, lambda: Store(database, key_of_books(database, path)))


def key_of_books(database: Database, path: str, *more: str) -> HouseKey:
    """
    Check the store and create missing tables, including the given ones.

    Return its key, a new one for a new store.
    """
    key = check_unopened(database, path)
    is_older = schema_of(database) in OLDER
    with database.transaction():
        if is_older:
            migrate_classes(database, int(time.time()))
        for statement in (*schema.STATEMENTS, *more):
            database.run(statement)
        key = key or _key_of_empty_books(database, path)
        if is_older:
            migrate_books(database, key)
    return key


def _key_of_empty_books(database: Database, path: str) -> HouseKey:
    """Return the key for books without a journal: the one they were created with, else a new one."""
    founder = database.run("SELECT value FROM meta WHERE name = 'key'")
    key = house_key(path, may_be_new=not founder)
    if founder and founder[0][0] not in key.founder_marks:
        raise _other_key(key, "these books were not created")
    database.run(schema.FOUNDER, (key.founder_marks[-1],))
    return key


def check_unopened(database: Database, path: str) -> HouseKey | None:
    """Raise `Refused` for a store with another schema or key, before anything is written. Return its key, if any."""
    found = schema_of(database)
    if found not in (None, schema.VERSION, *OLDER):
        raise Refused(
            "other-schema",
            f"the books have schema {found}, but this version uses schema {schema.VERSION}: nothing was changed",
        )
    last = database.run(_LAST_LINES) if database.has_table("journal") else []
    if not last:
        return None
    key = house_key(path, may_be_new=False)
    number, line, mark = last[0]
    before = Head(number - 1, last[1][2] if len(last) > 1 else FIRST_MARK)
    if before.after(key.journal_at(number), line) != Head(number, mark):
        raise _other_key(key, "the last line of the journal was changed, or was not written")
    return key


def _other_key(key: HouseKey, what: str) -> Refused:
    return Refused(
        "other-key",
        f"{what} with the key in {key.path}: it is the key of other books. Restore the right key, or name its path"
        f" with {KEY_FILE}",
    )


def checked(database: Database, path: str, opened: Callable[[], S]) -> S:
    """Return the result of `opened` after checking its head. On an error, close the database and raise `Refused`."""
    try:
        store = opened()
        if isinstance(store, Store):
            store.check_head()
    except Refused:
        database.close()
        raise
    except Exception as error:
        database.close()
        if "malformed" in str(error):
            raise Refused("bad-database", f"{without_password(path)} is damaged: restore a backup") from None
        raise Refused(
            "bad-database", f"{without_password(path)} cannot be used as the books of a house: {error}"
        ) from None
    return store
