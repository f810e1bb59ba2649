"""Papers of the house: report, sheet and card, made beside the tables one after the other, and kept by their rules."""

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
"""Dealing goes first."""
MOST_WAITING, MOST_EACH = 12, 3
"""This many papers wait for their turn, and this many of one player's."""
MOST_KEPT = 300
ROUNDS = 10**7
"""Simulated for a report of the site: the command line takes as many as one likes."""
SOURCES = ("**/*.py", "**/*.toml", "**/*.typ", "**/*.md")
"""All that a paper is made of: other software makes it anew."""
KINDS = {
    "report": "The report, for a laboratory",
    "sheet": "The rules of the game, as a filing",
    "card": "The players' rack card",
}
"""The papers of a game, with what each is called."""
MISSING, WAITING, MAKING, READY, FAILED = "missing", "waiting", "making", "ready", "failed"


class PaperState(NamedTuple):
    """How far a paper is: a state, the share that is done, and what is being worked on or went wrong."""

    state: str
    share: float = 0.0
    words: str = ""


class PaperOrder(NamedTuple):
    """A paper that was asked for."""

    name: str
    kind: str
    game: str
    rules: dict[str, object]
    """Only what differs from the sheet's."""


Make = Callable[[PaperOrder, Path, Callable[[float, str], None]], None]


class Paperwork:
    """One paper at a time, in a process of its own that gives way to every other."""

    def __init__(self, folder: Path | None = None, make: Make | None = None) -> None:
        self._folder = folder or user_cache_path("pitboss", appauthor=False) / "papers"
        self._make = make or self._beside
        self._states: dict[str, PaperState] = {}
        self._askers: dict[str, str] = {}
        """Who asked for each paper that waits."""
        self._orders: queue.Queue[PaperOrder | None] = queue.Queue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: Any = None
        self._is_closed = False

    def name(self, game: Game, rules: Any, kind: str) -> str:
        """What a paper is kept under: its game, its rules and the software that makes it."""
        if kind not in KINDS:
            raise Refused("no-such-paper", f"there is no paper {kind!r}: it is {', '.join(KINDS)}")
        return f"{game.name}-{rules_hash(rules)}-{source_digest(SOURCES)[:8]}-{kind}"

    def state(self, game: Game, rules: Any, kind: str) -> PaperState:
        """How far it is."""
        name = self.name(game, rules, kind)
        if self._path(name).is_file():
            return PaperState(READY, 1.0)
        return self._states.get(name, PaperState(MISSING))

    def order(self, game: Game, rules: Any, kind: str, who: str = "") -> PaperState:
        """Have it made, if it is not there or under way already."""
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
        """A paper that is ready, by its name."""
        path = self._path(name)
        if Path(name).name != name or not path.is_file():
            raise Refused("no-such-paper", f"there is no paper {name[:120]!r}: it was not made, or not kept")
        return path

    def close(self) -> None:
        """Stop in the middle of a paper; it is made when it is asked for again."""
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
        """In a process beside the server: no table waits for it."""
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
    """The life of a process that makes one paper: dealing goes first, and has the other cores for itself."""
    if hasattr(os, "nice"):
        os.nice(_PATIENCE)
    keep_to(1)
    try:
        made = paper_of(order, lambda share, words: line.send((share, words)))
        new = Path(f"{path}.{os.getpid()}")
        new.write_bytes(made)
        os.replace(new, path)  # whole or not at all
        line.send(None)
    except Refused as refused:
        line.send(refused.reason)
    except OSError as error:  # nobody listens any more, or the disk will not have it
        with contextlib.suppress(OSError):
            line.send(f"it could not be written: {error.strerror}")


def paper_of(order: PaperOrder, tell: Callable[[float, str], None]) -> bytes:
    """A paper as PDF; it bears the day on which it is made."""
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
