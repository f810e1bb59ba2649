"""A house in the middle of a round, as a kill at each point of it would leave it: `killed.py FOLDER GAME [POINT]`."""

from __future__ import annotations

import asyncio
import os
import shutil
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
from pitboss.server.store import writer
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.line import Hear
from pitboss.server.tables.owner import Room
from pitboss.server.tables.registry import Hall
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks


class Doomed:
    """
    Passes a point before each writing, after any statement of it, and when it is on the disk but nobody was shown it.

    At each point it copies what a kill would leave: what was shown, then the files. Or it really dies at one of them.
    """

    def __init__(self, database: Path, shown: Path, die_at: int | None = None) -> None:
        self._database, self._shown, self._die_at, self._point = database, shown, die_at, 0
        self.write, self.run_many = Store.write, Sqlite.run_many

    def pass_by(self) -> None:
        if self._point == self._die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        if self._die_at is None:
            left = self._database.parent / "left" / f"{self._point}.db"
            shutil.copy(self._shown, left.with_suffix(".shown"))
            for suffix in ("", "-wal", ".key", ".head"):
                if (file := Path(f"{self._database}{suffix}")).exists():
                    shutil.copy(file, f"{left}{suffix}")
        self._point += 1

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


async def main(folder: Path, game: str, die_at: int | None) -> None:
    database, shown = folder / "house.db", folder / "shown"
    (folder / "left").mkdir()
    sys.stdout = shown.open("w")
    hall = Hall(House(str(database), now=lambda: 0.0, tick_seconds=None, rng=Random(5)))
    await hall.open()
    entry = GAMES[game]
    room = await hall.new_table("maker", entry, entry.rules(), Clocks(), False, 0)
    Doomed(database, shown, die_at).install()
    await play(hall, room, Random(9))
    await hall.close()


if __name__ == "__main__":
    writer.BETWEEN_SYNCS = 0.0
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None))
