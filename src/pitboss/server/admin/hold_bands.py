"""Expected ranges of the house's win (bands) for the admin page's lines, computed in a worker and stored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from pitboss.games import GAMES
from pitboss.lab.risk.holds import SeatBets, TableBets, hold_band
from pitboss.play.refused import Refused
from pitboss.server.admin.admin_figures import Scope, software
from pitboss.server.admin.notes import Notes
from pitboss.server.store.database import Database
from pitboss.table.saved_table import setup_from


def work_out(books: Database, notes: Notes, scopes: Sequence[Scope]) -> None:
    """Compute and store the bands of these lines, one after the other."""
    for scope in scopes:
        where, values = scope.where
        with notes.one_moment():
            rounds = notes.run(f"SELECT COALESCE(SUM(rounds), 0) FROM days WHERE {where}", values)[0][0]
            tables = list(_tables(books, notes, scope))
        body = json.dumps({"rounds": rounds, "software": software(), **_band(tables)})
        with notes.writing():
            notes.run("INSERT OR REPLACE INTO bands VALUES (?, ?)", (scope.key, body))


def _band(tables: Sequence[TableBets]) -> dict[str, Any]:
    try:
        return asdict(hold_band(tables))
    except Refused as refused:
        return {"fault": refused.reason}


def _tables(books: Database, notes: Notes, scope: Scope) -> Iterator[TableBets]:
    """Yield the bets made at each table within this scope."""
    where, values = scope.where
    crossed = notes.run(f"SELECT table_id, SUM(crossed) FROM days WHERE {where} GROUP BY table_id", values)
    for table, products in crossed:
        setup = setup_from(json.loads(books.run("SELECT setup FROM tables WHERE id = ?", (table,))[0][0]), GAMES)
        here, its = Scope(table, scope.day).where
        rows = notes.run(f"SELECT bets, SUM(times) FROM laid WHERE {here} GROUP BY bets", its)
        laid = [SeatBets(json.loads(bets), times) for bets, times in rows]
        yield TableBets(setup.game, setup.rules, laid, products)
