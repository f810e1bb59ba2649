"""`pitboss audit`: checks every round of a house, its journal and its money."""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from pitboss.lab.display import FigureTable, GivenTables
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.server.admin.journal_follower import actions_in
from pitboss.server.admin.notes import ActionNote, notes_path
from pitboss.server.admin.notes_audit import SummarisingReader
from pitboss.server.store.database import connect, unreadable
from pitboss.server.store.keys import HouseKey, house_key, new_key_file, without_password
from pitboss.server.store.maintenance.audit_reader import ReadOnlyStore
from pitboss.table.audit.audit import Audit
from pitboss.table.audit.audit_state import AuditState
from pitboss.table.audit.journal import Head, LogHead
from pitboss.table.audit.verify import checkers

EPOCH = date(1970, 1, 1).toordinal()
_DESK_LINES = """SELECT id, line, mark FROM journal WHERE line LIKE '%"desk":%' ORDER BY id"""
NOT_CHECKED_WITHOUT_KEY = (
    "Without the key, neither the marks of the journal nor the seeds of live shoes were checked.\n"
)
NO_HEAD = "Completely forged books would pass: give a head of the log that somebody saw, --against log:SIZE:ROOT.\n"
_DAY_COLUMNS = ("day", "head", "log")
_ACT_COLUMNS = ("at", "line", "operator", "action", "table", "detail")
SHOWN = 20
"""The number of faults to print; the rest are only counted."""


def audit_database(
    database: str | None, against: str | None = None, heads: bool = False, new: bool = False, workers: int = 1, *,
    desk: bool = False, without_key: bool = False, output: str = "",
) -> None:  # fmt: skip
    """Audit a store, even while the server runs. Raise `Refused` if anything is wrong."""
    path = database or default_database()
    if "://" not in path and not Path(path).exists():
        raise Refused("no-file", f"there are no books at {path}: pitboss serve creates them")
    source = connect(path, alone=False)  # an invalid database is reported before a missing key
    try:
        key = HouseKey(new_key_file()) if without_key else house_key(path, may_be_new=False)
        if new and without_key:
            raise Refused("no-key", "--new continues from a note sealed with the key: leave out --new")
        walked, notes = _last_audit(key) if new else None, notes_path(path)
        books = SummarisingReader(source, notes) if notes.exists() and not new else ReadOnlyStore(source)
        logs = [LogHead.read(against)] if against and against.startswith("log:") else []
        seen = [key.noted(), *([Head.read(against)] if against and not logs else [])]
        before = walked.rounds if walked else 0
        with checkers(workers) as check:
            audit = Audit(
                check, None if without_key else key.journal_at, _progress(books, before), walked, key.vault.unlock
            )
            audit.run(books, *seen, logs=logs)
        if isinstance(books, SummarisingReader):
            audit.faults += books.note_faults()
        actions = list(actions_in(source.run(_DESK_LINES))) if desk else []
    except sqlite3.DatabaseError as error:
        raise unreadable(without_password(path), error) from None
    finally:
        source.close()
    if audit.faults:
        more = f"; and {len(audit.faults) - SHOWN} more" if len(audit.faults) > SHOWN else ""
        raise Refused("bad-books", f"{without_password(path)}: {'; '.join(audit.faults[:SHOWN])}{more}")
    if output:
        sys.stdout.write(_as_tables(audit, before, actions, key_checked=not without_key).in_format(output))
    else:
        _print(audit, before, heads, new)
        if without_key:
            sys.stdout.write(NOT_CHECKED_WITHOUT_KEY if logs else f"{NOT_CHECKED_WITHOUT_KEY}{NO_HEAD}")
        for act in actions:
            about = ", ".join(filter(None, (act.table, act.detail)))
            more = f": {about}" if about else ""
            sys.stdout.write(f"{_time_of(act)}  line {act.line}  {act.operator} {act.action}{more}\n")
    if not without_key:
        _save_state(audit, key)


