"""The wire to one viewer: messages in, messages out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol, TypeAlias

from starlette.types import Receive, Scope, Send

Hear: TypeAlias = Callable[[str | None], None]
"""Called with every message; nothing stands for bytes, which are no message."""
EXTENSION = "pitboss.line"
"""Where a server that speaks to its sockets itself leaves the line in the scope (`direct_line`)."""
HANDSHAKE = "pitboss.handshake"
"""Where such a server leaves a socket that is not accepted yet, so that it can be handed on."""
MOST_WAITING = 256
"""A viewer who is this many messages behind is cut off; coming back, it is told everything."""


class Line(Protocol):
    """What the table needs of a socket that is open."""

    def post(self, message: bytes) -> None:
        """Send a message, text in UTF-8; never waits."""

    def hang_up(self, code: int, reason: str) -> None:
        """Close after what is in the post."""

    async def attend(self, hear: Hear) -> None:
        """Hear every message until the line is gone."""


class AsgiLine:
    """A socket in the words of ASGI, which any server speaks."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._outbox: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    def post(self, message: bytes) -> None:
        """Send a message; never waits, and hangs up on who does not read."""
        if self._outbox.qsize() == MOST_WAITING:
            self.hang_up(1001, "come back: you were too far behind")
        elif self._outbox.qsize() < MOST_WAITING:
            self._outbox.put_nowait({"type": "websocket.send", "text": message.decode()})

    def hang_up(self, code: int, reason: str) -> None:
        """Close after what is in the post."""
        self._outbox.put_nowait({"type": "websocket.close", "code": code, "reason": reason})

    async def attend(self, hear: Hear) -> None:
        """Hear every message until the line is gone."""
        post = asyncio.create_task(self._send_on())
        try:
            while (received := await self._receive())["type"] != "websocket.disconnect":
                hear(received.get("text"))
        finally:
            post.cancel()
            await asyncio.gather(post, return_exceptions=True)

    async def _send_on(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # cut or closed: hearing ends too
            while True:
                await self._send(await self._outbox.get())


def line_of(scope: Scope, receive: Receive, send: Send) -> Line:
    """The line of a socket that was accepted."""
    direct = scope.get("extensions", {}).get(EXTENSION)
    return direct["line"] if direct else AsgiLine(receive, send)
