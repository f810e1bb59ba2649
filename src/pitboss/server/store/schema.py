"""The store's tables, in SQL that works in both SQLite and PostgreSQL."""

from __future__ import annotations

VERSION = "3"
"""Older schemas are migrated when the store is opened: `server/store/maintenance/migration.py`."""

SCHOOL = """CREATE TABLE IF NOT EXISTS school (
    trainee TEXT NOT NULL,
    game TEXT NOT NULL,
    fact TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (trainee, game, fact)
)"""
"""The practice of trainees. No money is involved, so the journal doesn't cover it."""
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
Classes by the code that trainees join with, and their members.

`key_hash` is the SHA-256 of the trainer's key, `owner` and `address` identify its creator, and `used` is the Unix
time at which its trainer or a new trainee last used it.
"""
TESTS = """CREATE TABLE IF NOT EXISTS tests (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    address TEXT NOT NULL,
    used BIGINT NOT NULL,
    body TEXT NOT NULL
)"""
"""Table tests that this house runs: the terms, and each answer as it arrived. Deleted half a day after the last one."""

OPENINGS = """CREATE TABLE IF NOT EXISTS openings (
    table_id TEXT NOT NULL,
    house TEXT NOT NULL,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, house)
)"""
"""Shoes opened before their cut card came out, by the hash of their seed."""

LOG = """CREATE TABLE IF NOT EXISTS log (
    level INTEGER NOT NULL,
    id BIGINT NOT NULL,
    hash TEXT NOT NULL,
    rounds BIGINT NOT NULL,
    PRIMARY KEY (level, id)
)"""
"""The Merkle tree over rounds, opened shoes and journal lines: its leaves, and every eighth level."""

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
    TESTS,
)

SERVER = "INSERT INTO meta VALUES ('server', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
FOUNDER = "INSERT INTO meta VALUES ('key', ?) ON CONFLICT (name) DO NOTHING"
"""A mark of the key that the books were created with, which is checked while the journal is empty."""
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
"""The statements of a write, in order of execution. Accounts and the journal come last."""
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
"""Bulk versions for PostgreSQL, which take a list per column. No row may appear twice."""
