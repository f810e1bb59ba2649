"""
The effect of a flood from one address on honest players.

    python bench/flood.py [--messages 400000] [--answers 6000] [--seconds 120] [--first] [--save]

Twenty players at five tables, each table with its own loopback address, answer as in `load.py`: first without the
flood, then with it, then without it again. The flood comes from one more address. It sends messages over sockets that
it keeps reopening, deeply nested names, thousands of keys, bodies of 200 MB and of 48 MB of `[1,1,…`, 3,000 sockets at
the rail on one cookie, tables for 63 players, hints, lessons, and requests that never end. The target: the players' p99
with the flood is less than twice that without it. The flood runs in a separate process at low priority, because a real
one would not use this machine's processor. Everything is on loopback and stops by itself.
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
from players import Place, Run, framed, play
from served import FIRST, Server, seated
from stored_figures import LOAD_RESULTS, machine, store

FLOODING = "127.0.99.1"
BATCH, BATCHES = 500, 2
"""Messages per batch, and batches per socket."""
AT_A_TIME = 8
RAIL = 3000
TABLES = 63
PACE = 0.12
CUT = (OSError, TimeoutError, ValueError, RuntimeError)
"""Exceptions raised by a closed connection."""
_KEY = "x3JJHMbDL1EzLkh9GBhXDw=="


class Flood:
    """Every kind of abuse from one address."""

    def __init__(self, address: str, wanted: int, until: float) -> None:
        self.host, _, port = address.partition(":")
        self.port, self.wanted, self.until = int(port), wanted, until
        self.did: Counter[str] = Counter()

    @property
    def is_over(self) -> bool:
        """Return whether enough has been sent or the time is up."""
        return self.did["messages"] >= self.wanted or time.time() > self.until

    async def send(self, head: str, body: bytes = b"", repeat: int = 1) -> tuple[int, bytes]:
        """Send one request. Return its status (0 if the connection was cut) and the raw response."""
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
            response = await asyncio.wait_for(reader.read(), 20)
            return int(response[9:12]), response
        except CUT:
            return 0, b""
        finally:
            writer.transport.abort()

    async def ask(self, what: str, path: str, body: bytes = b"", cookie: str = "", repeat: int = 1) -> bytes:
        """Send one request and count it by its outcome."""
        method = f"POST {path} HTTP/1.1\r\nContent-Type: application/json" if body else f"GET {path} HTTP/1.1"
        length = f"\r\nContent-Length: {len(body) * repeat}" if body else ""
        status, response = await self.send(f"{method}{length}\r\nCookie: {cookie}", body, repeat)
        self.did[f"{what}: {status or 'cut off'}"] += 1
        return response

    async def newcomer(self) -> str:
        """Return a new player's cookie, if the server grants one."""
        response = await self.ask("newcomers", "/api/me")
        return response.partition(b"et-cookie: ")[2].partition(b";")[0].decode()

    async def socket(self, table: str, cookie: str) -> asyncio.StreamWriter | None:
        """Open a socket at a table, if the server allows it."""
        with suppress(*CUT):
            reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(FLOODING, 0))
            writer.write(
                f"GET /ws/{table} HTTP/1.1\r\nHost: {self.host}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {_KEY}\r\n\r\n".encode()
            )
            response = await asyncio.wait_for(reader.read(64), 20)
            self.did[f"sockets: {response[9:12].decode() or 'cut off'}"] += 1
            if b" 101 " in response[:16]:
                return writer
            writer.transport.abort()
        return None

    async def send_messages(self, table: str, cookie: str) -> None:
        """Send messages over one socket after another."""
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
        """Send house rules that are slow to parse, over and over."""
        rules = {"deep": "a" + ".a" * 9000 + " = 1", "keys": "".join(f"x{n} = 1\n" for n in range(1900))}
        while not self.is_over:
            for name, text in rules.items():
                body = json.dumps({"game": "flop22", "rules": text}).encode()
                for path in ("/api/rules/check", "/api/rules/edge"):
                    await self.ask(f"rules, {name}", path, body, cookie)

    async def send_bodies(self, cookie: str) -> None:
        """Send bodies that cannot be parsed."""
        while not self.is_over:
            await self.ask("200 MB", "/api/rules/check", b" " * 1_000_000, cookie, 200)
            await self.ask("48 MB of [1,1,", "/api/rules/check", b"[1,1," * 200_000, cookie, 48)

    async def request_pages(self, cookie: str) -> None:
        """Request pages and drawings."""
        while not self.is_over:
            for path in ("/", "/api/lobby", "/api/me/score", "/api/games/free-bet/layout"):
                await self.ask("pages", path, cookie=cookie)

    async def request_lessons(self, cookie: str) -> None:
        """Request lessons."""
        while not self.is_over:
            lesson = json.dumps({"game": "flip-it", "seed": self.did["messages"], "level": "watch"}).encode()
            await self.ask("lessons", "/api/school/lesson", lesson, cookie)

    async def rail(self, table: str, cookie: str) -> None:
        """Open as many sockets at the rail as one cookie is allowed, and hold them open."""
        held = [await self.socket(table, cookie) for _ in range(RAIL) if not self.is_over]
        while not self.is_over:
            await asyncio.sleep(0.1)
        for writer in filter(None, held):
            writer.transport.abort()

    async def open_tables(self) -> None:
        """Open as many tables as new players are allowed."""
        wish = json.dumps({"game": "free-bet", "rules": "seats = 3", "bots": 2}).encode()
        for _ in range(TABLES):
            cookie = await self.newcomer()
            for _ in range(8):
                if self.is_over:
                    return
                await self.ask("tables", "/api/tables", wish, cookie)

    async def send_unfinished(self) -> None:
        """Start requests and never finish them."""
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
        """Run every kind of abuse concurrently."""
        cookies = [await self.newcomer() for _ in range(4)]
        response = await self.ask("tables", "/api/tables", b'{"game": "flop22", "bots": 3}', cookies[0])
        table = json.loads(response.partition(b"\r\n\r\n")[2])["id"]
        await asyncio.gather(
            *(self.send_messages(table, cookies[place % 4]) for place in range(AT_A_TIME)), self.send_rules(cookies[1]),
            self.send_bodies(cookies[1]), self.request_pages(cookies[1]), self.request_lessons(cookies[1]),
            self.rail(table, cookies[2]), self.open_tables(), self.send_unfinished(),
        )  # fmt: skip


