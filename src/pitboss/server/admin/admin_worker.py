"""The worker processes of the admin page: one follows the journal and runs queries, one computes bands."""

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
"""Below the tables in priority."""
AT_ONCE = 0.3
"""Seconds to spend following the journal before answering a waiting query."""


class DeskWorker:
    """A worker process that answers one query at a time."""

    def __init__(self, live: Callable[[Connection], None], name: str, database: str) -> None:
        self._beside, self._database = Companion(live, name, _PATIENCE), database
        self._turn = threading.Lock()

    def ask(self, what: str, *about: object) -> Any:
        """Return the answer, blocking the calling thread."""
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
        """Stop, even in the middle of a query."""
        self._beside.close()


def keep_books(line: Connection) -> None:
    """Run the main loop of the worker that follows the journal."""
    from pitboss.server.admin.admin_queries import ANSWERS  # noqa: PLC0415  the server itself never loads it

    _live(line, ANSWERS)


def work_out_bands(line: Connection) -> None:
    """Run the main loop of the worker that computes bands."""
    keep_to(1)
    from pitboss.server.admin.admin_queries import BANDS  # noqa: PLC0415  it loads Numba, as the server never does

    _live(line, BANDS)


def _live(line: Connection, answers: dict[str, Callable[..., Any]]) -> None:
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):  # the server closed or was killed
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
