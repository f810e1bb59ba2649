"""A supervisor for several server processes on one machine: it starts them, restarts any that die, and stops them."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeAlias

Child: TypeAlias = Callable[[int, Callable[[], object]], None]
"""Runs a server process with this number until it is stopped, calling back once it is listening."""
CHECK_SECONDS = 0.1
"""Seconds between checks of the children."""
RESTART_DELAY_SECONDS = 1.0
"""Minimum seconds between two starts of a process, so that one that can't start doesn't spin."""


class Supervisor:
    """The parent process, which deals no tables itself."""

    def __init__(self, many: int, child: Child, announce: Callable[[], object]) -> None:
        self._many, self._child, self._announce = many, child, announce
        self._places: dict[int, int] = {}
        """The number of each child, by process id."""
        self._started: dict[int, float] = {}
        self._listening = 0
        self._is_ending = False
        self._heard, self._say = os.pipe()
        """The pipe on which children report that they are listening."""
        self._life, self._hold = os.pipe()
        """A pipe that closes when the parent ends for any reason, which makes the children end too."""

    def run(self) -> None:
        """Start all children and supervise them until this process is stopped."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        while not self._is_ending or self._places:
            self._start_missing()
            if select.select([self._heard], [], [], CHECK_SECONDS)[0]:
                self._listened(len(os.read(self._heard, self._many)))
            self._reap()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        """Pass the signal on to the children each time it arrives."""
        self._is_ending = True
        for pid in self._places:
            os.kill(pid, signal.SIGTERM)

    def _listened(self, count: int) -> None:
        before, self._listening = self._listening, self._listening + count
        if before < self._many <= self._listening:
            self._announce()

    def _start_missing(self) -> None:
        for place in set(range(self._many)) - set(self._places.values()):
            if not self._is_ending and time.monotonic() > self._started.get(place, 0) + RESTART_DELAY_SECONDS:
                self._started[place] = time.monotonic()
                self._start(place)

    def _start(self, place: int) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGINT))  # until the child is recorded
        pid = os.fork()
        if pid == 0:
            self._live(place)
        self._places[pid] = place
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT))

    def _live(self, place: int) -> None:
        """Run the child process. Never returns."""
        code = 1
        try:
            os.setpgrp()  # Ctrl-C goes to the parent, which passes it on
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT))
            os.close(self._hold)
            threading.Thread(target=self._end_with_parent, daemon=True).start()
            self._child(place, lambda: os.write(self._say, b"."))
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _end_with_parent(self) -> None:
        os.read(self._life, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _reap(self) -> None:
        for pid in list(self._places):
            if os.waitpid(pid, os.WNOHANG)[0]:
                place = self._places.pop(pid)
                if not self._is_ending:
                    sys.stderr.write(f"process {place + 1} of the house has ended and is restarted\n")