def flood(address: str, wanted: int, until: float, pipe: Any) -> None:
    """Run the flooding process."""
    os.nice(10)
    pipe.send("ready")
    whole = Flood(address, wanted, until)
    uvloop.run(whole.run())
    pipe.send(dict(whole.did))


class Honest:
    """The honest players."""

    def __init__(self, server: Server, places: list[Place]) -> None:
        self.server, self.places = server, places

    async def answers(self, is_enough: Callable[[list[float]], bool]) -> list[float]:
        """Return the sorted response times once there are enough, without the warm-up."""
        run = Run(10**9, PACE)
        tasks = [asyncio.create_task(play(run, self.server.address, place)) for place in self.places]
        while not is_enough(run.times) and not all(task.done() for task in tasks):
            await asyncio.sleep(0.05)
        run.wanted = 0
        await asyncio.gather(*tasks)
        run.refused.pop("seat-taken", None)  # players reconnect to their seats by themselves
        if run.refused:
            sys.exit(f"honest players were refused: {run.refused}")
        return sorted(run.times[len(self.places) :])


async def measure_phases(server: Server, wanted: argparse.Namespace) -> list[str]:
    """Measure without the flood, with it, and without it again."""
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
    return summary(before, during, after, did, f"{wall:.0f} s of wall time, {used:.1f} CPU-s of the server")


def summary(before: list[float], during: list[float], after: list[float], did: dict[str, int], took: str) -> list[str]:
    """Return the figures as text."""

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
    """Start the server, run all players, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=400_000, help="that the flood sends")
    parser.add_argument("--answers", type=int, default=6_000, help="of the honest players alone, before and after")
    parser.add_argument("--seconds", type=int, default=120, help="after which the flood ends in any case")
    parser.add_argument("--first", action="store_true", help=FIRST)
    parser.add_argument("--save", action="store_true", help="write the figures to load-results.md")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.db")
        try:
            if wanted.first:
                server.go_first()
            lines = await measure_phases(server, wanted)
        finally:
            server.process.terminate()
            server.process.wait(30)
    print("\n".join(lines))
    if wanted.save:
        title = f"A flood of {wanted.messages:,} messages beside 20 players"
        command = f"python bench/flood.py --messages {wanted.messages} --answers {wanted.answers}"
        lines = [f"Machine: {machine()}. Command: `{command}{' --first' * wanted.first} --save`.", "", *lines]
        store(LOAD_RESULTS, "The browser table under load", title, lines)


if __name__ == "__main__":
    uvloop.run(main())
