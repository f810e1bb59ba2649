"""The state of an audit: the ledger's sums, and what the next audit needs to continue, protected against tampering."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import DecodeError, Struct, ValidationError, field
from msgspec.msgpack import Decoder, Encoder

from pitboss.play.refused import Refused
from pitboss.table.audit.chain import ShoesInUse
from pitboss.table.audit.journal import Head, JournalLine, hash_rows
from pitboss.table.audit.merkle import LogTree
from pitboss.table.audit.verify import Checked
from pitboss.table.finished_round import account_mark
from pitboss.table.transfers import BOTS, DEALERS, GRANT, GRANTS, Transfer, house, purse, stakes

Row = Sequence[Any]


class Ledger(Struct):
    """Sums of all ledger entries, and of the entries whose round is not stored yet."""

    sums: dict[str, int] = {}
    moved: dict[tuple[str, int], dict[str, int]] = {}
    """Each account's net change in rounds not stored yet, by table and number."""

    def add(self, row: Row, forgotten: Collection[str] = ()) -> Iterator[str]:
        """
        Add an entry, and yield a fault if it moves money outside a round, unless it grants play money.

        A guest who is forgotten must return exactly the first grant, because a new guest is granted it again.
        """
        _, table, number, *rest = row
        transfer = Transfer(*rest)
        is_grant = transfer.debit == GRANTS and transfer.credit.startswith("player/")
        is_returned = transfer.debit in forgotten and transfer.credit == GRANTS
        if is_returned and not transfer.amount == self.sums.get(transfer.debit) == GRANT:
            yield f"entry {row[0]} removes the guest {transfer.debit}, whose balance is not the initial play money"
        if not table and not (is_grant or is_returned):
            yield f"entry {row[0]} moves money from {transfer.debit} to {transfer.credit} outside any round"
        for account, amount in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
            self.sums[account] = self.sums.get(account, 0) + amount
            if table:
                moved = self.moved.setdefault((table, number), {})
                moved[account] = moved.get(account, 0) + amount

    def settle(self, checked: Checked, scored: Sequence[Row]) -> Iterator[str]:
        """Yield faults unless every account and every score line got exactly what the round gave its seat."""
        wanted: Counter[str] = Counter()
        for seat, amount in checked.gained.items():
            wanted[checked.accounts.get(seat, "")] += amount
        wanted[account_mark(DEALERS)] += checked.given
        wanted[account_mark(house(checked.table))] -= checked.won
        found: Counter[str] = Counter()
        for account, amount in self.moved.pop((checked.table, checked.number), {}).items():
            found[account_mark(account)] += amount
        if {mark: cents for mark, cents in wanted.items() if cents} != {
            m: cents for m, cents in found.items() if cents
        }:
            yield f"the ledger differs from what the seats of {checked.table} won and lost"
        people = {seat: mark for seat, mark in checked.accounts.items() if mark != account_mark(BOTS)}
        lines = {str(seat): (account_mark(purse(player)), net) for player, _, seat, net in scored}
        if lines != {seat: (mark, checked.gained.get(seat)) for seat, mark in people.items()}:
            yield "the score lines do not match the players of the round"

    def faults(self, balances: Mapping[str, int], on_table: Mapping[str, int]) -> Iterator[str]:
        """Yield differences between balances, entries and the chips on open tables."""
        sums = self.sums
        for account in sorted({*sums, *balances}):
            total, held = sums.get(account, 0), balances.get(account, 0)
            if total != held:
                yield f"{account} holds {held} cents and its entries say {total}"
            if total < 0 and account.startswith(("player/", "stakes/")):
                yield f"{account} is negative: {total} cents"
        wanted = {stakes(table): chips for table, chips in on_table.items()}
        for account in sorted({account for account in sums if account.startswith("stakes/")} | wanted.keys()):
            if sums.get(account, 0) != wanted.get(account, 0):
                yield f"{account} holds {sums.get(account, 0)} cents and {wanted.get(account, 0)} are on the table"
        if sum(sums.values()):
            yield f"the accounts add up to {sum(sums.values())} cents, not to 0"
        for (table, number), moved in self.moved.items():
            if any(moved.values()) and not on_table.get(table):
                yield f"{table}, round {number}: money moved for a round that is not stored"


_SEAL = 32
"""The length in bytes of the HMAC prefix."""


class AuditState(Struct):
    """The state of an audit after a journal line. Its size depends on players and tables, not on rounds."""

    rounds: int = 0
    entries: int = 0
    openings: int = 0
    """Shoes opened before their cut card came out."""
    head: Head = Head()
    days: dict[int, Head] = {}
    """The last head of every day, by days since 1970."""
    last: JournalLine = field(default_factory=lambda: JournalLine(0, 0, 0, hash_rows((), (), ()), (), (), (), ()))
    ledger: Ledger = field(default_factory=Ledger)
    shoes: ShoesInUse = field(default_factory=ShoesInUse)
    tree: LogTree = field(default_factory=LogTree)
    """The log, computed from what was read."""
    logs: dict[int, str] = {}
    """The last log head of every day (size and root), by days since 1970."""
    players: dict[str, str] = {}
    setups: dict[str, str] = {}
    kept_shoes: dict[str, str] = {}
    lives: dict[str, tuple[int, str]] = {}

    def sealed(self, key: bytes) -> bytes:
        """Serialise the state with an HMAC."""
        packed = _ENCODER.encode(self)
        return hmac.digest(key, packed, "sha256") + packed

    @classmethod
    def read(cls, sealed: bytes, key: bytes) -> AuditState:
        """Read a state authenticated with this key, or raise `Refused`."""
        seal, packed = sealed[:_SEAL], sealed[_SEAL:]
        if not hmac.compare_digest(seal, hmac.digest(key, packed, "sha256")):
            raise Refused("bad-note", "the saved state of the last audit was changed, or belongs to other books")
        try:
            walked = _DECODER.decode(packed)
        except (DecodeError, ValidationError):
            walked = None
        if walked is None or (walked.head.number and not walked.tree.size):  # from version 0.2.0
            raise Refused("bad-note", "the saved state of the last audit was written by another version of pitboss")
        return walked


_ENCODER = Encoder()
_DECODER: Decoder[AuditState] = Decoder(AuditState)
