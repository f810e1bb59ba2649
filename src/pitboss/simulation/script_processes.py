"""
Worker processes that play chunks of a script.

Each worker is a Python process that reads a plan and a chunk number and writes the counts, so it does not matter how
the parent program was started.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from types import TracebackType
from typing import IO, Any

from pitboss.play.refused import Refused
from pitboss.simulation.cells import Cells
from pitboss.simulation.plan import Plan, work

COMMAND = (sys.executable, "-c", "from pitboss.simulation.script_processes import serve; serve()")


class Processes:
    """One worker process for each thread that asks. All of them end with the block."""

    def __init__(self) -> None:
        self._own = threading.local()
        self._all: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._all:
            process.kill()
            process.wait()
            assert process.stdin
            assert process.stdout
            process.stdin.close()
            process.stdout.close()

    def work(self, plan: Plan, chunk: int) -> Cells:
        """Return the counts of this chunk, from this thread's process."""
        process = self._process()
        assert process.stdin
        assert process.stdout
        try:
            _write(process.stdin, (plan, chunk))
            answer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            reason = f"a process that ran {plan.game} ended before its time ({error}): try --workers 1"
            raise Refused("worker-lost", reason) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _process(self) -> subprocess.Popen[bytes]:
        if not hasattr(self._own, "process"):
            paths = os.pathsep.join(path for path in sys.path if path)
            self._own.process = subprocess.Popen(
                COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths},
                process_group=0,  # Ctrl-C is handled by the parent
            )  # fmt: skip
            self._all.append(self._own.process)
        process: subprocess.Popen[bytes] = self._own.process
        return process


def _write(to: IO[bytes], what: Any) -> None:
    pickle.dump(what, to)
    to.flush()


def serve() -> None:
    """Worker main loop: runs until the parent closes the pipe."""
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a game prints must not mix with the answers
    while True:
        try:
            plan, chunk = pickle.load(asked)
        except EOFError:
            return
        try:
            answer: object = work(plan, chunk)
        except Exception as error:
            answer = Refused("worker-failed", f"{type(error).__name__}: {error}")
        try:
            _write(answers, answer)
        except BrokenPipeError:  # the parent is gone
            os._exit(0)
