"""A relay for a browser's socket: raw bytes to the process that deals the table, and back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import Scope

from pitboss.server.cluster.peers import HEADER
from pitboss.server.tables.direct_line import Handshaking
from pitboss.server.tables.line import HANDSHAKE


class _End(asyncio.Protocol):
    """One end of a pipe. It forwards data to the other end, with flow control."""

    other: asyncio.Transport

    def __init__(self, gone: Callable[[], object]) -> None:
        self._gone = gone

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Do nothing: the transport is passed in separately."""

    def data_received(self, data: bytes) -> None:
        """Forward data to the other end."""
        self.other.write(data)

    def pause_writing(self) -> None:
        """Stop reading at the other end while this one's buffer is full."""
        self.other.pause_reading()

    def resume_writing(self) -> None:
        """Resume reading at the other end."""
        if not self.other.is_closing():
            self.other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the other end too."""
        self.other.close()
        self._gone()


class Pipe:
    """A relayed socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._near: asyncio.Transport | None = None
        self._far: asyncio.Transport | None = None

    async def carry(self, line: Handshaking, head: bytes) -> bool:
        """Connect and relay until either end closes. Raise `OSError` if that fails before the handover."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        host, _, port = self.address.rpartition(":")
        near, far = _End(over.set), _End(over.set)
        self._near = near_line = line.transport
        far.other = near_line
        transport, _ = await loop.create_connection(lambda: far, host.strip("[]"), int(port))
        self._far = near.other = transport
        if line.disconnected:
            self.cut()
            raise ConnectionError("the browser is gone")
        line.hand_over(near)
        self._far.write(head)
        try:
            await over.wait()
        finally:
            self.cut()
            line.connection_lost(None)
        return True

    def cut(self) -> None:
        """Cut both ends, because a process is gone. The browser reconnects."""
        for transport in (self._near, self._far):
            if transport:
                transport.abort()


def handshake_of(scope: Scope) -> Handshaking | None:
    """Return the socket of an unanswered handshake, or None if the server doesn't expose it."""
    found: Any = scope.get("extensions", {}).get(HANDSHAKE)
    return found["line"] if found else None


def head_of(scope: Scope, signed: bytes) -> bytes:
    """Rebuild the request's headers and add the signed client address."""
    query = scope["query_string"]
    lines = [b"GET %b%b HTTP/1.1\r\n" % (scope["raw_path"], b"?" + query if query else b"")]
    lines += [b"%b: %b\r\n" % header for header in scope["headers"] if header[0].lower() != HEADER]
    return b"".join([*lines, signed, b"\r\n"])
