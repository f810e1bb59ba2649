"""
Table downtime after its process dies, and memory per table and socket.

    python bench/takeover.py [--tables 40] [--save]

Two processes share a PostgreSQL. One player watches each table and reconnects as the page does: a quarter of a second
after the connection was cut, doubling the delay each time. One process is killed (kill -9), and later the other is
stopped (SIGTERM). The reported time runs from that moment until each disconnected player sees the table again. Memory
is measured before and after opening the tables and the sockets that watch them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import uvloop
from players import Place
from served import Server, books_for, children, seated
from stored_figures import LOAD_RESULTS, machine, store
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

FIRST_PAUSE = 0.25


class Player:
    """An idle player that records when its connection was cut and when the table was shown again."""

    def __init__(self) -> None:
        self.cut, self.shown = 0.0, 0.0

    async def live(self, server: Server, place: Place) -> None:
        """Watch the table forever, reconnecting whenever the connection is cut."""
        pause = FIRST_PAUSE
        while True:
            with suppress(OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                async with connect(
                    f"ws://{server.address}/ws/{place.table}", additional_headers={"Cookie": place.cookie},
                    compression=None, local_addr=(place.source, 0), open_timeout=60,
                ) as line:  # fmt: skip
                    await line.recv()
                    self.shown, pause = time.perf_counter(), FIRST_PAUSE
                    async for _ in line:
                        pass
            if self.shown > self.cut:
                self.cut = time.perf_counter()
            await asyncio.sleep(pause)
            pause *= 2


async def measure_downtime(players: Sequence[Player], pid: int, how: signal.Signals) -> list[float]:
    """Return the seconds until each disconnected player is shown its table again."""
    began = time.perf_counter()
    os.kill(pid, how)
    while Path(f"/proc/{pid}").exists():
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.5)
    while any(player.shown < player.cut for player in players):
        await asyncio.sleep(0.02)
    return sorted(player.shown - began for player in players if player.shown > began)


def summary(what: str, times: list[float]) -> str:
    """Return one line of figures."""
    middle, last = times[len(times) // 2], times[-1]
    return (
        f"- {what}: {len(times)} players cut off, back after {middle:.2f} s in the middle, {last:.2f} s at the latest"
    )


async def main() -> None:
    """Measure downtime and memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--save", action="store_true", help="write the figures to load-results.md")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, books_for(2, True, Path(folder)) as books:
        server = Server(books.url, processes=2)
        try:
            lines = await measure(server, wanted.tables)
        finally:
            server.process.terminate()
            server.process.wait(30)
    print("\n".join(lines))
    if wanted.save:
        command = f"python bench/takeover.py --tables {wanted.tables} --save"
        lines = [f"Machine: {machine()}. Command: `{command}`.", "", *lines]
        store(LOAD_RESULTS, "The browser table under load", f"Take-over, {wanted.tables} tables, two processes", lines)


async def measure(server: Server, tables: int) -> list[str]:
    """Return all figures."""
    empty = server.memory()
    places = seated(server, tables, 1, tables)
    opened = server.memory()
    players = [Player() for _ in places]
    tasks = [asyncio.create_task(one.live(server, place)) for one, place in zip(players, places, strict=True)]
    while not all(player.shown for player in players):
        await asyncio.sleep(0.02)
    looked = server.memory()
    lines = [
        f"- memory: {1000 * (opened - empty) / tables:.0f} kB for a table and its player,"
        f" {1000 * (looked - opened) / tables:.0f} kB for a socket, in both processes together"
    ]
    for what, how in (("kill -9", signal.SIGKILL), ("SIGTERM", signal.SIGTERM)):
        old = children(server.process.pid)
        lines.append(summary(what, await measure_downtime(players, old[0], how)))
        while len(children(server.process.pid)) < 2:
            await asyncio.sleep(0.05)
        await asyncio.sleep(5)  # the new process is listening and has taken over its share of the released tables
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return lines


if __name__ == "__main__":
    uvloop.run(main())
