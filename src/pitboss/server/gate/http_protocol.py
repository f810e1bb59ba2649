"""
HTTP connections with limits: a maximum number per address, and timeouts for slow requests and slow readers.

Like `direct_line`, this relies on internals of uvicorn that may change. The tests cover them.
"""

from __future__ import annotations

import asyncio
import json

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.gate.gatekeeper import Door
from pitboss.server.gate.proxies import one_home
from pitboss.server.gate.refusals import SECURE

LONGEST_HEAD = 32_768
"""Maximum size in bytes of a request's headers."""
AT_ONCE = 4096
"""Bytes parsed before checking the limits again."""
MOST_AHEAD = 32
"""Maximum number of pipelined requests on one connection."""


class HttpLine(HttpToolsProtocol):
    """Uvicorn's HTTP protocol with limits per client address."""

    door: Door
    _peer = ""
    _is_counted = _is_socket = _is_gone = False
    _due: asyncio.TimerHandle | None = None
    _head = 0
    """The bytes received of incomplete headers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a new connection and refuse it above the limit. Our own proxies and processes are exempt."""
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
        """Parse incoming data, unless the address is over its request limit."""
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
        """Start the timeout for a new request, without extending one that is already running."""
        super().on_message_begin()
        self._wait_on()

    def on_headers_complete(self) -> None:
        """Stop counting header bytes."""
        self._head = -LONGEST_HEAD * 4  # the body follows, and Content-Length limits it
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Cancel the timeout, because the client doesn't control how long the response takes."""
        self._head = 0
        if not self.transport.get_write_buffer_size():
            self._cancel()
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Start the timeout for a client that isn't reading."""
        super().pause_writing()
        self._wait_on()

    def resume_writing(self) -> None:
        """Cancel the timeout, because the client is reading again."""
        super().resume_writing()
        self._cancel()

    def on_response_complete(self) -> None:
        """Start the timeout if part of the response is still unsent."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._wait_on()

    def handle_websocket_upgrade(self) -> None:
        """Switch to WebSocket, which has its own limit."""
        self._is_socket = True
        self._forget()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up a closed connection."""
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
        """Start the timeout unless it is already running."""
        if self._due is None:
            self._wait()

    def _cancel(self) -> None:
        if self._due:
            self._due.cancel()
            self._due = None

    def _give_up(self) -> None:
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request."""
        self._hang_up(400, "bad-request", "what came is no HTTP request")

    def _refuse(self, why: str) -> None:
        self._hang_up(429, "too-fast", why)

    def _hang_up(self, status: int, code: str, why: str) -> None:
        """Send an error and close. Abort if the client doesn't read it in time."""
        self.transport.write(_answer(status, code, why))
        self.transport.close()
        if not self._is_gone:
            self._wait()


def _answer(status: int, code: str, reason: str) -> bytes:
    """Build a complete error response without going through the application."""
    body = json.dumps({"code": code, "reason": reason}).encode()
    phrase = {400: "Bad Request", 429: "Too Many Requests", 431: "Request Header Fields Too Large"}[status]
    lines = [
        f"HTTP/1.1 {status} {phrase}", "Content-Type: application/json", f"Content-Length: {len(body)}",
        "Connection: close", *(f"{name}: {value}" for name, value in SECURE.items()),
        *(["Retry-After: 1"] if status == 429 else []),
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode() + body


def http_line(door: Door) -> type[HttpLine]:
    """Return a protocol class bound to this rate limiter."""
    return type("OurHttpLine", (HttpLine,), {"door": door})