def _print(audit: Audit, before: int, heads: bool, new: bool) -> None:
    walked = audit.walked
    rounds = f"{walked.rounds - before:,} new rounds of {walked.rounds:,}" if new else f"{walked.rounds:,} rounds"
    sys.stdout.write(
        f"{rounds}: the journal is intact, and each round was dealt as sealed and replays to the same events."
        f" {walked.entries:,} entries add up to the last cent.\nThe head of the journal: {walked.head}\n"
        f"The head of the log: log:{walked.tree}\n"
    )
    if heads:
        for day, head in walked.days.items():
            sys.stdout.write(f"{date.fromordinal(EPOCH + day)}  {head}  log:{walked.logs[day]}\n")


def _as_tables(audit: Audit, before: int, actions: Sequence[ActionNote], *, key_checked: bool) -> GivenTables:
    """Return a clean audit as tables and data: the books, the heads of every day, and the operators' actions."""
    walked = audit.walked
    days = tuple(
        (str(date.fromordinal(EPOCH + day)), str(head), f"log:{walked.logs[day]}") for day, head in walked.days.items()
    )
    acts = tuple((_time_of(act), act.line, act.operator, act.action, act.table, act.detail) for act in actions)
    books = {
        "rounds": walked.rounds,
        "new_rounds": walked.rounds - before,
        "entries": walked.entries,
        "head": str(walked.head),
        "log": f"log:{walked.tree}",
        "key_checked": key_checked,
    }
    tables = (
        FigureTable("The books", tuple(books), (tuple(map(str, books.values())),)),
        FigureTable("The last heads of every day", _DAY_COLUMNS, days),
        FigureTable("What operators did", _ACT_COLUMNS, acts),
    )
    more = {
        "days": [dict(zip(_DAY_COLUMNS, day, strict=True)) for day in days],
        "desk": [dict(zip(_ACT_COLUMNS, act, strict=True)) for act in acts],
    }
    return GivenTables(tables, books | more)


def _time_of(act: ActionNote) -> str:
    return datetime.fromtimestamp(act.at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _last_audit(key: HouseKey) -> AuditState:
    """Return the state of the last clean audit, or raise `Refused`."""
    again = "run pitboss audit once without --new"
    try:
        return AuditState.read(key.audited_path.read_bytes() if key.audited_path else b"", key.audited)
    except OSError as error:
        why = "is missing" if isinstance(error, FileNotFoundError) else f"cannot be read ({in_words(error)})"
        raise Refused(
            "no-note", f"--new continues from the last audit, but {key.audited_path} {why}: {again}"
        ) from None
    except Refused as refused:
        raise Refused(refused.code, f"{key.audited_path}: {refused.reason}; {again}") from None


def _save_state(audit: Audit, key: HouseKey) -> None:
    """Save the state for the next audit."""
    try:
        key.note_audited(audit.walked.sealed(key.audited))
    except OSError as error:
        sys.stderr.write(f"pitboss: cannot save the audit state for --new to {key.audited_path}: {in_words(error)}\n")


def _progress(books: ReadOnlyStore, before: int) -> Callable[[int], None]:
    """Return a callback that shows the progress and the time left on a terminal, once a second."""
    began = last = time.monotonic()

    def progress(rounds: int) -> None:
        nonlocal last
        now = time.monotonic()
        if sys.stderr.isatty() and now > last + 1:
            last, all_ = now, max(books.last_round(), rounds)
            left = (now - began) / max(rounds - before, 1) * (all_ - rounds)
            words = f"{left / 60:,.0f} minutes" if left >= 90 else f"{left:,.0f} seconds"
            sys.stderr.write(f"\r{rounds:,} of {all_:,} rounds checked, about {words} left   ")
            sys.stderr.flush()

    return progress


def default_database() -> str:
    """Return the path of the default database in the user's data directory."""
    import platformdirs  # noqa: PLC0415  needed only if no database is given

    return str(Path(platformdirs.user_data_dir("pitboss")) / "house.db")
