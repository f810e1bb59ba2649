"""
The audit of a large house: how many rounds it checks in a second of CPU, and how much memory it takes.

    python bench/audit.py [--rounds 100000] [--workers 1] [--database FILE-OR-URL] [--keep]

First a book is made. At 25 tables, five of each game, people and bots play against the real server's tables
(`Hall`, `Room`, the sealed shoes, the settlement), and everything that is handed to the store is kept. Then the same
is written again and again for other tables and other players, with new names and marks in every row, through the
store's own code: every line of the journal is chained with the key of these books, every balance is what the entries
say. A line stands for a few dozen rounds, as when hundreds of tables share a sync. Then `pitboss audit` walks through
it in a process of its own, whole, and once more with `--new` after some more rounds. With `--keep` the figures go to
audit-results.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from kept import keep, machine
from msgspec.structs import replace

from pitboss.games import GAMES
from pitboss.play.bots import choose_wagers
from pitboss.play.steps import Seat
from pitboss.server.config import House
from pitboss.server.store.balances import Accounts
from pitboss.server.store.batch import Writing
from pitboss.server.store.store import Store, open_store, writer
from pitboss.server.tables.registry import Hall
from pitboss.table.finished_round import Finished, account_mark
from pitboss.table.seats import Clocks
from pitboss.table.states import State
from pitboss.table.transfers import Transfer, purse

AUDIT_RESULTS = Path(__file__).parent / "audit-results.md"
TABLES_OF_A_GAME = 5
PLAYED = 5_000
"""So many rounds are really played; the others are these, at other tables and by other people."""
BATCHES_IN_A_LINE = 20
"""What was really played in so many batches becomes one line of the journal."""
_FOUND: dict[int, list[str]] = {}


async def play(rounds: int) -> list[list[Writing]]:
    """Rounds at real tables; every batch of writings, in order."""
    batches: list[list[Writing]] = []
    write = Store.write

    def noted(store: Store, writings: Sequence[Writing]) -> list[Exception | None]:
        batches.append(list(writings))
        return write(store, writings)

    writer.BETWEEN_SYNCS = 0.0  # nobody waits for a disk here
    Store.write = noted  # type: ignore[method-assign,assignment]
    try:
        hall = Hall(House(":memory:", now=lambda: 0.0, tick_seconds=None, rng=Random(1)))
        await hall.open()
        tables = [game for game in GAMES for _ in range(TABLES_OF_A_GAME)]
        await asyncio.gather(*(_sit_down(hall, game, rounds // len(tables), at) for at, game in enumerate(tables)))
        await hall.close()
    finally:
        Store.write = write  # type: ignore[method-assign]
    return batches


async def _sit_down(hall: Hall, game: str, rounds: int, seed: int) -> None:
    """Two people and a bot at one table, for so many rounds; who is out of money is followed by somebody else."""
    rng, entry = Random(seed), GAMES[game]
    room = await hall.new_table(f"maker {seed}", entry, entry.rules(), Clocks(), False, 1)
    while room.table.number <= rounds:
        table = room.table
        for place in (1, 2):
            seat = Seat(place)
            if seat not in table.seats:
                await room.ask(partial(table.sit, seat, await hall.players.welcome(), f"Ann {place}", hall.now()))
            dealt, held = table.round, Accounts.balance(hall.bank, purse(table.seats[seat].player))
            assert dealt is not None
            if not (chips := choose_wagers(entry, table.rules, seat, dealt.board, min(held, 20_000), rng)):
                await room.ask(partial(table.stand, seat, hall.now()))
                continue
            await room.ask(partial(table.bet, seat, chips, hall.now()))
        number = table.number
        for seat in table.seats.people():
            if table.number == number and table.state is State.BETTING:
                await room.ask(partial(table.say_ready, seat, hall.now()))
        while table.number == number and (offer := table.pending) and table.round:
            seat = next(seat for seat in offer.options if seat not in table.round.said)
            await room.ask(partial(table.say, seat, offer.options[seat][0].name, hall.now()))


class Names:
    """Other names, as long as the real ones, for the tables and players of one copy."""

    def __init__(self, batches: Sequence[Sequence[Writing]], copy: int) -> None:
        writings = [writing for batch in batches for writing in batch]
        tables = sorted({writing.table for writing in writings if writing.setup})
        players = sorted({writing.player[0] for writing in writings if writing.player})
        self._new = {name: f"{copy:04x}{at:04x}" for at, name in enumerate(tables)}
        for at, name in enumerate(players):
            other = f"{copy:012x}{at:012x}"
            self._new[name] = other
            self._new[account_mark(purse(name))] = account_mark(purse(other))

    def name(self, name: str) -> str:
        """The new name of a table, a player or an account."""
        kind, slash, whose = name.partition("/")
        return f"{kind}/{self._new[whose]}" if slash else self._new.get(name, name)

    def text(self, text: str, owners: Sequence[str]) -> str:
        """A text with these names in it."""
        for old in owners:
            text = text.replace(old, self._new[old])
        return text

    def writing(self, writing: Writing) -> Writing:
        """The same writing in the other names."""
        return replace(
            writing, table=self.name(writing.table),
            setup=None if writing.setup is None else self.text(writing.setup, [writing.table]),
            live=None if writing.live is None else self.text(writing.live, self._in_live(writing)),
            transfers=[
                Transfer(self.name(move.debit), self.name(move.credit), move.amount, move.why)
                for move in writing.transfers
            ],
            finished=[self._finished(finished) for finished in writing.finished],
            player=None if writing.player is None else (self.name(writing.player[0]), writing.player[1]),
        )  # fmt: skip

    def _in_live(self, writing: Writing) -> list[str]:
        """The names in how a table stands; looked for once, for every copy has them at the same places."""
        found = _FOUND.get(id(writing))
        if found is None:
            found = _FOUND[id(writing)] = [name for name in self._new if name in (writing.live or "")]
        return found

    def _finished(self, kept: Finished) -> Finished:
        marks = [account_mark(purse(player)) for player in kept.players]
        return Finished(
            self.name(kept.table), kept.number, self.text(kept.body, [kept.table, *marks]),
            {self.name(player): line for player, line in kept.players.items()},
        )  # fmt: skip


def make_book(database: str, rounds: int) -> int:
    """Books with about so many rounds; how many there are."""
    print(f"playing {min(PLAYED, rounds):,} rounds", flush=True)
    batches = list(joined(asyncio.run(play(min(PLAYED, rounds)))))
    store, made = open_store(database), 0
    if "://" not in database:
        store.database.run("PRAGMA synchronous=OFF")
    began = time.monotonic()
    for copy in range(10_000):
        if made >= rounds:
            break
        made += write_copy(store, batches, Names(batches, copy), rounds - made)
        if copy % 10 == 0:
            print(f"{made:,} rounds written in {time.monotonic() - began:.0f} s", flush=True)
    store.close()
    return made


def write_copy(store: Store, batches: Sequence[Sequence[Writing]], names: Names, most: int) -> int:
    """One copy of what was played, at most so many rounds of it."""
    made = 0
    with store.database.transaction():
        for line in batches:
            failed = [error for error in store.write([names.writing(writing) for writing in line]) if error]
            if failed:
                raise failed[0]
            made += sum(len(writing.finished) for writing in line)
            if made >= most:
                break
    return made


def joined(batches: Sequence[Sequence[Writing]]) -> Iterator[list[Writing]]:
    """Fewer and longer batches: how a table stood in between is not written."""
    for start in range(0, len(batches), BATCHES_IN_A_LINE):
        writings = [writing for batch in batches[start : start + BATCHES_IN_A_LINE] for writing in batch]
        last = {writing.table: at for at, writing in enumerate(writings) if writing.live is not None}
        yield [
            writing if last.get(writing.table) == at or writing.setup is not None else replace(writing, live=None)
            for at, writing in enumerate(writings)
        ]


def audited(database: str, *words: str) -> tuple[float, float, float, str]:
    """What one audit says, its seconds of CPU and of wall time, and its megabytes."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "audit", "--database", database, *words],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.monotonic() - began, after.ru_maxrss / 1024, done.stdout


