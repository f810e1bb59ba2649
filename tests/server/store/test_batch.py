"""Batched commands: each viewer gets its own order, nobody blocks another, and rounds stay separate."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.messages import Ping, PlaceBet, Ready, Say, Sit, Stand
from pitboss.server.tables.owner import Room
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks
from pitboss.table.transfers import purse
from server.support.house import audited
from server.tables.test_owner import BET, RecordingConnection, seated


class HeldWrite:
    """A hold on the next write, which waits in the writer's thread until it is released, and then succeeds or fails."""

    def __init__(self) -> None:
        self._began, self._go_on = Event(), Event()
        self._error: Exception | None = None

    async def wait_until_begun(self) -> None:
        assert await asyncio.to_thread(self._began.wait, 60)

    def release(self, error: Exception | None = None) -> None:
        self._error = error
        self._go_on.set()

    def hold(self) -> Exception | None:
        """Wait in the writer's thread until released. Return the error to report, if any."""
        self._began.set()
        self._go_on.wait(60)
        return self._error


@contextmanager
def held_write(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldWrite]:
    """Hold the next write of any store."""
    held, writing = HeldWrite(), Store.write

    def write(store: Store, writings: Sequence[CommandWrites]) -> Sequence[Exception | None]:
        error = held.hold()
        return writing(store, writings) if error is None else [error] * len(writings)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", write)
        try:
            yield held
        finally:
            held.release(held._error)


async def windows(room: Room, player: str, many: int) -> list[tuple[Viewer, RecordingConnection]]:
    """Open `many` more windows of the same player."""
    opened = []
    for _ in range(many):
        viewer = Viewer(player, line := RecordingConnection())
        room.join(viewer)
        assert (await line.next())["type"] == "hello"
        opened.append((viewer, line))
    return opened


def test_two_windows_cannot_bet_more_than_the_bankroll(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (registry, _, [(player, _line)]):
            game = GAMES["flip-it"]
            room = await registry.new_table("maker", game, game.rules(), Clocks(), False, 0)
            (one, line), (two, window) = await windows(room, player.player, 2)
            room.receive(one, Sit(seat=1))
            assert [(await posted.next())["type"] for posted in (line, window)] == ["update", "update"]
            room.receive(one, PlaceBet(bets={"red": 50_000, "odd": 50_000}, id=1))
            room.receive(two, PlaceBet(bets={"red": 50_000, "odd": 50_000, "even": 500}, id=2))
            assert (await line.next())["id"] == 1
            assert (await window.next())["you"]["bankroll"] == 0
            refused = await window.next()
            assert (refused["id"], refused["reason"]) == (2, "that is $1,005 in all, and you have $1,000")

    asyncio.run(play())


def test_each_round_has_its_own_entries(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (registry, room, [(one, _line)]):
            more = await windows(room, one.player, 10)
            eyes = iter([one, *(viewer for viewer, _ in more)])
            for _ in range(2):
                room.receive(next(eyes), PlaceBet(bets=BET))
                room.receive(next(eyes), Ready())
                for offer in range(3):
                    room.receive(next(eyes), Say(answer="none", offer=offer))
            await room.ask(lambda: None)
            found = await registry.writer.read(audited)
            assert (found.faults, found.rounds) == ([], 2)

    asyncio.run(play())


def test_heavy_sender_delays_nobody_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with seated(tmp_path, 2) as (_, room, [(one, one_line), (two, two_line)]):
            for number in range(30):
                room.receive(one, Stand(id=number))
            room.receive(one, Ping(id=30))
            room.receive(two, PlaceBet(bets=BET, id=1))
            assert (await two_line.next())["id"] == 1
            answers = [await one_line.next() for _ in range(31)]
            assert [answer["id"] for answer in answers] == list(range(31))
            assert answers[-1]["type"] == "done"

    asyncio.run(play())


def test_rejection_does_not_depend_on_another_table_s_failed_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (registry, room, [(viewer, line)]):
            game = GAMES["flip-it"]
            other = await registry.new_table("maker", game, game.rules(), Clocks(), False, 0)
            [(there, window)] = await windows(other, viewer.player, 1)
            other.receive(there, Sit(seat=1))
            assert (await window.next())["type"] == "update"
            writing = Store.write

            def broken(store: Store, writings: Sequence[CommandWrites]) -> Sequence[Exception | None]:
                monkeypatch.setattr(Store, "write", writing)
                return [OSError("no space left on device")] * len(writings)

            monkeypatch.setattr(Store, "write", broken)
            other.receive(there, PlaceBet(bets={"red": 50_000, "odd": 50_000}, id=1))
            room.receive(viewer, PlaceBet(bets=BET, id=2))
            assert [(await window.next())["type"], (await window.next())["code"]] == ["hello", "not-written"]
            taken = await line.next()
            assert (taken["id"], taken["you"]["bankroll"]) == (2, 99_500)

    asyncio.run(play())


def test_lobby_shows_only_written_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (registry, room, [(one, _line)]):
            seat = Seat(1)
            registry.bank.reload({purse(one.player): 500})
            await room.ask(partial(room.table.bet, seat, BET, 0.0))
            await room.ask(partial(room.table.say_ready, seat, 0.0))
            while room.table.pending:
                shown = room.sitting, registry.players.may_rebuy(one.player)
                assert shown == ({seat: room.table.seats[seat]}, False)
                last = room.ask(partial(room.table.say, seat, "none", 0.0))
                with held_write(monkeypatch) as held:
                    asked = asyncio.create_task(last)
                    await held.wait_until_begun()
                    assert (room.sitting, registry.players.may_rebuy(one.player)) == shown
                    held.release()
                    await asked
            assert registry.players.may_rebuy(one.player)
            assert room.sitting[seat].silent == room.table.seats[seat].silent

    asyncio.run(play())


def test_player_joining_during_a_failed_write_is_present(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
                room.receive(two, PlaceBet(bets=BET))
                await windows(room, one.player, 1)
                assert [(await two_line.next())["type"], (await two_line.next())["code"]] == ["hello", "not-written"]
            assert room.table.away == set()

    asyncio.run(play())


def test_failure_during_shutdown_reaches_waiting_clients(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (_, room, _):
            with held_write(monkeypatch) as held:
                asked = asyncio.create_task(room.ask(partial(room.table.bet, Seat(1), BET, 0.0)))
                await held.wait_until_begun()
                room.stop()
                held.release(OSError("no space left on device"))
                with pytest.raises(Refused) as fault:
                    await asked
                assert fault.value.code == "closing"

    asyncio.run(play())
