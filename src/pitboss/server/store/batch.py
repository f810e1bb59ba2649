"""Batches of writes as database rows, with their journal line."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from pitboss.server.store import schema
from pitboss.server.store.house_log import log_rows
from pitboss.table.audit.journal import DeskAction, Head, JournalLine, hash_of, hash_rows
from pitboss.table.audit.merkle import LogTree, entry_leaves
from pitboss.table.audit.opened_shoe import OpenedShoe
from pitboss.table.finished_round import Finished, compact
from pitboss.table.transfers import Transfer


class CommandWrites(Struct, frozen=True, kw_only=True):
    """The durable effects of one table command or player command, written atomically."""

    table: str = ""
    number: int = 0
    setup: str | None = None
    """The setup of a new table."""
    shoe: str | None = None
    """A new shuffle."""
    live: str | None = None
    is_open: bool = True
    transfers: Sequence[Transfer] = ()
    finished: Sequence[Finished] = ()
    opened: Sequence[OpenedShoe] = ()
    """Shoes whose seeds are published."""
    epoch: int = 0
    """The table's epoch when this was decided, if several processes share the tables."""
    desk: Sequence[DeskAction] = ()
    """Actions of operators."""
    player: tuple[str, str] | None = None
    """The id and nickname of a new or renamed player."""


class RowBatch:
    """A batch of writes as rows, with the resulting ids, sums and journal line."""

    def __init__(self, entry: int, round_: int, head: Head, tree: LogTree) -> None:
        self.entry, self.round, self.head, self.tree = entry, round_, head, tree
        self.moved: dict[str, int] = {}
        """The net change of each account."""
        self._rows: dict[str, list[tuple[object, ...]]] = {sql: [] for sql in schema.WRITES}
        self._setups: dict[str, str] = {}
        self._shoes: dict[str, str] = {}
        self._lives: dict[str, tuple[int, str]] = {}
        self._opened: list[tuple[str, str, str]] = []
        self._desk: list[DeskAction] = []

    def add(self, writing: CommandWrites) -> None:
        """Add a write."""
        rows = self._rows
        self._desk += writing.desk
        if writing.player:
            rows[schema.PLAYER].append(writing.player)
        if writing.setup is not None:
            rows[schema.TABLE].append((writing.table, writing.setup))
            self._setups[writing.table] = hash_of(writing.setup)
        if writing.shoe is not None:
            rows[schema.SHOE].append((writing.shoe, writing.table))
            self._shoes[writing.table] = hash_of(writing.shoe)
        if writing.live is not None:
            rows[schema.LIVE].append((writing.live, int(writing.is_open), writing.table))
            self._lives[writing.table] = (int(writing.is_open), hash_of(writing.live))
        for transfer in writing.transfers:
            self._move(writing, transfer)
        for finished in writing.finished:
            self._add_round(finished)
        for table, number, house, body in writing.opened:
            rows[schema.OPENING].append((table, house, number, body))
            self._opened.append((table, house, hash_of(body)))

    def _move(self, writing: CommandWrites, transfer: Transfer) -> None:
        self.entry += 1
        row = (self.entry, writing.table, writing.number, transfer.debit, transfer.credit, transfer.amount)
        self._rows[schema.ENTRY].append((*row, transfer.why))
        for account, amount in ((transfer.credit, transfer.amount), (transfer.debit, -transfer.amount)):
            self.moved[account] = self.moved.get(account, 0) + amount

    def _add_round(self, finished: Finished) -> None:
        """Add a round and its score lines. A second settlement of the same round violates the UNIQUE constraint."""
        self.round += 1
        self._rows[schema.ROUND].append((self.round, finished.table, finished.number, finished.body))
        self._rows[schema.PLAYED].extend(
            (player, self.round, seat, net) for player, (seat, net) in finished.players.items()
        )

    def statements(self, key: bytes, accounts: Collection[str]) -> Iterator[tuple[str, Sequence[Sequence[object]]]]:
        """Yield each statement with its rows, ending with the journal line and the log. `accounts` exist already."""
        for sql, rows in self._rows.items():
            if rows:
                yield sql, _last(rows) if sql in (schema.SHOE, schema.LIVE) else rows
        if new := [(account,) for account in self.moved if account not in accounts]:
            yield schema.NEW_ACCOUNT, new
        if self.moved:
            yield schema.ACCOUNT, [(amount, account) for account, amount in self.moved.items()]
        line = compact(self._line()).decode()
        self.head = self.head.after(key, line)
        yield schema.JOURNAL, [(self.head.number, line, self.head.mark)]
        yield schema.LOGGED, self._log(line)

    def _log(self, line: str) -> Sequence[Sequence[object]]:
        """Append the rounds, the opened shoes and the line to the tree, and return its new rows."""
        rounds = [str(row[3]) for row in self._rows[schema.ROUND]]
        openings = [str(row[3]) for row in self._rows[schema.OPENING]]
        leaves, before = entry_leaves(rounds, openings, line), self.round - len(rounds)
        by_each = [min(before + at, self.round) for at in range(1, len(leaves) + 1)]
        self.tree, rows = log_rows(self.tree, leaves, by_each)
        return rows

    def _line(self) -> JournalLine:
        rows = self._rows
        return JournalLine(
            at=int(time.time()), entry=self.entry, round=self.round,
            rows=hash_rows(rows[schema.ENTRY], rows[schema.ROUND], rows[schema.PLAYED]),
            players=tuple((str(player), str(nick)) for player, nick in rows[schema.PLAYER]),
            setups=tuple(self._setups.items()), shoes=tuple(self._shoes.items()),
            lives=tuple((table, *live) for table, live in self._lives.items()), opened=tuple(self._opened),
            desk=tuple(self._desk),
        )  # fmt: skip


def _last(rows: Sequence[Sequence[object]]) -> Sequence[Sequence[object]]:
    """Return only the last row for each table, whose id is the last column."""
    return list({row[-1]: row for row in rows}.values())
