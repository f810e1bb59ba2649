"""
Response time of the operator's desk over a large database.

    python bench/desk.py [--rounds 1000000] [--database FILE-OR-URL ...] [--save]

The database is created as in `bench/audit.py`, with rounds spread over the last days; all but the last 25 tables are
closed. The desk's process then reads it for the first time. A new process requests the whole desk, and requests it a
second time. Figures are CPU seconds, with wall time in brackets. With `--save` they go to desk-results.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from audit import PLAYED, Names, joined, play
from msgspec.structs import replace
from stored_figures import machine, store

from pitboss.server.admin.notes import notes_path
from pitboss.server.store import batch
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.keys import key_path
from pitboss.server.store.store import Store, open_store

DESK_RESULTS = Path(__file__).parent / "desk-results.md"
DAYS = 90
ASK = """
import sys, time, json
from pitboss.server.admin import admin_queries
def timed(call):
    began, cpu = time.perf_counter(), time.process_time()
    found = call()
    return found, [time.process_time() - cpu, time.perf_counter() - began]
database, what = sys.argv[1:]
said = {}
if what == "first":
    said["first"] = timed(lambda: [None for _ in iter(lambda: admin_queries.follow_journal(database, 5.0), 0)])[1]
found, said["cold"] = timed(lambda: admin_queries.look(database, 0.3, ""))
said["warm"] = timed(lambda: admin_queries.look(database, 0.3, ""))[1]
table, day = found["tables"][-1]["table"], found["days"][-1]["day"]
said["table"] = timed(lambda: admin_queries.look(database, 0.3, table))[1]
for by in ("size", "time", "void"):
    said[by] = timed(lambda: admin_queries.rounds(database, by, "", None, None))[1]
said["of one table"] = timed(lambda: admin_queries.rounds(database, "size", table, None, None))[1]
said["of one day"] = timed(lambda: admin_queries.rounds(database, "size", "", day, None))[1]
print(json.dumps([found["all"]["rounds"], len(found["tables"]), found["followed"], said]))
"""


def make_books(database: str, rounds: int) -> None:
    """Create a database file with `rounds` rounds."""
    batches = list(joined(asyncio.run(play(min(PLAYED, rounds)))))
    store = open_store(database)
    store.database.run("PRAGMA synchronous=OFF")
    copies, began, now, made = -(-rounds // PLAYED), time.monotonic(), time.time(), 0
    for copy in range(copies):
        at = now - DAYS * 86_400 * (copies - 1 - copy) / copies
        batch.time = type("Clock", (), {"time": staticmethod(lambda at=at: at)})  # type: ignore[assignment]
        made += write_copy(store, batches, Names(batches, copy), is_last=copy == copies - 1)
        if copy % 10 == 0:
            print(f"{made:,} rounds written in {time.monotonic() - began:.0f} s", flush=True)
    store.close()


def write_copy(store: Store, batches: Sequence[Sequence[CommandWrites]], names: Names, *, is_last: bool) -> int:
    """Write one copy of the recorded play. Close its tables unless it is the last copy."""
    made = 0
    with store.database.transaction():
        for line in batches:
            failed = [e for e in store.write([replace(names.writing(w), is_open=is_last) for w in line]) if e]
            if failed:
                raise failed[0]
            made += sum(len(writing.finished) for writing in line)
    return made


def copy_books(database: str, url: str) -> None:
    """Copy a database file and its key to PostgreSQL."""
    open_store(url).close()
    key_path(url).write_bytes(key_path(database).read_bytes())
    with closing(sqlite3.connect(database)) as books, psycopg.connect(url) as there:
        for table in ("meta", "players", "accounts", "entries", "tables", "rounds", "played", "journal"):
            there.execute(f"TRUNCATE {table}")
            rows = books.execute(f"SELECT * FROM {table}")
            with there.cursor().copy(f"COPY {table} FROM STDIN") as lines:
                for row in rows:
                    lines.write_row(row)
        there.commit()
        there.autocommit = True
        there.execute("ANALYZE")


def query_desk(database: str, what: str) -> Any:
    """Query the desk in a new process and return the parsed output."""
    command = [sys.executable, "-c", ASK, database, what]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def measure(database: str) -> list[str]:
    """Return the figures as text."""
    is_first = not notes_path(database).exists()
    rounds, tables, followed, times = query_desk(database, "first" if is_first else "again")
    again = query_desk(database, "again")[-1]
    size = notes_path(database).stat().st_size / 1e6
    agrees = "; ".join(followed["faults"][:3]) or "what every table won is what its account holds"
    lines = [
        f"- {rounds:,} rounds over {DAYS} days, {tables} tables shown, {followed['line']:,} lines of the journal;"
        f" {agrees}",
        f"- the notes take {size:.0f} MB",
    ]
    if is_first:
        lines.append(f"- read for the first time: {times['first'][0]:.0f} s ({times['first'][1]:.0f} s)")
    words = {"cold": "the whole desk, by a process that has just started", "warm": "the whole desk, asked again"}
    words |= {"table": "the days of one table", "size": "the largest rounds", "time": "the newest", "void": "void ones"}
    for name, (cpu, wall) in again.items():
        lines.append(f"- {words.get(name, f'the largest, {name}')}: {cpu:.3f} s ({wall:.3f} s)")
    return [*lines, f"- load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"]


def main() -> None:
    """Create the databases, query the desk, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument(
        "--database", action="append", help="a file for the books; then URLs of PostgreSQL that get a copy"
    )
    parser.add_argument("--made", action="store_true", help="the books are there already")
    parser.add_argument("--save", action="store_true", help="write the figures to desk-results.md")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        databases: list[str] = wanted.database or [str(Path(folder) / "house.db")]
        if not wanted.made:
            make_books(databases[0], wanted.rounds)
        for url in databases[1:] if not wanted.made else ():
            copy_books(databases[0], url)
        for database in databases:
            lines, kind = measure(database), "PostgreSQL" if "://" in database else "SQLite"
            print("\n".join([kind, *lines]))
            if wanted.save:
                command = f"python bench/desk.py --rounds {wanted.rounds} --save"
                section = [f"Machine: {machine()}. Command: `{command}`.", "", *lines]
                store(DESK_RESULTS, "The house's desk", f"{wanted.rounds:,} rounds, {kind}", section)


if __name__ == "__main__":
    main()
