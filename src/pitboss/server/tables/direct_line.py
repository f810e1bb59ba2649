"""
A faster connection than ASGI: it uses uvicorn's socket directly, without queues and tasks in between.

This relies on internals of uvicorn that may change. The gain is worth it: 2,860 answers per CPU-second against 2,460
over ASGI (means of two runs each of `bench/load.py --tables 40 --answers 8000`, with PITBOSS_SOCKETS=asgi and without,
on a busy two-core machine). `PITBOSS_SOCKETS=asgi` turns it off, another version of uvicorn does too, and the
connection tests run both ways.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from pitboss.server.gate.http_protocol import TESTED_UVICORN, is_tested_uvicorn
from pitboss.server.gate.rate_limits import Bucket
from pitboss.server.tables.line import EXTENSION, HANDSHAKE, Hear

log = logging.getLogger(__name__)
MAX_WAITING_BYTES = 1 << 20
"""A viewer with more unsent bytes than this is disconnected. It gets the full state when it reconnects."""
MAX_PIECES = 64
"""Maximum number of fragments per message."""
READ_BYTES = 1024
"""Bytes parsed before checking again whether the connection was closed, because a flood arrives in large chunks."""
MAX_BYTES_AFTER_CLOSE = 4096
"""Bytes read after closing, while waiting for the client's close frame, before the connection is aborted."""
CONTROL_FRAMES_PER_SECOND = 5
"""Pings and pongs a viewer may send per second, with a burst of ten seconds' worth."""


class Handshaking(WebSocketsSansIOProtocol):
    """
    Uvicorn's WebSocket protocol, fixed so that a handshake refused with a response counts as complete and isn't
    logged.
    """

    async def send(self, message: Any) -> None:
        """Send an ASGI message, and mark the handshake as complete after a refusal's response."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def handle_connect(self, event: Request) -> None:
        """Handle the handshake and expose this socket in the scope, so that it can be handed to another process."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][HANDSHAKE] = {"line": self}

    def hand_over(self, protocol: asyncio.Protocol) -> None:
        """Give the connection to another protocol in this process."""
        self.handshake_complete = self.close_sent = True
        self.transport.set_protocol(protocol)

    def drop(self) -> None:
        """Drop the connection because another process has it now."""
        self.hand_over(asyncio.Protocol())
        self.transport.abort()
        self.connection_lost(None)


