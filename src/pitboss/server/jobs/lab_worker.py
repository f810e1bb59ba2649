"""The lab's worker process. It is killed when its answer is no longer wanted, and restarted for the next question."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from pitboss.play.refused import Refused
from pitboss.server.jobs.worker_process import Companion, keep_to

_PATIENCE = 12
"""Below the tables in priority, but not so low that a busy machine starves the lab."""
Progress = Callable[..., None]
"""Receives progress reports; see `lab_answers.Tell`."""


class LabWorker:
    """A worker process that handles one question at a time."""

    def __init__(self) -> None:
        self._beside = Companion(live, "lab", _PATIENCE)

    def work(self, question: tuple[Any, ...], progress: Progress) -> Any:
        """Return the answer, blocking the calling thread. Raise `Refused` on an error or if the work was stopped."""
        line = self._beside.line()
        try:
            line.send(question)
            while True:
                kind, *said = line.recv()
                if kind == "progress":
                    progress(*said)
                elif kind == "answer":
                    return said[0]
                else:
                    raise Refused(*said)
        except (EOFError, OSError):
            raise Refused("stopped", "the work on this was stopped") from None

    def stop(self) -> None:
        """Kill the running question. The next one starts a new process."""
        self._beside.kill()

    def close(self) -> None:
        """Stop permanently."""
        self._beside.close()


def live(line: Connection) -> None:
    """Run the worker main loop, on half of the cores so that the tables have the rest."""
    keep_to((os.cpu_count() or 1) // 2)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # the server closed or was killed
        while True:
            kind, game, changed, wanted, *more = line.recv()

            def tell(done: int, of: int, what: str, part: Any = None) -> None:
                line.send(("progress", done, of, what, part))

            try:
                line.send(("answer", answer(kind, game, changed, wanted, tell, *more)))
            except Refused as refused:
                line.send(("refused", refused.code, refused.reason))
            except Exception as error:
                why = f"the lab could not work this out ({type(error).__name__}: {error})"
                line.send(("refused", "lab-fault", why))


def answer(kind: str, game: str, changed: dict[str, Any], wanted: dict[str, Any], tell: Progress, *more: Any) -> Any:
    """Answer one question in this process."""
    from pitboss.games import GAMES  # noqa: PLC0415  this process alone counts
    from pitboss.server.jobs import lab_answers  # noqa: PLC0415  as above

    rules = GAMES[game].rules.read(changed)
    return lab_answers.say(rules, wanted, *more) if kind == "say" else lab_answers.KINDS[kind](rules, wanted, tell)
