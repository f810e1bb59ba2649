"""
Many tables at once: real sockets on loopback, every answer durable before it is shown.

    python bench/load.py [--tables 50] [--seats 4] [--answers 20000] [--pace 0.12] [--lab] [--addresses N]
        [--limit NAME=N] [--processes N] [--postgres]

The server runs in a process of its own, the clients in this one. Every seat plays Flop 22 with an ante on each of its
three hands: in a round it bets, says that it is ready, and answers three offers, each after thinking for as long as the
pace says on average. Both aims, p99 under 40 ms and 2,000 answers per CPU-second, are to hold in one run at 0.12 s; the
pace of 0.3 s shows quieter tables, 0.03 s how much the server can do when the clients fill a core. Of these five
messages only the three answers count, but the server's CPU time for all of it does. Told are the time from an answer to
its update as the client sees it, answers for each CPU-second of the server, and the server's memory. The clients share
the machine with the server, so they look only into what concerns their seat; they come from an address of loopback
for each table, so that the house's limits are felt as in life. The first tenth is left out: then the
clients connect and sit down. With `--lab` somebody edits Free Bet's rules in the lab all the while, every question one
that was never asked before. With `--keep` the figures go to load-results.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import uvloop
from kept import LOAD_RESULTS, keep, machine
from msgspec.json import decode, encode
from websockets.asyncio.client import ClientConnection, connect

PROGRAM = (
    "import sys; from pitboss.server.run import serve;"
    " serve(port=0, database=sys.argv[1], open_browser=False, processes=int(sys.argv[2]), limits=sys.argv[3:])"
)
FIRST = "on a machine that is busy with other things: the house and its players go before them; needs root"


class Server:
    """The house in its own process, and what the kernel says of it."""

    def __init__(self, database: Path | str, limits: Sequence[str] = (), processes: int = 1) -> None:
        command = [sys.executable, "-c", PROGRAM, str(database), str(processes), *limits]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = re.search(r"http://(\S+)/", self.process.stdout.readline())[1]  # type: ignore[index]

        self.dealing = [self.process.pid] if processes == 1 else children(self.process.pid)
        """The processes that deal, without those beside them."""

    def cpu(self) -> float:
        """Seconds of CPU so far, of all threads of those that deal."""
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.dealing]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")

    def go_first(self) -> None:
        """Real-time priority for the house and for the players in this process, not for what they start: needs root."""
        places = ("self", *map(str, self.dealing))
        for thread in (thread for place in places for thread in os.listdir(f"/proc/{place}/task")):
            os.sched_setscheduler(int(thread), os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))

    def memory(self) -> float:
        """Resident megabytes."""
        held = [re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()) for pid in self.dealing]
        return sum(int(found[1]) for found in held if found) / 1024

    def ask(self, source: str, path: str, body: object = None, cookie: str = "") -> tuple[dict[str, object], str]:
        """One HTTP request from this address, and the cookie that came with the answer."""
        line = HTTPConnection(self.address, source_address=(source, 0), timeout=30)
        headers = {"Cookie": cookie, "Content-Type": "application/json"}
        line.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
        answer = line.getresponse()
        found, cookie = json.load(answer), (answer.headers.get("Set-Cookie") or cookie).partition(";")[0]
        line.close()
        if answer.status >= 400:
            sys.exit(found["reason"])
        return found, cookie


def children(pid: int) -> list[int]:
    """The processes that this one started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def books_for(processes: int, on_postgres: bool, folder: Path) -> Iterator[str]:
    """A file, or for several processes a PostgreSQL of its own."""
    if processes == 1 and not on_postgres:
        yield str(folder / "house.db")
        return
    sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
    from postgres import PostgresServer, find_postgres  # noqa: PLC0415  as the tests start it

    programs = find_postgres()
    if programs is None:
        sys.exit("no PostgreSQL on this machine")
    os.environ["PITBOSS_KEY"] = str(folder / "house.key")
    postgres = PostgresServer(programs)
    try:
        yield postgres.url
    finally:
        postgres.close()


