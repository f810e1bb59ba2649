"""Authentication of requests forwarded between processes, including the original client address."""

from __future__ import annotations

import hmac
from collections.abc import Iterable

HEADER = b"x-pitboss-peer"


class PeerSigner:
    """A signer and verifier for the client addresses of forwarded requests, with the key that all processes share."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def signed(self, address: str) -> bytes:
        """Return the header line with the signed client address."""
        return b"%b: %b %b\r\n" % (HEADER, address.encode(), self._mark(address.encode()))

    def _mark(self, address: bytes) -> bytes:
        return hmac.digest(self._key, address, "sha256").hex().encode()

    def client(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """Return the client address of a request forwarded by another process, or None."""
        for name, value in headers:
            address, _, mark = value.partition(b" ")
            if name.lower() == HEADER and hmac.compare_digest(mark, self._mark(address)):
                return address.decode()
        return None
