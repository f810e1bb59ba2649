"""The hall: how many tables, what becomes of idle ones, and bankrolls that are shown when they are written."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.config import House
from pitboss.server.gate.rate_limits import Limits
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.messages import PlaceBet, Say, Sit
from pitboss.server.tables.owner import Room
from pitboss.server.tables.registry import QUIET_SECONDS, Hall
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks
from pitboss.table.transfers import purse
from server.support.house import Clock
from server.tables.test_owner import BET, Posted, seated


def broken(*_: object) -> None:
    raise OSError("no space left on device")


async def open_table(hall: Hall, maker: str = "maker") -> Room:
    game = GAMES["flop22"]
    return await hall.new_table(maker, game, game.rules(), Clocks(), False, 0)


def test_tables_asked_for_at_the_same_moment_are_counted_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        hall = Hall(House(str(tmp_path / "house.db"), tick_seconds=None))
        with monkeypatch.context() as patch:
            patch.setattr(Sqlite, "run_many", broken)
            with pytest.raises(Refused, match="could not write that down"):
                await open_table(hall)
        asked = [open_table(hall) for _ in range(Limits().player_tables + 4)]
        opened = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(room, Room) for room in opened) == len(hall.rooms) == Limits().player_tables
        assert {fault.code for fault in opened if isinstance(fault, Refused)} == {"too-many-tables"}
        await open_table(hall, "somebody else")
        await hall.close()

    asyncio.run(play())


def test_an_idle_table_that_cannot_be_closed_stays_open_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        clock = Clock()
        hall = Hall(House(str(tmp_path / "house.db"), now=clock, tick_seconds=None))
        room = await open_table(hall)
        with monkeypatch.context() as patch:
            patch.setattr(Sqlite, "run_many", broken)
            clock.time += QUIET_SECONDS + 1
            hall.tick()
            assert not hall.rooms
            while not hall.rooms:
                await asyncio.sleep(0.01)
        assert hall.rooms == {room.table.setup.id: room}
        clock.time += QUIET_SECONDS + 1
        hall.tick()
        while await hall.writer.read(Store.open_tables):
            await asyncio.sleep(0.01)
        assert not hall.rooms
        for _ in range(Limits().player_tables):
            await open_table(hall)
        await hall.close()

    asyncio.run(play())


def test_a_bankroll_is_shown_at_no_table_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, room, [(viewer, line)]):
            other, window = await open_table(hall), Posted()
            monkeypatch.setattr(Sqlite, "run_many", broken)
            room.hear(viewer, PlaceBet(bets=BET))
            other.join(Viewer(viewer.player, window))  # in the same moment, and there is nothing to write for it
            assert (await window.next())["you"]["bankroll"] == 100_000
            assert (await line.next())["you"]["bankroll"] == 100_000
            assert hall.bank.balance(purse(viewer.player)) == 100_000

    asyncio.run(play())


def test_who_bets_at_two_tables_in_one_moment_bets_no_more_than_the_bankroll(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, room, [(viewer, line)]):
            game = GAMES["flip-it"]
            other = await hall.new_table("maker", game, game.rules(), Clocks(), False, 0)
            there = Viewer(viewer.player, window := Posted())
            other.join(there)
            other.hear(there, Sit(seat=1))
            assert [(await window.next())["type"] for _ in range(2)] == ["hello", "update"]
            other.hear(there, PlaceBet(bets={"red": 50_000, "odd": 50_000}))
            room.hear(viewer, PlaceBet(bets=BET))
            assert (await window.next())["you"]["bankroll"] == 0
            assert (await line.next())["you"] == {"bankroll": 0}
            refused = await line.next()
            assert (refused["code"], refused["reason"]) == (
                "over-bankroll",
                "that is $5 in all, and you have $0",
            )

    asyncio.run(play())


def test_a_refusal_that_hangs_on_what_could_not_be_written_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with seated(tmp_path, 2) as (_, room, [(one, one_line), (two, two_line)]):
            watching = Viewer("someone", line := Posted())
            room.join(watching)
            assert (await line.next())["type"] == "hello"
            with monkeypatch.context() as patch:
                patch.setattr(Sqlite, "run_many", broken)
                room.hear(one, Sit(seat=1))
                room.hear(watching, Sit(seat=3))
                room.hear(two, Sit(seat=3))
                for posted in (one_line, two_line, line):
                    assert [(await posted.next())["type"], (await posted.next())["code"]] == ["hello", "not-written"]
            room.hear(two, Say(answer="none", offer=0, id=1))
            assert (await two_line.next())["code"] == "nothing-asked"

    asyncio.run(play())


def test_a_room_that_is_stopped_says_so(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (_, room, [(viewer, line)]):
            waiting = asyncio.create_task(room.ask(lambda: None))
            await asyncio.sleep(0)
            room.stop()
            room.hear(viewer, PlaceBet(bets=BET))
            with pytest.raises(Refused, match="the house is closing"):
                await waiting
            assert await line.posted.get() == b"the house is closing: come back"
            assert (await line.next())["code"] == "closing"

    asyncio.run(play())