class DirectConnection(Handshaking):
    """
    Uvicorn's WebSocket protocol without ASGI's queues and tasks once the socket is accepted.

    Uvicorn still does the handshake, the frame parsing and the keepalive. Messages are handled as soon as they are
    read and sent immediately.
    """

    _hear: Hear | None = None
    _frames: FrameBoundaries | None = None
    """The tracker of the client's frame boundaries; None during the handshake."""
    _late: int | None = None
    """Bytes received since the connection was closed from this side."""
    _signs: Bucket | None = None

    def handle_connect(self, event: Request) -> None:
        """Handle the handshake and expose this connection in the scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"line": self}
            self._frames = FrameBoundaries()

    def data_received(self, data: bytes) -> None:
        """Handle incoming bytes, with a fast path for the usual case of one complete short message."""
        if self._hear and data[:1] == b"\x81" and not self._is_unusual:
            text = short_message(data)
            if text is not None:
                self._hear(text)
                return
        for start in range(0, len(data), READ_BYTES):
            if self._is_over(len(data) - start):
                return
            part = data[start : start + READ_BYTES]
            if self._frames is not None:
                self._frames.feed(part)
            super().data_received(part)

    @property
    def _is_unusual(self) -> bool:
        """Whether the fast path is unsafe: a message may be incomplete, or the connection is closing."""
        is_midway = self._frames is None or not self._frames.is_between
        return bool(self.frames or is_midway or self.close_sent or self._late is not None)

    def _is_over(self, more: int) -> bool:
        """Whether to stop reading: the connection is gone, or the client kept sending after the close."""
        if self._late is not None:
            self._late += min(more, READ_BYTES)
            if self._late > MAX_BYTES_AFTER_CLOSE:
                self.transport.abort()
        return self.transport.is_closing()

    def handle_ping(self) -> None:
        """Answer a ping, and disconnect a client that doesn't read or sends too many."""
        super().handle_ping()
        self._cut_off_who_does_not_read()
        self._count_sign()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong, and disconnect a client that sends too many."""
        super().handle_pong(event)
        self._count_sign()

    def _count_sign(self) -> None:
        self._signs = self._signs or Bucket(CONTROL_FRAMES_PER_SECOND, CONTROL_FRAMES_PER_SECOND * 10)
        if not self._signs.take(self.loop.time()):
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Handle a continuation frame, and disconnect a client that sends too many, even empty ones."""
        super().handle_cont(event)
        if len(self.frames) > MAX_PIECES:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Handle a complete message."""
        if self._hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        try:
            text = data.decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            self.close_when_sent(1007, "messages are JSON in UTF-8")
        else:
            self._hear(text)

    async def attend(self, hear: Hear) -> None:
        """Pass every message to the callback until the connection closes."""
        self._hear = hear
        while (message := await self.receive())["type"] != "websocket.disconnect":
            hear(message.get("text"))  # type: ignore[arg-type]

    def post(self, message: bytes) -> None:
        """Send a message without blocking, and disconnect a client that doesn't read."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        transport.write(framed(message))
        self._cut_off_who_does_not_read()

    def _cut_off_who_does_not_read(self) -> None:
        if self.transport.get_write_buffer_size() > MAX_WAITING_BYTES:
            self.transport.abort()

    def close_when_sent(self, code: int, reason: str) -> None:
        """Close the connection once everything queued is sent."""
        self._late = self._late or 0
        task = self.loop.create_task(self._close(code, reason))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # already closed
            await self.send({"type": "websocket.close", "code": code, "reason": reason})


class FrameBoundaries:
    """A tracker of where frames begin and end in a client's bytes (RFC 6455, 5.2)."""

    def __init__(self) -> None:
        self._head = b""
        """The part of a frame's header that has arrived."""
        self._left = 0
        """The bytes of the payload that have not arrived."""

    @property
    def is_between(self) -> bool:
        """Whether the next byte begins a frame."""
        return not self._head and not self._left

    def feed(self, data: bytes) -> None:
        """Follow the next bytes."""
        place = 0
        while place < len(data):
            if self._left:
                taken = min(self._left, len(data) - place)
                self._left -= taken
                place += taken
                continue
            self._head += data[place : place + 1]
            place += 1
            size = payload_size(self._head)
            if size is not None:
                self._head, self._left = b"", size


def payload_size(head: bytes) -> int | None:
    """Return the length of the payload that a header announces, or None if the header is incomplete."""
    if len(head) < 2:
        return None
    is_masked, size = head[1] >> 7, head[1] & 0x7F
    more = {126: 2, 127: 8}.get(size, 0)
    if len(head) < 2 + more + 4 * is_masked:
        return None
    return int.from_bytes(head[2 : 2 + more], "big") if more else size


def socket_protocol() -> type[Handshaking]:
    """Return the WebSocket implementation: direct, or over plain ASGI."""
    if not is_tested_uvicorn():
        log.warning("uvicorn %s is not %sx: sockets are served over ASGI", uvicorn.__version__, TESTED_UVICORN)
        return Handshaking
    return Handshaking if os.environ.get("PITBOSS_SOCKETS") == "asgi" else DirectConnection


def short_message(data: bytes) -> str | None:
    """Return the text if the bytes are exactly one complete short masked client frame, else None (RFC 6455, 5.2)."""
    size = data[1] - 0x80 if len(data) > 6 else 0
    if not 0 < size < 126 or len(data) != size + 6:
        return None
    mask = int.from_bytes((data[2:6] * 32)[:size], "big")
    try:
        return (int.from_bytes(data[6:], "big") ^ mask).to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None


def framed(message: bytes) -> bytes:
    """Encode a text as one unmasked server frame (RFC 6455, 5.2)."""
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message)
