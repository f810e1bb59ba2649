"""
Compiling kernels with Numba: the only door to it besides each game's `kernels.py`.

Numba's disk cache does not notice an edit in a function that a cached kernel calls from another
file. So the cache lives in a directory named by a hash of all our sources: an edit anywhere gives
a new directory, and a stale kernel can never pay by an old rule.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

_SOURCE = Path(__file__).resolve().parent.parent
_COMPILED_FROM = ("ranking/*.py", "counting/*.py", "games/*/hands.py", "games/*/kernels.py")


def source_digest() -> str:
    """A hash of every source that a kernel may be compiled from."""
    digest = hashlib.sha256()
    for pattern in _COMPILED_FROM:
        for path in sorted(_SOURCE.glob(pattern)):
            digest.update(path.relative_to(_SOURCE).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


os.environ.setdefault("NUMBA_CACHE_DIR", str(user_cache_path("pitboss", appauthor=False) / "kernels" / source_digest()))

import numba  # noqa: E402  (the cache directory must be named before Numba is imported)
from numba.extending import register_jitable  # noqa: E402


def compile_with_kernels(*leaf_rules: Callable[..., Any]) -> None:
    """Let kernels call these plain functions as they stand."""
    for leaf_rule in leaf_rules:
        register_jitable(leaf_rule)


def kernel(function: F) -> F:
    """A compiled loop: releases the GIL, kept on disk, division as in C."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
