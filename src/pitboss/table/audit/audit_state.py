"""The saved state of an audit, from which the next one continues, protected against tampering."""

from __future__ import annotations

import hmac

from msgspec import DecodeError, Struct, ValidationError, field
from msgspec.msgpack import Decoder, Encoder

from pitboss.play.refused import Refused
from pitboss.table.audit.audit_ledger import Ledger
from pitboss.table.audit.journal import Head, JournalLine, hash_rows
from pitboss.table.audit.merkle import LogTree
from pitboss.table.audit.shoe_chain import ShoesInUse

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
