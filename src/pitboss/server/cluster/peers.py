"""The other processes of a house: their addresses, signed requests between them, and forwarding to the right one."""

from __future__ import annotations

import asyncio
import hmac
import socket as sockets
from collections.abc import Iterable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from pitboss.play.refused import Refused
from pitboss.server.http.listener import listen

LOCALHOST = "127.0.0.1"


class PeerSettings(NamedTuple):
    """The host at which others reach this machine, and the port of its first process (0 for any free port)."""

    host: str
    port: int

    @classmethod
    def read(cls, text: str | None, processes: int) -> PeerSettings | None:
        """Parse `--peer`. Return None for a single process without peers."""
        if text is None:
            return cls(LOCALHOST, 0) if processes > 1 else None
        host, _, port = text.rpartition(":") if not text.endswith("]") else (text, "", "")
        if not host:
            host, port = text, "0"
        port = port or "0"
        if not host or not port.isdecimal() or int(port) + processes > 65_536 or (":" in host) != host.startswith("["):
            raise Refused(
                "bad-peer",
                f"--peer is where the others reach this machine, like 10.0.0.5 or 10.0.0.5:8100, not {text!r}",
            )
        return cls(host.strip("[]"), int(port))

    def socket(self, place: int) -> sockets.socket:
        """Bind the socket on which the process with this number listens for the other processes."""
        return listen(self.host, self.port + place if self.port else 0)

    def address_of(self, own: sockets.socket) -> str:
        """Return the address to publish to the others."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return f"{shown}:{own.getsockname()[1]}"


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


LEFT_OUT = {HEADER, b"connection", b"accept-encoding"}
TIMEOUT_SECONDS = 10.0
"""The timeout in seconds for the other process."""


async def pass_on(request: Request, address: str, signed: bytes) -> Response:
    """Return the response of the process at this address, or raise `Refused` if it doesn't answer."""
    body = await request.body()
    lines = [b"%b %b HTTP/1.1\r\n" % (request.method.encode(), request.scope["raw_path"])]
    lines += [b"%b: %b\r\n" % header for header in request.scope["headers"] if header[0].lower() not in LEFT_OUT]
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            answer = await _asked(address, b"".join([*lines, signed, b"connection: close\r\n\r\n", body]))
        head, _, content = answer.partition(b"\r\n\r\n")
        return Response(content, int(head.split(b" ", 2)[1]), media_type="application/json")
    except (OSError, TimeoutError, ValueError, IndexError):
        raise Refused("closing", "another process is taking over this table: try again in a moment") from None


async def _asked(address: str, request: bytes) -> bytes:
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    try:
        writer.write(request)
        return await reader.read()
    finally:
        writer.close()
