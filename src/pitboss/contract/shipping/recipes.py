"""The answers that are shipped for each game, and the source files that each one depends on."""

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
from pitboss.lab.simple_price import simple_question
from pitboss.lab.whatif.slopes import slopes_question
from pitboss.play.game import Game
from pitboss.simulation.strategy_chart import strategy_question
from pitboss.solving.answers.cached_answers import StoredAnswer

COUNTED = ("__init__.py", "deal/**/*.py", "count/**/*.py")
"""The files of a game that its exact odds depend on."""
PLAYED = (*COUNTED, "simulate/**/*.py")
"""The files of a game that simulated answers depend on."""


DEALT = ("deal/**/*.py", "simulate/*kernels*.py")
"""
The files of a game that the counts of a long simulation depend on.

The question includes the strategy and the payouts in the form of exact odds, so no other change affects the counts.
"""
REPORTED = {
    "liability": ("documents/inputs/liability.py",),
    "values": ("documents/inputs/values.py",),
    "decisions": ("documents/inputs/values.py",),
    "others": ("documents/inputs/other_rules.py",),
    "published": ("documents/inputs/other_rules.py",),
    "shuffles": ("lab/shuffles/*.py",),
    "plays": ("documents/inputs/values.py",),
    "matrix": ("documents/inputs/other_rules.py",),
    "examples": ("documents/inputs/examples.py",),
}
"""The modules that answer each question of the report."""
SLOWEST = ("report simulation", "report cut card")
"""Answers that take minutes to recompute."""
REPORT_DATE = "2026-01-01"
"""A date for the report whose questions are shipped; no answer depends on it."""


class Recipe(NamedTuple):
    """One answer about a game under its default rules, and the source files that it depends on."""

    question: StoredAnswer[Any]
    files: tuple[str, ...]
    """Glob patterns for the game's own files."""
    modules: tuple[str, ...] = ()
    """Glob patterns for the modules that ask the question."""
    imports: bool = True
    """Whether the answer depends on everything that these files import."""

    @property
    def what(self) -> str:
        """The name of the question."""
        return str(self.question.asked["what"])

    def sources(self) -> tuple[str, ...]:
        """Return every source file that the answer depends on."""
        folder = OURS / "games" / str(self.question.asked["game"]).replace("-", "_")
        files = [*_found(folder, self.files), *_found(OURS, self.modules)]
        return closure_of(files) if self.imports else tuple(sorted(file.relative_to(OURS).as_posix() for file in files))


def _found(root: Path, patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        yield from root.glob(pattern)


def recipes(game: Game) -> Iterator[Recipe]:
    """Yield the answers that are shipped for a game, fastest first."""
    rules = game.rules()
    yield Recipe(analysis_question(game, rules), COUNTED)
    analysis = analysis_of(game, rules)
    if analysis.covariances is not None or game.provides.covariances is not None:
        yield Recipe(covariances_question(game, rules, analysis), COUNTED)
    yield Recipe(strategy_question(game, rules), PLAYED, ("simulation/strategy_chart.py",))
    yield Recipe(risk_question(game, rules), PLAYED, ("lab/risk/*.py",))
    yield Recipe(slopes_question(game, rules), COUNTED, ("lab/whatif/slopes.py",))
    yield Recipe(ProtectWork(game, rules, HOUR).question(), PLAYED, ("lab/protection/*.py",))
    simple = simple_question(game, rules)
    if simple is not None:
        yield Recipe(simple, (*PLAYED, "*.py"), ("lab/simple_price.py",))
    for question in Material(rules, ROUNDS, SEED, REPORT_DATE).questions():
        what = str(question.asked["what"]).removeprefix("report ")
        if question.asked["what"] in SLOWEST:
            yield Recipe(question, DEALT, ("compute/streams.py", "compute/random_choices.py"), imports=False)
        else:
            yield Recipe(question, () if what == "shuffles" else (*PLAYED, "*.py"), REPORTED[what])
