"""A server in separate processes for the benchmarks, with its resource usage as the kernel reports it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from players import Place

PROGRAM = (
    "import sys; from pitboss.server.run import serve;"
    " serve(port=0, database=sys.argv[1], open_browser=False, processes=int(sys.argv[2]), limits=sys.argv[3:])"
)
FIRST = "on a machine that is busy with other things: the house and its players go before them; needs root"


class Server:
    """A server in its own process, with its resource usage as the kernel reports it."""

    def __init__(self, database: Path | str, limits: Sequence[str] = (), processes: int = 1) -> None:
        command = [sys.executable, "-c", PROGRAM, str(database), str(processes), *limits]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = re.search(r"http://(\S+)/", self.process.stdout.readline())[1]  # type: ignore[index]

        self.dealing = [self.process.pid] if processes == 1 else children(self.process.pid)
        """The processes that deal, without their background workers."""

    def cpu(self) -> float:
        """Return the CPU seconds used so far by all threads of the dealing processes."""
        return sum(map(cpu_of, self.dealing))

    def go_first(self) -> None:
        """Give the server and this process real-time priority, but not their children. Needs root."""
        places = ("self", *map(str, self.dealing))
        for thread in (thread for place in places for thread in os.listdir(f"/proc/{place}/task")):
            os.sched_setscheduler(int(thread), os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))

    def memory(self) -> float:
        """Return the resident memory in megabytes."""
        held = [re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()) for pid in self.dealing]
        return sum(int(found[1]) for found in held if found) / 1024

    def ask(self, source: str, path: str, body: object = None, cookie: str = "") -> tuple[dict[str, object], str]:
        """Send one HTTP request from this address. Return the answer and its cookie."""
        line = HTTPConnection(self.address, source_address=(source, 0), timeout=30)
        headers = {"Cookie": cookie, "Content-Type": "application/json"}
        line.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
        answer = line.getresponse()
        found, cookie = json.load(answer), (answer.headers.get("Set-Cookie") or cookie).partition(";")[0]
        line.close()
        if answer.status >= 400:
            sys.exit(found["reason"])
        return found, cookie


class Books:
    """The server's database: a file or a dedicated PostgreSQL."""

    def __init__(self, url: str, postmaster: int | None = None) -> None:
        self.url, self._postmaster = url, postmaster

    def cpu(self) -> float:
        """Return the CPU seconds used by PostgreSQL, including ended processes. A file's count as the server's."""
        if self._postmaster is None:
            return 0.0
        return cpu_of(self._postmaster, with_ended=True) + sum(map(cpu_of, children(self._postmaster)))

    @property
    def size(self) -> int | None:
        """Return the size of the file in bytes."""
        return None if self._postmaster else Path(self.url).stat().st_size


def cpu_of(pid: int, with_ended: bool = False) -> float:
    """Return the CPU seconds of a process, optionally with its ended children; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11 : 15 if with_ended else 13])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def books_for(processes: int, on_postgres: bool, folder: Path) -> Iterator[Books]:
    """Create a file, or for several processes a dedicated PostgreSQL."""
    if processes == 1 and not on_postgres:
        yield Books(str(folder / "house.db"))
        return
    sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
    from helpers.postgres import PostgresServer, find_postgres  # noqa: PLC0415  started the same way as in the tests

    programs = find_postgres()
    if programs is None:
        sys.exit("no PostgreSQL on this machine")
    os.environ["PITBOSS_KEY"] = str(folder / "house.key")
    postgres = PostgresServer(programs)
    try:
        yield Books(postgres.url, postgres.process.pid)
    finally:
        postgres.close()


def address_of(number: int) -> str:
    """Return one of many loopback addresses."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


def seated(server: Server, tables: int, seats: int, addresses: int) -> list[Place]:
    """Open new tables and seat their players, who share `addresses` addresses."""
    places = []
    for number in range(tables):
        source = address_of(number % addresses)
        players = [server.ask(source, "/api/me")[1] for _ in range(seats)]
        table, _ = server.ask(source, "/api/tables", {"game": "flop22", "private": True}, players[0])
        places += [Place(source, str(table["id"]), player, seat) for seat, player in enumerate(players, 1)]
    return places
