"""PDF documents of a game (report, rules filing, rack card), created one at a time in the background and cached."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_cache_path

from pitboss.compute.disk.source_hash import source_digest
from pitboss.compute.jobs.fair_queue import FairQueue
from pitboss.compute.jobs.worker import Worker, result_of
from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import rules_hash

log = logging.getLogger(__name__)
NICE_LEVEL = 19
"""The lowest priority, so that dealing goes first."""
MAX_UNFINISHED, MAX_UNFINISHED_EACH = 13, 4
"""The maximum number of unfinished documents, in total and per address."""
BUSY = "too many documents are being created: try again later"
MAX_CACHED = 300
ROUNDS = 10**7
"""Rounds simulated for a report under changed rules. For the default rules, simulation results are shipped."""
SOURCES = ("**/*.py", "**/*.toml", "**/*.typ", "**/*.md")
"""Everything that affects a document's content. If any of these files changes, cached documents become invalid."""
KINDS = {
    "report": "The report, for a laboratory",
    "sheet": "The rules of the game, as a filing",
    "card": "The players' rack card",
}
"""The documents of a game, with their titles."""
MISSING, WAITING, MAKING, READY, FAILED = "missing", "waiting", "making", "ready", "failed"


class DocumentState(NamedTuple):
    """The progress of a document: its state, the share completed, and the current step or error."""

    state: str
    share: float = 0.0
    words: str = ""


class DocumentOrder(NamedTuple):
    """A request for a document."""

    name: str
    kind: str
    game: str
    rules: dict[str, object]
    """Only the rules that differ from the sheet."""


Make = Callable[[DocumentOrder, Path, Callable[[float, str], None]], None]


class DocumentQueue:
    """A queue that creates one document at a time, in a separate low-priority process on one core."""

    def __init__(self, folder: Path | None = None, make: Make | None = None) -> None:
        self._folder = folder or user_cache_path("pitboss", appauthor=False) / "papers"
        self._worker = Worker(NICE_LEVEL, cores=1)
        self._make = make or self._in_worker
        self._states: dict[str, DocumentState] = {}
        self._queue = FairQueue(MAX_UNFINISHED_EACH, MAX_UNFINISHED, BUSY)
        self._lock = threading.Lock()
        self._is_closed = False

    def name(self, game: Game, rules: Any, kind: str) -> str:
        """Return a document's cache key, derived from its game, rules, kind and the software version."""
        if kind not in KINDS:
            raise Refused("no-such-paper", f"unknown document {kind!r}: choose one of {', '.join(KINDS)}")
        return f"{game.name}-{rules_hash(rules)}-{source_digest(SOURCES)[:8]}-{kind}"

    def state(self, game: Game, rules: Any, kind: str) -> DocumentState:
        """Return the progress of a document."""
        name = self.name(game, rules, kind)
        if self._path(name).is_file():
            return DocumentState(READY, 1.0)
        return self._states.get(name, DocumentState(MISSING))

    def order(self, game: Game, rules: Any, kind: str, who: str = "") -> DocumentState:
        """Queue a document for an address, unless it exists or is already queued or being created."""
        name = self.name(game, rules, kind)
        with self._lock:
            known = self.state(game, rules, kind)
            if known.state in (READY, WAITING, MAKING):
                return known
            order = DocumentOrder(name, kind, game.name, rules.changed())
            waits = self._states[name] = DocumentState(WAITING, 0.0, "waiting in the queue")
            try:
                made = self._queue.submit(who, partial(self._work, order))
            except Refused:
                del self._states[name]
                raise
            made.add_done_callback(partial(self._displaced, name))
            return waits

    def _displaced(self, name: str, made: Future[None]) -> None:
        """Record that a document lost its place in the queue to another address's, so that its page can say so."""
        if isinstance(refused := made.exception(), Refused):
            self._states[name] = DocumentState(FAILED, 0.0, refused.reason)

    def file(self, name: str) -> Path:
        """Return the path of a finished document, or raise."""
        path = self._path(name)
        if Path(name).name != name or not path.is_file():
            raise Refused(
                "no-such-paper", f"there is no document {name[:120]!r}: it was not created, or is no longer stored"
            )
        return path

    def close(self) -> None:
        """Stop, killing the process of an unfinished document."""
        self._is_closed = True
        self._queue.close()
        self._worker.close()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.pdf"

    def _work(self, order: DocumentOrder) -> None:
        self._states[order.name] = DocumentState(MAKING, 0.0, "begins")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._make(order, self._path(order.name), partial(self._report_progress, order.name))
            self._states.pop(order.name, None)
            self._forget_oldest()
        except Refused as refused:
            self._states[order.name] = DocumentState(FAILED, 0.0, refused.reason)
        except Exception as error:
            if not self._is_closed:
                log.exception("the document %s failed", order.name)
            self._states[order.name] = DocumentState(FAILED, 0.0, f"it could not be created: {type(error).__name__}")

    def _report_progress(self, name: str, share: float, words: str) -> None:
        self._states[name] = DocumentState(MAKING, min(max(share, 0.0), 1.0), words)

    def _in_worker(self, order: DocumentOrder, path: Path, progress: Callable[[float, str], None]) -> None:
        """Create a document in a new process, because creating a report leaves a lot of memory allocated."""
        try:
            result_of(self._worker.stream(None, create_document, order, str(path)), lambda step: progress(*step))
        finally:
            self._worker.cancel()

    def _forget_oldest(self) -> None:
        files = sorted(self._folder.glob("*.pdf"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[MAX_CACHED:]:
            path.unlink(missing_ok=True)


def create_document(send: Callable[[tuple[float, str]], None], order: DocumentOrder, path: str) -> None:
    """Create one document and write it to its file, sending the share completed and the current step."""
    made = render_document(order, lambda share, words: send((share, words)))
    new = Path(f"{path}.{os.getpid()}")
    try:
        new.write_bytes(made)
        os.replace(new, path)  # atomic: the file is complete or absent
    except OSError as error:  # the disk is full or read-only
        raise Refused("no-paper", f"it could not be written: {error.strerror}") from None


def render_document(order: DocumentOrder, progress: Callable[[float, str], None]) -> bytes:
    """Render a document as a PDF, dated today."""
    from pitboss.documents.filings import card, on_one_page, sheet  # noqa: PLC0415  only this worker loads it
    from pitboss.documents.rendering import rendered  # noqa: PLC0415  as above
    from pitboss.documents.rendering.typeset import refuse_without_typst  # noqa: PLC0415  as above

    refuse_without_typst()
    game = GAMES[order.game]
    rules, day = game.rules.read(order.rules), datetime.now(UTC).date().isoformat()
    if order.kind == "report":
        from pitboss.documents.report import default_rounds, make_report, with_whole  # noqa: PLC0415  as above

        rounds = default_rounds(game.name)
        if rules.changed():
            rounds = min(rounds, ROUNDS)
        document = with_whole(
            make_report(rules, rounds, 1, day, lambda done, whole, words: progress(done / whole, words))
        )
    elif order.kind == "sheet":
        progress(0.1, "rules, rulings and procedure")
        document = sheet(game, rules, day)
    else:
        progress(0.1, "a simple strategy and its price")
        document = on_one_page(card(game, rules, day))
    progress(0.95, "setting the pages")
    return rendered(document, ".pdf")
