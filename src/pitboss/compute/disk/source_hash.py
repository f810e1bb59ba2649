"""A hash of our own sources: what was made by other code is never taken for what this code makes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from glob import glob
from pathlib import Path

OURS = Path(__file__).resolve().parents[2]
"""Where our own sources lie."""

KERNELS = (
    *(
        "ranking/*.py",
        "compute/**/*.py",
        "statistics/*.py",
        "solving/**/*.py",
        "games/*/deal/*.py",
        "games/*/count/**/*.py",
        "games/*/simulate/*.py",
    ),
    *("gym/kernels/*.py", "gym/views/*.py"),
)
"""Every source that a kernel may be compiled from: rules, loops, and the shapes of what they work on, by folder."""
SOLVERS = (
    *("*.py", "ranking/*.py", "play/**/*.py", "compute/**/*.py", "statistics/*.py", "solving/**/*.py"),
    "games/**/*.py",
)
"""Every source that a solved result may come from."""
PRINTERS = ("documents/*.py", "terminal/**/*.py", "cli/**/*.py")
"""Every other source that shapes what is printed of it."""


@cache
def source_digest(patterns: tuple[str, ...]) -> str:
    """A short hash of these sources, worked out once: they are those that this process runs."""
    return digest_of(patterns)


@cache
def package_digest(folder: Path) -> str:
    """A short hash of a package's sources: a game from outside is not among ours."""
    return digest_of(("**/*.py",), folder)


def digest_of(patterns: Iterable[str], root: Path = OURS) -> str:
    """A short hash of the files of these patterns, their names included."""
    digest = hashlib.sha256()
    for pattern in patterns:
        if not Path(pattern).suffix:  # it would find __pycache__ too, and only where Python writes one
            raise ValueError(f"{pattern!r} names no ending: say *.py, say, and not *")
        for name in sorted(glob(pattern, root_dir=root, recursive=True)):  # in half the time of Path.glob
            digest.update(name.encode() + b"\0")
            digest.update((root / name).read_bytes() + b"\0")
    return digest.hexdigest()[:16]