def address_of(number: int) -> str:
    """One of many addresses of loopback."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


class Place(NamedTuple):
    """Where one player comes from and sits."""

    source: str
    table: str
    cookie: str
    seat: int


class Run:
    """What all clients share."""

    def __init__(self, wanted: int, pace: float) -> None:
        self.wanted, self.pace = wanted, pace
        self.times: list[float] = []
        self.taken = 0
        """Messages that were taken: bets, ready and answers, each written before it was shown."""
        self.refused: dict[str, int] = {}

    @property
    def is_over(self) -> bool:
        """Whether enough is answered."""
        return len(self.times) >= self.wanted


async def play(run: Run, address: str, source: str, table: str, cookie: str, seat: int) -> None:
    """One seat: bets, gets ready, answers, until enough is answered."""
    async with connect(
        f"ws://{address}/ws/{table}", additional_headers={"Cookie": cookie}, compression=None, local_addr=(source, 0)
    ) as socket:
        client = Client(socket, run)
        await client.say({"type": "sit", "seat": seat})
        while not run.is_over:
            state, you = client.state["table"], client.state["you"]
            if state["state"] == "betting" and not state["seats"][str(seat)]["ready"]:
                if not state["seats"][str(seat)]["bets"]:
                    if you["bankroll"] < 300:
                        return
                    await client.say({"type": "bet", "bets": {"ante-1": 100, "ante-2": 100, "ante-3": 100}})
                await client.say({"type": "ready"})
            elif you["asked"]:
                await asyncio.sleep(run.pace * random.uniform(0.5, 1.5))
                start = time.perf_counter()
                if await client.say({"type": "say", "answer": "none", "offer": state["offer"]["number"]}):
                    run.times.append(time.perf_counter() - start)
            else:
                await client.next()


class Client:
    """A socket with the last state it was shown."""

    def __init__(self, socket: ClientConnection, run: Run) -> None:
        self.socket, self.run, self.number = socket, run, 0
        self.state: dict[str, dict] = {}  # type: ignore[type-arg]

    async def next(self) -> dict[str, object]:
        """The next message that concerns this seat; the others are read off the line and not looked into."""
        while True:
            text = await self.socket.recv(decode=False)
            if b'"you":{}' not in text or b'"state":' in text or b'"id":' in text:
                break
        message: dict[str, object] = decode(text)
        if message["type"] == "hello":
            self.state = message  # type: ignore[assignment]
        elif message["type"] == "update":
            seats = {**self.state["table"]["seats"], **message["table"].get("seats", {})}  # type: ignore[attr-defined]
            table = {**self.state["table"], **message["table"], "seats": {s: h for s, h in seats.items() if h}}  # type: ignore[dict-item]
            self.state = {"table": table, "you": {**self.state["you"], **message["you"]}}  # type: ignore[dict-item]
        return message

    async def say(self, message: dict[str, object]) -> bool:
        """Send a message; whether it was taken."""
        self.number += 1
        await self.socket.send(encode({**message, "id": self.number}), text=True)
        while True:
            answer = await self.next()
            if answer["type"] == "refused":
                self.run.refused[str(answer["code"])] = self.run.refused.get(str(answer["code"]), 0) + 1
            if answer.get("id") == self.number:
                self.run.taken += answer["type"] != "refused"
                return answer["type"] != "refused"


async def main() -> None:
    """Open the tables, let everyone play, tell the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--answers", type=int, default=20_000)
    parser.add_argument("--pace", type=float, default=0.12, help="seconds a player thinks, on average")
    parser.add_argument("--addresses", type=int, help="that the players come from; one for each table if not said")
    parser.add_argument("--limit", action="append", default=[], help="NAME=N: a limit of the house, as serve takes it")
    parser.add_argument("--first", action="store_true", help=FIRST)
    parser.add_argument("--processes", type=int, default=1, help="that deal; more than one share a PostgreSQL")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL with one process too")
    parser.add_argument("--lab", action="store_true", help="somebody works in the lab meanwhile")
    parser.add_argument("--keep", action="store_true", help="write the figures to load-results.md")
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        books_for(wanted.processes, wanted.postgres, Path(folder)) as database,
    ):
        server = Server(database, wanted.limit, wanted.processes)
        try:
            if wanted.first:
                server.go_first()
            await load(server, wanted, database)
        finally:
            server.process.terminate()
            server.process.wait(30)


def seated(server: Server, tables: int, seats: int, addresses: int) -> list[Place]:
    """New tables and their players, who share so many addresses."""
    places = []
    for number in range(tables):
        source = address_of(number % addresses)
        players = [server.ask(source, "/api/me")[1] for _ in range(seats)]
        table, _ = server.ask(source, "/api/tables", {"game": "flop22", "private": True}, players[0])
        places += [Place(source, str(table["id"]), player, seat) for seat, player in enumerate(players, 1)]
    return places


