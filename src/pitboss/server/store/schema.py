"""The tables of the store, in SQL that SQLite and PostgreSQL both take."""

from __future__ import annotations

VERSION = "3"
"""Books of an older schema are migrated when a house opens them: `server/store/maintenance/migration.py`."""

SCHOOL = """CREATE TABLE IF NOT EXISTS school (
    trainee TEXT NOT NULL,
    game TEXT NOT NULL,
    fact TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (trainee, game, fact)
)"""
"""What trainees remember: no money, so it is in no journal."""
CLASSES = """CREATE TABLE IF NOT EXISTS classes (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    key_hash TEXT NOT NULL DEFAULT '',
    owner TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    used BIGINT NOT NULL DEFAULT 0
)"""
MEMBERS = """CREATE TABLE IF NOT EXISTS class_members (
    code TEXT NOT NULL,
    trainee TEXT NOT NULL,
    PRIMARY KEY (code, trainee)
)"""
"""
Classes by the code that trainees join with, and who has joined.

`key_hash` is SHA-256 of the trainer's key, `owner` and `address` are marks of who opened the class, `used` is when its
trainer or a trainee last used it, in Unix time.
"""

OPENINGS = """CREATE TABLE IF NOT EXISTS openings (
    table_id TEXT NOT NULL,
    house TEXT NOT NULL,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, house)
)"""
"""Shoes that were opened before their cut card was out, by the seal of their seed."""

LOG = """CREATE TABLE IF NOT EXISTS log (
    level INTEGER NOT NULL,
    id BIGINT NOT NULL,
    hash TEXT NOT NULL,
    rounds BIGINT NOT NULL,
    PRIMARY KEY (level, id)
)"""
"""The Merkle tree over rounds, opened shoes and lines of the journal: its leaves, and every eighth level."""

STATEMENTS = (
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS players (id TEXT PRIMARY KEY, nick TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS accounts (
        name TEXT PRIMARY KEY,
        balance BIGINT NOT NULL,
        CHECK (balance >= 0 OR (name NOT LIKE 'player/%' AND name NOT LIKE 'stakes/%'))
    )""",
    """CREATE TABLE IF NOT EXISTS entries (
        id BIGINT PRIMARY KEY,
        table_id TEXT NOT NULL,
        number BIGINT NOT NULL,
        debit TEXT NOT NULL,
        credit TEXT NOT NULL,
        amount BIGINT NOT NULL CHECK (amount > 0),
        why TEXT NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY,
        is_open INTEGER NOT NULL,
        setup TEXT NOT NULL,
        shoe TEXT NOT NULL,
        live TEXT NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS rounds (
        id BIGINT PRIMARY KEY,
        table_id TEXT NOT NULL,
        number BIGINT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (table_id, number)
    )""",
    """CREATE TABLE IF NOT EXISTS played (
        player TEXT NOT NULL,
        round_id BIGINT NOT NULL,
        seat INTEGER NOT NULL,
        net BIGINT NOT NULL,
        PRIMARY KEY (player, round_id)
    )""",
    "CREATE INDEX IF NOT EXISTS played_round ON played (round_id)",
    OPENINGS,
    LOG,
    "CREATE TABLE IF NOT EXISTS journal (id BIGINT PRIMARY KEY, line TEXT NOT NULL, mark TEXT NOT NULL)",
    SCHOOL,
    CLASSES,
    MEMBERS,
)

SERVER = "INSERT INTO meta VALUES ('server', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
PROBE = "INSERT INTO meta VALUES ('probe', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
PLAYER = "INSERT INTO players VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET nick = excluded.nick"
TABLE = "INSERT INTO tables VALUES (?, 1, ?, '', '')"
SHOE = "UPDATE tables SET shoe = ? WHERE id = ?"
LIVE = "UPDATE tables SET live = ?, is_open = ? WHERE id = ?"
ENTRY = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)"
NEW_ACCOUNT = "INSERT INTO accounts VALUES (?, 0) ON CONFLICT (name) DO NOTHING"
ACCOUNT = "UPDATE accounts SET balance = balance + ? WHERE name = ?"
ROUND = "INSERT INTO rounds VALUES (?, ?, ?, ?)"
PLAYED = "INSERT INTO played VALUES (?, ?, ?, ?)"
OPENING = "INSERT INTO openings VALUES (?, ?, ?, ?)"
LOGGED = "INSERT INTO log VALUES (?, ?, ?, ?)"
JOURNAL = "INSERT INTO journal VALUES (?, ?, ?)"
WRITES = (PLAYER, TABLE, SHOE, LIVE, ENTRY, ROUND, PLAYED, OPENING)
"""What a writing may hold, in the order in which it is written; the accounts and the journal come last."""
_TEXTS, _NUMBERS = "?::text[]", "?::bigint[]"
BY_COLUMNS = {
    SHOE: "UPDATE tables SET shoe = new.shoe"
    f" FROM unnest({_TEXTS}, {_TEXTS}) AS new (shoe, id) WHERE tables.id = new.id",
    LIVE: "UPDATE tables SET live = new.live, is_open = new.is_open"
    f" FROM unnest({_TEXTS}, ?::integer[], {_TEXTS}) AS new (live, is_open, id) WHERE tables.id = new.id",
    ENTRY: "INSERT INTO entries SELECT * FROM"
    f" unnest({_NUMBERS}, {_TEXTS}, {_NUMBERS}, {_TEXTS}, {_TEXTS}, {_NUMBERS}, {_TEXTS})",
    NEW_ACCOUNT: "INSERT INTO accounts SELECT name, 0"
    f" FROM unnest({_TEXTS}) AS new (name) ON CONFLICT (name) DO NOTHING",
    ACCOUNT: "UPDATE accounts SET balance = balance + new.amount"
    f" FROM unnest({_NUMBERS}, {_TEXTS}) AS new (amount, name) WHERE accounts.name = new.name",
    ROUND: f"INSERT INTO rounds SELECT * FROM unnest({_NUMBERS}, {_TEXTS}, {_NUMBERS}, {_TEXTS})",
    LOGGED: f"INSERT INTO log SELECT * FROM unnest(?::integer[], {_NUMBERS}, {_TEXTS}, {_NUMBERS})",
    PLAYED: f"INSERT INTO played SELECT * FROM unnest({_TEXTS}, {_NUMBERS}, ?::integer[], {_NUMBERS})",
}
"""The same for PostgreSQL, which takes a list for each column instead of row after row; no row may be named twice."""
