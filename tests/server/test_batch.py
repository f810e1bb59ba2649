"""What comes together: each viewer in its own order, nobody held up by another, and each round by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pitboss.games import GAMES
from pitboss.server.messages import Ping, PlaceBet, Ready, Say, Sit, Stand
from pitboss.server.room import Room
from pitboss.server.store import Store
from pitboss.server.viewer import Viewer
from pitboss.table.audit import audit
from pitboss.table.seats import Clocks
from server.test_room import BET, Posted, seated


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
            assert (refused["id"], refused["reason"]) == (2, "that takes $5 more and your bankroll is $0")

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
            found = audit(await hall.writer.read(Store.books), GAMES)
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
