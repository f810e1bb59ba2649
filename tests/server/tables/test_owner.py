"""A room: decide, write, show. Commands are batched, and nothing unwritten is shown."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pitboss.games import GAMES
from pitboss.play.steps import Seat
from pitboss.server.config import ServerConfig
from pitboss.server.players import cookies
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.line import Hear
from pitboss.server.tables.messages import PlaceBet, Ready, Say
from pitboss.server.tables.owner import Room
from pitboss.server.tables.registry import TableRegistry
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks
from pitboss.table.table import Table
from pitboss.table.transfers import purse, stakes
from server.support.merging import Message

BET = {"ante-1": 500}


class RecordingConnection:
    """A connection whose other end is the test."""

    def __init__(self) -> None:
        self.posted: asyncio.Queue[bytes] = asyncio.Queue()

    def post(self, message: bytes) -> None:
        self.posted.put_nowait(message)

    async def next(self) -> Message:
        message: Message = json.loads(await self.posted.get())
        return message

    def close_when_sent(self, code: int, reason: str) -> None:
        self.post(reason.encode())

    async def attend(self, hear: Hear) -> None:
        raise NotImplementedError


@asynccontextmanager
async def seated(
    folder: Path, people: int
) -> AsyncIterator[tuple[TableRegistry, Room, list[tuple[Viewer, RecordingConnection]]]]:
    """Open a table of Flop 22 with `people` greeted players."""
    registry = TableRegistry(ServerConfig(str(folder / "house.db"), now=lambda: 0.0, tick_seconds=None, rng=Random(5)))
    await registry.open()
    game = GAMES["flop22"]
    room = await registry.new_table("maker", game, game.rules(), Clocks(), False, 0)
    eyes = []
    for seat in range(1, people + 1):
        player, line = cookies.new_player(), RecordingConnection()
        await registry.players.enrol(player)
        await room.ask(partial(room.table.sit, Seat(seat), player, f"Ann {seat}", 0.0))
        eyes.append((Viewer(player, line), line))
    for viewer, line in eyes:
        room.join(viewer)
        assert (await line.next())["type"] == "hello"
    for _, line in eyes:
        while not line.posted.empty():
            line.posted.get_nowait()
    try:
        yield registry, room, eyes
    finally:
        await registry.close()


def test_batched_commands_give_one_update_with_each_client_s_number(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 3) as (_, room, eyes):
            for number, (viewer, _line) in enumerate(eyes):
                room.receive(viewer, PlaceBet(bets=BET, id=number))
            for number, (viewer, _line) in enumerate(eyes):
                room.receive(viewer, Ready(id=10 + number))
            for number, (_, line) in enumerate(eyes):
                bets, ready = await line.next(), await line.next()
                assert (bets["id"], ready["id"]) == (number, 10 + number)
                assert [(event["event"], event["seat"]) for event in bets["events"]] == [
                    ("bet-placed", seat) for seat in (1, 2, 3)
                ]
                assert ready["you"]["asked"]
            assert room.table.pending

    asyncio.run(play())


@pytest.mark.parametrize("answer", ["none", "both"])  # one moves no chips, the other does
def test_everyone_sees_who_answered_but_not_the_answer(answer: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 3) as (_, room, eyes):
            (one, one_line), (_, two_line), _ = eyes
            window = RecordingConnection()
            room.join(second := Viewer(one.player, window))  # the same player in another window
            for seat in room.table.seats.people():
                await room.ask(partial(room.table.bet, seat, BET, 0.0))
                await room.ask(partial(room.table.say_ready, seat, 0.0))
            for line in (one_line, two_line, window):
                while not line.posted.empty():
                    line.posted.get_nowait()
            room.receive(one, Say(answer=answer, offer=0, id=7))
            update, others, windows = await one_line.next(), await two_line.next(), await window.next()
            assert update["id"] == 7
            assert update["you"]["asked"] is None
            assert windows["you"] == update["you"]
            assert others["you"] == {}
            assert others["table"] == update["table"]
            assert others["table"]["offer"]["said"] == [1]
            assert (
                others["events"]
                == update["events"]
                == [{"event": "seat-spoke", "seat": 1, "text": "Seat 1 has answered."}]
            )
            assert second in room.viewers

    asyncio.run(play())


@pytest.mark.parametrize("what", ["the disk is full", "the table has a bug"])
def test_failed_write_has_no_effect(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    async def play() -> None:
        async with seated(tmp_path, 1) as (registry, room, [(viewer, line)]):
            with monkeypatch.context() as patch:
                if what == "the disk is full":
                    patch.setattr(Sqlite, "run_many", broken)
                else:
                    patch.setattr(Table, "_put_down", broken)
                room.receive(viewer, PlaceBet(bets=BET, id=1))
                message = await line.next()
                assert (await line.next())["code"] == "not-written"
            assert message["type"] == "hello"
            assert message["you"]["bankroll"] == registry.bank.balance(purse(viewer.player)) == 100_000
            assert room.table.chips.bets.get(Seat(1), {}) == {}
            room.receive(viewer, PlaceBet(bets=BET, id=2))
            assert (await line.next())["you"]["bankroll"] == 99_500
            assert (await registry.writer.read(Store.balances))[purse(viewer.player)] == 99_500

    asyncio.run(play())


def test_table_reloaded_in_mid_round_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    async def play() -> None:
        async with seated(tmp_path, 2) as (registry, room, [_, (two, two_line)]):
            for seat in room.table.seats.people():
                await room.ask(partial(room.table.bet, seat, BET, 0.0))
                await room.ask(partial(room.table.say_ready, seat, 0.0))
            while not two_line.posted.empty():
                two_line.posted.get_nowait()
            with monkeypatch.context() as patch:
                patch.setattr(Sqlite, "run_many", broken)
                room.receive(two, Say(answer="none", offer=0, id=1))
                assert (await two_line.next())["type"] == "hello"
                assert (await two_line.next())["code"] == "not-written"
            monkeypatch.setattr(registry.services, "now", lambda: 20.0)
            room.receive(two, Say(answer="none", offer=0, id=2))
            message = await two_line.next()
            assert room.table.deadline == room.table.setup.clocks.offers  # counted from the offer, not from the answer
            assert (message["id"], message["table"]["offer"]["said"], message["you"]) == (2, [2], {"asked": None})

    asyncio.run(play())


def test_table_that_cannot_be_reloaded_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no such device")

    async def play() -> None:
        async with seated(tmp_path, 1) as (registry, room, [(viewer, line)]):
            with monkeypatch.context() as patch:
                patch.setattr(Sqlite, "run_many", broken)
                patch.setattr(Store, "open_tables", broken)
                late = RecordingConnection()
                room.receive(viewer, PlaceBet(bets=BET, id=1))
                assert (await line.next())["code"] == "not-written"
                room.join(Viewer("someone", late))
                room.receive(viewer, PlaceBet(bets=BET, id=2))
                assert (await line.next())["code"] == "not-written"
                assert late.posted.empty()
            room.receive(viewer, PlaceBet(bets=BET, id=3))
            assert (await late.next())["type"] == (await line.next())["type"] == "hello"
            assert (await line.next())["you"]["bankroll"] == 99_500
            balances = await registry.writer.read(Store.balances)
            assert balances[purse(viewer.player)] == registry.bank.balance(purse(viewer.player)) == 99_500
            assert balances[stakes(room.table.setup.id)] == 500

    asyncio.run(play())


def test_player_who_joins_and_leaves_immediately_is_gone(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (_, room, [(viewer, _line)]):
            passing = Viewer("someone", RecordingConnection())
            room.join(passing)
            room.leave(passing)
            for _ in range(2):  # it joins, and then it leaves
                await room.ask(lambda: None)
            assert room.viewers == {viewer}

    asyncio.run(play())


def test_failed_commit_is_rolled_back_and_the_next_succeeds(tmp_path: Path) -> None:
    database = Sqlite(str(tmp_path / "house.db"))
    database.run("PRAGMA foreign_keys=ON")
    database.run("CREATE TABLE t (id INTEGER PRIMARY KEY, other INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(sqlite3.IntegrityError), database.transaction():
        database.run("INSERT INTO t VALUES (1, 7)")  # there is no 7, which is found out only at the commit
    assert database.run("SELECT * FROM t") == []
    with database.transaction():
        database.run("INSERT INTO t VALUES (2, 2)")
    database.close()
