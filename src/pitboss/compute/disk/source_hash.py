"""Hashes of our own sources, so that results of another version are never reused."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from glob import glob
from pathlib import Path

OURS = Path(__file__).resolve().parents[2]
"""The root folder of the package."""

KERNELS = (
    *(
        "*.py",
        "ranking/*.py",
        "compute/**/*.py",
        "statistics/*.py",
        "solving/**/*.py",
        "games/*/deal/*.py",
        "games/*/count/**/*.py",
        "games/*/simulate/*.py",
    ),
    *("games/*/gym/*.py", "games/environments/*.py", "games/dealing/*.py"),
)
"""The sources a kernel may be compiled from."""
SOLVERS = (
    *("*.py", "ranking/*.py", "play/**/*.py", "compute/**/*.py", "statistics/*.py", "solving/**/*.py"),
    "games/**/*.py",
)
"""The sources a solved result may depend on."""
LAB = ("lab/**/*.py", "simulation/**/*.py")
"""The sources, besides the solvers, that a lab answer may depend on."""


@cache
def source_digest(patterns: tuple[str, ...]) -> str:
    """Return a short hash of these sources, computed once per process."""
    return digest_of(patterns)


@cache
def package_digest(folder: Path) -> str:
    """Return a short hash of a package's sources, for external games."""
    return digest_of(("**/*.py",), folder)


@cache
def source_sha256(patterns: tuple[str, ...]) -> str:
    """Return the full hash of these sources, for a laboratory to compare."""
    return _hash_of(patterns, OURS)


def digest_of(patterns: Iterable[str], root: Path = OURS) -> str:
    """Return a short hash of the files that match, including their names."""
    return _hash_of(patterns, root)[:16]


def _hash_of(patterns: Iterable[str], root: Path) -> str:
    digest = hashlib.sha256()
    for pattern in patterns:
        if not Path(pattern).suffix:  # would match __pycache__ too, which exists on some machines only
            raise ValueError(f"{pattern!r} has no extension: write *.py, for example, not *")
        for name in sorted(glob(pattern, root_dir=root, recursive=True)):  # twice as fast as Path.glob
            digest.update(name.encode() + b"\0")
            digest.update((root / name).read_bytes() + b"\0")
    return digest.hexdigest()
