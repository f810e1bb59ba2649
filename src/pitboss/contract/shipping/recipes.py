"""The answers that are shipped for each game, and all source files that each one depends on through imports."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.compute.disk.source_hash import OURS
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

NOT_MAKERS = (
    *("compute/disk/", "solving/answers/cached_answers.py", "games/odds.py"),  # they store answers
    *("lab/display.py", "lab/svg_charts.py", "lab/odds_answers.py", "solving/answers/figure_text.py"),  # or show them
    *(
        "__init__.py",
        "lab/api.py",
        "solving/answers/situation.py",
        "play/words.py",
        "play/refused.py",
    ),  # or read what is asked
    *("games/script_odds.py", "lab/protection/removal_by_script.py"),  # or serve games without solvers of their own
)
"""Files that do not affect any figure, though many modules import them. Their own imports do not count either."""


def closure_of(roots: Iterable[Path]) -> tuple[str, ...]:
    """Return the paths, relative to the package, of these files and of every pitboss file that they import."""
    seen: set[str] = set()
    waiting = list(roots)
    while waiting:
        path = waiting.pop()
        name = path.relative_to(OURS).as_posix()
        if name not in seen and not name.startswith(NOT_MAKERS):
            seen.add(name)
            waiting += imported_files(path)
    return tuple(sorted(seen))


@cache
def imported_files(path: Path) -> tuple[Path, ...]:
    """Return the pitboss files imported anywhere in a file, and the `__init__` files of their packages."""
    named = _Imports()
    named.visit(ast.parse(path.read_bytes()))
    return tuple(sorted({file for name in named.found for file in _files(name)}))


class _Imports(ast.NodeVisitor):
    """A visitor that collects imported modules, except those imported for type checking only."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        for part in node.orelse if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else [node]:
            self.generic_visit(part)

    def visit_Import(self, node: ast.Import) -> None:
        self.found |= {name.name for name in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module and not node.level:
            self.found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}


def _files(name: str) -> Iterator[Path]:
    """Yield the file of a pitboss module and the `__init__` files of its packages."""
    top, *parts = name.split(".")
    if top != OURS.name:
        return
    for depth in range(len(parts) + 1):
        place = OURS.joinpath(*parts[:depth])
        found = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if found.is_file():
            yield found


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
