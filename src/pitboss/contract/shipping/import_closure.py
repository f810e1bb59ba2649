"""The source files that a module depends on: itself, and every pitboss file that it imports, directly or indirectly."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from pitboss.compute.disk.source_hash import OURS

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