def main() -> None:
    """Make the book, audit it, tell the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--database", help="where the books go; if they are there already, they are only audited")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the figures to audit-results.md")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database: str = wanted.database or str(Path(folder) / "house.db")
        if "://" in database or not Path(database).exists():
            make_book(database, wanted.rounds)
        lines = measured(database, wanted.workers)
    print(lines[-1])
    if wanted.keep:
        command = f"python bench/audit.py --rounds {wanted.rounds} --workers {wanted.workers} --keep"
        title = f"{wanted.rounds:,} rounds, {'PostgreSQL' if '://' in database else 'SQLite'}"
        keep(AUDIT_RESULTS, "The audit", title, [f"Machine: {machine()}. Command: `{command}`.", "", *lines])


def measured(database: str, workers: int) -> list[str]:
    """The figures in words."""
    size = "" if "://" in database else f", {Path(database).stat().st_size / 1e9:.2f} GB"
    cpu, wall, memory, said = audited(database, "--workers", str(workers))
    rounds = int(said.partition(" ")[0].replace(",", ""))
    lines = [
        f"- the whole audit: {rounds:,} rounds{size} in {cpu:,.0f} s of CPU ({wall:,.0f} s of wall time; load of the"
        f" machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {workers} at work):"
        f" {rounds / cpu:,.0f} rounds per CPU-second, at most {memory:.0f} MB of memory in one process"
    ]
    print(lines[0], flush=True)
    more = make_more(database)
    cpu, wall, _, said = audited(database, "--new")
    lines.append(f"- `--new` after {more:,} more rounds: {cpu:.1f} s of CPU")
    return lines


def make_more(database: str) -> int:
    """Some more rounds at tables that were not there before."""
    _FOUND.clear()  # it goes by places in memory, and what was there before is gone
    batches, store = list(joined(asyncio.run(play(250)))), open_store(database)
    made = write_copy(store, batches, Names(batches, 10_000), 250)
    store.close()
    return made


if __name__ == "__main__":
    main()
