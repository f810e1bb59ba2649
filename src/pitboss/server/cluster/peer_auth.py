"""How one process of a house knows that another one passes on a request, and from whom it came."""

from __future__ import annotations

import hmac
from collections.abc import Iterable

HEADER = b"x-pitboss-peer"


class Peers:
    """Signs and reads the address of somebody whose request is passed on; every process has the key of the house."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def signed(self, address: str) -> bytes:
        """The line of the head that says from whom a request comes."""
        return b"%b: %b %b\r\n" % (HEADER, address.encode(), self._mark(address.encode()))

    def _mark(self, address: bytes) -> bytes:
        return hmac.digest(self._key, address, "sha256").hex().encode()

    def client(self, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
        """From whom a request comes that another process passed on; nothing if none did."""
        for name, value in headers:
            address, _, mark = value.partition(b" ")
            if name.lower() == HEADER and hmac.compare_digest(mark, self._mark(address)):
                return address.decode()
        return None
