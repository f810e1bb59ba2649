"""PostgreSQL behind the database interface, with pipelining to save round trips."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.play.refused import Refused
from pitboss.server.store import schema

if TYPE_CHECKING:
    from psycopg import Pipeline

STATEMENT_TIMEOUT_SECONDS = 5.0
"""The timeout in seconds for one statement. After that the connection is cut, and the statement has no effect."""
_LOOK = 0.1


class Watchdog:
    """A watchdog thread that calls `give_up` if a watched operation takes too long."""

    def __init__(self, seconds: float, give_up: Callable[[], None]) -> None:
        self.seconds, self._give_up = seconds, give_up
        self._due: float | None = None
        self._depth = 0
        self._is_over = threading.Event()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch an operation. Each nested operation restarts the timeout."""
        self._depth += 1
        self._due = time.monotonic() + self.seconds
        try:
            yield
        finally:
            self._depth -= 1
            self._due = time.monotonic() + self.seconds if self._depth else None

    def close(self) -> None:
        """Stop watching."""
        self._is_over.set()

    def _watch(self) -> None:
        while not self._is_over.wait(_LOOK):
            due = self._due
            if due is not None and time.monotonic() > due:
                self._due = None
                self._give_up()


def cut(descriptor: int) -> None:
    """Shut down a connection, which immediately wakes up any other thread waiting on it."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as line:  # already closed
        line.shutdown(socket.SHUT_RDWR)


def drop_traceback(error: BaseException | None) -> None:
    """Drop an error's traceback and context, which would keep a half-opened connection alive."""
    while error:
        before = error.__context__
        error.__traceback__ = error.__context__ = None
        error = before


Row = Sequence[Any]
Statement: TypeAlias = tuple[str, Sequence[object]]
"""SQL with `?` placeholders, and its values."""
IDLE_TIMEOUT = "1s"
"""The longest pause allowed in the middle of a transaction, after which PostgreSQL aborts it."""
LOCK_TIMEOUT_SECONDS = 1.0
"""Seconds allowed for PostgreSQL to notice that a server was killed."""
NETWORK_TIMEOUTS = {
    "connect_timeout": 4, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}  # fmt: skip
"""Seconds (the last in ms) after which an unresponsive PostgreSQL counts as lost. The URL may override them."""
BY_KEY = ("plan_cache_mode = force_generic_plan", "enable_seqscan = off", "jit = off")
"""Settings for a writer, which looks up rows by key with a few statements: generic plans and no sequential scans."""
CLOSE_TIMEOUT_SECONDS = 2.0
"""Seconds allowed for closing the connection."""


