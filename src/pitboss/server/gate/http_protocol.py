"""
HTTP connections with limits: a maximum number per address, and timeouts for slow requests and slow readers.

Like `direct_line`, this relies on internals of uvicorn that may change. With any version other than the tested one,
uvicorn's own protocol is used, without these limits. No public interface offers them: an ASGI application sees a
request only when its headers are complete. The limits on requests and messages are enforced elsewhere, with any
version.
"""

from __future__ import annotations

import asyncio
import json
import logging

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.gate.gatekeeper import Gatekeeper
from pitboss.server.gate.proxies import limit_key
from pitboss.server.gate.refusals import SECURE

log = logging.getLogger(__name__)
TESTED_UVICORN = "0.54."
"""The uvicorn version whose internals this package was tested with."""
MAX_HEAD_BYTES = 32_768
"""Maximum size in bytes of a request's headers."""
READ_BYTES = 4096
"""Bytes parsed before checking the limits again."""
MAX_PIPELINED = 32
"""Maximum number of pipelined requests on one connection."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol with limits per client address."""

    gatekeeper: Gatekeeper
    _peer = ""
    _is_counted = _is_socket = _is_gone = False
    _due: asyncio.TimerHandle | None = None
    _head = 0
    """The number of bytes received so far of a request's headers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a new connection and refuse it above the limit. Our own proxies and processes are exempt."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        is_own = self.server is not None and self.server[1] == self.gatekeeper.peer_port
        if is_own or peer in self.gatekeeper.proxies:
            return
        self._peer = limit_key(peer)
        if self.gatekeeper.connections[self._peer] >= self.gatekeeper.limits.connections:
            self._refuse(f"at most {self.gatekeeper.limits.connections} connections from one address")
            return
        self.gatekeeper.connections.add(self._peer)
        self._is_counted = True
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Parse incoming data, unless the address is over its request limit."""
        is_new = self.cycle is None or self.cycle.response_complete
        if self._is_counted and is_new and self.gatekeeper.is_shut_to(self._peer):
            self._refuse(f"at most {self.gatekeeper.limits.requests} requests a second from one address: wait a little")
            return
        if is_new:
            self._wait_on()
        for start in range(0, len(data), READ_BYTES):
            if self.transport.is_closing() or self._is_socket:
                return
            self._read(data[start : start + READ_BYTES])

    def _read(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._is_socket:
            return
        if self._head > MAX_HEAD_BYTES:
            self._send_error_and_close(431, "too-long", f"the head of a request has at most {MAX_HEAD_BYTES} bytes")
        elif len(self.pipeline) > MAX_PIPELINED:
            self._refuse(f"at most {MAX_PIPELINED} requests on one connection before they are answered")

    def on_message_begin(self) -> None:
        """Start the timeout for a new request, without extending one that is already running."""
        super().on_message_begin()
        self._wait_on()

    def on_headers_complete(self) -> None:
        """Stop counting header bytes."""
        self._head = -MAX_HEAD_BYTES * 4  # the body follows, and Content-Length limits it
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
            self.gatekeeper.connections.drop(self._peer)

    def _wait(self) -> None:
        self._cancel()
        self._due = self.loop.call_later(self.gatekeeper.limits.timeout, self._time_out)

    def _wait_on(self) -> None:
        """Start the timeout unless it is already running."""
        if self._due is None:
            self._wait()

    def _cancel(self) -> None:
        if self._due:
            self._due.cancel()
            self._due = None

    def _time_out(self) -> None:
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request."""
        self._send_error_and_close(400, "bad-request", "this is not an HTTP request")

    def _refuse(self, why: str) -> None:
        self._send_error_and_close(429, "too-fast", why)

    def _send_error_and_close(self, status: int, code: str, why: str) -> None:
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


def is_tested_uvicorn() -> bool:
    """Whether the installed uvicorn is the version whose internals are known."""
    return uvicorn.__version__.startswith(TESTED_UVICORN)


def http_protocol(gatekeeper: Gatekeeper) -> type[LimitedHttpProtocol] | str:
    """Return the HTTP implementation: bound to this rate limiter, or uvicorn's own if its internals may differ."""
    if is_tested_uvicorn():
        return type("GatedHttpProtocol", (LimitedHttpProtocol,), {"gatekeeper": gatekeeper})
    log.warning(
        "uvicorn %s is not %sx: connections per address and slow requests are not limited, so put a proxy in front",
        uvicorn.__version__, TESTED_UVICORN,
    )  # fmt: skip
    return "auto"
