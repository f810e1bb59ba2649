"""
The journal: a keyed chain over everything that is ever written.

Each batch of writings leaves one line: what it added to the ledger and to the rounds, as one hash, and a hash of every
player, table and shoe it changed. Its mark is an HMAC over the mark before it and the line, with a key that is not kept
in the database. Whoever cannot read the key cannot write a line, and whoever has seen a mark notices when it is gone.
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
"""What the first line is chained to."""
Rows = Sequence[Sequence[object]]


class JournalLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one batch of writings left behind."""

    at: int
    """When, in seconds of Unix time."""
    entry: int
    """The last entry of the ledger by then."""
    round: int
    """The last round by then."""
    rows: str
    """The hash of the entries, rounds and score lines it added."""
    players: tuple[tuple[str, str], ...]
    """The ids and nicknames of players who are new or have a new name."""
    setups: tuple[tuple[str, str], ...]
    """The new tables, and the hashes of their set-ups."""
    shoes: tuple[tuple[str, str], ...]
    """The tables that shuffled, and the hashes of their shoes."""
    lives: tuple[tuple[str, int, str], ...]
    """The tables that changed, whether they are open, and the hashes of how they stand."""
    opened: tuple[tuple[str, str, str], ...] = ()
    """The shoes that were opened: table, seal of the seed, and hash of what was published."""


READ_LINE = Decoder(JournalLine).decode


class Head(NamedTuple):
    """How far the journal has come: the number of its last line, and that line's mark."""

    number: int = 0
    mark: str = FIRST_MARK

    def __str__(self) -> str:
        return f"{self.number}:{self.mark}"

    @classmethod
    def read(cls, text: str) -> Head:
        """A head as it is printed, or `Refused`."""
        number, _, mark = text.strip().partition(":")
        if not number.isdecimal() or len(mark) != len(FIRST_MARK) or not set(mark) <= set("0123456789abcdef"):
            raise Refused("bad-head", f"a head is a number, a colon and 64 hex digits, not {text.strip()[:80]!r}")
        return cls(int(number), mark)

    def after(self, key: bytes, line: str) -> Head:
        """The head when this line is added."""
        mark = hmac.digest(key, f"{self.number + 1}:{self.mark}\n{line}".encode(), "sha256").hex()
        return Head(self.number + 1, mark)


class LogHead(NamedTuple):
    """A head of the log: how many entries it has, and the root of its tree."""

    size: int
    root: str

    @classmethod
    def read(cls, text: str) -> LogHead:
        """Read a head of the log as it is printed, `log:SIZE:ROOT`, or raise `Refused`."""
        head = Head.read(text.strip().removeprefix("log:"))
        return cls(head.number, head.mark)


def hash_of(text: str) -> str:
    """The hash of a text that is kept elsewhere."""
    return sha256(text.encode()).hexdigest()


def hash_rows(entries: Rows, rounds: Rows, played: Rows) -> str:
    """The hash of rows as they stand in the database, each kind in its order."""
    return sha256(
        compact([list(map(list, rows)) for rows in (entries, rounds, sorted(map(tuple, played)))])
    ).hexdigest()
