"""The processes of the desk: one that follows the books and looks figures up, one that works out bands."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from pitboss.play.refused import Refused
from pitboss.server.jobs.worker_process import Companion, keep_to

log = logging.getLogger(__name__)
_PATIENCE = 10
"""The tables go first."""
AT_ONCE = 0.3
"""Seconds for which the notes may follow the books before somebody who waits is answered."""


class DeskWorker:
    """One process that answers one question after the other."""

    def __init__(self, live: Callable[[Connection], None], name: str, database: str) -> None:
        self._beside, self._database = Companion(live, name, _PATIENCE), database
        self._turn = threading.Lock()

    def ask(self, what: str, *about: object) -> Any:
        """The answer, waited for in a thread of its own."""
        with self._turn:
            try:
                line = self._beside.line()
                line.send((self._database, what, *about))
                is_good, answer = line.recv()
            except (EOFError, OSError):
                raise Refused("not-read", "the desk's own process ended: ask again") from None
        if not is_good:
            raise Refused(*answer)
        return answer

    def close(self) -> None:
        """Stop in the middle of the work."""
        self._beside.close()


def keep_books(line: Connection) -> None:
    """The life of the process that follows the books."""
    from pitboss.server.admin.admin_queries import ANSWERS  # noqa: PLC0415  the server itself never loads it

    _live(line, ANSWERS)


def work_out_bands(line: Connection) -> None:
    """The life of the process that works bands out."""
    keep_to(1)
    from pitboss.server.admin.admin_queries import BANDS  # noqa: PLC0415  it loads Numba, as the server never does

    _live(line, BANDS)


def _live(line: Connection, answers: dict[str, Callable[..., Any]]) -> None:
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # the house is closed or was killed
        while True:
            database, what, *about = line.recv()
            try:
                line.send((True, answers[what](database, *about)))
            except Refused as refused:
                line.send((False, (refused.code, refused.reason)))
            except Exception as error:
                log.exception("the desk stumbles")
                line.send(
                    (False, ("house-fault", f"the desk could not find that out: {type(error).__name__}: {error}"))
                )
