"""
A shorter wire than ASGI's: uvicorn's socket spoken to without queues and tasks in between.

This reaches into parts of uvicorn and websockets that they do not promise to keep. It is worth it: 2,860
answers per CPU-second against 2,460 over ASGI (means of two runs each of
`bench/load.py --tables 40 --answers 8000`, with PITBOSS_SOCKETS=asgi and without, on a busy two-core machine).
The switch `PITBOSS_SOCKETS=asgi` turns it off, and the tests of the line run both ways.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from pitboss.server.gate.token_buckets import Bucket
from pitboss.server.tables.line import EXTENSION, HANDSHAKE, Hear

MOST_WAITING_BYTES = 1 << 20
"""A viewer who is this far behind is cut off; coming back, it is told everything."""
MOST_PIECES = 64
"""A message may come in this many pieces."""
AT_ONCE = 1024
"""How many bytes are read before the next look whether the line was hung up: a flood comes in large pieces."""
AFTER_THE_END = 4096
"""After hanging up: how many bytes are searched for the other end's goodbye before the line is cut."""
SIGNS_A_SECOND = 5
"""Pings and pongs that a viewer may send; ten seconds of them at once."""


class Handshaking(WebSocketsSansIOProtocol):
    """Uvicorn's socket; a handshake that is refused with an answer of its own is over, and nothing for the log."""

    async def send(self, message: Any) -> None:
        """As uvicorn does."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def handle_connect(self, event: Request) -> None:
        """As uvicorn does; the application finds this socket in its scope, for it may be another process's."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][HANDSHAKE] = {"line": self}

    def hand_over(self, protocol: asyncio.Protocol) -> None:
        """Somebody else hears and speaks here from now on."""
        self.handshake_complete = self.close_sent = True
        self.transport.set_protocol(protocol)

    def let_go(self) -> None:
        """Another process has the connection now: nobody hears or speaks here any more."""
        self.hand_over(asyncio.Protocol())
        self.transport.abort()
        self.connection_lost(None)


class DirectLine(Handshaking):
    """
    Uvicorn's socket, spoken to without the queues and tasks of ASGI once it is accepted.

    The handshake, the frames that come in and the keeping alive are uvicorn's; a message is heard as soon as it is
    read, and what is posted is written at once.
    """

    _hear: Hear | None = None
    _is_midway = False
    """Whether the library has read a part of a frame: what comes next is the rest of it, whatever it looks like."""
    _late: int | None = None
    """Bytes that came after it was hung up."""
    _signs: Bucket | None = None

    def handle_connect(self, event: Request) -> None:
        """As uvicorn does; the application finds this line in its scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"line": self}

    def data_received(self, data: bytes) -> None:
        """What came in; nearly always it is one whole short message, and the long way is for everything else."""
        if self._hear and data[:1] == b"\x81" and not self._is_unusual:
            text = short_message(data)
            if text is not None:
                self._hear(text)
                return
        for start in range(0, len(data), AT_ONCE):
            if self._is_over(len(data) - start):
                return
            super().data_received(data[start : start + AT_ONCE])
        self._is_midway = not is_between_frames(self.conn)

    @property
    def _is_unusual(self) -> bool:
        """Whether a message may be no whole one, or nobody hears it any more."""
        return bool(self.frames or self._is_midway or self.close_sent or self._late is not None)

    def _is_over(self, more: int) -> bool:
        """Whether nothing more is read: the line is gone, or was hung up and the other end talks on."""
        if self._late is not None:
            self._late += min(more, AT_ONCE)
            if self._late > AFTER_THE_END:
                self.transport.abort()
        return self.transport.is_closing()

    def handle_ping(self) -> None:
        """Answer a ping of the other end, which may not read its answers either."""
        super().handle_ping()
        self._cut_off_who_does_not_read()
        self._count_sign()

    def handle_pong(self, event: Frame) -> None:
        """A sign of life; without end they are too much."""
        super().handle_pong(event)
        self._count_sign()

    def _count_sign(self) -> None:
        self._signs = self._signs or Bucket(SIGNS_A_SECOND, SIGNS_A_SECOND * 10)
        if not self._signs.take(self.loop.time()):
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message; without end even empty pieces are too much."""
        super().handle_cont(event)
        if len(self.frames) > MOST_PIECES:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self._hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        try:
            text = data.decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            self.hang_up(1007, "messages are JSON in UTF-8")
        else:
            self._hear(text)

    async def attend(self, hear: Hear) -> None:
        """Hear every message until the line is gone."""
        self._hear = hear
        while (message := await self.receive())["type"] != "websocket.disconnect":
            hear(message.get("text"))  # type: ignore[arg-type]

    def post(self, message: bytes) -> None:
        """Send a message; never waits, and cuts off who does not read."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        transport.write(framed(message))
        self._cut_off_who_does_not_read()

    def _cut_off_who_does_not_read(self) -> None:
        if self.transport.get_write_buffer_size() > MOST_WAITING_BYTES:
            self.transport.abort()

    def hang_up(self, code: int, reason: str) -> None:
        """Close after what is in the post."""
        self._late = self._late or 0
        task = self.loop.create_task(self._close(code, reason))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # it is gone already
            await self.send({"type": "websocket.close", "code": code, "reason": reason})


def is_between_frames(conn: ServerProtocol) -> bool:
    """Whether the parser of the library waits for a new frame: it asks first whether there will be any more."""
    waiting: Any = conn.parser
    while getattr(waiting, "gi_yieldfrom", None) is not None:
        waiting = waiting.gi_yieldfrom
    name: str = waiting.__name__
    return name == StreamReader.at_eof.__name__


def short_message(data: bytes) -> str | None:
    """The text in these bytes if they are exactly one masked frame of a client, whole and short (RFC 6455, 5.2)."""
    size = data[1] - 0x80 if len(data) > 6 else 0
    if not 0 < size < 126 or len(data) != size + 6:
        return None
    mask = int.from_bytes((data[2:6] * 32)[:size], "big")
    try:
        return (int.from_bytes(data[6:], "big") ^ mask).to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None


def framed(message: bytes) -> bytes:
    """A text as one frame from a server, which masks nothing (RFC 6455, 5.2)."""
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message)