async def load(server: Server, wanted: argparse.Namespace, database: str) -> None:
    """Seat everyone, wait until enough is answered, tell the figures."""
    places = seated(server, wanted.tables, wanted.seats, wanted.addresses or wanted.tables)
    run, began = Run(wanted.answers, wanted.pace), os.getloadavg()[0]
    tasks = [asyncio.create_task(play(run, server.address, *place)) for place in places]
    asked = [0]
    lab = asyncio.create_task(work_in_the_lab(server, asked)) if wanted.lab else None
    marks = []
    for share in (0.1, 0.5, 1.0):
        while len(run.times) < wanted.answers * share and not all(task.done() for task in tasks):
            await asyncio.sleep(0.02)
        marks.append(Mark(len(run.times), run.taken, server.cpu(), time.perf_counter(), server.memory()))
    await asyncio.gather(*tasks, return_exceptions=True)
    lines = told(run, marks, began, Path(database).stat().st_size if "://" not in database else None)
    if lab:
        lab.cancel()
        lines.append(f"- {asked[0]} questions of the lab answered meanwhile")
    print("\n".join(lines))
    if wanted.keep:
        title = f"{wanted.tables} tables of {wanted.seats}, {wanted.answers:,} answers, thinking {wanted.pace} s"
        title += ", somebody in the lab" if wanted.lab else ""
        title += (
            f", {wanted.processes} process{'es' * (wanted.processes > 1)} on PostgreSQL" if "://" in database else ""
        )
        command = f"python bench/load.py --tables {wanted.tables} --seats {wanted.seats} --answers {wanted.answers}"
        command += f" --pace {wanted.pace}{' --lab' * wanted.lab}{' --first' * wanted.first}"
        command += (
            f"{f' --processes {wanted.processes}' * (wanted.processes > 1)}{' --postgres' * wanted.postgres} --keep"
        )
        lines = [f"Machine: {machine()}. Command: `{command}`.", "", *lines]
        keep(LOAD_RESULTS, "The browser table under load", title, lines)


async def work_in_the_lab(server: Server, asked: list[int]) -> None:
    """Edit the pay table of Pot of Gold again and again, each time waiting for every edge."""
    while True:
        rules = f'push_22_pays = "{7 + asked[0] % 9}:1"\n[pot_of_gold_table]\n"5+ tokens" = "{100 + asked[0]}:1"'
        question = {"kind": "odds", "game": "free-bet", "rules": rules, "slot": "bench"}
        while True:
            state, _ = await asyncio.to_thread(server.ask, "127.0.9.9", "/api/lab/ask", question)
            if state["state"] == "done":
                break
            await asyncio.sleep(0.35)
        asked[0] += 1


class Mark(NamedTuple):
    """How far the run had come at some moment, and what the server had used."""

    answers: int
    taken: int
    cpu: float
    wall: float
    memory: float


def told(run: Run, marks: list[Mark], began: float, books: int | None) -> list[str]:
    """The figures in words."""
    first, middle, last = marks
    times = sorted(run.times[first.answers : last.answers])
    spread = ", ".join(f"p{p} {1000 * times[int(len(times) * p / 100.001)]:.1f}" for p in (50, 90, 99, 100))
    answers, cpu, wall = last.answers - first.answers, last.cpu - first.cpu, last.wall - first.wall
    return [
        f"- {answers:,} answers in {wall:.1f} s of wall time, {answers / wall:,.0f} a second; load of the machine"
        f" {began:.1f} before and {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores",
        f"- milliseconds to an answer that is on the disk: {spread} (aim: p99 under 40 on a quiet machine)",
        f"- {answers / cpu:,.0f} answers per CPU-second of the server, which used {100 * cpu / wall:.0f}% of a core"
        f" (aim 2,000); with the bets and the readiness around them {(last.taken - first.taken) / cpu:,.0f} messages,"
        " each on the disk before it is shown",
        f"- server memory, MB: {first.memory:.1f} after a tenth, {middle.memory:.1f} after half, {last.memory:.1f} at"
        f" the end{f'; the books grew to {books / 1e6:.1f} MB' if books else ''}",
        f"- refused: {run.refused or 'nothing'}",
    ]


if __name__ == "__main__":
    uvloop.run(main())
