"""The modules that a script may import, checked in the sources of its `deal/` folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from pitboss.contract.random_inputs import require
from pitboss.games import OURS, folder
from pitboss.play.game import Game

PLAIN = frozenset(
    [
        "__future__",
        "abc",
        "collections",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "itertools",
        "math",
        "msgspec",
        "operator",
        "string",
        "typing",
    ]
)
"""The standard library modules that dealing code may import: no clock, no files, no system calls, no random numbers."""
DEALT_WITH = frozenset({"cards", "money", "paytable", "ranking", "play"})
"""The pitboss packages that dealing code may import."""


def imports(source: str, path: Path) -> Iterator[str]:
    """Yield every module that a file imports, at any level, as a dotted name; `path` is relative to the sources."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = path.parts[: len(path.parts) - node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def plain_scripts(game: Game, seed: int) -> None:
    """Dealing is plain: it imports no solver, compiler, clock, file, system call or random number."""
    if game.name in OURS:
        return  # built-in games may share modules, which the layer tests check
    package = folder(game.name)
    module = import_module(package)
    assert module.__file__
    home = Path(module.__file__).parent
    source = home.parents[package.count(".")]
    for file in sorted((home / "deal").rglob("*.py")):
        for name in imports(file.read_text(encoding="utf-8"), file.relative_to(source)):
            require(_is_plain(name, package), f"deal/{file.name} imports {name}: dealing is plain code")


def _is_plain(name: str, package: str) -> bool:
    if name.startswith(f"{package}."):
        return name.startswith(f"{package}.deal")
    top, _, rest = name.partition(".")
    return rest.partition(".")[0] in DEALT_WITH | {"kit"} if top == "pitboss" else top in PLAIN
