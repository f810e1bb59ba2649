"""A socket handed on: bytes from a browser to the process that deals its table, and back, as they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import Scope

from pitboss.server.cluster.peer_auth import HEADER
from pitboss.server.tables.direct_line import Handshaking
from pitboss.server.tables.line import HANDSHAKE


class _End(asyncio.Protocol):
    """One end of a pipe: what it hears the other end says, and it waits while that one's reader is slow."""

    other: asyncio.Transport

    def __init__(self, gone: Callable[[], object]) -> None:
        self._gone = gone

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is there."""

    def data_received(self, data: bytes) -> None:
        """Say it at the other end."""
        self.other.write(data)

    def pause_writing(self) -> None:
        """Nobody reads here: hear nothing there."""
        self.other.pause_reading()

    def resume_writing(self) -> None:
        """It reads on."""
        if not self.other.is_closing():
            self.other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """One end is gone, so the other goes too."""
        self.other.close()
        self._gone()


class Pipe:
    """One socket that is dealt elsewhere."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._near: asyncio.Transport | None = None
        self._far: asyncio.Transport | None = None

    async def carry(self, line: Handshaking, head: bytes) -> bool:
        """Connect, hand the browser over and return when either end is gone; `OSError` while it is still here."""
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
        """The other process is gone, or this one goes: the browser comes back."""
        for transport in (self._near, self._far):
            if transport:
                transport.abort()


def handshake_of(scope: Scope) -> Handshaking | None:
    """The socket of a request that is not answered yet; nothing under a server that does not hand it out."""
    found: Any = scope.get("extensions", {}).get(HANDSHAKE)
    return found["line"] if found else None


def head_of(scope: Scope, signed: bytes) -> bytes:
    """The head of a request as it came, and who it came from."""
    query = scope["query_string"]
    lines = [b"GET %b%b HTTP/1.1\r\n" % (scope["raw_path"], b"?" + query if query else b"")]
    lines += [b"%b: %b\r\n" % header for header in scope["headers"] if header[0].lower() != HEADER]
    return b"".join([*lines, signed, b"\r\n"])
