"""Migration of an older store to the current schema, in one transaction when it is opened."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.store import schema
from pitboss.server.store.batch import CommandWrites, RowBatch
from pitboss.server.store.database import Database
from pitboss.server.store.house_log import log_rows
from pitboss.server.store.keys import HouseKey
from pitboss.table.audit.journal import FORGOTTEN, READ_LINE, Head
from pitboss.table.audit.merkle import LogTree, entry_leaves
from pitboss.table.audit.opened_shoe import OpenedShoe, publish
from pitboss.table.finished_round import compact
from pitboss.table.saved_table import setup_from
from pitboss.table.seal.sealed_shoe import SealedShoe
from pitboss.table.transfers import GRANT, GRANTS, moved, purse

log = logging.getLogger(__name__)
OLDER = ("2",)
"""Schemas that can be migrated. Version 0.2.0 used schema 2."""
_CLASSES = (
    "ALTER TABLE classes ADD COLUMN key_hash TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE classes ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE classes ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE classes ADD COLUMN used BIGINT NOT NULL DEFAULT 0",
)
_GUESTS = """SELECT id FROM players WHERE nick LIKE 'Guest %'
    AND EXISTS (SELECT 1 FROM accounts WHERE name = 'player/' || players.id AND balance = ?)
    AND NOT EXISTS (SELECT 1 FROM played WHERE player = players.id) ORDER BY id"""
"""Players who chose no nickname, never played and have the play money of a new player."""
_PLAYER_ID = re.compile("[0-9a-f]{24}")
_PIECE = 500
"""Journal lines per batch."""


def schema_of(database: Database) -> str | None:
    """Return the schema version of a store, or None for an empty database."""
    found = database.run("SELECT value FROM meta WHERE name = 'schema'") if database.has_table("meta") else []
    return str(found[0][0]) if found else None


def migrate_classes(database: Database, now: int) -> None:
    """Add the current columns to the classes of an older schema. Call it before creating the other tables."""
    if database.has_table("classes"):
        for statement in _CLASSES:
            database.run(statement)
        database.run("UPDATE classes SET used = ?", (now,))


def migrate_books(database: Database, key: HouseKey) -> None:
    """Add everything stored to the log, encrypt the seeds, open the shoes of closed tables, and forget idle guests."""
    tree = _log_old_lines(database)
    entry, round_ = (
        int(database.run(f"SELECT COALESCE(MAX(id), 0) FROM {table}")[0][0]) for table in ("entries", "rounds")
    )
    last = database.run("SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1")
    sheet = RowBatch(entry, round_, Head(*last[0]) if last else Head(), tree)
    for row in database.run("SELECT id, is_open, setup, shoe, live FROM tables ORDER BY id"):
        sheet.add(_migrated(database, key, *row))
    idle = _idle_guests(database)
    for player in idle:
        sheet.add(
            CommandWrites(player=(player, FORGOTTEN), transfers=list(moved(purse(player), GRANTS, GRANT, "forgotten")))
        )
    if last or round_:
        for sql, rows in sheet.statements(key.journal, ()):
            database.run_many(sql, rows)
    if idle:
        database.run_many("DELETE FROM players WHERE id = ?", [(player,) for player in idle])
        database.run_many("DELETE FROM accounts WHERE name = ?", [(purse(player),) for player in idle])
        log.warning(
            "%d guests who never played are removed from the books; their cookies and play money stay valid", len(idle)
        )
    database.run("UPDATE meta SET value = ? WHERE name = 'schema'", (schema.VERSION,))
    log.warning("the books are migrated from version 0.2.0 to schema %s", schema.VERSION)


def _idle_guests(database: Database) -> list[str]:
    """Return the guests who only looked around. Without accounts they are new guests with the same play money."""
    busy = {row[0] for row in database.run("SELECT trainee FROM school UNION SELECT trainee FROM class_members")}
    for (live,) in database.run("SELECT live FROM tables WHERE is_open = 1"):
        busy.update(_PLAYER_ID.findall(live))
    return [player for (player,) in database.run(_GUESTS, (GRANT,)) if player not in busy]


def _log_old_lines(database: Database) -> LogTree:
    tree, number, before = LogTree(), 0, 0
    while lines := database.run(
        f"SELECT id, line FROM journal WHERE id > ? ORDER BY id LIMIT {_PIECE}", (number,)
    ):  # fmt: skip
        number = lines[-1][0]
        for _, text in lines:
            upto = READ_LINE(text).round
            bodies = [
                row[0]
                for row in database.run(
                    "SELECT body FROM rounds WHERE id > ? AND id <= ? ORDER BY id", (before, upto)
                )
            ]  # fmt: skip
            leaves = entry_leaves(bodies, (), text)
            tree, rows = log_rows(tree, leaves, [min(before + at, upto) for at in range(1, len(leaves) + 1)])
            database.run_many(schema.LOGGED, rows)
            before = upto
    return tree


def _migrated(
    database: Database, key: HouseKey, table: str, is_open: int, setup: str, shoe: str, live: str
) -> CommandWrites:
    """Return a table with its seeds encrypted, and its shoe opened if the table was closed without opening it."""
    state, data = json.loads(live or "null"), json.loads(shoe or "null")
    opened: tuple[OpenedShoe, ...] = ()
    if data and state:
        state["shoe"] = not _is_opened(database, table, data)
        if not is_open and state["shoe"]:
            opened = _opened(json.loads(setup), data, state)
            state["shoe"] = False
        data["seed"] = key.vault.lock(bytes.fromhex(data["seed"]), table)
    if state:
        state["next_seed"] = key.vault.lock(bytes.fromhex(state["next_seed"]), table)
    return CommandWrites(
        table=table, is_open=bool(is_open), opened=opened, shoe=compact(data).decode() if data else None,
        live=compact(state).decode() if state else None,
    )  # fmt: skip


def _is_opened(database: Database, table: str, data: dict[str, Any]) -> bool:
    """Whether the last round of a table revealed the stored shoe."""
    rows = database.run("SELECT body FROM rounds WHERE table_id = ? ORDER BY number DESC LIMIT 1", (table,))
    if not rows:
        return False
    proof = json.loads(rows[0][0])["proof"]
    return bool(proof.get("seed") == data["seed"])


def _opened(setup: Any, data: Any, state: Any) -> tuple[OpenedShoe, ...]:
    try:
        whole = setup_from(setup, GAMES)
        in_use = SealedShoe.read(whole, data, state["drawn"], state["board"])
    except (Refused, KeyError, TypeError, ValueError):  # the game is no longer installed
        return ()
    return (publish(whole, state["number"], in_use.opened()),)
