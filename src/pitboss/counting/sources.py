"""A hash of our own sources: what was made by other code is never taken for what this code makes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent

_SHAPES = ("dealer_hands", "gone", "holdings", "nodes", "solve")
KERNELS = (
    "ranking/*.py",
    "counting/*.py",
    "games/*/hands.py",
    "games/*/*kernels.py",
    *(f"games/*/{name}.py" for name in _SHAPES),
)
"""Every source that a kernel may be compiled from: rules, loops, and those that give the shape of what they work on."""
SOLVERS = ("*.py", "ranking/*.py", "play/*.py", "counting/*.py", "games/**/*.py")
"""Every source that a solved result may come from."""
PRINTERS = ("report/*.py", "terminal/*.py")
"""Every other source that shapes what is printed of it."""


@cache
def source_digest(patterns: tuple[str, ...]) -> str:
    """A short hash of these sources, their names included."""
    return digest_of(path for pattern in patterns for path in sorted(_ROOT.glob(pattern)))


def digest_of(paths: Iterable[Path]) -> str:
    """A short hash of these files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
