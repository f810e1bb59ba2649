"""
Compiling and solving in advance, so that questions about other rules don't have to wait: `pitboss warm`.

A server does this in a background process after its first start. Every finished step leaves a marker file, so it is
done only once for each version of our sources, and any process can see the progress.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path

from pitboss.compute.disk.source_hash import KERNELS, source_digest
from pitboss.games import GAMES, OURS
from pitboss.play.game import Game

WARM_VARIABLE = "PITBOSS_WARM"
"""The environment variable; set it to 0 to prevent compilation in the background."""
NICE_LEVEL = 15
WARM_ROUNDS = 1000


class WarmSteps(NamedTuple):
    """The progress of the preparation."""

    done: int
    of: int


def _odds(game: Game) -> None:
    """Compile the exact calculation of odds. The default rules don't need it: their odds are shipped."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (only this process computes)

    odds_of(game).analyse(game.rules())
    if edges := game.provides.edges:
        edges(game.rules())


def _hints(game: Game) -> None:
    from pitboss.server.jobs.hint_tasks import prepare  # noqa: PLC0415  as above

    prepare(game.name, {})


def _simulation(game: Game) -> None:
    from pitboss.lab.simulate_question import simulate  # noqa: PLC0415  as above

    simulate(game.rules(), WARM_ROUNDS, workers=1)


STEPS: dict[str, Callable[[Game], None]] = {"odds": _odds, "hints": _hints, "simulation": _simulation}
"""The steps that prepare each game."""


def steps() -> list[tuple[Game, str]]:
    """Return every step, the most frequently needed first."""
    games = [game for name, game in GAMES.items() if name in OURS]
    return [(game, what) for what in STEPS for game in games]


def progress() -> WarmSteps:
    """Return how many steps are done, by this process or another."""
    everything = steps()
    return WarmSteps(sum(_mark(game, what).exists() for game, what in everything), len(everything))


def warm(progress: Callable[[int, int], None] | None = None) -> None:
    """Do every step that is not done yet."""
    everything = steps()
    for place, (game, what) in enumerate(everything):
        mark = _mark(game, what)
        if not mark.exists():
            STEPS[what](game)
            with contextlib.suppress(OSError):  # a read-only disk has no cache either
                mark.parent.mkdir(parents=True, exist_ok=True)
                mark.touch()
        if progress:
            progress(place + 1, len(everything))


def warm_in_background() -> None:
    """Do every step at low priority, unless another process is doing so. End with the server that started it."""
    if stat.S_ISFIFO(os.fstat(0).st_mode):  # started by a server, not by a person
        threading.Thread(target=_end_with_the_house, daemon=True).start()
    with _only_one() as is_alone:
        if is_alone:
            if hasattr(os, "nice"):
                os.nice(NICE_LEVEL)
            warm()


def _end_with_the_house() -> None:
    """Wait until standard input closes, as it does however the server ends. Then exit, even during a step."""
    sys.stdin.buffer.read()
    os._exit(0)


@contextlib.contextmanager
def _only_one() -> Iterator[bool]:
    """Hold a lock that is released when the process ends. Yield False if another process holds it."""
    folder = _marks()
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    lock = sqlite3.connect(folder / "lock", isolation_level=None, timeout=0) if folder.exists() else None
    if lock is None:  # a read-only disk has no cache to fill
        yield False
        return
    is_alone = True
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            is_alone = False
        yield is_alone


def _marks() -> Path:
    """Return the folder of the marker files, which depends on our sources and on where kernels are cached."""
    place = hashlib.sha256(os.environ.get("NUMBA_CACHE_DIR", "").encode()).hexdigest()[:8]
    return user_cache_path("pitboss", appauthor=False) / "warm" / f"{source_digest(KERNELS)}-{place}"


def _mark(game: Game, what: str) -> Path:
    """Return the file that marks a finished step."""
    return _marks() / f"{game.name}.{what}"


class WarmProcess:
    """A background process that prepares everything while the server runs."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, unless everything is done or it is switched off."""
        done, of = progress()
        if done < of and os.environ.get(WARM_VARIABLE) != "0":
            command = [sys.executable, "-m", "pitboss", "warm", "--background"]
            with contextlib.suppress(OSError):
                self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)

    def close(self) -> None:
        """Stop it, even in the middle of a step."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
