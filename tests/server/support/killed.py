"""Houses that kill themselves in the middle of a round, one at each point of it: `killed.py FOLDER GAME`."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from pitboss.games import GAMES
from pitboss.play.bots import choose_wagers
from pitboss.play.steps import Seat
from pitboss.server.config import House
from pitboss.server.players import cookies
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.line import Hear
from pitboss.server.tables.owner import Room
from pitboss.server.tables.registry import Hall
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks


class Doomed:
    """Dies before a writing, after any statement of it, or when it is on the disk but nobody has been shown it."""

    def __init__(self, point: int) -> None:
        self.left = point
        self.write, self.run_many = Store.write, Sqlite.run_many

    def pass_by(self) -> None:
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1

    def install(self) -> None:
        doomed = self

        def write(store: Store, writings: Any) -> Any:
            doomed.pass_by()
            result = doomed.write(store, writings)
            doomed.pass_by()
            return result

        def run_many(database: Sqlite, sql: str, rows: Any) -> None:
            doomed.run_many(database, sql, rows)
            doomed.pass_by()

        Store.write = write  # type: ignore[assignment,method-assign]
        Sqlite.run_many = run_many  # type: ignore[assignment,method-assign]


async def play(hall: Hall, room: Room, rng: Random) -> None:
    """Two players, one round, the first to the end; every message shown is printed."""
    players = [cookies.new_player() for _ in range(2)]
    for player in players:
        await hall.players.enrol(player)
    for place, player in enumerate(players, 1):
        viewer = Viewer(player, Printed())
        room.join(viewer)
        await room.ask(partial(room.table.sit, Seat(place), player, f"Ann {place}", hall.now()))
    for place in (1, 2):
        seat, dealt = Seat(place), room.table.round
        assert dealt is not None
        chips = choose_wagers(room.table.game, room.table.rules, seat, dealt.board, 10_000, rng)
        await room.ask(partial(room.table.bet, seat, chips, hall.now()))
        await room.ask(partial(room.table.say_ready, seat, hall.now()))
    await finish(hall, room, rng)


async def finish(hall: Hall, room: Room, rng: Random, number: int = 1) -> None:
    """Answer until this round is over."""
    while room.table.number == number and room.table.pending and room.table.round:
        offer = room.table.pending
        seat = next(seat for seat in offer.options if seat not in room.table.round.said)
        answer = rng.choice(offer.options[seat]).name
        await room.ask(partial(room.table.say, seat, answer, hall.now()))


class Printed:
    """A line to somebody who writes everything down."""

    def post(self, message: bytes) -> None:
        print(message.decode(), flush=True)  # noqa: T201

    def hang_up(self, code: int, reason: str) -> None:
        pass

    async def attend(self, hear: Hear) -> None:
        raise NotImplementedError


async def main(database: str, point: int, game: str) -> None:
    hall = Hall(House(database, now=lambda: 0.0, tick_seconds=None, rng=Random(5)))
    await hall.open()
    entry = GAMES[game]
    room = await hall.new_table("maker", entry, entry.rules(), Clocks(), False, 0)
    Doomed(point).install()
    await play(hall, room, Random(9))
    await hall.close()


def die_at_every_point(folder: Path, game: str) -> None:
    """A child for each point, until one lives to the end; what it showed lies beside its database."""
    for point in itertools.count():
        child = os.fork()
        if child == 0:
            sys.stdout = (folder / f"{point}.shown").open("w")
            asyncio.run(main(str(folder / f"{point}.db"), point, game))
            sys.stdout.close()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            return
        assert os.WTERMSIG(status) == signal.SIGKILL, status


if __name__ == "__main__":
    die_at_every_point(Path(sys.argv[1]), sys.argv[2])
