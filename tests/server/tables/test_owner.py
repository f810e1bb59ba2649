"""A room: decide, write down, show; together what comes together, and nothing that is not written."""

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
from pitboss.server.config import House
from pitboss.server.players import cookies
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.line import Hear
from pitboss.server.tables.messages import PlaceBet, Ready, Say
from pitboss.server.tables.owner import Room
from pitboss.server.tables.registry import Hall
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks
from pitboss.table.table import Table
from pitboss.table.transfers import purse, stakes
from server.support.merging import Message

BET = {"ante-1": 500}


class Posted:
    """A line whose other end is here."""

    def __init__(self) -> None:
        self.posted: asyncio.Queue[bytes] = asyncio.Queue()

    def post(self, message: bytes) -> None:
        self.posted.put_nowait(message)

    async def next(self) -> Message:
        message: Message = json.loads(await self.posted.get())
        return message

    def hang_up(self, code: int, reason: str) -> None:
        self.post(reason.encode())

    async def attend(self, hear: Hear) -> None:
        raise NotImplementedError


@asynccontextmanager
async def seated(folder: Path, people: int) -> AsyncIterator[tuple[Hall, Room, list[tuple[Viewer, Posted]]]]:
    """A table of Flop 22 with so many people, each of whom has been greeted."""
    hall = Hall(House(str(folder / "house.db"), now=lambda: 0.0, tick_seconds=None, rng=Random(5)))
    await hall.open()
    game = GAMES["flop22"]
    room = await hall.new_table("maker", game, game.rules(), Clocks(), False, 0)
    eyes = []
    for seat in range(1, people + 1):
        player, line = cookies.new_player(), Posted()
        await hall.players.enrol(player)
        await room.ask(partial(room.table.sit, Seat(seat), player, f"Ann {seat}", 0.0))
        eyes.append((Viewer(player, line), line))
    for viewer, line in eyes:
        room.join(viewer)
        assert (await line.next())["type"] == "hello"
    for _, line in eyes:
        while not line.posted.empty():
            line.posted.get_nowait()
    try:
        yield hall, room, eyes
    finally:
        await hall.close()


def test_what_comes_together_is_one_update_with_each_ones_number(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 3) as (_, room, eyes):
            for number, (viewer, _line) in enumerate(eyes):
                room.hear(viewer, PlaceBet(bets=BET, id=number))
            for number, (viewer, _line) in enumerate(eyes):
                room.hear(viewer, Ready(id=10 + number))
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
def test_who_has_spoken_is_told_to_all_and_what_was_said_to_nobody(answer: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 3) as (_, room, eyes):
            (one, one_line), (_, two_line), _ = eyes
            window = Posted()
            room.join(second := Viewer(one.player, window))  # the same player in another window
            for seat in room.table.seats.people():
                await room.ask(partial(room.table.bet, seat, BET, 0.0))
                await room.ask(partial(room.table.say_ready, seat, 0.0))
            for line in (one_line, two_line, window):
                while not line.posted.empty():
                    line.posted.get_nowait()
            room.hear(one, Say(answer=answer, offer=0, id=7))
            told, others, windows = await one_line.next(), await two_line.next(), await window.next()
            assert told["id"] == 7
            assert told["you"]["asked"] is None
            assert windows["you"] == told["you"]
            assert others["you"] == {}
            assert others["table"] == told["table"]
            assert others["table"]["offer"]["said"] == [1]
            assert (
                others["events"] == told["events"] == [{"event": "seat-spoke", "seat": 1, "text": "Seat 1 has spoken."}]
            )
            assert second in room.viewers

    asyncio.run(play())


@pytest.mark.parametrize("what", ["the disk is full", "the table has a bug"])
def test_what_cannot_be_written_did_not_happen(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, room, [(viewer, line)]):
            with monkeypatch.context() as patch:
                if what == "the disk is full":
                    patch.setattr(Sqlite, "run_many", broken)
                else:
                    patch.setattr(Table, "_put_down", broken)
                room.hear(viewer, PlaceBet(bets=BET, id=1))
                told = await line.next()
                assert (await line.next())["code"] == "not-written"
            assert told["type"] == "hello"
            assert told["you"]["bankroll"] == hall.bank.balance(purse(viewer.player)) == 100_000
            assert room.table.chips.bets.get(Seat(1), {}) == {}
            room.hear(viewer, PlaceBet(bets=BET, id=2))
            assert (await line.next())["you"]["bankroll"] == 99_500
            assert (await hall.writer.read(Store.balances))[purse(viewer.player)] == 99_500

    asyncio.run(play())


def test_a_table_read_again_in_the_middle_of_a_round_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    async def play() -> None:
        async with seated(tmp_path, 2) as (hall, room, [_, (two, two_line)]):
            for seat in room.table.seats.people():
                await room.ask(partial(room.table.bet, seat, BET, 0.0))
                await room.ask(partial(room.table.say_ready, seat, 0.0))
            while not two_line.posted.empty():
                two_line.posted.get_nowait()
            with monkeypatch.context() as patch:
                patch.setattr(Sqlite, "run_many", broken)
                room.hear(two, Say(answer="none", offer=0, id=1))
                assert (await two_line.next())["type"] == "hello"
                assert (await two_line.next())["code"] == "not-written"
            monkeypatch.setattr(hall.desk, "now", lambda: 20.0)
            room.hear(two, Say(answer="none", offer=0, id=2))
            told = await two_line.next()
            assert room.table.deadline == room.table.setup.clocks.offers  # from the offer, not from the answer
            assert (told["id"], told["table"]["offer"]["said"], told["you"]) == (2, [2], {"asked": None})

    asyncio.run(play())


def test_what_cannot_even_be_read_again_is_not_built_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no such device")

    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, room, [(viewer, line)]):
            with monkeypatch.context() as patch:
                patch.setattr(Sqlite, "run_many", broken)
                patch.setattr(Store, "open_tables", broken)
                late = Posted()
                room.hear(viewer, PlaceBet(bets=BET, id=1))
                assert (await line.next())["code"] == "not-written"
                room.join(Viewer("someone", late))
                room.hear(viewer, PlaceBet(bets=BET, id=2))
                assert (await line.next())["code"] == "not-written"
                assert late.posted.empty()
            room.hear(viewer, PlaceBet(bets=BET, id=3))
            assert (await late.next())["type"] == (await line.next())["type"] == "hello"
            assert (await line.next())["you"]["bankroll"] == 99_500
            balances = await hall.writer.read(Store.balances)
            assert balances[purse(viewer.player)] == hall.bank.balance(purse(viewer.player)) == 99_500
            assert balances[stakes(room.table.setup.id)] == 500

    asyncio.run(play())


def test_who_comes_and_goes_at_once_is_gone(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (_, room, [(viewer, _line)]):
            passing = Viewer("someone", Posted())
            room.join(passing)
            room.leave(passing)
            for _ in range(2):  # it comes, and then it goes
                await room.ask(lambda: None)
            assert room.viewers == {viewer}

    asyncio.run(play())


def test_a_commit_that_fails_is_taken_back_and_the_next_one_holds(tmp_path: Path) -> None:
    database = Sqlite(str(tmp_path / "house.db"))
    database.run("PRAGMA foreign_keys=ON")
    database.run("CREATE TABLE t (id INTEGER PRIMARY KEY, other INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(sqlite3.IntegrityError), database.transaction():
        database.run("INSERT INTO t VALUES (1, 7)")  # there is no 7, which is found out at the end
    assert database.run("SELECT * FROM t") == []
    with database.transaction():
        database.run("INSERT INTO t VALUES (2, 2)")
    database.close()
