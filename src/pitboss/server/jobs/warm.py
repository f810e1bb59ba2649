"""
Compile and solve in advance everything that questions about other rules would wait for: `pitboss warm`.

A house does this in a background process after its first start. Every finished step leaves a mark on disk, so it is
done once for each version of our sources, and anyone can see how far it is.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path

from pitboss.compute.disk.source_hash import KERNELS, source_digest
from pitboss.games import GAMES, OURS
from pitboss.play.game import Game

OFF = "PITBOSS_WARM"
"""Set to 0 if a house shall not compile in the background."""
NICE_LEVEL = 15
FEW_ROUNDS = 1000


class WarmSteps(NamedTuple):
    """The progress of the preparation."""

    done: int
    of: int


def _odds(game: Game) -> None:
    """Compile the exact odds, which are not needed for the sheet's rules: those are shipped."""
    from pitboss.games.odds import odds_of  # noqa: PLC0415  (only this process computes)

    odds_of(game).analyse(game.rules())
    if edges := game.provides.edges:
        edges(game.rules())


def _hints(game: Game) -> None:
    from pitboss.server.jobs.hint_tasks import prepare  # noqa: PLC0415  as above

    prepare(game.name, {})


def _simulation(game: Game) -> None:
    from pitboss.lab.simulate_question import simulate  # noqa: PLC0415  as above

    simulate(game.rules(), FEW_ROUNDS, workers=1)


STEPS: dict[str, Callable[[Game], None]] = {"odds": _odds, "hints": _hints, "simulation": _simulation}
"""What is prepared for each game."""


def steps() -> list[tuple[Game, str]]:
    """Return every step, in order: what is asked first comes first."""
    games = [game for name, game in GAMES.items() if name in OURS]
    return [(game, what) for what in STEPS for game in games]


def progress() -> WarmSteps:
    """Return how many steps are done, by this process or another."""
    everything = steps()
    return WarmSteps(sum(_mark(game, what).exists() for game, what in everything), len(everything))


def warm(tell: Callable[[int, int], None] | None = None) -> None:
    """Do every step that is not done yet."""
    everything = steps()
    for place, (game, what) in enumerate(everything):
        mark = _mark(game, what)
        if not mark.exists():
            STEPS[what](game)
            with contextlib.suppress(OSError):  # a disk that cannot be written has no cache either
                mark.parent.mkdir(parents=True, exist_ok=True)
                mark.touch()
        if tell:
            tell(place + 1, len(everything))


def lower_priority() -> None:
    """Let everything else on this machine go first."""
    if hasattr(os, "nice"):
        os.nice(NICE_LEVEL)


def _mark(game: Game, what: str) -> Path:
    """Return the file that marks a finished step, for these sources and this place of the compiled kernels."""
    place = hashlib.sha256(os.environ.get("NUMBA_CACHE_DIR", "").encode()).hexdigest()[:8]
    folder = user_cache_path("pitboss", appauthor=False) / "warm" / f"{source_digest(KERNELS)}-{place}"
    return folder / f"{game.name}.{what}"


class WarmProcess:
    """A background process that prepares everything while the house is open."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, unless everything is done or it is switched off."""
        done, of = progress()
        if done < of and os.environ.get(OFF) != "0":
            command = [sys.executable, "-m", "pitboss", "warm", "--background"]
            with contextlib.suppress(OSError):
                self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def close(self) -> None:
        """Stop it, even in the middle of a step."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
