"""Books of an older version, brought to the present schema when a house opens them: all of it or nothing."""

from __future__ import annotations

import logging

from pitboss.server.store import schema
from pitboss.server.store.database import Database

log = logging.getLogger(__name__)
OLDER = ("2",)
"""Schemas that can be migrated: 2 is that of version 0.2.0."""
_TO_3 = (
    "ALTER TABLE classes ADD COLUMN key_hash TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE classes ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE classes ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE classes ADD COLUMN used BIGINT NOT NULL DEFAULT 0",
)


def schema_of(database: Database) -> str | None:
    """Return the schema of these books; None for an empty database."""
    found = database.run("SELECT value FROM meta WHERE name = 'schema'") if database.has_table("meta") else []
    return str(found[0][0]) if found else None


def migrate(database: Database, now: int) -> None:
    """Bring the tables of an older schema to the present one, inside a transaction of the caller."""
    if schema_of(database) not in OLDER:
        return
    statements = _TO_3 if database.has_table("classes") else ()
    for statement in statements:
        database.run(statement)
    if statements:
        database.run("UPDATE classes SET used = ?", (now,))
    database.run("UPDATE meta SET value = ? WHERE name = 'schema'", (schema.VERSION,))
    log.warning("the books are migrated from version 0.2.0 to schema %s", schema.VERSION)
