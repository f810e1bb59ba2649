"""The answers that are shipped for each game, and the sources that make each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.compute.disk.source_hash import OURS
from pitboss.contract.shipping.import_closure import closure_of
from pitboss.documents.inputs.material import Material
from pitboss.documents.report import ROUNDS, SEED
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


DEALT = ("deal/**/*.py", "simulate/*kernels*.py")
"""
The files of a game that the counts of a long simulation are made of.

Its play and its payouts are in the question, as exact odds, so a change of anything else leaves the counts as they are.
"""
REPORTED = {
    "liability": ("documents/inputs/liability.py",),
    "values": ("documents/inputs/mixes.py",),
    "simple": ("lab/simple_price.py",),
    "decisions": ("documents/inputs/decisions.py",),
    "others": ("documents/inputs/lab_answers.py",),
    "published": ("documents/data/published.py",),
    "shuffles": ("lab/shuffles/*.py",),
    "plays": ("documents/inputs/pricing.py",),
    "matrix": ("documents/inputs/house_matrix.py",),
    "examples": ("documents/inputs/worked_examples.py",),
}
"""The modules that answer each question of the report."""
LONGEST = ("report simulation", "report cut card")
"""Answers that take minutes to recompute."""
REPORT_DATE = "2026-01-01"
"""A date for the report whose questions are shipped; no answer depends on it."""


class Recipe(NamedTuple):
    """One answer of a game under its sheet's rules, and where it comes from."""

    question: StoredAnswer[Any]
    files: tuple[str, ...]
    """Patterns of the game's own files."""
    modules: tuple[str, ...] = ()
    """Patterns of the modules that ask."""
    imports: bool = True
    """Whether everything that these files import makes the answer too."""

    @property
    def what(self) -> str:
        """What is asked."""
        return str(self.question.asked["what"])

    def sources(self) -> tuple[str, ...]:
        """Return every source file that makes the answer."""
        folder = OURS / "games" / str(self.question.asked["game"]).replace("-", "_")
        files = [*_found(folder, self.files), *_found(OURS, self.modules)]
        return closure_of(files) if self.imports else tuple(sorted(file.relative_to(OURS).as_posix() for file in files))


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
    for question in Material(rules, ROUNDS, SEED, REPORT_DATE).questions():
        what = str(question.asked["what"]).removeprefix("report ")
        if question.asked["what"] in LONGEST:
            yield Recipe(question, DEALT, ("compute/streams.py", "compute/random_choices.py"), imports=False)
        else:
            yield Recipe(question, () if what == "shuffles" else (*PLAYED, "*.py"), REPORTED[what])
