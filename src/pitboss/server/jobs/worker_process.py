"""A worker process that starts on first use, can be killed in the middle of a job, and restarts."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from pitboss.play.refused import Refused

SPAWN = get_context("spawn")
CLOSING = Refused("closing", "the house is closing: come back")


class Companion:
    """One worker process and the pipe to it. It runs at low priority, because dealing goes first."""

    def __init__(self, live: Callable[[Connection], None], name: str, patience: int) -> None:
        self._live, self._name, self._patience = live, name, patience
        self._lock = threading.Lock()
        self._process: Any = None
        self._line: Connection | None = None
        self.is_closed = False

    def line(self) -> Connection:
        """Return the connection to the worker, starting it if necessary. Raise `Refused` if the server is closing."""
        with self._lock:
            if self.is_closed:
                raise CLOSING
            if self._process is None or not self._process.is_alive():
                self._start()
            assert self._line is not None
            return self._line

    def _start(self) -> None:
        self._line, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=self._live, args=(theirs,), daemon=True, name=self._name)
        self._process.start()
        theirs.close()
        with contextlib.suppress(OSError, AttributeError):  # it has exited, or the system has no priorities
            os.setpriority(os.PRIO_PROCESS, self._process.pid, self._patience)

    def kill(self) -> None:
        """Kill the worker in the middle of a job. The next job starts a new process."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()

    def close(self) -> None:
        """Stop permanently."""
        self.is_closed = True
        self.kill()


def keep_to(cores: int) -> None:
    """Pin this process to the machine's last `cores` cores, leaving the others to the tables."""
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-max(cores, 1) :])
