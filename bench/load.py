"""
A load test of many tables: real sockets on loopback, every answer durable before it is shown.

    python bench/load.py [--tables 50] [--seats 4] [--answers 20000] [--pace 0.12] [--lab] [--addresses N]
        [--limit NAME=N] [--processes N] [--postgres] [--compare]

The server runs in separate processes, the players in this one. Every seat plays Flop 22 with an ante on each of its
three hands. In a round it bets, gets ready, and answers three offers, pausing before each message; the mean pause is
the pace. One run at 0.12 s must meet both targets: p99 under 40 ms and 2,000 answers per CPU-second. A pace of 0.3 s
shows quieter tables, 0.03 s the server's capacity when the players fill a core. Only the three answers are counted, but
the server's CPU time for all five messages is.

Reported are the time from an answer to the update the player sees, answers per CPU-second of the server, its memory,
and each process's share of the machine. Players and PostgreSQL share the cores with the server, so players parse only
what concerns their seat. Each table's players have their own loopback address, so that the server's limits apply as in
production. The first tenth, when players connect and sit down, is left out. With `--lab` one more client edits Free
Bet's rules in the lab throughout and never repeats a question. With `--compare` a single process on PostgreSQL runs the
same load first. With `--save` the figures go to load-results.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import uvloop
from players import Run, play
from served import FIRST, Books, Server, books_for, seated
from stored_figures import LOAD_RESULTS, machine, store


class Mark(NamedTuple):
    """A snapshot of progress and resource usage during the run."""

    answers: int
    taken: int
    wall: float
    memory: float
    house: float
    books: float
    players: float


class Figures:
    """The figures between the first tenth and the end."""

    def __init__(self, run: Run, marks: list[Mark], began: float) -> None:
        self.marks, self._refused, self._began = marks, run.refused, began
        first, last = marks[0], marks[-1]
        self._times = sorted(run.times[first.answers : last.answers])
        self.answers, self.taken = last.answers - first.answers, last.taken - first.taken
        self.wall, self.house = last.wall - first.wall, last.house - first.house
        self.books, self.players = last.books - first.books, last.players - first.players

    @property
    def per_second(self) -> float:
        """Return the answers per second of wall time."""
        return self.answers / self.wall

    @property
    def per_cpu_second(self) -> float:
        """Return the answers per CPU-second of the server."""
        return self.answers / self.house

    def summary(self, aim: int, books: int | None) -> list[str]:
        """Return the figures as text."""
        spread = [self._times[int(len(self._times) * p / 100.001)] for p in (50, 90, 99, 100)]
        p50, p90, p99, most = (f"{1000 * seconds:.1f}" for seconds in spread)
        memory = [f"{mark.memory:.1f}" for mark in self.marks]
        return [
            f"- {self.answers:,} answers in {self.wall:.1f} s of wall time, {self.per_second:,.0f} a second; load of"
            f" the machine {self._began:.1f} before and {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores",
            f"- milliseconds to an answer that is on the disk: p50 {p50}, p90 {p90}, p99 {p99}, p100 {most} (aim: p99"
            f" under {aim} on a quiet machine)",
            f"- {self.per_cpu_second:,.0f} answers per CPU-second of the house, which used"
            f" {100 * self.house / self.wall:.0f}% of a core (aim 2,000); with the bets and the readiness around them"
            f" {self.taken / self.house:,.0f} messages, each on the disk before it is shown",
            self._shares(),
            f"- memory of the house, MB: {memory[0]} after a tenth, {memory[1]} after half, {memory[2]} at the end"
            f"{f'; the books grew to {books / 1e6:.1f} MB' if books else ''}",
            f"- refused: {self._refused or 'nothing'}",
        ]

    def _shares(self) -> str:
        """Return the share of the machine that each process used."""
        cores = (os.cpu_count() or 1) * self.wall
        used = {"the house": self.house, "PostgreSQL": self.books, "the players": self.players}
        shares = ", ".join(f"{who} {100 * cpu / cores:.0f}%" for who, cpu in used.items() if cpu)
        each = ", ".join(f"{who} {1000 * cpu / self.answers:.3f}" for who, cpu in used.items() if cpu)
        return f"- of the {os.cpu_count()} cores: {shares}; CPU-seconds for 1,000 answers: {each}"


def compare(one: Figures, many: Figures, processes: int) -> str:
    """Compare several processes with one."""
    return (
        f"- {processes} processes gave {many.per_second / one.per_second:.2f} times the answers of one, which gave"
        f" {one.per_second:,.0f} a second and took {100 * one.house / one.wall:.0f}% of a core while PostgreSQL and the"
        f" players took {100 * (one.books + one.players) / one.wall:.0f}%; for a CPU-second the house gave"
        f" {many.per_cpu_second / one.per_cpu_second:.2f} times what it gave with one, so that {processes} cores"
        f" of its own give {processes * many.per_cpu_second / one.per_cpu_second:.2f} times as much"
    )


async def measure(wanted: argparse.Namespace, processes: int) -> tuple[Figures, list[str]]:
    """Start a server, run the load, and shut it down."""
    with (
        tempfile.TemporaryDirectory() as folder,
        books_for(processes, wanted.postgres or wanted.processes > 1, Path(folder)) as books,
    ):
        server = Server(books.url, wanted.limit, processes)
        try:
            if wanted.first:
                server.go_first()
            return await load(server, books, wanted)
        finally:
            server.process.terminate()
            server.process.wait(30)


async def load(server: Server, books: Books, wanted: argparse.Namespace) -> tuple[Figures, list[str]]:
    """Seat all players and wait for enough answers. Return the figures, and the same as text."""
    places = seated(server, wanted.tables, wanted.seats, wanted.addresses or wanted.tables)
    run, began = Run(wanted.answers, wanted.pace), os.getloadavg()[0]
    tasks = [asyncio.create_task(play(run, server.address, place)) for place in places]
    asked = [0]
    lab = asyncio.create_task(work_in_the_lab(server, asked)) if wanted.lab else None
    marks = []
    for share in (0.1, 0.5, 1.0):
        while len(run.times) < wanted.answers * share and not all(task.done() for task in tasks):
            await asyncio.sleep(0.02)
        used = server.cpu(), books.cpu(), time.process_time()
        marks.append(Mark(len(run.times), run.taken, time.perf_counter(), server.memory(), *used))
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    if marks[0].answers == marks[-1].answers:
        sys.exit(f"nobody could play: {ended[0]!r}")
    figures = Figures(run, marks, began)
    lines = figures.summary(60 if wanted.processes > 1 else 40, books.size)
    if lost := sum(isinstance(end, BaseException) for end in ended):
        lines.append(f"- {lost} of {len(places)} players were hung up on")
    if lab:
        lab.cancel()
        lines.append(f"- {asked[0]} questions of the lab answered meanwhile")
    return figures, lines


async def work_in_the_lab(server: Server, asked: list[int]) -> None:
    """Edit the pay table of Pot of Gold repeatedly, waiting for every edge each time."""
    while True:
        rules = f'push_22_pays = "{7 + asked[0] % 9}:1"\n[pot_of_gold_table]\n"5+ tokens" = "{100 + asked[0]}:1"'
        question = {"kind": "odds", "game": "free-bet", "rules": rules, "slot": "bench"}
        while True:
            state, _ = await asyncio.to_thread(server.ask, "127.0.9.9", "/api/lab/ask", question)
            if state["state"] == "done":
                break
            await asyncio.sleep(0.35)
        asked[0] += 1


def title_of(wanted: argparse.Namespace) -> str:
    """Return the title of a run in the results."""
    title = f"{wanted.tables} tables of {wanted.seats}, {wanted.answers:,} answers, thinking {wanted.pace} s"
    title += ", somebody in the lab" * wanted.lab
    if wanted.processes > 1 or wanted.postgres:
        title += f", {wanted.processes} process{'es' * (wanted.processes > 1)} on PostgreSQL"
    return title


def command_of(wanted: argparse.Namespace) -> str:
    """Return the command line of the run."""
    command = f"python bench/load.py --tables {wanted.tables} --seats {wanted.seats} --answers {wanted.answers}"
    command += f" --pace {wanted.pace}{' --lab' * wanted.lab}{' --first' * wanted.first}"
    command += f" --processes {wanted.processes}" * (wanted.processes > 1)
    return f"{command}{' --postgres' * wanted.postgres}{' --compare' * wanted.compare} --save"


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
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
    parser.add_argument("--compare", action="store_true", help="with one process on PostgreSQL, which plays first")
    parser.add_argument("--lab", action="store_true", help="a visitor uses the lab in the meantime")
    parser.add_argument("--save", action="store_true", help="write the figures to load-results.md")
    return parser.parse_args()


async def main() -> None:
    """Open the tables, run all players, and print the figures."""
    wanted = parse_arguments()
    one = (await measure(wanted, 1))[0] if wanted.compare else None
    figures, lines = await measure(wanted, wanted.processes)
    if one:
        lines.append(compare(one, figures, wanted.processes))
    print("\n".join(lines))
    if wanted.save:
        lines = [f"Machine: {machine()}. Command: `{command_of(wanted)}`.", "", *lines]
        store(LOAD_RESULTS, "The browser table under load", title_of(wanted), lines)


if __name__ == "__main__":
    uvloop.run(main())
