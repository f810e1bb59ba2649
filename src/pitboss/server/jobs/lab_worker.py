"""The process that works out what the lab is asked: killed when nobody wants the answer any more, and started anew."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from pitboss.play.refused import Refused
from pitboss.server.jobs.worker_process import Companion, keep_to

_PATIENCE = 12
"""The tables go first; a lab that waits for everything else on a busy machine would answer nobody."""
Progress = Callable[..., None]
"""Told how far it is, as `lab_answers.Tell` says."""


class LabWorker:
    """One process for one question at a time."""

    def __init__(self) -> None:
        self._beside = Companion(live, "lab", _PATIENCE)

    def work(self, question: tuple[Any, ...], progress: Progress) -> Any:
        """The answer, waited for in a thread of its own; `Refused` where there is none, or where it was stopped."""
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
        """Give up what is worked on; the next question finds a new process."""
        self._beside.kill()

    def close(self) -> None:
        """For good."""
        self._beside.close()


def live(line: Connection) -> None:
    """The life of the process; half of the cores stay the tables'."""
    keep_to((os.cpu_count() or 1) // 2)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # the house is closed or was killed
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
    """Work one question out, here and now."""
    from pitboss.games import GAMES  # noqa: PLC0415  this process alone counts
    from pitboss.server.jobs import lab_answers  # noqa: PLC0415  as above

    rules = GAMES[game].rules.read(changed)
    return lab_answers.say(rules, wanted, *more) if kind == "say" else lab_answers.KINDS[kind](rules, wanted, tell)
