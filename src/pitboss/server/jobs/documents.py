"""PDF documents of a game (report, rules filing, rack card), created one at a time in the background and cached."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_cache_path

from pitboss.compute.disk.source_hash import source_digest
from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import rules_hash
from pitboss.server.jobs.worker_process import SPAWN, keep_to

log = logging.getLogger(__name__)
_PATIENCE = 19
"""The lowest priority, so that dealing goes first."""
MOST_WAITING, MOST_EACH = 12, 3
"""The maximum number of queued documents, in total and per player."""
MOST_KEPT = 300
ROUNDS = 10**7
"""Simulated rounds in a report made by the site. The command line takes any number."""
SOURCES = ("**/*.py", "**/*.toml", "**/*.typ", "**/*.md")
"""Everything that affects a document's content. If any of these files changes, cached documents become invalid."""
KINDS = {
    "report": "The report, for a laboratory",
    "sheet": "The rules of the game, as a filing",
    "card": "The players' rack card",
}
"""The documents of a game, with their titles."""
MISSING, WAITING, MAKING, READY, FAILED = "missing", "waiting", "making", "ready", "failed"


class PaperState(NamedTuple):
    """The progress of a document: its state, the share completed, and the current step or error."""

    state: str
    share: float = 0.0
    words: str = ""


class PaperOrder(NamedTuple):
    """A request for a document."""

    name: str
    kind: str
    game: str
    rules: dict[str, object]
    """Only the rules that differ from the sheet."""


Make = Callable[[PaperOrder, Path, Callable[[float, str], None]], None]


class Paperwork:
    """A queue that creates one document at a time, in a separate low-priority process."""

    def __init__(self, folder: Path | None = None, make: Make | None = None) -> None:
        self._folder = folder or user_cache_path("pitboss", appauthor=False) / "papers"
        self._make = make or self._beside
        self._states: dict[str, PaperState] = {}
        self._askers: dict[str, str] = {}
        """The player who requested each queued document."""
        self._orders: queue.Queue[PaperOrder | None] = queue.Queue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: Any = None
        self._is_closed = False

    def name(self, game: Game, rules: Any, kind: str) -> str:
        """Return the cache key of a document: its game, its rules and the version of the software."""
        if kind not in KINDS:
            raise Refused("no-such-paper", f"there is no paper {kind!r}: it is {', '.join(KINDS)}")
        return f"{game.name}-{rules_hash(rules)}-{source_digest(SOURCES)[:8]}-{kind}"

    def state(self, game: Game, rules: Any, kind: str) -> PaperState:
        """Return the progress of a document."""
        name = self.name(game, rules, kind)
        if self._path(name).is_file():
            return PaperState(READY, 1.0)
        return self._states.get(name, PaperState(MISSING))

    def order(self, game: Game, rules: Any, kind: str, who: str = "") -> PaperState:
        """Queue a document, unless it exists or is already queued or being created."""
        name = self.name(game, rules, kind)
        with self._lock:
            known = self.state(game, rules, kind)
            if known.state in (READY, WAITING, MAKING):
                return known
            if len(self._askers) >= MOST_WAITING or list(self._askers.values()).count(who) >= MOST_EACH:
                raise Refused("too-fast", "many papers are being made already: ask again in a while")
            self._askers[name] = who
            waits = self._states[name] = PaperState(WAITING, 0.0, "waits for its turn")
            self._orders.put(PaperOrder(name, kind, game.name, rules.changed()))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True, name="paperwork")
                self._thread.start()
            return waits

    def file(self, name: str) -> Path:
        """Return the path of a finished document, or raise."""
        path = self._path(name)
        if Path(name).name != name or not path.is_file():
            raise Refused("no-such-paper", f"there is no paper {name[:120]!r}: it was not made, or not kept")
        return path

    def close(self) -> None:
        """Stop, killing the process of an unfinished document."""
        self._is_closed = True
        self._orders.put(None)
        if self._process is not None:
            self._process.kill()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.pdf"

    def _work(self) -> None:
        while (order := self._orders.get()) is not None and not self._is_closed:
            self._askers.pop(order.name, None)
            self._states[order.name] = PaperState(MAKING, 0.0, "begins")
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._make(order, self._path(order.name), partial(self._tell, order.name))
                self._states.pop(order.name, None)
                self._forget_oldest()
            except Refused as refused:
                self._states[order.name] = PaperState(FAILED, 0.0, refused.reason)
            except Exception as error:
                if not self._is_closed:
                    log.exception("the paper %s came to nothing", order.name)
                self._states[order.name] = PaperState(FAILED, 0.0, f"it could not be made: {type(error).__name__}")

    def _tell(self, name: str, share: float, words: str) -> None:
        self._states[name] = PaperState(MAKING, min(max(share, 0.0), 1.0), words)

    def _beside(self, order: PaperOrder, path: Path, tell: Callable[[float, str], None]) -> None:
        """Create a document in a separate process and report its progress."""
        ours, theirs = SPAWN.Pipe(duplex=False)
        self._process = SPAWN.Process(target=make_paper, args=(theirs, order, str(path)), daemon=False, name="paper")
        self._process.start()
        theirs.close()
        try:
            while True:
                said = ours.recv()
                if isinstance(said, str):
                    raise Refused("no-paper", said)
                if said is None:
                    return
                tell(*said)
        except EOFError:
            raise RuntimeError("the process that made it is gone") from None
        finally:
            ours.close()
            self._process.join()
            self._process = None

    def _forget_oldest(self) -> None:
        kept = sorted(self._folder.glob("*.pdf"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[MOST_KEPT:]:
            path.unlink(missing_ok=True)


def make_paper(line: Connection, order: PaperOrder, path: str) -> None:
    """Create one document in its own process, at low priority and on one core."""
    if hasattr(os, "nice"):
        os.nice(_PATIENCE)
    keep_to(1)
    try:
        made = paper_of(order, lambda share, words: line.send((share, words)))
        new = Path(f"{path}.{os.getpid()}")
        new.write_bytes(made)
        os.replace(new, path)  # atomic: the file is complete or absent
        line.send(None)
    except Refused as refused:
        line.send(refused.reason)
    except OSError as error:  # the server is gone, or the disk is full or read-only
        with contextlib.suppress(OSError):
            line.send(f"it could not be written: {error.strerror}")


def paper_of(order: PaperOrder, tell: Callable[[float, str], None]) -> bytes:
    """Render a document as a PDF, dated today."""
    from pitboss.documents.filings import card, on_one_page, sheet  # noqa: PLC0415  only this worker loads it
    from pitboss.documents.rendering import rendered  # noqa: PLC0415  as above
    from pitboss.documents.rendering.typeset import refuse_without_typst  # noqa: PLC0415  as above

    refuse_without_typst()
    game = GAMES[order.game]
    rules, day = game.rules.read(order.rules), datetime.now(UTC).date().isoformat()
    if order.kind == "report":
        from pitboss.documents.report import make_report, with_whole  # noqa: PLC0415  as above

        document = with_whole(make_report(rules, ROUNDS, 1, day, lambda done, whole, words: tell(done / whole, words)))
    elif order.kind == "sheet":
        tell(0.1, "rules, rulings and procedure")
        document = sheet(game, rules, day)
    else:
        tell(0.1, "a simple strategy and its price")
        document = on_one_page(card(game, rules, day))
    tell(0.95, "setting the pages")
    return rendered(document, ".pdf")