class Postgres:
    """A PostgreSQL database through psycopg."""

    def __init__(self, url: str, *, alone: bool = True, shared: str = "") -> None:
        """Connect exclusively, or shared under the given name, or only for reading."""
        self._url, self._alone, self._is_given_up = url, alone, False
        self._name, self._kind = shared, "_shared" if shared else ""
        self._watching: Callable[[], AbstractContextManager[None]] = nullcontext
        self._watchdog: Watchdog | None = None
        self._pipeline: Pipeline | None = None
        """The pipeline that batches statements inside a transaction."""
        if alone:  # readers have no timeout, because their queries may be long and block nobody
            self._watchdog = Watchdog(STATEMENT_TIMEOUT_SECONDS, self._cut)
            self._watching = self._watchdog.watching
        try:
            self.reopen()
        except Refused:
            self._stop_watching()
            raise

    @property
    def is_lost(self) -> bool:
        """Whether the connection was lost. A write under way may or may not have been committed."""
        return self._connection.closed

    def reopen(self) -> None:
        """Connect, taking the lock if required, or raise."""
        if self._is_given_up:
            raise Refused("closing", "the house is closing: try again in a moment")
        try:
            import psycopg  # noqa: PLC0415  an extra, needed only for PostgreSQL
            from psycopg.conninfo import conninfo_to_dict, make_conninfo  # noqa: PLC0415
        except ImportError:
            raise Refused("no-psycopg", "for PostgreSQL install the extra: pip install 'pitboss[postgres]'") from None
        try:
            wanted = make_conninfo("", **{**NETWORK_TIMEOUTS, **conninfo_to_dict(self._url)})
        except psycopg.ProgrammingError as error:
            raise Refused("bad-database", f"this is not a PostgreSQL URL: {str(error).strip()}") from None
        fault = ""
        try:
            self._connection = psycopg.connect(wanted, autocommit=True)
        except psycopg.OperationalError as error:
            fault = str(error).strip() or "no reason given"
            drop_traceback(error)
        if fault:
            raise Refused("no-database", f"PostgreSQL does not answer: {fault}")
        if self._alone and not self._hold():
            self._connection.close()
            raise Refused("store-taken", "another pitboss is serving this database: stop it, or give this one its own")
        if self._alone:
            for setting in BY_KEY:
                self.run(f"SET {setting}")
        if self._kind:
            self.run(f"SET idle_in_transaction_session_timeout = '{IDLE_TIMEOUT}'")
            self.run("SELECT set_config('application_name', ?, false)", (self._name,))

    def _hold(self) -> bool:
        """Take the advisory lock and return whether that worked. Wait briefly for the lock of a server just killed."""
        deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
        while not self.run(f"SELECT pg_try_advisory_lock{self._kind}(hashtext('pitboss'))")[0][0]:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement, with `?` placeholders."""
        return self.run_all([(sql, values)])[0]

    def run_all(self, statements: Iterable[Statement]) -> list[list[Row]]:
        """Run statements in order, and return the rows of each. In a transaction they share one round trip."""
        with self._watching():
            run = self._connection.execute
            cursors = [run(_with_percents(sql, values), values or None) for sql, values in statements]
            if self._pipeline:
                self._pipeline.sync()
            return [list(cursor.fetchall()) if cursor.description else [] for cursor in cursors]

    def run_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Run one statement for each row, in bulk if possible. In a transaction it doesn't wait for the result."""
        by_columns = schema.BY_COLUMNS.get(sql)
        with self._watching(), self._connection.cursor() as cursor:
            if by_columns:
                columns = [array(column) for column in zip(*rows, strict=True)]
                cursor.execute(_with_percents(by_columns, columns), columns)
            else:
                cursor.executemany(_with_percents(sql, (None,)), rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction, durable when it ends. A nested one is a savepoint."""
        if self._pipeline:
            with self._watching(), self._connection.transaction():
                yield
            return
        with self._watching(), self._connection.pipeline() as pipeline:
            self._pipeline = pipeline
            try:
                self._connection.execute("BEGIN")
                yield
                self._connection.execute("COMMIT")  # PostgreSQL skips it if anything before it has failed
                pipeline.sync()
            except BaseException:
                self._roll_back(pipeline)
                raise
            finally:
                self._pipeline = None

    def _roll_back(self, pipeline: Pipeline) -> None:
        """Roll back. If the connection is lost, PostgreSQL does so by itself."""
        for sent in (pipeline.sync, lambda: self._connection.execute("ROLLBACK"), pipeline.sync):
            with suppress(Exception):
                sent()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read from one consistent snapshot, without blocking writers."""
        with self._connection.transaction():
            self.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield

    def has_table(self, name: str) -> bool:
        """Whether a table of this name exists."""
        return self.run("SELECT to_regclass(?) IS NOT NULL", (name,))[0][0] is True

    def close(self) -> None:
        """Release the lock, then close, because otherwise the lock would linger after the connection."""
        if self._watchdog:
            self._watchdog.seconds = CLOSE_TIMEOUT_SECONDS
        with suppress(Exception):  # unresponsive: PostgreSQL will notice the disconnect
            if self._alone and not self.is_lost:
                self.run(f"SELECT pg_advisory_unlock{self._kind}(hashtext('pitboss'))")
        self._connection.close()
        self._stop_watching()

    def abort(self) -> None:
        """Abort another thread's operation, and don't reconnect."""
        self._is_given_up = True
        self._cut()
        self._stop_watching()

    def _stop_watching(self) -> None:
        if self._watchdog:
            self._watchdog.close()

    def _cut(self) -> None:
        with suppress(Exception):  # already lost
            cut(self._connection.fileno())


def _with_percents(sql: str, values: Sequence[object]) -> str:
    return sql.replace("%", "%%").replace("?", "%s") if values else sql


def array(column: Iterable[object]) -> str:
    """
    Format integers or texts as a PostgreSQL array literal.

    >>> array([1, 2]), array(['so "to" say', "a\\\\b", "NULL"])
    ('{1,2}', '{"so \\\\"to\\\\" say","a\\\\\\\\b","NULL"}')
    """
    return f"{{{','.join([str(entry) if isinstance(entry, int) else _quoted(str(entry)) for entry in column])}}}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
