"""Figures for the admin page, from the summary database: tables, days, rounds to review, and the last audit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from pitboss.compute.disk.source_hash import SOLVERS, source_digest
from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import rules_hash
from pitboss.server.admin.notes import Notes
from pitboss.server.store.database import Database
from pitboss.server.store.keys import HouseKey
from pitboss.table.audit.audit_state import AuditState
from pitboss.table.saved_table import setup_from
from pitboss.table.seats import SeatedPlayer

MAX_DAYS = 31
MAX_TABLES = 100
MAX_ROUNDS = 50
_SUMS = "SUM(rounds), SUM(void), SUM(seats), SUM(bet), SUM(won)"
_ROUND = "id, table_id, number, at, seats, bet, won, void"


class Scope(NamedTuple):
    """The scope of a line of figures: a table, a day, a table on a day, or everything. It also identifies the band."""

    table: str = ""
    day: int | None = None

    @property
    def key(self) -> str:
        """Return the key in the summary database."""
        return f"{self.table} {'' if self.day is None else self.day}"

    @property
    def where(self) -> tuple[str, list[object]]:
        """Return the SQL condition and its values."""
        parts = ([("table_id = ?", self.table)] if self.table else []) + (
            [("day = ?", self.day)] if self.day is not None else []
        )
        return " AND ".join(part for part, _ in parts) or "1 = 1", [value for _, value in parts]


def lines_by_day(notes: Notes, table: str) -> list[dict[str, Any]]:
    """Return the totals of the last days, for one table or for all tables, newest first."""
    where, values = Scope(table).where
    rows = notes.run(
        f"SELECT day, {_SUMS} FROM days WHERE {where} GROUP BY day ORDER BY day DESC LIMIT {MAX_DAYS}", values
    )
    return [_line(notes, Scope(table, row[0]), row[1:]) for row in rows]


def lines_by_table(notes: Notes, open_tables: Sequence[str]) -> list[dict[str, Any]]:
    """Return the totals of every open table, and of the closed tables with the most rounds."""
    rows = notes.run(f"SELECT table_id, {_SUMS} FROM days GROUP BY table_id ORDER BY SUM(rounds) DESC, table_id")
    lines = {row[0]: row[1:] for row in rows}
    shown = [*open_tables, *(table for table in lines if table not in set(open_tables))][:MAX_TABLES]
    return [_line(notes, Scope(table), lines.get(table, (0,) * 5)) for table in shown]


def line_of_all(notes: Notes) -> dict[str, Any]:
    """Return the totals over all tables."""
    row = notes.run(f"SELECT {_SUMS} FROM days")[0]
    return _line(notes, Scope(), [cents or 0 for cents in row])


def _line(notes: Notes, scope: Scope, sums: Sequence[int]) -> dict[str, Any]:
    rounds, void, seats, bet, won = sums
    return {
        "table": scope.table, "day": scope.day, "rounds": rounds, "void": void, "seats": seats, "bet": bet, "won": won,
        "band": stored_band(notes, scope, rounds),
    }  # fmt: skip


def stored_band(notes: Notes, scope: Scope, rounds: int) -> Any:
    """
    Return the stored band, or the stored reason why there is none.

    Return None if it has not been computed for exactly these rounds.
    """
    found = notes.run("SELECT body FROM bands WHERE asked = ?", (scope.key,))
    body = json.loads(found[0][0]) if found else None
    return body if body and (body["rounds"], body["software"]) == (rounds, software()) else None


@cache
def software() -> str:
    """Return a hash of the code that computes bands, so that bands from another version are recomputed."""
    return source_digest((*SOLVERS, "lab/risk/*.py", "simulation/*.py"))


def rounds_to_look_at(
    notes: Notes, by: str, table: str, day: int | None, before: tuple[int, int] | None
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the rounds with the largest results, the newest rounds, or the void ones, starting after `before`."""
    where, values = Scope(table, day).where
    order = "ABS(won) DESC, id DESC" if by == "size" else "id DESC"
    if by == "void":
        where += " AND void = 1"
    if before:
        size, last = before
        where += " AND (ABS(won), id) < (?, ?)" if by == "size" else " AND id < ?"
        values += [size, last] if by == "size" else [last]
    rows = notes.run(f"SELECT {_ROUND} FROM rounds WHERE {where} ORDER BY {order} LIMIT {MAX_ROUNDS}", values)
    names = ("id", "table", "number", "at", "seats", "bet", "won", "void")
    return [dict(zip(names, row, strict=True)) for row in rows]


def open_tables(books: Database) -> list[dict[str, Any]]:
    """Return every open table as stored: its game, its rules, its players and their chips."""
    rows = books.run("SELECT setup, live FROM tables WHERE is_open = 1 ORDER BY id")
    return [_table(json.loads(setup), json.loads(live or "null") or {}) for setup, live in rows]


def _table(setup: Any, live: Any) -> dict[str, Any]:
    brought = live.get("brought", {})
    seats = []
    for seat, held in sorted(live.get("seats", {}).items(), key=lambda item: int(item[0])):
        sitter = SeatedPlayer(*held)
        seats.append({
            "seat": int(seat), "nick": sitter.nick, "bot": sitter.bot, "leaving": sitter.leaving,
            "chips": brought.get(seat, 0),
        })  # fmt: skip
    return {
        **named(setup), "state": live.get("state", "open"), "number": live.get("number", 0),
        "closing": bool(live.get("closing")), "private": setup["private"], "seats": seats,
    }  # fmt: skip


def named(setup: Any) -> dict[str, Any]:
    """Return a table's id, game and rules, or just the names if the game is no longer installed."""
    try:
        whole = setup_from(setup, GAMES)
    except Refused:
        return {"id": setup["id"], "game": setup["game"], "title": setup["game"], "rules": "", "changed": {}}
    changed = whole.rules.changed()
    return {
        "id": whole.id, "game": whole.game.name, "title": whole.game.title, "rules": rules_hash(whole.rules),
        "changed": {name: str(value) for name, value in changed.items()},
    }  # fmt: skip


def closed_tables(books: Database, tables: Iterable[str]) -> list[dict[str, Any]]:
    """Return the id, game and rules of each of these tables, open or closed."""
    wanted = list(tables)
    if not wanted:
        return []
    rows = books.run(f"SELECT setup FROM tables WHERE id IN ({', '.join('?' * len(wanted))})", wanted)
    return [named(json.loads(setup)) for (setup,) in rows]


def audit_state(key: HouseKey) -> dict[str, Any]:
    """Return the time and extent of the last clean audit, or the reason why they are unknown."""
    path = key.audited_path
    try:
        at = int(path.stat().st_mtime) if path else 0
        walked = AuditState.read(path.read_bytes() if path else b"", key.audited)
    except FileNotFoundError:
        return {"fault": "the books were never audited: run pitboss audit"}
    except OSError:
        return {"fault": "the saved state of the last audit cannot be read"}
    except Refused as refused:
        return {"fault": refused.reason}
    return {"at": at, "rounds": walked.rounds, "entries": walked.entries, "head": str(walked.head)}
