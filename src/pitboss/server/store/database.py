"""One database interface for SQLite and PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused
from pitboss.server.store.keys import hide_from_others, private_parents, refuse_pipes
from pitboss.server.store.postgres import Postgres, Row, Statement

OTHERS_WRITE, STICKY = 0o002, 0o1000


class Database(Protocol):
    """The store's interface to a database. Only one server holds it at a time."""

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement, with `?` placeholders."""

    def run_all(self, statements: Iterable[Statement]) -> list[list[Row]]:
        """Run statements in order, and return the rows of each."""

    def run_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row. In a transaction, errors may be raised only at its end."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction, durable when it ends. A nested one is a savepoint."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Read from one consistent snapshot, without blocking writers."""

    def has_table(self, name: str) -> bool:
        """Whether a table of this name exists."""

    def close(self) -> None:
        """Close the database."""

    @property
    def is_lost(self) -> bool:
        """Whether the connection was lost. A write under way may or may not have been committed."""

    def reopen(self) -> None:
        """Reconnect with the same exclusive lock, or raise."""

    def abort(self) -> None:
        """Abort another thread's operation permanently, because the server is closing."""


class Sqlite:
    """An SQLite file with a write-ahead log, synced at every commit."""

    is_lost = False

    def __init__(self, path: str, *, alone: bool = True, with_server: bool = False) -> None:
        self._guard = _hold_alone(path) if alone and not with_server and path != ":memory:" else None
        self._depth = 0
        if not alone and path != ":memory:":
            where = f"{Path(path).absolute().as_uri()}?mode=ro"
            self._connection = sqlite3.connect(where, uri=True, isolation_level=None, timeout=10)
            return
        if path != ":memory:":
            make_private(Path(path))
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        damage = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            self.close()
            raise sqlite3.DatabaseError(f"it is damaged: {' '.join(damage.split())}")

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement, with `?` placeholders."""
        return self._connection.execute(sql, values).fetchall()

    def run_all(self, statements: Iterable[Statement]) -> list[list[Row]]:
        """Run statements in order, and return the rows of each."""
        return [self.run(*statement) for statement in statements]

    def run_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row."""
        self._connection.executemany(sql, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction, durable when it ends. A nested one is a savepoint."""
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
        """Read from one consistent snapshot, without blocking writers."""
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("COMMIT")

    def has_table(self, name: str) -> bool:
        """Whether a table of this name exists."""
        return bool(self.run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        if self._guard:
            self._guard.close()

    def reopen(self) -> None:
        """Do nothing, because an open file can't be lost."""

    def abort(self) -> None:
        """Abort another thread's operation."""
        self._connection.interrupt()


def _hold_alone(path: str) -> sqlite3.Connection:
    """Take an exclusive lock that ends with the process, because two servers must not deal the same tables."""
    lock = Path(f"{os.path.realpath(path)}.lock")  # whichever link was used to name the file
    make_private(lock)
    guard = sqlite3.connect(lock, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        guard.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        guard.close()
        raise Refused(
            "store-taken", f"another pitboss is serving {path}: stop it, or give this one a --database of its own"
        ) from None
    return guard


def make_private(path: Path) -> None:
    """
    Create a file only this user can read, or restrict an existing one. Raise `Refused` if that fails.

    SQLite gives its write-ahead files the mode of the database. A folder in which others may replace files is
    refused.
    """
    if os.name != "posix":
        return
    folder = path.parent.stat().st_mode
    if folder & OTHERS_WRITE and not folder & STICKY:
        raise Refused(
            "open-folder",
            f"other users may replace files in {path.parent}: keep the books in a folder of your own"
            f" (chmod 700 {path.parent})",
        )
    is_shared = bool(folder & OTHERS_WRITE)
    if is_shared and path.exists() and path.stat().st_uid != os.geteuid():
        raise Refused(
            "open-folder",
            f"{path} belongs to another user, in a folder where everybody may create files: keep the books in a folder"
            " of your own",
        )
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        if file.exists():
            hide_from_others(file)


def unreadable(path: str, error: Exception) -> Refused:
    """Return the refusal for books that cannot be read."""
    if "malformed" in str(error) or "damaged" in str(error):
        return Refused("bad-books", f"{path} is damaged: restore a backup")
    if "no such table" in str(error):
        return Refused("no-books", f"there are no books in {path}: pitboss serve creates them")
    return Refused("bad-books", f"{path} cannot be read: {error}")


def connect(database: str, *, alone: bool = True, with_server: bool = False) -> Database:
    """
    Open a PostgreSQL URL or an SQLite file.

    `alone=False` is for readers. `with_server` is for a program that writes a table of its own while a server may be
    running.
    """
    if database.startswith(("postgresql://", "postgres://")):
        return Postgres(database, alone=alone and not with_server)
    if "://" in database and not database.startswith("sqlite://"):
        scheme = database.partition(":")[0]
        raise Refused("bad-database", f"{scheme!r} is not a database: write a file name or postgresql://user@host/name")
    path = database.removeprefix("sqlite:///").removeprefix("sqlite://")
    if path != ":memory:":
        lock = f"{os.path.realpath(path)}.lock"
        refuse_pipes(*(Path(file) for file in (path, f"{path}-wal", f"{path}-shm", lock)))
        try:
            private_parents(Path(path).absolute().parent)
        except OSError as error:
            raise Refused("bad-database", f"the folder of {path} cannot be created: {in_words(error)}") from None
    try:
        return Sqlite(path, alone=alone, with_server=with_server)
    except OSError as error:
        raise Refused("bad-database", f"{path} cannot be opened: {in_words(error)}") from None
    except sqlite3.Error as error:
        raise Refused("bad-database", f"{path} cannot be opened as a database: {error}") from None
