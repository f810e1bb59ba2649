"""
A browser's socket passed on to the process that deals the table: taken over as a whole, or relayed as raw bytes.

On one machine the other process takes over the socket itself. The file descriptor is sent over a Unix socket in the
abstract namespace, which has no file and disappears with its process. Both sides check that the peer process belongs to
the same user. The request's headers go with it, signed as for a relay (`peers`), and are parsed as if they came from
the browser. A hung process accepts nothing: until the receiver acknowledges the connection, the sender remains
responsible for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket as sockets
import struct
import sys
from collections.abc import Callable
from typing import Any

from starlette.types import Scope

from pitboss.server.cluster.peers import HEADER
from pitboss.server.store.postgres import cut
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


MAX_HEAD_BYTES = 65_536
"""Maximum size in bytes of the request's headers. Larger requests go through a pipe."""
MAX_PENDING = 512
"""Maximum number of pending handovers. If there is no room, the connection goes through a pipe."""
TAKEN = b"taken"
_CREDENTIALS = struct.Struct("3i")


def _name(address: str) -> str:
    """Return the inbox name for the process at this address."""
    return f"\0pitboss {address}"


def _is_of_this_user(line: sockets.socket) -> bool:
    """Whether the peer process belongs to the same user."""
    if sys.platform != "linux":
        return False
    _, user, _ = _CREDENTIALS.unpack(line.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, _CREDENTIALS.size))
    return bool(user == os.geteuid())


class SocketHandover:
    """One handover in progress. Until the other process acknowledges it, the connection can be cut."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line: Handshaking | None = None
        self._inbox: sockets.socket | None = None

    async def carry(self, line: Handshaking, head: bytes) -> bool:
        """
        Hand the connection over.

        Return False if there is no inbox here; raise `OSError` if the other process ends.
        """
        if sys.platform != "linux" or len(head) > MAX_HEAD_BYTES:
            return False
        with sockets.socket(sockets.AF_UNIX, sockets.SOCK_SEQPACKET) as inbox:
            inbox.setblocking(False)
            try:
                inbox.connect(_name(self.address))
                if not _is_of_this_user(inbox):
                    return False
                sockets.send_fds(inbox, [head], [_file(line)])
            except OSError:
                return False
            line.transport.pause_reading()
            self._line, self._inbox = line, inbox
            taken = b""
            with contextlib.suppress(OSError):
                taken = await asyncio.get_running_loop().sock_recv(inbox, len(TAKEN))
        if taken != TAKEN:
            line.transport.resume_reading()
            raise ConnectionError("the other process has ended, or this one is stopping")
        line.drop()
        return True

    def cut(self) -> None:
        """Cut the connection wherever it is now, because one of the processes hangs or ends. The browser reconnects."""
        if self._line and self._inbox:
            cut(_file(self._line))
            self._line.transport.abort()
            cut(self._inbox.fileno())


def _file(line: Handshaking) -> int:
    """Return the file descriptor of the connection."""
    file: int = line.transport.get_extra_info("socket").fileno()
    return file


class Inbox:
    """The socket on which this process receives connections from others. Create it inside a running event loop."""

    def __init__(self, address: str, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._protocol, self._loop = protocol, asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening = sockets.socket(sockets.AF_UNIX, sockets.SOCK_SEQPACKET)
        self._listening.setblocking(False)
        self._listening.bind(_name(address))
        self._listening.listen(MAX_PENDING)
        self._loop.add_reader(self._listening.fileno(), self._accept)

    def close(self) -> None:
        """Stop accepting connections."""
        self._loop.remove_reader(self._listening.fileno())
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # the sender is gone
            giver, _ = self._listening.accept()
            giver.setblocking(False)
            self._loop.add_reader(giver.fileno(), self._take, giver)

    def _take(self, giver: sockets.socket) -> None:
        self._loop.remove_reader(giver.fileno())
        task = self._loop.create_task(self._serve(giver))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, giver: sockets.socket) -> None:
        with giver, contextlib.suppress(OSError):  # the sender or the browser is gone
            head, files, _, _ = sockets.recv_fds(giver, MAX_HEAD_BYTES, 1)
            for file in files:
                browser = sockets.socket(fileno=file)
                if not _is_of_this_user(giver):
                    browser.close()
                    return
                browser.setblocking(False)
                _, protocol = await self._loop.connect_accepted_socket(self._protocol, browser)
                giver.send(TAKEN)
                protocol.data_received(head)


def open_inbox(address: str | None, protocol: Callable[[], asyncio.Protocol]) -> Inbox | None:
    """Open the inbox of the process at this address, or return None if the system doesn't support it."""
    if address is None or sys.platform != "linux":
        return None
    with contextlib.suppress(OSError):  # not permitted here, so connections come through pipes
        return Inbox(address, protocol)
    return None
