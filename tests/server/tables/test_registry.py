"""The table registry: table limits, idle tables, and bankrolls shown only once written."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.config import ServerConfig
from pitboss.server.gate.rate_limits import Limits
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.messages import PlaceBet, Say, Sit
from pitboss.server.tables.owner import Room
from pitboss.server.tables.registry import IDLE_SECONDS, TableRegistry
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks
from pitboss.table.transfers import purse
from server.support.house import Clock
from server.tables.test_owner import BET, RecordingConnection, seated


def broken(*_: object) -> None:
    raise OSError("no space left on device")


async def open_table(registry: TableRegistry, maker: str = "maker") -> Room:
    game = GAMES["flop22"]
    return await registry.new_table(maker, game, game.rules(), Clocks(), False, 0)


def test_concurrently_opened_tables_count_towards_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        registry = TableRegistry(ServerConfig(str(tmp_path / "house.db"), tick_seconds=None))
        with monkeypatch.context() as patch:
            patch.setattr(Sqlite, "run_many", broken)
            with pytest.raises(Refused) as fault:
                await open_table(registry)
            assert fault.value.code == "not-written"
        asked = [open_table(registry) for _ in range(Limits().player_tables + 4)]
        opened = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(room, Room) for room in opened) == len(registry.rooms) == Limits().player_tables
        assert {fault.code for fault in opened if isinstance(fault, Refused)} == {"too-many-tables"}
        await open_table(registry, "somebody else")
        await registry.close()

    asyncio.run(play())


def test_idle_table_stays_open_until_it_can_be_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        clock = Clock()
        registry = TableRegistry(ServerConfig(str(tmp_path / "house.db"), now=clock, tick_seconds=None))
        room = await open_table(registry)
        with monkeypatch.context() as patch:
            patch.setattr(Sqlite, "run_many", broken)
            clock.time += IDLE_SECONDS + 1
            registry.tick()
            assert not registry.rooms
            while not registry.rooms:
                await asyncio.sleep(0.01)
        assert registry.rooms == {room.table.setup.id: room}
        clock.time += IDLE_SECONDS + 1
        registry.tick()
        while await registry.writer.read(Store.open_tables):
            await asyncio.sleep(0.01)
        assert not registry.rooms
        for _ in range(Limits().player_tables):
            await open_table(registry)
        await registry.close()

    asyncio.run(play())


def test_bankroll_is_not_shown_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (registry, room, [(viewer, line)]):
            other, window = await open_table(registry), RecordingConnection()
            monkeypatch.setattr(Sqlite, "run_many", broken)
            room.receive(viewer, PlaceBet(bets=BET))
            other.join(Viewer(viewer.player, window))  # at the same moment, with nothing to write for it
            assert (await window.next())["you"]["bankroll"] == 100_000
            assert (await line.next())["you"]["bankroll"] == 100_000
            assert registry.bank.balance(purse(viewer.player)) == 100_000

    asyncio.run(play())


def test_concurrent_bets_at_two_tables_do_not_exceed_the_bankroll(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (registry, room, [(viewer, line)]):
            game = GAMES["flip-it"]
            other = await registry.new_table("maker", game, game.rules(), Clocks(), False, 0)
            there = Viewer(viewer.player, window := RecordingConnection())
            other.join(there)
            other.receive(there, Sit(seat=1))
            assert [(await window.next())["type"] for _ in range(2)] == ["hello", "update"]
            other.receive(there, PlaceBet(bets={"red": 50_000, "odd": 50_000}))
            room.receive(viewer, PlaceBet(bets=BET))
            assert (await window.next())["you"]["bankroll"] == 0
            assert (await line.next())["you"] == {"bankroll": 0}
            refused = await line.next()
            assert (refused["code"], refused["reason"]) == (
                "over-bankroll",
                "that is $5 in all, and you have $0",
            )

    asyncio.run(play())


def test_rejection_based_on_a_failed_write_is_not_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with seated(tmp_path, 2) as (_, room, [(one, one_line), (two, two_line)]):
            watching = Viewer("someone", line := RecordingConnection())
            room.join(watching)
            assert (await line.next())["type"] == "hello"
            with monkeypatch.context() as patch:
                patch.setattr(Sqlite, "run_many", broken)
                room.receive(one, Sit(seat=1))
                room.receive(watching, Sit(seat=3))
                room.receive(two, Sit(seat=3))
                for posted in (one_line, two_line, line):
                    assert [(await posted.next())["type"], (await posted.next())["code"]] == ["hello", "not-written"]
            room.receive(two, Say(answer="none", offer=0, id=1))
            assert (await two_line.next())["code"] == "nothing-asked"

    asyncio.run(play())


def test_stopped_room_says_so(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (_, room, [(viewer, line)]):
            waiting = asyncio.create_task(room.ask(lambda: None))
            await asyncio.sleep(0)
            room.stop()
            room.receive(viewer, PlaceBet(bets=BET))
            with pytest.raises(Refused) as fault:
                await waiting
            assert fault.value.code == "closing"
            assert await line.posted.get() == b"the house is closing: try again in a moment"
            assert (await line.next())["code"] == "closing"

    asyncio.run(play())
