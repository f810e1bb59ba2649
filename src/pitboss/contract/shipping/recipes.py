"""The answers that are shipped for each game, and the sources that make each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.compute.disk.source_hash import OURS
from pitboss.contract.shipping.import_closure import closure_of
from pitboss.games.odds import analysis_of, analysis_question, covariances_question
from pitboss.lab.protection import HOUR, ProtectWork
from pitboss.lab.risk import risk_question
from pitboss.lab.whatif.slopes import slopes_question
from pitboss.play.game import Game
from pitboss.simulation.strategy_chart import strategy_question
from pitboss.solving.answers.cached_answers import StoredAnswer

COUNTED = ("__init__.py", "deal/**/*.py", "count/**/*.py")
"""The files of a game that its exact odds are made of."""
PLAYED = (*COUNTED, "simulate/**/*.py")
"""The files of a game that simulated answers are made of."""


class Recipe(NamedTuple):
    """One answer of a game under its sheet's rules, and where it comes from."""

    question: StoredAnswer[Any]
    files: tuple[str, ...]
    """Patterns of the game's own files."""
    modules: tuple[str, ...] = ()
    """Patterns of the modules that ask."""

    @property
    def what(self) -> str:
        """What is asked."""
        return str(self.question.asked["what"])

    def sources(self) -> tuple[str, ...]:
        """Return every source file that makes the answer."""
        folder = OURS / "games" / str(self.question.asked["game"]).replace("-", "_")
        return closure_of([*_found(folder, self.files), *_found(OURS, self.modules)])


def _found(root: Path, patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        yield from root.glob(pattern)


def recipes(game: Game) -> Iterator[Recipe]:
    """Yield the answers that are shipped for a game, the quickest first."""
    rules = game.rules()
    yield Recipe(analysis_question(game, rules), COUNTED)
    analysis = analysis_of(game, rules)
    if analysis.covariances is not None or game.provides.covariances is not None:
        yield Recipe(covariances_question(game, rules, analysis), COUNTED)
    yield Recipe(strategy_question(game, rules), PLAYED, ("simulation/strategy_chart.py",))
    yield Recipe(risk_question(game, rules), PLAYED, ("lab/risk/*.py",))
    yield Recipe(slopes_question(game, rules), COUNTED, ("lab/whatif/slopes.py",))
    yield Recipe(ProtectWork(game, rules, HOUR).question(), PLAYED, ("lab/protection/*.py",))
