"""Handover of a browser's connection to another process on the same machine."""

from __future__ import annotations

import asyncio
import secrets
import socket
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
import uvloop

from pitboss.server.cluster.socket_relay import TAKEN, Inbox, SocketHandover, open_inbox
from pitboss.server.tables.direct_line import Handshaking

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every browser comes through a pipe")
HEAD = b"GET /ws/table HTTP/1.1\r\n\r\n"
Runner = Callable[[Coroutine[Any, Any, None]], None]


@pytest.fixture(params=[asyncio.run, uvloop.run], ids=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Runner:
    runner: Runner = request.param
    return runner


@pytest.fixture
def address() -> str:
    return f"of a test {secrets.token_hex(8)}"


class End(asyncio.Protocol):
    """One end of a connection that records what it receives and can be released by the server."""

    def __init__(self) -> None:
        self.heard = b""
        self.something = asyncio.Event()
        self.is_dropped = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        self.something.set()

    def data_received(self, data: bytes) -> None:
        self.heard += data
        self.something.set()

    def drop(self) -> None:
        self.is_dropped = True
        self.transport.abort()

    async def hears(self, text: bytes) -> None:
        while text not in self.heard:
            self.something.clear()
            await self.something.wait()


@asynccontextmanager
async def browser_at(acceptor: End) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connect a browser to this process."""
    server = await asyncio.get_running_loop().create_server(lambda: acceptor, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    await acceptor.something.wait()
    yield reader, writer
    writer.transport.abort()
    acceptor.transport.abort()
    server.close()


def line_of(acceptor: End) -> Handshaking:
    return cast("Handshaking", acceptor)


def unread_inbox(address: str) -> socket.socket:
    """Create an inbox that accepts nothing."""
    inbox = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    inbox.bind(f"\0pitboss {address}")
    inbox.listen()
    return inbox


def test_new_process_talks_to_the_browser(run: Runner, address: str) -> None:
    async def handed() -> None:
        acceptor, owner = End(), End()
        inbox = open_inbox(address, lambda: owner)
        assert inbox
        async with browser_at(acceptor) as (reader, writer):
            assert await SocketHandover(address).carry(line_of(acceptor), HEAD)
            await owner.hears(HEAD)
            writer.write(b"a bet")
            await owner.hears(b"a bet")
            owner.transport.write(b"taken down")
            assert await reader.readexactly(10) == b"taken down"
            assert (acceptor.is_dropped, acceptor.heard) == (True, b"")
            owner.transport.abort()
            inbox.close()

    run(handed())


def test_without_an_inbox_the_browser_stays(run: Runner, address: str) -> None:
    async def stays() -> None:
        acceptor = End()
        async with browser_at(acceptor) as (_, writer):
            assert not await SocketHandover(address).carry(line_of(acceptor), HEAD)
            assert not await SocketHandover(address).carry(line_of(acceptor), HEAD * 4000)
            writer.write(b"a bet")
            await acceptor.hears(b"a bet")

    run(stays())


def test_handover_to_a_suspended_process_is_cancelled(run: Runner, address: str) -> None:
    async def called_back() -> None:
        acceptor, handing = End(), SocketHandover(address)
        with unread_inbox(address) as inbox:
            async with browser_at(acceptor) as (reader, _):
                carrying = asyncio.create_task(handing.carry(line_of(acceptor), HEAD))
                giver, _ = await asyncio.to_thread(inbox.accept)
                handing.cut()
                assert await reader.read() == b""
                with pytest.raises(ConnectionError):
                    await carrying
                giver.close()

    run(called_back())


def test_browser_stays_if_the_new_process_dies_before_accepting(run: Runner, address: str) -> None:
    async def is_left() -> None:
        acceptor = End()
        with unread_inbox(address) as inbox:
            async with browser_at(acceptor) as (_, writer):
                carrying = asyncio.create_task(SocketHandover(address).carry(line_of(acceptor), HEAD))
                giver, _ = await asyncio.to_thread(inbox.accept)
                giver.close()
                with pytest.raises(ConnectionError):
                    await carrying
                writer.write(b"a bet")
                await acceptor.hears(b"a bet")

    run(is_left())


def test_inbox_rejects_messages_without_a_socket(run: Runner, address: str) -> None:
    async def refused() -> None:
        def never() -> End:
            raise AssertionError("nobody was handed on")

        inbox = Inbox(address, never)
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as giver:
            giver.setblocking(False)
            giver.connect(f"\0pitboss {address}")
            giver.send(HEAD)
            assert await asyncio.get_running_loop().sock_recv(giver, len(TAKEN)) == b""
        inbox.close()

    run(refused())


@pytest.mark.parametrize("whose", ["giver", "taker"])
def test_handover_is_limited_to_processes_of_the_same_user(
    run: Runner, address: str, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each side checks its peer's user. Here one side sees another user's process."""
    looked = iter([whose == "taker", whose != "taker"])
    monkeypatch.setattr("pitboss.server.cluster.socket_relay._is_of_this_user", lambda _line: next(looked))

    async def refused() -> None:
        acceptor, owner = End(), End()
        inbox = open_inbox(address, lambda: owner)
        assert inbox
        async with browser_at(acceptor):
            carrying = SocketHandover(address).carry(line_of(acceptor), HEAD)
            if whose == "giver":
                assert not await carrying
            else:
                with pytest.raises(ConnectionError):
                    await carrying
            assert owner.heard == b""
        inbox.close()

    run(refused())
