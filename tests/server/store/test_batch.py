"""What comes together: each viewer in its own order, nobody held up by another, and each round by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.store.batch import Writing
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.messages import Ping, PlaceBet, Ready, Say, Sit, Stand
from pitboss.server.tables.owner import Room
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks
from pitboss.table.transfers import purse
from server.support.house import audited
from server.tables.test_owner import BET, Posted, seated


async def windows(room: Room, player: str, many: int) -> list[tuple[Viewer, Posted]]:
    """The same player in so many more windows."""
    opened = []
    for _ in range(many):
        viewer = Viewer(player, line := Posted())
        room.join(viewer)
        assert (await line.next())["type"] == "hello"
        opened.append((viewer, line))
    return opened


def test_two_windows_of_a_player_bet_no_more_than_the_bankroll(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, _, [(player, _line)]):
            game = GAMES["flip-it"]
            room = await hall.new_table("maker", game, game.rules(), Clocks(), False, 0)
            (one, line), (two, window) = await windows(room, player.player, 2)
            room.hear(one, Sit(seat=1))
            assert [(await posted.next())["type"] for posted in (line, window)] == ["update", "update"]
            room.hear(one, PlaceBet(bets={"red": 50_000, "odd": 50_000}, id=1))
            room.hear(two, PlaceBet(bets={"red": 50_000, "odd": 50_000, "even": 500}, id=2))
            assert (await line.next())["id"] == 1
            assert (await window.next())["you"]["bankroll"] == 0
            refused = await window.next()
            assert (refused["id"], refused["reason"]) == (2, "that is $1,005 in all, and you have $1,000")

    asyncio.run(play())


def test_each_round_has_its_own_entries(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, room, [(one, _line)]):
            more = await windows(room, one.player, 10)
            eyes = iter([one, *(viewer for viewer, _ in more)])
            for _ in range(2):
                room.hear(next(eyes), PlaceBet(bets=BET))
                room.hear(next(eyes), Ready())
                for offer in range(3):
                    room.hear(next(eyes), Say(answer="none", offer=offer))
            await room.ask(lambda: None)
            found = await hall.writer.read(audited)
            assert (found.faults, found.rounds) == ([], 2)

    asyncio.run(play())


def test_who_sends_much_holds_up_nobody_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 2) as (_, room, [(one, one_line), (two, two_line)]):
            for number in range(30):
                room.hear(one, Stand(id=number))
            room.hear(one, Ping(id=30))
            room.hear(two, PlaceBet(bets=BET, id=1))
            assert (await two_line.next())["id"] == 1
            answers = [await one_line.next() for _ in range(31)]
            assert [answer["id"] for answer in answers] == list(range(31))
            assert answers[-1]["type"] == "done"

    asyncio.run(play())


def test_a_refusal_does_not_hang_on_what_another_table_could_not_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, room, [(viewer, line)]):
            game = GAMES["flip-it"]
            other = await hall.new_table("maker", game, game.rules(), Clocks(), False, 0)
            [(there, window)] = await windows(other, viewer.player, 1)
            other.hear(there, Sit(seat=1))
            assert (await window.next())["type"] == "update"
            writing = Store.write

            def broken(store: Store, writings: Sequence[Writing]) -> Sequence[Exception | None]:
                monkeypatch.setattr(Store, "write", writing)
                return [OSError("no space left on device")] * len(writings)

            monkeypatch.setattr(Store, "write", broken)
            other.hear(there, PlaceBet(bets={"red": 50_000, "odd": 50_000}, id=1))
            room.hear(viewer, PlaceBet(bets=BET, id=2))
            assert [(await window.next())["type"], (await window.next())["code"]] == ["hello", "not-written"]
            taken = await line.next()
            assert (taken["id"], taken["you"]["bankroll"]) == (2, 99_500)

    asyncio.run(play())


def test_the_lobby_tells_only_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, room, [(one, _line)]):
            seat = Seat(1)
            hall.bank.read_again({purse(one.player): 500})
            await room.ask(partial(room.table.bet, seat, BET, 0.0))
            await room.ask(partial(room.table.say_ready, seat, 0.0))
            while room.table.pending:
                told = room.sitting, hall.players.may_rebuy(one.player)
                assert told == ({seat: room.table.seats[seat]}, False)
                last = room.ask(partial(room.table.say, seat, "none", 0.0))
                with monkeypatch.context() as patch:
                    put = Mock()
                    patch.setattr(hall.writer, "put", put)
                    asked = asyncio.create_task(last)
                    while not put.called:
                        await asyncio.sleep(0.01)
                    assert (room.sitting, hall.players.may_rebuy(one.player)) == told
                hall.writer.put(*put.call_args.args)
                await asked
            assert hall.players.may_rebuy(one.player)
            assert room.sitting[seat].silent == room.table.seats[seat].silent

    asyncio.run(play())


def test_who_comes_in_while_a_writing_fails_is_not_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    async def play() -> None:
        async with seated(tmp_path, 2) as (_, room, [(one, _line), (two, two_line)]):
            room.leave(one)
            await room.ask(lambda: None)
            assert room.table.away == {1}
            while not two_line.posted.empty():
                two_line.posted.get_nowait()
            with monkeypatch.context() as patch:
                patch.setattr(Sqlite, "run_many", broken)
                room.hear(two, PlaceBet(bets=BET))
                await windows(room, one.player, 1)
                assert [(await two_line.next())["type"], (await two_line.next())["code"]] == ["hello", "not-written"]
            assert room.table.away == set()

    asyncio.run(play())


def test_what_fails_while_the_house_closes_is_told_to_who_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (hall, room, _):
            with monkeypatch.context() as patch:
                patch.setattr(hall.writer, "put", put := Mock())
                asked = asyncio.create_task(room.ask(partial(room.table.bet, Seat(1), BET, 0.0)))
                while not put.called:
                    await asyncio.sleep(0.01)
                room.stop()
                put.call_args.args[1](None, OSError("no space left on device"))
            with pytest.raises(Refused, match="the house is closing"):
                await asked

    asyncio.run(play())
