"""One connection to SQLite or PostgreSQL behind the same few verbs."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Protocol

from pitboss.play.refused import Refused
from pitboss.play.textfile import in_words
from pitboss.server.patience import STATEMENT_PATIENCE, Patience, cut, let_go

Row = Sequence[Any]
IDLE_PATIENCE = "1s"
"""So long a process may hold up the others in the middle of a writing; one that was stopped there does not write it."""
LOCK_PATIENCE = 1.0
"""Seconds in which PostgreSQL should have noticed that a server was killed."""
NETWORK_PATIENCE = {
    "connect_timeout": 4, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}  # fmt: skip
"""After how many seconds (the last in ms) a PostgreSQL that went silent counts as lost; its URL may say otherwise."""


CLOSING_PATIENCE = 2.0
"""Seconds that a PostgreSQL has to say goodbye."""


class Database(Protocol):
    """What the store asks of a database; only one server holds it at a time."""

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement, with `?` where the values go."""

    def run_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, on the disk when it ends; inside another it is a part that can fail alone."""

    def snapshot(self) -> AbstractContextManager[None]:
        """What is read inside is of one moment; nobody who writes waits for it."""

    def close(self) -> None:
        """Let go of the database."""

    @property
    def is_lost(self) -> bool:
        """Whether the connection broke; what was being written then may be there or not."""

    def reopen(self) -> None:
        """Connect again after that, alone as before, or say why not."""

    def give_up(self) -> None:
        """Break off what another thread does here, for good: the house closes and cannot wait."""


class Sqlite:
    """A file, written ahead and synced at every commit."""

    is_lost = False

    def __init__(self, path: str, *, alone: bool = True, beside: bool = False) -> None:
        self._guard = _hold_alone(path) if alone and not beside and path != ":memory:" else None
        self._depth = 0
        if not alone and path != ":memory:":
            where = f"{Path(path).absolute().as_uri()}?mode=ro"
            self._connection = sqlite3.connect(where, uri=True, isolation_level=None, timeout=10)
            return
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        damage = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            self.close()
            raise sqlite3.DatabaseError(f"it is damaged: {' '.join(damage.split())}")

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement, with `?` where the values go."""
        return self._connection.execute(sql, values).fetchall()

    def run_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row."""
        self._connection.executemany(sql, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, on the disk when it ends; inside another it is a part that can fail alone."""
        outer = self._depth == 0
        self._connection.execute("BEGIN IMMEDIATE" if outer else "SAVEPOINT part")
        self._depth += 1
        try:
            yield
            self._connection.execute("COMMIT" if outer else "RELEASE part")
        except BaseException:
            if self._connection.in_transaction:  # a full disk may have ended it already
                self._connection.execute("ROLLBACK" if outer else "ROLLBACK TO part")
                if not outer:
                    self._connection.execute("RELEASE part")
            raise
        finally:
            self._depth -= 1

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """What is read inside is of one moment; nobody who writes waits for it."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        if self._guard:
            self._guard.close()

    def reopen(self) -> None:
        """A file is not lost while it is open."""

    def give_up(self) -> None:
        """Break off what another thread does here."""
        self._connection.interrupt()


def _hold_alone(path: str) -> sqlite3.Connection:
    """A lock beside the file that dies with its process: two servers on one file would both deal its tables."""
    guard = sqlite3.connect(f"{path}.lock", isolation_level=None, check_same_thread=False, timeout=0)
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        guard.close()
        raise Refused(
            "store-taken", f"another pitboss is serving {path}: stop it, or give this one a --database of its own"
        ) from None
    return guard


class Postgres:
    """A PostgreSQL database through psycopg."""

    def __init__(self, url: str, *, alone: bool = True, shared: str = "") -> None:
        """Alone, shared with others under this name, or beside them to read."""
        self._url, self._alone, self._is_given_up = url, alone, False
        self._name, self._kind = shared, "_shared" if shared else ""
        self._watching: Callable[[], AbstractContextManager[None]] = nullcontext
        self._patience: Patience | None = None
        if alone:  # who only reads may ask for much, and nobody waits
            self._patience = Patience(STATEMENT_PATIENCE, self._cut)
            self._watching = self._patience.watching
        try:
            self.reopen()
        except Refused:
            self._stop_watching()
            raise

    @property
    def is_lost(self) -> bool:
        """Whether the connection broke; what was being written then may be there or not."""
        return self._connection.closed

    def reopen(self) -> None:
        """Connect, alone if so wished, or say why not."""
        if self._is_given_up:
            raise Refused("closing", "the house is closing: come back")
        try:
            import psycopg  # noqa: PLC0415  an extra: only houses that keep PostgreSQL need it
            from psycopg.conninfo import conninfo_to_dict, make_conninfo  # noqa: PLC0415
        except ImportError:
            raise Refused("no-psycopg", "for PostgreSQL install the extra: pip install 'pitboss[postgres]'") from None
        try:
            wanted = make_conninfo("", **{**NETWORK_PATIENCE, **conninfo_to_dict(self._url)})
        except psycopg.ProgrammingError as error:
            raise Refused("bad-database", f"this is no PostgreSQL URL: {str(error).strip()}") from None
        fault = ""
        try:
            self._connection = psycopg.connect(wanted, autocommit=True)
        except psycopg.OperationalError as error:
            fault = str(error).strip() or "no reason given"
            let_go(error)
        if fault:
            raise Refused("no-database", f"PostgreSQL does not answer: {fault}")
        if self._alone and not self._hold():
            self._connection.close()
            raise Refused("store-taken", "another pitboss is serving this database: stop it, or give this one its own")
        if self._kind:
            self.run(f"SET idle_in_transaction_session_timeout = '{IDLE_PATIENCE}'")
            self.run("SELECT set_config('application_name', ?, false)", (self._name,))

    def _hold(self) -> bool:
        """Whether no other server has the lock; that of a server killed just now goes when PostgreSQL notices."""
        patience = time.monotonic() + LOCK_PATIENCE
        while not self.run(f"SELECT pg_try_advisory_lock{self._kind}(hashtext('pitboss'))")[0][0]:
            if time.monotonic() > patience:
                return False
            time.sleep(0.05)
        return True

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement, with `?` where the values go."""
        with self._watching():
            cursor = self._connection.execute(_with_percents(sql, values), values or None)
            return list(cursor.fetchall()) if cursor.description else []

    def run_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row."""
        with self._watching(), self._connection.cursor() as cursor:
            cursor.executemany(_with_percents(sql, (None,)), rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, on the disk when it ends; inside another it is a part that can fail alone."""
        with self._watching(), self._connection.transaction():
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """What is read inside is of one moment; nobody who writes waits for it."""
        with self._connection.transaction():
            self.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield

    def close(self) -> None:
        """Let go of the lock, then of the connection: by itself the lock would go only some time after it."""
        if self._patience:
            self._patience.seconds = CLOSING_PATIENCE
        with suppress(Exception):  # it is silent: PostgreSQL finds out by itself that nobody is there
            if self._alone and not self.is_lost:
                self.run(f"SELECT pg_advisory_unlock{self._kind}(hashtext('pitboss'))")
        self._connection.close()
        self._stop_watching()

    def give_up(self) -> None:
        """Break off what another thread does here, and connect no more."""
        self._is_given_up = True
        self._cut()
        self._stop_watching()

    def _stop_watching(self) -> None:
        if self._patience:
            self._patience.close()

    def _cut(self) -> None:
        with suppress(Exception):  # it is lost already
            cut(self._connection.fileno())


def _with_percents(sql: str, values: Sequence[object]) -> str:
    return sql.replace("%", "%%").replace("?", "%s") if values else sql


def connect(database: str, *, alone: bool = True, beside: bool = False) -> Database:
    """
    The database at a PostgreSQL URL, or in a file.

    `alone=False` is for readers; `beside` for a program that writes a table of its own while a server may be open.
    """
    if database.startswith(("postgresql://", "postgres://")):
        return Postgres(database, alone=alone and not beside)
    if "://" in database and not database.startswith("sqlite://"):
        scheme = database.partition(":")[0]
        raise Refused("bad-database", f"{scheme!r} is not a database: write a file name or postgresql://user@host/name")
    path = database.removeprefix("sqlite:///").removeprefix("sqlite://")
    if path != ":memory:":
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused("bad-database", f"the folder of {path} cannot be made: {in_words(error)}") from None
    try:
        return Sqlite(path, alone=alone, beside=beside)
    except sqlite3.Error as error:
        raise Refused("bad-database", f"{path} cannot be opened as a database: {error}") from None
