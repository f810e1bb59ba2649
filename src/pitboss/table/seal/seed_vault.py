"""Encryption of stored house seeds, under a key that is not in the database."""

from __future__ import annotations

import hmac
from contextlib import suppress
from typing import Protocol

from pitboss.play.refused import Refused
from pitboss.table.seal.seeded_shuffle import SEED_BYTES

_FORM = "siv1:"
_IV_BYTES = 16


class Vault(Protocol):
    """An interface for encrypting and decrypting a table's seeds."""

    def lock(self, seed: bytes, table: str) -> str:
        """Encrypt a seed as text."""

    def unlock(self, text: str, table: str) -> bytes:
        """Decrypt a seed, or raise `Refused` if it was not encrypted with this key for this table."""


class OpenVault:
    """No encryption: seeds as hex, for tables that aren't stored."""

    def lock(self, seed: bytes, _table: str) -> str:
        """Return a seed as hex."""
        return seed.hex()

    def unlock(self, text: str, _table: str) -> bytes:
        """Return the seed from hex."""
        return bytes.fromhex(text)


class SeedVault:
    """
    Encryption of seeds with a synthetic initialization vector (as in RFC 5297, from HMAC-SHA-256).

    The vector is an HMAC over table and seed, so no randomness is needed and an altered text is rejected. The seed is
    XORed with an HMAC of the vector, which is as long as the seed.
    """

    def __init__(self, key: bytes, *former: bytes) -> None:
        """Encrypt with the key. Decrypt with it, or with a former one."""
        self._former = [SeedVault(one) for one in former]
        self._vector, self._stream = (hmac.digest(key, use, "sha256") for use in (b"vector", b"stream"))

    def _iv(self, seed: bytes, table: str) -> bytes:
        return hmac.digest(self._vector, table.encode() + b"\0" + seed, "sha256")[:_IV_BYTES]

    def _added(self, text: bytes, iv: bytes) -> bytes:
        stream = hmac.digest(self._stream, iv, "sha256")
        return bytes(a ^ b for a, b in zip(text, stream, strict=True))

    def lock(self, seed: bytes, table: str) -> str:
        """Encrypt a seed as text."""
        iv = self._iv(seed, table)
        return f"{_FORM}{iv.hex()}{self._added(seed, iv).hex()}"

    def unlock(self, text: str, table: str) -> bytes:
        """Decrypt a seed, or raise `Refused` if it was not encrypted with this key for this table."""
        try:
            raw = bytes.fromhex(text.removeprefix(_FORM))
            if not text.startswith(_FORM) or len(raw) != _IV_BYTES + SEED_BYTES:
                raise ValueError(text)
        except ValueError:
            raise Refused("bad-seed-lock", "a seed in the books is not encrypted as this house does it") from None
        seed = self._added(raw[_IV_BYTES:], raw[:_IV_BYTES])
        if not hmac.compare_digest(self._iv(seed, table), raw[:_IV_BYTES]):
            for vault in self._former:
                with suppress(Refused):
                    return vault.unlock(text, table)
            raise Refused("bad-seed-lock", "a seed in the books was encrypted with another key, or for another table")
        return seed
