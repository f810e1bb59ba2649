"""
The HTTP connections: each address may have a few, and nobody takes all day to send a request or to read an answer.

Like `direct_line` this stands on parts of uvicorn that it does not promise to keep; the tests hold them.
"""

from __future__ import annotations

import asyncio
import json

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.gate.gatekeeper import Door
from pitboss.server.gate.proxies import one_home
from pitboss.server.gate.refusals import SECURE

LONGEST_HEAD = 32_768
"""Bytes of a request before its body."""
AT_ONCE = 4096
"""How many bytes are read before the next look whether that is too much."""
MOST_AHEAD = 32
"""How many requests may come on one connection before the first of them is answered."""


class HttpLine(HttpToolsProtocol):
    """Uvicorn's connection, with an eye on who is at the other end."""

    door: Door
    _peer = ""
    _is_counted = _is_socket = _is_gone = False
    _due: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of a head that is not whole yet."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects; our own proxies and processes may do so as often as they like."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        is_own = self.server is not None and self.server[1] == self.door.peer_port
        if is_own or peer in self.door.proxies:
            return
        self._peer = one_home(peer)
        if self.door.connections[self._peer] >= self.door.limits.connections:
            self._refuse(f"at most {self.door.limits.connections} connections from one address")
            return
        self.door.connections.add(self._peer)
        self._is_counted = True
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A part of a request; it is not even read from an address that has just asked for too much."""
        is_new = self.cycle is None or self.cycle.response_complete
        if self._is_counted and is_new and self.door.is_shut_to(self._peer):
            self._refuse(f"at most {self.door.limits.requests} requests a second from one address: wait a little")
            return
        if is_new:
            self._wait_on()
        for start in range(0, len(data), AT_ONCE):
            if self.transport.is_closing() or self._is_socket:
                return
            self._read(data[start : start + AT_ONCE])

    def _read(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._is_socket:
            return
        if self._head > LONGEST_HEAD:
            self._hang_up(431, "too-long", f"the head of a request has at most {LONGEST_HEAD} bytes")
        elif len(self.pipeline) > MOST_AHEAD:
            self._refuse(f"at most {MOST_AHEAD} requests on one connection before they are answered")

    def on_message_begin(self) -> None:
        """A request begins; that gives nobody more time to read the last answer."""
        super().on_message_begin()
        self._wait_on()

    def on_headers_complete(self) -> None:
        """Its head is whole."""
        self._head = -LONGEST_HEAD * 4  # what follows is its body, which says itself how long it is
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """It is here; how long the answer takes is the house's business."""
        self._head = 0
        if not self.transport.get_write_buffer_size():
            self._cancel()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The other end does not read."""
        super().pause_writing()
        self._wait_on()

    def resume_writing(self) -> None:
        """It reads on."""
        super().resume_writing()
        self._cancel()

    def on_response_complete(self) -> None:
        """The answer is sent, or lies there until the other end reads."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._wait_on()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a socket, which is counted as one."""
        self._is_socket = True
        self._forget()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._is_gone = True
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        self._cancel()
        if self._is_counted:
            self._is_counted = False
            self.door.connections.drop(self._peer)

    def _wait(self) -> None:
        self._cancel()
        self._due = self.loop.call_later(self.door.limits.patience, self._give_up)

    def _wait_on(self) -> None:
        """Wait, from now or from when it was begun."""
        if self._due is None:
            self._wait()

    def _cancel(self) -> None:
        if self._due:
            self._due.cancel()
            self._due = None

    def _give_up(self) -> None:
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """What came is no request."""
        self._hang_up(400, "bad-request", "what came is no HTTP request")

    def _refuse(self, why: str) -> None:
        self._hang_up(429, "too-fast", why)

    def _hang_up(self, status: int, code: str, why: str) -> None:
        """Say why and close; a client that does not read even that is cut off."""
        self.transport.write(_answer(status, code, why))
        self.transport.close()
        if not self._is_gone:
            self._wait()


def _answer(status: int, code: str, reason: str) -> bytes:
    """A whole answer, made without asking anybody."""
    body = json.dumps({"code": code, "reason": reason}).encode()
    phrase = {400: "Bad Request", 429: "Too Many Requests", 431: "Request Header Fields Too Large"}[status]
    lines = [
        f"HTTP/1.1 {status} {phrase}", "Content-Type: application/json", f"Content-Length: {len(body)}",
        "Connection: close", *(f"{name}: {value}" for name, value in SECURE.items()),
        *(["Retry-After: 1"] if status == 429 else []),
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode() + body


def http_line(door: Door) -> type[HttpLine]:
    """The connections of a house with this door."""
    return type("OurHttpLine", (HttpLine,), {"door": door})
