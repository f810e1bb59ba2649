"""The connection to one viewer: messages in, messages out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol, TypeAlias

from starlette.types import Receive, Scope, Send

Hear: TypeAlias = Callable[[str | None], None]
"""A callback for each message; None means binary data, which is not a valid message."""
EXTENSION = "pitboss.line"
"""The ASGI scope extension that holds the connection if the server writes to sockets directly (`direct_line`)."""
HANDSHAKE = "pitboss.handshake"
"""The ASGI scope extension that holds a socket not accepted yet, so that it can be handed over."""
MAX_WAITING = 256
"""A viewer with more unsent messages than this is disconnected. It gets the full state when it reconnects."""


class Connection(Protocol):
    """The interface of an open socket, as the table uses it."""

    def post(self, message: bytes) -> None:
        """Send a message (UTF-8 text) without blocking."""

    def close_when_sent(self, code: int, reason: str) -> None:
        """Close the connection once everything queued is sent."""

    async def attend(self, hear: Hear) -> None:
        """Pass every message to the callback until the connection closes."""


class AsgiConnection:
    """A connection over plain ASGI, which works with any server."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._outbox: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    def post(self, message: bytes) -> None:
        """Send a message without blocking, or disconnect a client that doesn't read."""
        if self._outbox.qsize() == MAX_WAITING:
            self.close_when_sent(1001, "reconnect: your connection was too slow")
        elif self._outbox.qsize() < MAX_WAITING:
            self._outbox.put_nowait({"type": "websocket.send", "text": message.decode()})

    def close_when_sent(self, code: int, reason: str) -> None:
        """Close the connection once everything queued is sent."""
        self._outbox.put_nowait({"type": "websocket.close", "code": code, "reason": reason})

    async def attend(self, hear: Hear) -> None:
        """Pass every message to the callback until the connection closes."""
        post = asyncio.create_task(self._send_on())
        try:
            while (received := await self._receive())["type"] != "websocket.disconnect":
                hear(received.get("text"))
        finally:
            post.cancel()
            await asyncio.gather(post, return_exceptions=True)

    async def _send_on(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the connection was lost or closed, so receiving ends too
            while True:
                await self._send(await self._outbox.get())


def line_of(scope: Scope, receive: Receive, send: Send) -> Connection:
    """Return the connection of an accepted socket."""
    direct = scope.get("extensions", {}).get(EXTENSION)
    return direct["line"] if direct else AsgiConnection(receive, send)
