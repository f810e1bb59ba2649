"""A browser's connection handed from one process to another of the same machine."""

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

from pitboss.server.cluster.socket_handover import TAKEN, Handing, Inbox, open_inbox
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
    """One end of a connection: what it hears, and how it speaks; as a line of the house it can be let go."""

    def __init__(self) -> None:
        self.heard = b""
        self.something = asyncio.Event()
        self.is_let_go = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        self.something.set()

    def data_received(self, data: bytes) -> None:
        self.heard += data
        self.something.set()

    def let_go(self) -> None:
        self.is_let_go = True
        self.transport.abort()

    async def hears(self, text: bytes) -> None:
        while text not in self.heard:
            self.something.clear()
            await self.something.wait()


@asynccontextmanager
async def browser_at(door: End) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Somebody who has come to this door."""
    server = await asyncio.get_running_loop().create_server(lambda: door, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    await door.something.wait()
    yield reader, writer
    writer.transport.abort()
    door.transport.abort()
    server.close()


def line_of(door: End) -> Handshaking:
    return cast("Handshaking", door)


def named(address: str) -> socket.socket:
    """An inbox that nobody looks into."""
    inbox = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    inbox.bind(f"\0pitboss {address}")
    inbox.listen()
    return inbox


def test_the_other_process_hears_the_browser_and_speaks_to_it(run: Runner, address: str) -> None:
    async def handed() -> None:
        door, owner = End(), End()
        inbox = open_inbox(address, lambda: owner)
        assert inbox
        async with browser_at(door) as (reader, writer):
            assert await Handing(address).carry(line_of(door), HEAD)
            await owner.hears(HEAD)
            writer.write(b"a bet")
            await owner.hears(b"a bet")
            owner.transport.write(b"taken down")
            assert await reader.readexactly(10) == b"taken down"
            assert (door.is_let_go, door.heard) == (True, b"")
            owner.transport.abort()
            inbox.close()

    run(handed())


def test_where_there_is_no_inbox_the_browser_stays(run: Runner, address: str) -> None:
    async def stays() -> None:
        door = End()
        async with browser_at(door) as (_, writer):
            assert not await Handing(address).carry(line_of(door), HEAD)
            assert not await Handing(address).carry(line_of(door), HEAD * 4000)
            writer.write(b"a bet")
            await door.hears(b"a bet")

    run(stays())


def test_from_a_process_that_stands_still_the_browser_is_called_back(run: Runner, address: str) -> None:
    async def called_back() -> None:
        door, handing = End(), Handing(address)
        with named(address) as inbox:
            async with browser_at(door) as (reader, _):
                carrying = asyncio.create_task(handing.carry(line_of(door), HEAD))
                giver, _ = await asyncio.to_thread(inbox.accept)
                handing.cut()
                assert await reader.read() == b""
                with pytest.raises(ConnectionError):
                    await carrying
                giver.close()

    run(called_back())


def test_who_ends_without_taking_leaves_the_browser_where_it_was(run: Runner, address: str) -> None:
    async def is_left() -> None:
        door = End()
        with named(address) as inbox:
            async with browser_at(door) as (_, writer):
                carrying = asyncio.create_task(Handing(address).carry(line_of(door), HEAD))
                giver, _ = await asyncio.to_thread(inbox.accept)
                giver.close()
                with pytest.raises(ConnectionError):
                    await carrying
                writer.write(b"a bet")
                await door.hears(b"a bet")

    run(is_left())


def test_an_inbox_takes_no_more_than_browsers(run: Runner, address: str) -> None:
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
def test_nobody_else_on_the_machine_gives_or_gets_a_browser(
    run: Runner, address: str, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each side looks at the other: here one of them sees somebody else's process."""
    looked = iter([whose == "taker", whose != "taker"])
    monkeypatch.setattr("pitboss.server.cluster.socket_handover._is_of_this_user", lambda _line: next(looked))

    async def refused() -> None:
        door, owner = End(), End()
        inbox = open_inbox(address, lambda: owner)
        assert inbox
        async with browser_at(door):
            carrying = Handing(address).carry(line_of(door), HEAD)
            if whose == "giver":
                assert not await carrying
            else:
                with pytest.raises(ConnectionError):
                    await carrying
            assert owner.heard == b""
        inbox.close()

    run(refused())
