"""Timeouts for database connections: a stopped database keeps its connection open but never answers."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
