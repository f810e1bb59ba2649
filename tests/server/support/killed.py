"""
The state left by a kill at each point of a round: `killed.py FOLDER GAME [--point N] [--lose NAME]`.

Each line of `shown` is a player's id and a message that this player was shown. `--lose` plants a defect of
`forgetful.py`.
"""

from __future__ import annotations

import argparse
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
from pitboss.server.config import ServerConfig
from pitboss.server.players import cookies
from pitboss.server.store import writer
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.tables.line import Hear
from pitboss.server.tables.owner import Room
from pitboss.server.tables.registry import TableRegistry
from pitboss.server.tables.viewers import Viewer
from pitboss.table.seats import Clocks
from server.support.forgetful import DEFECTS


class CrashSimulator:
    """
    A crash simulator with points before each write, after any of its statements, and after the commit but before
    showing it.

    At each point it copies what a kill would leave: the messages shown, then the files. Or it really dies at one of
    them.
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


async def play(registry: TableRegistry, room: Room, rng: Random) -> None:
    """Play one round with two players, the first to the end, printing every message shown."""
    players = [cookies.new_player() for _ in range(2)]
    for player in players:
        await registry.players.enrol(player)
    for place, player in enumerate(players, 1):
        viewer = Viewer(player, PrintingConnection(player))
        room.join(viewer)
        await room.ask(partial(room.table.sit, Seat(place), player, f"Ann {place}", registry.now()))
    for place in (1, 2):
        seat, dealt = Seat(place), room.table.round
        assert dealt is not None
        chips = choose_wagers(room.table.game, room.table.rules, seat, dealt.board, 10_000, rng)
        await room.ask(partial(room.table.bet, seat, chips, registry.now()))
        await room.ask(partial(room.table.say_ready, seat, registry.now(), f"seed {place}"))
    await finish(registry, room, rng)


async def finish(registry: TableRegistry, room: Room, rng: Random, number: int = 1) -> None:
    """Answer until this round is over."""
    while room.table.number == number and room.table.pending and room.table.round:
        offer = room.table.pending
        seat = next(seat for seat in offer.options if seat not in room.table.round.answered)
        answer = rng.choice(offer.options[seat]).name
        await room.ask(partial(room.table.say, seat, answer, registry.now()))


class PrintingConnection:
    """A connection that prints every message with the player who is shown it."""

    def __init__(self, player: str) -> None:
        self._player = player

    def post(self, message: bytes) -> None:
        print(self._player, message.decode(), flush=True)  # noqa: T201

    def close_when_sent(self, code: int, reason: str) -> None:
        pass

    async def attend(self, hear: Hear) -> None:
        raise NotImplementedError


async def main(folder: Path, game: str, die_at: int | None) -> None:
    database, shown = folder / "house.db", folder / "shown"
    (folder / "left").mkdir()
    sys.stdout = shown.open("w")
    registry = TableRegistry(ServerConfig(str(database), now=lambda: 0.0, tick_seconds=None, rng=Random(5)))
    await registry.open()
    entry = GAMES[game]
    room = await registry.new_table("maker", entry, entry.rules(), Clocks(), False, 0)
    simulator = CrashSimulator(database, shown, die_at)
    simulator.install()
    await play(registry, room, Random(9))
    simulator.pass_by()  # everything is shown
    await registry.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--point", type=int)
    parser.add_argument("--lose", choices=list(DEFECTS))
    wanted = parser.parse_args()
    if wanted.lose:
        DEFECTS[wanted.lose]()
    writer.SYNC_INTERVAL_SECONDS = 0.0
    asyncio.run(main(wanted.folder, wanted.game, wanted.point))
