"""A process beside the server: started when it is first needed, killed in the middle of its work, started anew."""

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
    """One process and the line to it; dealing goes first, so it starts at a low priority."""

    def __init__(self, live: Callable[[Connection], None], name: str, patience: int) -> None:
        self._live, self._name, self._patience = live, name, patience
        self._lock = threading.Lock()
        self._process: Any = None
        self._line: Connection | None = None
        self.is_closed = False

    def line(self) -> Connection:
        """The line to the process, which is started if there is none; `Refused` once the house is closing."""
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
        with contextlib.suppress(OSError, AttributeError):  # it is gone already, or this system knows no such thing
            os.setpriority(os.PRIO_PROCESS, self._process.pid, self._patience)

    def kill(self) -> None:
        """Stop in the middle of the work; the next question finds a new process."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()

    def close(self) -> None:
        """For good."""
        self.is_closed = True
        self.kill()


def keep_to(cores: int) -> None:
    """Work on this many cores, the last of the machine, so that the others are left to the tables."""
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-max(cores, 1) :])
