"""
A flood from one address beside honest players: what they feel of it.

    python bench/flood.py [--messages 400000] [--answers 6000] [--seconds 120] [--first] [--keep]

Twenty players at five tables, each table at an address of loopback of its own, answer as in `load.py`: first alone,
then while a program at one more address sends messages over sockets that it opens again and again, and beside them deep
names, thousands of keys, bodies of 200 MB and of 48 MB of `[1,1,…`, 3,000 sockets at the rail on one cookie, tables for
63 players, hints, lessons, and requests that never end; then alone again. The aim: with the flood their p99 is less
than twice that without it. The flood runs in a process of its own at low priority, because a real one would not use
this machine's processor. Everything is on loopback, and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import uvloop
from kept import LOAD_RESULTS, keep, machine
from players import Place, Run, framed, play
from served import FIRST, Server, seated

FLOODING = "127.0.99.1"
BATCH, BATCHES = 500, 2
"""So many messages are sent at once, and so often over one socket."""
AT_A_TIME = 8
RAIL = 3000
TABLES = 63
PACE = 0.12
CUT = (OSError, TimeoutError, ValueError, RuntimeError)
"""What a line that was cut raises."""
_KEY = "x3JJHMbDL1EzLkh9GBhXDw=="


class Flood:
    """All that one address can think of."""

    def __init__(self, address: str, wanted: int, until: float) -> None:
        self.host, _, port = address.partition(":")
        self.port, self.wanted, self.until = int(port), wanted, until
        self.did: Counter[str] = Counter()

    @property
    def is_over(self) -> bool:
        """Whether enough was sent, or it took too long."""
        return self.did["messages"] >= self.wanted or time.time() > self.until

    async def send(self, head: str, body: bytes = b"", repeat: int = 1) -> tuple[int, bytes]:
        """One request, whatever comes of it: its status, nothing if the line was cut, and what was said."""
        try:
            reader, writer = await asyncio.wait_for(
                asyncio.open_connection(self.host, self.port, local_addr=(FLOODING, 0)), 20
            )
        except (OSError, TimeoutError):
            return 0, b""
        try:
            writer.write(f"{head}\r\nHost: {self.host}\r\nConnection: close\r\n\r\n".encode())
            for _ in range(repeat if body else 0):
                writer.write(body)
                await asyncio.wait_for(writer.drain(), 20)
            said = await asyncio.wait_for(reader.read(), 20)
            return int(said[9:12]), said
        except CUT:
            return 0, b""
        finally:
            writer.transport.abort()

    async def ask(self, what: str, path: str, body: bytes = b"", cookie: str = "", repeat: int = 1) -> bytes:
        """One request that is counted by what came of it."""
        method = f"POST {path} HTTP/1.1\r\nContent-Type: application/json" if body else f"GET {path} HTTP/1.1"
        length = f"\r\nContent-Length: {len(body) * repeat}" if body else ""
        status, said = await self.send(f"{method}{length}\r\nCookie: {cookie}", body, repeat)
        self.did[f"{what}: {status or 'cut off'}"] += 1
        return said

    async def newcomer(self) -> str:
        """A cookie, if there is one to be had."""
        said = await self.ask("newcomers", "/api/me")
        return said.partition(b"et-cookie: ")[2].partition(b";")[0].decode()

    async def socket(self, table: str, cookie: str) -> asyncio.StreamWriter | None:
        """A socket at a table, if one is to be had."""
        with suppress(*CUT):
            reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(FLOODING, 0))
            writer.write(
                f"GET /ws/{table} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {_KEY}\r\n\r\n".encode()
            )
            said = await asyncio.wait_for(reader.read(64), 20)
            self.did[f"sockets: {said[9:12].decode() or 'cut off'}"] += 1
            if b" 101 " in said[:16]:
                return writer
            writer.transport.abort()
        return None

    async def talk(self, table: str, cookie: str) -> None:
        """Messages over one socket after the other."""
        texts = [b'{"type":"ping"}', b'{"type":"hint","id":1}', b"nonsense", b'{"type":"ready"}', b"[" * 100]
        batch = b"".join(framed(texts[place % len(texts)]) for place in range(BATCH))
        while not self.is_over:
            writer = await self.socket(table, cookie)
            if writer is None:
                await asyncio.sleep(0.02)
                continue
            with suppress(*CUT):
                for _ in range(BATCHES):
                    if self.is_over or writer.is_closing():
                        break
                    writer.write(batch)
                    self.did["messages"] += BATCH
                    await asyncio.wait_for(writer.drain(), 5)
                    await asyncio.sleep(0)
            writer.transport.abort()

    async def send_rules(self, cookie: str) -> None:
        """House rules that take long to read, over and over."""
        rules = {"deep": "a" + ".a" * 9000 + " = 1", "keys": "".join(f"x{n} = 1\n" for n in range(1900))}
        while not self.is_over:
            for name, text in rules.items():
                body = json.dumps({"game": "flop22", "rules": text}).encode()
                for path in ("/api/rules/check", "/api/rules/edge"):
                    await self.ask(f"rules, {name}", path, body, cookie)

    async def send_bodies(self, cookie: str) -> None:
        """Bodies that nobody could read."""
        while not self.is_over:
            await self.ask("200 MB", "/api/rules/check", b" " * 1_000_000, cookie, 200)
            await self.ask("48 MB of [1,1,", "/api/rules/check", b"[1,1," * 200_000, cookie, 48)

    async def look_around(self, cookie: str) -> None:
        """Pages and drawings."""
        while not self.is_over:
            for path in ("/", "/api/lobby", "/api/me/score", "/api/games/free-bet/layout"):
                await self.ask("pages", path, cookie=cookie)

    async def learn(self, cookie: str) -> None:
        """Lessons."""
        while not self.is_over:
            lesson = json.dumps({"game": "flip-it", "seed": self.did["messages"], "level": "watch"}).encode()
            await self.ask("lessons", "/api/school/lesson", lesson, cookie)

    async def rail(self, table: str, cookie: str) -> None:
        """As many sockets at the rail as one cookie gets, held open."""
        held = [await self.socket(table, cookie) for _ in range(RAIL) if not self.is_over]
        while not self.is_over:
            await asyncio.sleep(0.1)
        for writer in filter(None, held):
            writer.transport.abort()

    async def open_tables(self) -> None:
        """As many tables as newcomers get."""
        wish = json.dumps({"game": "free-bet", "rules": "seats = 3", "bots": 2}).encode()
        for _ in range(TABLES):
            cookie = await self.newcomer()
            for _ in range(8):
                if self.is_over:
                    return
                await self.ask("tables", "/api/tables", wish, cookie)

    async def dawdle(self) -> None:
        """Requests that begin and never end."""
        lines = []
        while not self.is_over:
            with suppress(OSError):
                _, writer = await asyncio.open_connection(self.host, self.port, local_addr=(FLOODING, 0))
                writer.write(b"GET / HTTP/1.1\r\nHost: ")
                lines.append(writer)
                self.did["begun and never ended"] += 1
            await asyncio.sleep(0.05)
        for writer in lines:
            writer.transport.abort()

    async def run(self) -> None:
        """All at once."""
        cookies = [await self.newcomer() for _ in range(4)]
        said = await self.ask("tables", "/api/tables", b'{"game": "flop22", "bots": 3}', cookies[0])
        table = json.loads(said.partition(b"\r\n\r\n")[2])["id"]
        await asyncio.gather(
            *(self.talk(table, cookies[place % 4]) for place in range(AT_A_TIME)), self.send_rules(cookies[1]),
            self.send_bodies(cookies[1]), self.look_around(cookies[1]), self.learn(cookies[1]),
            self.rail(table, cookies[2]), self.open_tables(), self.dawdle(),
        )  # fmt: skip


def flood(address: str, wanted: int, until: float, told: Any) -> None:
    """The life of the flooding process."""
    os.nice(10)
    told.send("ready")
    whole = Flood(address, wanted, until)
    uvloop.run(whole.run())
    told.send(dict(whole.did))


class Honest:
    """The players who only want to play."""

    def __init__(self, server: Server, places: list[Place]) -> None:
        self.server, self.places = server, places

    async def answers(self, is_enough: Callable[[list[float]], bool]) -> list[float]:
        """The seconds that their answers took until there are enough, sorted; the first of them are left out."""
        run = Run(10**9, PACE)
        tasks = [asyncio.create_task(play(run, self.server.address, place)) for place in self.places]
        while not is_enough(run.times) and not all(task.done() for task in tasks):
            await asyncio.sleep(0.05)
        run.wanted = 0
        await asyncio.gather(*tasks)
        run.refused.pop("seat-taken", None)  # by themselves: they come back to their seats
        if run.refused:
            sys.exit(f"honest players were refused: {run.refused}")
        return sorted(run.times[len(self.places) :])


async def beside(server: Server, wanted: argparse.Namespace) -> list[str]:
    """Alone, with the flood, and alone again."""
    honest = Honest(server, seated(server, 5, 4, 5))
    before, cpu = await honest.answers(lambda times: len(times) >= wanted.answers), server.cpu()
    ours, theirs = get_context("spawn").Pipe()
    args = (server.address, wanted.messages, time.time() + wanted.seconds, theirs)
    process = get_context("spawn").Process(target=flood, args=args)
    process.start()
    theirs.close()
    await asyncio.to_thread(ours.recv)
    began = time.perf_counter()
    during = await honest.answers(lambda _times: ours.poll() or not process.is_alive())
    did: dict[str, int] = ours.recv()
    process.join()
    wall, used = time.perf_counter() - began, server.cpu() - cpu
    after = await honest.answers(lambda times: len(times) >= wanted.answers)
    return told(before, during, after, did, f"{wall:.0f} s of wall time, {used:.1f} CPU-s of the server")


def told(before: list[float], during: list[float], after: list[float], did: dict[str, int], took: str) -> list[str]:
    """The figures in words."""

    def p(times: list[float], share: int) -> float:
        return 1000 * times[int(len(times) * share / 100.001)]

    calm = (p(before, 99) + p(after, 99)) / 2
    sent = ", ".join(f"{what} {many:,}" for what, many in sorted(did.items()))
    return [
        f"- milliseconds to an honest answer, p50 and p99: alone {p(before, 50):.1f} and {p(before, 99):.1f}, with the"
        f" flood {p(during, 50):.1f} and {p(during, 99):.1f} ({len(during):,} answers), alone again"
        f" {p(after, 50):.1f} and {p(after, 99):.1f}",
        f"- p99 with the flood is {p(during, 99) / calm:.2f} times that without it (aim: less than 2); load of the"
        f" machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
        f"- the flood, from one address: {sent}; {took}",
    ]


async def main() -> None:
    """Open the house, let everyone play, tell the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=400_000, help="that the flood sends")
    parser.add_argument("--answers", type=int, default=6_000, help="of the honest players alone, before and after")
    parser.add_argument("--seconds", type=int, default=120, help="after which the flood ends in any case")
    parser.add_argument("--first", action="store_true", help=FIRST)
    parser.add_argument("--keep", action="store_true", help="write the figures to load-results.md")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.db")
        try:
            if wanted.first:
                server.go_first()
            lines = await beside(server, wanted)
        finally:
            server.process.terminate()
            server.process.wait(30)
    print("\n".join(lines))
    if wanted.keep:
        title = f"A flood of {wanted.messages:,} messages beside 20 players"
        command = f"python bench/flood.py --messages {wanted.messages} --answers {wanted.answers}"
        lines = [f"Machine: {machine()}. Command: `{command}{' --first' * wanted.first} --keep`.", "", *lines]
        keep(LOAD_RESULTS, "The browser table under load", title, lines)


if __name__ == "__main__":
    uvloop.run(main())
