"""
Throughput and memory of the audit: rounds checked per CPU-second over a large database.

    python bench/audit.py [--rounds 100000] [--workers 1] [--database FILE-OR-URL] [--save]

First a database is created. People and bots play at 25 of the real server's tables, five of each game (`TableRegistry`,
`Room`, the sealed shoes, the settlement), and every write to the store is recorded. The recording is then written many
times for other tables and players, with new names and marks in every row. It goes through the store's own code, so
every journal line is chained with this database's key and every balance matches its entries. One line covers a few
dozen rounds, as when hundreds of tables share a sync. Then `pitboss audit` checks the whole database in a separate
process, and once more with `--new` after some more rounds. With `--save` the figures go to audit-results.md.
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

from msgspec.structs import replace
from stored_figures import machine, store

from pitboss.games import GAMES
from pitboss.play.bots import choose_wagers
from pitboss.play.steps import Seat
from pitboss.server.config import ServerConfig
from pitboss.server.players import cookies
from pitboss.server.store import writer
from pitboss.server.store.balances import Accounts
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.store import Store, open_store
from pitboss.server.tables.registry import TableRegistry
from pitboss.table.finished_round import Finished, account_mark
from pitboss.table.seats import Clocks
from pitboss.table.states import State
from pitboss.table.transfers import Transfer, purse

AUDIT_RESULTS = Path(__file__).parent / "audit-results.md"
TABLES_OF_A_GAME = 5
PLAYED = 5_000
"""Rounds actually played. The others are copies of these at other tables with other players."""
BATCHES_IN_A_LINE = 20
"""Recorded batches merged into one line of the journal."""
_name_cache: dict[int, list[str]] = {}


async def play(rounds: int) -> list[list[CommandWrites]]:
    """Play rounds at real tables and return every batch of writes in order."""
    batches: list[list[CommandWrites]] = []
    write = Store.write

    def record_write(store: Store, writings: Sequence[CommandWrites]) -> list[Exception | None]:
        batches.append(list(writings))
        return write(store, writings)

    writer.SYNC_INTERVAL_SECONDS = 0.0  # don't wait between syncs
    Store.write = record_write  # type: ignore[method-assign,assignment]
    try:
        registry = TableRegistry(ServerConfig(":memory:", now=lambda: 0.0, tick_seconds=None, rng=Random(1)))
        await registry.open()
        tables = [game for game in GAMES for _ in range(TABLES_OF_A_GAME)]
        await asyncio.gather(*(_sit_down(registry, game, rounds // len(tables), at) for at, game in enumerate(tables)))
        await registry.close()
    finally:
        Store.write = write  # type: ignore[method-assign]
    return batches


async def _sit_down(registry: TableRegistry, game: str, rounds: int, seed: int) -> None:
    """Seat two players and a bot at one table for `rounds` rounds. Replace players who go broke."""
    rng, entry = Random(seed), GAMES[game]
    room = await registry.new_table(f"maker {seed}", entry, entry.rules(), Clocks(), False, 1)
    while room.table.number <= rounds:
        table = room.table
        for place in (1, 2):
            seat = Seat(place)
            if seat not in table.seats:
                player = cookies.new_player()
                await registry.players.enrol(player)
                await room.ask(partial(table.sit, seat, player, f"Ann {place}", registry.now()))
            dealt, held = table.round, Accounts.balance(registry.bank, purse(table.seats[seat].player))
            assert dealt is not None
            if not (chips := choose_wagers(entry, table.rules, seat, dealt.board, min(held, 20_000), rng)):
                await room.ask(partial(table.stand, seat, registry.now()))
                continue
            await room.ask(partial(table.bet, seat, chips, registry.now()))
        number = table.number
        for seat in table.seats.people():
            if table.number == number and table.state is State.BETTING:
                await room.ask(partial(table.say_ready, seat, registry.now()))
        while table.number == number and (offer := table.pending) and table.round:
            seat = next(seat for seat in offer.options if seat not in table.round.answered)
            await room.ask(partial(table.say, seat, offer.options[seat][0].name, registry.now()))


class Names:
    """Replacement names, as long as the originals, for the tables and players of one copy."""

    def __init__(self, batches: Sequence[Sequence[CommandWrites]], copy: int) -> None:
        writings = [writing for batch in batches for writing in batch]
        tables = sorted({writing.table for writing in writings if writing.setup})
        players = sorted({writing.player[0] for writing in writings if writing.player})
        self._new = {name: f"{copy:04x}{at:04x}" for at, name in enumerate(tables)}
        for at, name in enumerate(players):
            other = f"{copy:012x}{at:012x}"
            self._new[name] = other
            self._new[account_mark(purse(name))] = account_mark(purse(other))

    def name(self, name: str) -> str:
        """Return the new name of a table, a player or an account."""
        kind, slash, whose = name.partition("/")
        return f"{kind}/{self._new[whose]}" if slash else self._new.get(name, name)

    def text(self, text: str, owners: Sequence[str]) -> str:
        """Replace the names in a string."""
        for old in owners:
            text = text.replace(old, self._new[old])
        return text

    def writing(self, writing: CommandWrites) -> CommandWrites:
        """Return the same write with the names replaced."""
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

    def _in_live(self, writing: CommandWrites) -> list[str]:
        """Replace the names in the state of a table. Search once: every copy has them at the same offsets."""
        found = _name_cache.get(id(writing))
        if found is None:
            found = _name_cache[id(writing)] = [name for name in self._new if name in (writing.live or "")]
        return found

    def _finished(self, finished: Finished) -> Finished:
        marks = [account_mark(purse(player)) for player in finished.players]
        return Finished(
            self.name(finished.table), finished.number, self.text(finished.body, [finished.table, *marks]),
            {self.name(player): line for player, line in finished.players.items()},
        )  # fmt: skip


def make_book(database: str, rounds: int) -> int:
    """Create a database with about `rounds` rounds. Return the actual number."""
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


def write_copy(store: Store, batches: Sequence[Sequence[CommandWrites]], names: Names, most: int) -> int:
    """Write one copy of the recorded play, at most `most` rounds of it."""
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


def joined(batches: Sequence[Sequence[CommandWrites]]) -> Iterator[list[CommandWrites]]:
    """Merge batches into fewer, longer ones, dropping intermediate table states."""
    for start in range(0, len(batches), BATCHES_IN_A_LINE):
        writings = [writing for batch in batches[start : start + BATCHES_IN_A_LINE] for writing in batch]
        last = {writing.table: at for at, writing in enumerate(writings) if writing.live is not None}
        yield [
            writing if last.get(writing.table) == at or writing.setup is not None else replace(writing, live=None)
            for at, writing in enumerate(writings)
        ]


def run_audit(database: str, *words: str) -> tuple[float, float, float, str]:
    """Run one audit. Return its output, CPU seconds, wall seconds and megabytes."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "audit", "--database", database, *words],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.monotonic() - began, after.ru_maxrss / 1024, done.stdout


