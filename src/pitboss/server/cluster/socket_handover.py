"""
A browser's connection handed on whole: on one machine the process that deals a table takes it, and nobody in between.

The connection goes over a socket of the system that has a name and no file, and that ends with its process. Both sides
look whose process is at the other end: only one of the same user gives or gets a connection. The head of the request
goes with it, signed as for a pipe (`peers`), and is read as if it came from the browser. A process that stands still
takes nothing: until it has said that it has the connection, the one that gives it watches over it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket as sockets
import struct
import sys
from collections.abc import Callable

from pitboss.server.store.timeouts import cut
from pitboss.server.tables.direct_line import Handshaking

LONGEST_HEAD = 65_536
"""Bytes of a request's head; one that is longer goes through a pipe."""
WAITING = 512
"""So many may be on their way at once; who finds no room goes through a pipe."""
TAKEN = b"taken"
_WHOSE = struct.Struct("3i")


def _name(address: str) -> str:
    """Of the inbox of the process at this address."""
    return f"\0pitboss {address}"


def _is_of_this_user(line: sockets.socket) -> bool:
    """Whether the process at the other end belongs to the user of this one."""
    if sys.platform != "linux":
        return False
    _, user, _ = _WHOSE.unpack(line.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, _WHOSE.size))
    return bool(user == os.geteuid())


class Handing:
    """One browser on its way; until the other process says that it has it, it can be cut."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line: Handshaking | None = None
        self._inbox: sockets.socket | None = None

    async def carry(self, line: Handshaking, head: bytes) -> bool:
        """Return when the other process has it, or has no inbox on this machine; `OSError` if it ended meanwhile."""
        if sys.platform != "linux" or len(head) > LONGEST_HEAD:
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
            raise ConnectionError("the other process has ended, or this one does")
        line.let_go()
        return True

    def cut(self) -> None:
        """The other process stands still, or this one goes: the browser comes back, wherever its connection is now."""
        if self._line and self._inbox:
            cut(_file(self._line))
            self._line.transport.abort()
            cut(self._inbox.fileno())


def _file(line: Handshaking) -> int:
    """The connection, as the system calls it."""
    file: int = line.transport.get_extra_info("socket").fileno()
    return file


class Inbox:
    """Where other processes of this machine hand browsers to this one; inside a running event loop."""

    def __init__(self, address: str, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._protocol, self._loop = protocol, asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening = sockets.socket(sockets.AF_UNIX, sockets.SOCK_SEQPACKET)
        self._listening.setblocking(False)
        self._listening.bind(_name(address))
        self._listening.listen(WAITING)
        self._loop.add_reader(self._listening.fileno(), self._accept)

    def close(self) -> None:
        """Take nobody any more."""
        self._loop.remove_reader(self._listening.fileno())
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # who knocked is gone already
            giver, _ = self._listening.accept()
            giver.setblocking(False)
            self._loop.add_reader(giver.fileno(), self._take, giver)

    def _take(self, giver: sockets.socket) -> None:
        self._loop.remove_reader(giver.fileno())
        task = self._loop.create_task(self._serve(giver))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, giver: sockets.socket) -> None:
        with giver, contextlib.suppress(OSError):  # who gave it is gone, or the browser
            head, files, _, _ = sockets.recv_fds(giver, LONGEST_HEAD, 1)
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
    """The inbox of the process that others reach at this address, where the system has such a thing."""
    if address is None or sys.platform != "linux":
        return None
    with contextlib.suppress(OSError):  # not allowed here: browsers come through pipes
        return Inbox(address, protocol)
    return None
