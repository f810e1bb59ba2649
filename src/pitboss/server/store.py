"""The store: players, a double-entry ledger, live tables, and every round ever settled, chained."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pitboss.play.refused import Refused
from pitboss.server import schema
from pitboss.server.database import Database
from pitboss.server.played import Played
from pitboss.table.audit import Books
from pitboss.table.finished import BEFORE_THE_FIRST, Finished, chained
from pitboss.table.money import Transfer, stakes

_PAGE = 500


class Writing(Struct, frozen=True, kw_only=True):
    """What one command of one table, or one player, has to leave on the disk: all of it or nothing."""

    table: str = ""
    number: int = 0
    setup: str | None = None
    """The set-up of a new table."""
    shoe: str | None = None
    """A new shuffle."""
    live: str | None = None
    is_open: bool = True
    transfers: Sequence[Transfer] = ()
    finished: Sequence[Finished] = ()
    player: tuple[str, str] | None = None
    """The id and the nickname of a player who is new or has a new name."""


class Sheet:
    """Writings as rows to be written in one go, and the numbers and balances that follow from them."""

    def __init__(self, entry: int, round_: int, hash_: str, balances: Mapping[str, int]) -> None:
        self.entry, self.round, self.hash = entry, round_, hash_
        self._before = balances
        self.balances: dict[str, int] = {}
        """Of the accounts that changed."""
        self._rows: dict[str, list[tuple[object, ...]]] = {sql: [] for sql in schema.WRITES}

    def add(self, writing: Writing) -> None:
        """One more writing."""
        rows = self._rows
        if writing.player:
            rows[schema.PLAYER].append(writing.player)
        if writing.setup is not None:
            rows[schema.TABLE].append((writing.table, writing.setup))
        if writing.shoe is not None:
            rows[schema.SHOE].append((writing.shoe, writing.table))
        if writing.live is not None:
            rows[schema.LIVE].append((writing.live, int(writing.is_open), writing.table))
        for transfer in writing.transfers:
            self._move(writing, transfer)
        for finished in writing.finished:
            self._keep(finished)

    def _move(self, writing: Writing, transfer: Transfer) -> None:
        self.entry += 1
        row = (self.entry, writing.table, writing.number, transfer.debit, transfer.credit, transfer.amount)
        self._rows[schema.ENTRY].append((*row, transfer.why))
        for account, amount in ((transfer.credit, transfer.amount), (transfer.debit, -transfer.amount)):
            held = self.balances.get(account)
            self.balances[account] = (self._before.get(account, 0) if held is None else held) + amount

    def _keep(self, finished: Finished) -> None:
        """The round and its place in the chain; a second settlement of the same round breaks the UNIQUE rule."""
        self.round += 1
        self.hash = chained(self.hash, finished.body)
        self._rows[schema.ROUND].append((self.round, finished.table, finished.number, finished.body, self.hash))
        self._rows[schema.PLAYED].extend(
            (player, self.round, seat, net) for player, (seat, net) in finished.players.items()
        )

    def statements(self) -> Iterator[tuple[str, Sequence[Sequence[object]]]]:
        """Each statement with all its rows."""
        yield from ((sql, rows) for sql, rows in self._rows.items() if rows)
        if self.balances:
            yield schema.ACCOUNT, list(self.balances.items())


class Store:
    """The one owner of the database; not for two threads at once."""

    def __init__(self, database: Database) -> None:
        self.database = database
        with database.transaction():
            for statement in schema.STATEMENTS:
                database.run(statement)
            found = self._meta("schema", schema.VERSION)
        if found != schema.VERSION:
            raise Refused("other-schema", f"the database has schema {found}, and this pitboss keeps {schema.VERSION}")
        with database.transaction():
            self.key = bytes.fromhex(self._meta("cookie-key", secrets.token_hex(32)))
        self._server: str | None = None
        self._found: dict[str, int] | None = None
        self._is_unsure = False
        """Whether the database was lost and its books could not be looked at since."""
        self._look()

    def _look(self) -> None:
        """How far the books have come."""
        self._entry: int = self.database.run("SELECT COALESCE(MAX(id), 0) FROM entries")[0][0]
        last = self.database.run("SELECT id, hash FROM rounds ORDER BY id DESC LIMIT 1")
        self._round: int = last[0][0] if last else 0
        self._hash: str = last[0][1] if last else BEFORE_THE_FIRST
        self._balances = self.balances()

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
        if self._server and self._meta("server", "") != self._server:
            self.database.close()
            raise Refused("store-taken", "another pitboss has dealt these tables meanwhile: start this one again")
        self._look()
        self._found, self._is_unsure = dict(self._balances), False

    def take_found(self) -> dict[str, int] | None:
        """The balances found when the database was back, once."""
        found, self._found = self._found, None
        return found

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
                sheet = self._put_down(writings)
        except Exception as error:
            if len(writings) == 1 or not has_begun:  # what cannot even begin is no writing's fault
                return [error] * len(writings)
            return [self._write([writing])[0] for writing in writings]  # none of them if the database is lost
        self._entry, self._round, self._hash = sheet.entry, sheet.round, sheet.hash
        self._balances.update(sheet.balances)
        return [None] * len(writings)

    def _put_down(self, writings: Sequence[Writing]) -> Sheet:
        sheet = Sheet(self._entry, self._round, self._hash, self._balances)
        for writing in writings:
            sheet.add(writing)
        for sql, rows in sheet.statements():
            self.database.run_many(sql, rows)
        return sheet

    def balances(self) -> dict[str, int]:
        """Every account and what it holds."""
        return {row[0]: row[1] for row in self.database.run("SELECT name, balance FROM accounts")}

    def players(self) -> dict[str, str]:
        """Every player's nickname."""
        return {row[0]: row[1] for row in self.database.run("SELECT id, nick FROM players")}

    def open_tables(self, name: str | None = None) -> list[tuple[Any, Any, Any]]:
        """The set-up, the shoe and the live state of every open table, or of the one with this name."""
        one, values = (" AND id = ?", (name,)) if name else ("", ())
        rows = self.database.run(f"SELECT setup, shoe, live FROM tables WHERE is_open = 1{one} ORDER BY id", values)
        return [
            (json.loads(setup), json.loads(shoe or "null"), json.loads(live or "null")) for setup, shoe, live in rows
        ]

    def round(self, table: str, number: int) -> tuple[str, str] | None:
        """The text and the hash of a round that is over."""
        rows = self.database.run("SELECT body, hash FROM rounds WHERE table_id = ? AND number = ?", (table, number))
        return (rows[0][0], rows[0][1]) if rows else None

    def score(self, player: str) -> list[Played]:
        """The rounds a player has played, the oldest first."""
        sql = (
            "SELECT r.id, p.seat, r.table_id, r.number, p.net FROM played p JOIN rounds r ON r.id = p.round_id"
            " WHERE p.player = ? ORDER BY r.id"
        )
        return [Played(*row) for row in self.database.run(sql, (player,))]

    def bodies(self, rounds: Sequence[int]) -> dict[int, str]:
        """The texts of these rounds."""
        sql = f"SELECT id, body FROM rounds WHERE id IN ({', '.join('?' * len(rounds))})"
        return {row[0]: row[1] for row in self.database.run(sql, rounds)}

    def books(self) -> Books:
        """Everything an audit reads, a page at a time."""
        lying = {}
        for setup, _, live in self.open_tables():
            lying[stakes(setup["id"])] = sum((live or {}).get("brought", {}).values())
        return Books(self._all_rounds(), self._all_entries(), self.balances(), lying)

    def _all_rounds(self) -> Iterator[tuple[str, str]]:
        for row in self._paged("SELECT id, body, hash FROM rounds"):
            yield row[1], row[2]

    def _all_entries(self) -> Iterator[tuple[str, int, Transfer]]:
        for row in self._paged("SELECT id, table_id, number, debit, credit, amount, why FROM entries"):
            yield row[1], row[2], Transfer(*row[3:7])

    def _paged(self, sql: str) -> Iterator[Sequence[Any]]:
        last = 0
        while rows := self.database.run(f"{sql} WHERE id > ? ORDER BY id LIMIT {_PAGE}", (last,)):
            yield from rows
            last = rows[-1][0]
