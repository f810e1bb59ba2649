"""
A browser's connection handed on whole: on one machine the process that deals a table takes it, and nobody in between.

The connection goes over a socket of the system that has a name and no file, and that ends with its process. Both sides
look whose process is at the other end: only one of the same user gives or gets a connection. The head of the request
goes with it, signed as for a pipe (`peers`), and is read as if it came from the browser.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket as sockets
import struct
import sys
from collections.abc import Callable

from pitboss.server.direct_line import Handshaking

LONGEST_HEAD = 65_536
"""Bytes of a request's head; one that is longer goes through a pipe."""
WAITING = 512
"""So many may be on their way at once; who finds no room goes through a pipe."""
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


def hand_over(address: str, line: Handshaking, head: bytes) -> bool:
    """Whether the process at this address has the browser now; it has not if it is on another machine."""
    if sys.platform != "linux" or len(head) > LONGEST_HEAD:
        return False
    browser = line.transport.get_extra_info("socket")
    try:
        with sockets.socket(sockets.AF_UNIX, sockets.SOCK_SEQPACKET) as inbox:
            inbox.setblocking(False)
            inbox.connect(_name(address))
            if not _is_of_this_user(inbox):
                return False
            sockets.send_fds(inbox, [head], [browser.fileno()])
    except OSError:
        return False
    line.let_go()
    return True


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
        with giver, contextlib.suppress(OSError):
            head, files, _, _ = sockets.recv_fds(giver, LONGEST_HEAD, 1)
            browsers = [sockets.socket(fileno=file) for file in files]
            if browsers and _is_of_this_user(giver):
                task = self._loop.create_task(self._serve(browsers[0], head))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _serve(self, browser: sockets.socket, head: bytes) -> None:
        browser.setblocking(False)
        with contextlib.suppress(OSError):  # it is gone: it comes back
            _, protocol = await self._loop.connect_accepted_socket(self._protocol, browser)
            protocol.data_received(head)


def open_inbox(address: str | None, protocol: Callable[[], asyncio.Protocol]) -> Inbox | None:
    """The inbox of the process that others reach at this address, where the system has such a thing."""
    if address is None or sys.platform != "linux":
        return None
    with contextlib.suppress(OSError):  # not allowed here: browsers come through pipes
        return Inbox(address, protocol)
    return None
