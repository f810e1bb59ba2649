"""
The journal: a keyed hash chain over everything ever written.

Each batch of writes adds one line: one hash of what it added to the ledger and the rounds, and a hash of every
player, table and shoe it changed. The line's mark is an HMAC over the previous mark and the line, with a key that is
not stored in the database. Nobody can write a line without the key, and anyone who has seen a mark can tell if it is
gone.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import Decoder

from pitboss.play.refused import Refused
from pitboss.table.finished_round import compact

FIRST_MARK = "0" * 64
"""The mark before the first line."""
FORGOTTEN = ""
"""The nickname that a line gives to a guest who never played and is removed."""
Rows = Sequence[Sequence[object]]


class DeskAction(NamedTuple):
    """An operator's action on the admin page."""

    operator: str
    action: str
    table: str = ""
    detail: str = ""


class JournalLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A record of one batch of writes."""

    at: int
    """The time as Unix time in seconds."""
    entry: int
    """The id of the last ledger entry after this batch."""
    round: int
    """The id of the last round after this batch."""
    rows: str
    """The hash of the entries, rounds and score lines it added."""
    players: tuple[tuple[str, str], ...]
    """The ids and nicknames of new or renamed players, and of forgotten guests."""
    setups: tuple[tuple[str, str], ...]
    """The new tables, and the hashes of their setups."""
    shoes: tuple[tuple[str, str], ...]
    """The tables that shuffled, and the hashes of their shoes."""
    lives: tuple[tuple[str, int, str], ...]
    """The tables that changed, whether they are open, and the hashes of their live state."""
    opened: tuple[tuple[str, str, str], ...] = ()
    """The shoes that were opened: table, hash of the seed, and hash of the published document."""
    desk: tuple[DeskAction, ...] = ()
    """Actions of operators."""


READ_LINE = Decoder(JournalLine).decode


class Head(NamedTuple):
    """The head of the journal: the number and mark of its last line."""

    number: int = 0
    mark: str = FIRST_MARK

    def __str__(self) -> str:
        return f"{self.number}:{self.mark}"

    @classmethod
    def read(cls, text: str) -> Head:
        """Parse a head as printed, or raise `Refused`."""
        number, _, mark = text.strip().partition(":")
        if not number.isdecimal() or len(mark) != len(FIRST_MARK) or not set(mark) <= set("0123456789abcdef"):
            raise Refused("bad-head", f"a head is a number, a colon and 64 hex digits, not {text.strip()[:80]!r}")
        return cls(int(number), mark)

    def after(self, key: bytes, line: str) -> Head:
        """Return the head after this line is added."""
        mark = hmac.digest(key, f"{self.number + 1}:{self.mark}\n{line}".encode(), "sha256").hex()
        return Head(self.number + 1, mark)


class LogHead(NamedTuple):
    """A head of the log: its number of entries, and the root of its tree."""

    size: int
    root: str

    @classmethod
    def read(cls, text: str) -> LogHead:
        """Parse a head of the log as printed, `log:SIZE:ROOT`, or raise `Refused`."""
        head = Head.read(text.strip().removeprefix("log:"))
        return cls(head.number, head.mark)


def hash_of(text: str) -> str:
    """Hash a text that is stored elsewhere."""
    return sha256(text.encode()).hexdigest()


def hash_rows(entries: Rows, rounds: Rows, played: Rows) -> str:
    """Hash database rows, each kind in its order."""
    return sha256(
        compact([list(map(list, rows)) for rows in (entries, rounds, sorted(map(tuple, played)))])
    ).hexdigest()
