"""How long a database may be silent: one that was stopped keeps its line open and never says another word."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STATEMENT_PATIENCE = 5.0
"""Seconds that one statement may take; then the line is cut, and what was on it did not happen."""
_LOOK = 0.1


class Patience:
    """Calls `give_up`, from a thread of its own, when something that is watched takes too long."""

    def __init__(self, seconds: float, give_up: Callable[[], None]) -> None:
        self.seconds, self._give_up = seconds, give_up
        self._due: float | None = None
        self._depth = 0
        self._is_over = threading.Event()
        threading.Thread(target=self._watch, name="patience", daemon=True).start()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """What is done inside may take so long, and each part of it again."""
        self._depth += 1
        self._due = time.monotonic() + self.seconds
        try:
            yield
        finally:
            self._depth -= 1
            self._due = time.monotonic() + self.seconds if self._depth else None

    def close(self) -> None:
        """Watch no more."""
        self._is_over.set()

    def _watch(self) -> None:
        while not self._is_over.wait(_LOOK):
            due = self._due
            if due is not None and time.monotonic() > due:
                self._due = None
                self._give_up()


def cut(descriptor: int) -> None:
    """Cut a line that another thread waits on: that thread is told at once."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as line:  # or it is gone already
        line.shutdown(socket.SHUT_RDWR)


def let_go(error: BaseException | None) -> None:
    """Forget where an error came from: else a line that was never opened is held by it."""
    while error:
        before = error.__context__
        error.__traceback__ = error.__context__ = None
        error = before
