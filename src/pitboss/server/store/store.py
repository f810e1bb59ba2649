"""The store: players, a double-entry ledger, live tables, and every round ever settled, chained."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pitboss.play.refused import Refused
from pitboss.server.players.history import RoundPlayed
from pitboss.server.store import schema
from pitboss.server.store.batch import Sheet, Writing
from pitboss.server.store.database import Database, connect
from pitboss.server.store.house_log import HouseLog
from pitboss.server.store.keys import KEY_FILE, HouseKey, house_key, without_password
from pitboss.server.store.maintenance.migration import OLDER, migrate_books, migrate_classes, schema_of
from pitboss.server.store.settle_times import times_of
from pitboss.table.audit.journal import FIRST_MARK, Head
from pitboss.table.seats import Sitter
from pitboss.table.transfers import Transfer

_PLAYED = "SELECT r.id, p.seat, r.table_id, r.number, p.net FROM played p JOIN rounds r ON r.id = p.round_id"


S = TypeVar("S")
_LAST_LINES = "SELECT id, line, mark FROM journal ORDER BY id DESC LIMIT 2"


class News(NamedTuple):
    """What other processes of the house have written, as far as one must know it."""

    transfers: tuple[Transfer, ...] = ()
    nicks: tuple[tuple[str, str], ...] = ()


class Store:
    """The one owner of the database; not for two threads at once."""

    def __init__(self, database: Database, key: HouseKey) -> None:
        self.database, self.key = database, key
        found = self._meta("schema", schema.VERSION)
        if found != schema.VERSION:
            raise Refused("other-schema", f"the database has schema {found}, and this pitboss keeps {schema.VERSION}")
        self._server: str | None = None
        self._found: dict[str, int] | None = None
        self._is_unsure = False
        """Whether the database was lost and its books could not be looked at since."""
        self.news = News()
        """What other processes have written, for whoever asks next."""
        self.at_first = self._look()
        """What every account held when these books were opened."""

    def _look(self) -> dict[str, int]:
        """How far the books have come; what every account holds, at the same moment."""
        with self.database.snapshot():
            self._entry: int = self.database.run("SELECT COALESCE(MAX(id), 0) FROM entries")[0][0]
            self._round: int = self.database.run("SELECT COALESCE(MAX(id), 0) FROM rounds")[0][0]
            last = self.database.run("SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1")
            self.tree = HouseLog(self.database).tree()
            """The log of everything that was written, as far as it is known here."""
            balances = self.balances()
        self.head = Head(*last[0]) if last else Head()
        self._accounts = set(balances)
        self.news = News()
        return balances

    def check_head(self) -> None:
        """Refuse books that lost what this house had written: their journal must hold the last line it noted."""
        noted = self.key.noted()
        if not noted.number:
            return
        found = self.database.run("SELECT mark FROM journal WHERE id = ?", (noted.number,))
        if not found or found[0][0] != noted.mark:
            raise Refused(
                "books-lost",
                f"the books end at line {self.head.number} of their journal, and line {noted.number} was written:"
                " play that was acknowledged is gone. Bring back the newest copy of the database, or move"
                f" {self.key.head_path} away to open the house without what is lost",
            )

    def close(self) -> None:
        """Let go of the database and of the note of its head."""
        self.database.close()
        self.key.close()

    def take_over(self) -> None:
        """Write down that these tables are dealt here, so that it is known later whether they still are."""
        self._server = secrets.token_hex(16)
        self.database.run(schema.SERVER, (self._server,))

    def come_back(self) -> None:
        """Connect again if the database was lost, and look whether its last commit held; nobody else may have dealt."""
        if not (self.database.is_lost or self._is_unsure):
            return
        self._is_unsure = True
        if self.database.is_lost:
            self.database.reopen()
        if self._server is not None and self._meta("server", "") != self._server:
            self.database.close()
            raise Refused("store-taken", "another pitboss has dealt these tables meanwhile: start this one again")
        self._found = self._look()
        self._is_unsure = False

    def try_to_write(self) -> None:
        """Write something of no meaning, and raise whatever the database raises."""
        with self.database.transaction():
            self.database.run(schema.PROBE, (secrets.token_hex(2048),))

    def take_found(self) -> dict[str, int] | None:
        """The balances found when the database was back, once."""
        found, self._found = self._found, None
        return found

    def take_news(self) -> News:
        """What other processes have written since this was last asked."""
        news, self.news = self.news, News()
        return news

    def _meta(self, name: str, first: str) -> str:
        self.database.run("INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, first))
        return str(self.database.run("SELECT value FROM meta WHERE name = ?", (name,))[0][0])

    def write(self, writings: Sequence[Writing]) -> list[Exception | None]:
        """Write all with one sync of the disk; if that cannot be, each one whole or not at all: what failed is told."""
        try:
            self.come_back()
        except Exception as error:
            return [error] * len(writings)
        return self._write(writings)

    def _write(self, writings: Sequence[Writing]) -> list[Exception | None]:
        has_begun = False
        try:
            with self.database.transaction():
                has_begun = True
                self._begin(writings)
                sheet = self._put_down(writings)
        except Exception as error:
            if len(writings) == 1 or not has_begun:  # what cannot even begin is no writing's fault
                return [error] * len(writings)
            return [self._write([writing])[0] for writing in writings]  # none of them if the database is lost
        self._entry, self._round, self.head, self.tree = sheet.entry, sheet.round, sheet.head, sheet.tree
        self._accounts.update(sheet.moved)
        self.key.note(self.head)
        return [None] * len(writings)

    def _begin(self, writings: Sequence[Writing]) -> None:
        """What comes first in a transaction: nothing where nobody else writes."""

    def _put_down(self, writings: Sequence[Writing]) -> Sheet:
        sheet = Sheet(self._entry, self._round, self.head, self.tree)
        for writing in writings:
            sheet.add(writing)
        for sql, rows in sheet.statements(self.key.journal, self._accounts):
            self.database.run_many(sql, rows)
        return sheet

    def balances(self) -> dict[str, int]:
        """Every account and what it holds."""
        return {row[0]: row[1] for row in self.database.run("SELECT name, balance FROM accounts")}

    def players(self, one: str | None = None) -> dict[str, str]:
        """Every player's nickname, or that of one."""
        where, values = (" WHERE id = ?", (one,)) if one else ("", ())
        return {row[0]: row[1] for row in self.database.run(f"SELECT id, nick FROM players{where}", values)}

    def open_tables(self, name: str | None = None) -> list[tuple[Any, Any, Any]]:
        """The set-up, the shoe and the live state of every open table, or of the one with this name."""
        one, values = (" AND id = ?", (name,)) if name else ("", ())
        rows = self.database.run(f"SELECT setup, shoe, live FROM tables WHERE is_open = 1{one} ORDER BY id", values)
        return [
            (json.loads(setup), json.loads(shoe or "null"), json.loads(live or "null")) for setup, shoe, live in rows
        ]

    def has_chips(self, player: str) -> bool:
        """Whether chips of this player lie on any table, whoever deals it."""
        sql = "SELECT live FROM tables WHERE is_open = 1 AND live LIKE ?"
        for (text,) in self.database.run(sql, (f"%{player}%",)):
            live = json.loads(text)
            if any(chips and Sitter(*live["owners"][seat]).player == player for seat, chips in live["brought"].items()):
                return True
        return False

    def round(self, table: str, number: int) -> str | None:
        """The text of a round that is over."""
        rows = self.database.run("SELECT body FROM rounds WHERE table_id = ? AND number = ?", (table, number))
        return rows[0][0] if rows else None

    def round_id(self, table: str, number: int) -> int | None:
        """The number under which a round is stored, of all rounds."""
        rows = self.database.run("SELECT id FROM rounds WHERE table_id = ? AND number = ?", (table, number))
        return rows[0][0] if rows else None

    def opening(self, table: str, house: str) -> str | None:
        """The document that opened a shoe, by the seal of its seed."""
        rows = self.database.run("SELECT body FROM openings WHERE table_id = ? AND house = ?", (table, house))
        return rows[0][0] if rows else None

    def score(self, player: str, after: int, many: int) -> list[RoundPlayed]:
        """The next rounds that a player has played after the one with this id, the oldest first."""
        rows = self.database.run(
            f"{_PLAYED} WHERE p.player = ? AND p.round_id > ? ORDER BY p.round_id LIMIT {many:d}", (player, after)
        )
        return [RoundPlayed(*row) for row in rows]

    def last_played(self, player: str, many: int, before: int | None = None) -> list[RoundPlayed]:
        """The last rounds a player has played, or the last before the one with this id, the oldest first."""
        end = 2**62 if before is None else before
        rows = self.database.run(
            f"{_PLAYED} WHERE p.player = ? AND p.round_id < ? ORDER BY p.round_id DESC LIMIT {many:d}", (player, end)
        )
        return [RoundPlayed(*row) for row in reversed(rows)]

    def played(self, player: str, table: str, number: int) -> RoundPlayed | None:
        """One round, if this player was in it."""
        sql = f"{_PLAYED} WHERE p.player = ? AND r.table_id = ? AND r.number = ?"
        rows = self.database.run(sql, (player, table, number))
        return RoundPlayed(*rows[0]) if rows else None

    def times(self, rounds: Sequence[int]) -> dict[int, int]:
        """When these rounds were settled, in seconds of Unix time."""
        return times_of(self.database, rounds)

    def bodies(self, rounds: Sequence[int]) -> dict[int, str]:
        """The texts of these rounds."""
        sql = f"SELECT id, body FROM rounds WHERE id IN ({', '.join('?' * len(rounds))})"
        return {row[0]: row[1] for row in self.database.run(sql, rounds)}