def main() -> None:
    """Create the database, audit it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--database", help="where the books go; if they are there already, they are only audited")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="write the figures to audit-results.md")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database: str = wanted.database or str(Path(folder) / "house.db")
        if "://" in database or not Path(database).exists():
            make_book(database, wanted.rounds)
        lines = measure(database, wanted.workers)
    print(lines[-1])
    if wanted.save:
        command = f"python bench/audit.py --rounds {wanted.rounds} --workers {wanted.workers} --save"
        title = f"{wanted.rounds:,} rounds, {'PostgreSQL' if '://' in database else 'SQLite'}"
        store(AUDIT_RESULTS, "The audit", title, [f"Machine: {machine()}. Command: `{command}`.", "", *lines])


def measure(database: str, workers: int) -> list[str]:
    """Return the figures as text."""
    size = "" if "://" in database else f", {Path(database).stat().st_size / 1e9:.2f} GB"
    cpu, wall, memory, output = run_audit(database, "--workers", str(workers))
    rounds = int(output.partition(" ")[0].replace(",", ""))
    lines = [
        f"- the whole audit: {rounds:,} rounds{size} in {cpu:,.0f} s of CPU ({wall:,.0f} s of wall time; load of the"
        f" machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {workers} at work):"
        f" {rounds / cpu:,.0f} rounds per CPU-second, at most {memory:.0f} MB of memory in one process"
    ]
    print(lines[0], flush=True)
    more = make_more(database)
    cpu, wall, _, output = run_audit(database, "--new")
    lines.append(f"- `--new` after {more:,} more rounds: {cpu:.1f} s of CPU")
    return lines


def make_more(database: str) -> int:
    """Add rounds at new tables."""
    _name_cache.clear()  # the cache is keyed by id(), and the earlier objects are gone
    batches, store = list(joined(asyncio.run(play(250)))), open_store(database)
    made = write_copy(store, batches, Names(batches, 10_000), 250)
    store.close()
    return made


if __name__ == "__main__":
    main()