def open_store(path: str) -> Store:
    """The books at this place, whole and with their key, or `Refused`: then the house stays shut."""
    if path != ":memory:" and Path(path.removeprefix("sqlite:///").removeprefix("sqlite://")).is_file():
        reader = connect(path, alone=False)
        checked(reader, path, lambda: check_unopened(reader, path))
        reader.close()
    database = connect(path)
    return checked(database, path, lambda: Store(database, key_of_books(database, path)))


def key_of_books(database: Database, path: str, *more: str) -> HouseKey:
    """Check the books, then make what tables are missing, also those given; return the key, a new one for new books."""
    key = check_unopened(database, path)
    is_older = schema_of(database) in OLDER
    with database.transaction():
        if is_older:
            migrate_classes(database, int(time.time()))
        for statement in (*schema.STATEMENTS, *more):
            database.run(statement)
        key = key or house_key(path, may_be_new=True)
        if is_older:
            migrate_books(database, key)
    return key


def check_unopened(database: Database, path: str) -> HouseKey | None:
    """Raise `Refused` for books of another schema or another key, before anything is written; return their key."""
    found = schema_of(database)
    if found not in (None, schema.VERSION, *OLDER):
        raise Refused(
            "other-schema", f"the books have schema {found}, and this pitboss has {schema.VERSION}: nothing was changed"
        )
    last = database.run(_LAST_LINES) if database.has_table("journal") else []
    if not last:
        return None
    key = house_key(path, may_be_new=False)
    number, line, mark = last[0]
    before = Head(number - 1, last[1][2] if len(last) > 1 else FIRST_MARK)
    if before.after(key.journal_at(number), line) != Head(number, mark):
        raise Refused(
            "other-key",
            f"the last line of the journal was not written with the key in {key.path}: it is the key of other books,"
            f" or the line was changed. Bring the right key back, or say where it is with {KEY_FILE}",
        )
    return key


def checked(database: Database, path: str, opened: Callable[[], S]) -> S:
    """Return what `opened` returns, found whole; on a fault close the database and raise `Refused`."""
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
