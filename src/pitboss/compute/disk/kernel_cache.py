"""
Compiled kernels on disk: Numba's cache, faster to load and safe to trust.

Numba's cache does not notice an edit in a function that a cached kernel calls from another file. Ours is in a folder
named by a hash of all our sources, so any edit gives a new folder and a stale kernel can never pay by an old rule. A
damaged or truncated file is ignored.

This is the only file that uses private classes of Numba (four classes of its cache). With PITBOSS_NUMBA_CACHE=public,
and with another version of Numba, Numba's own cache is used, as documented: equally correct, slower to start, and
damaged files are not noticed. CPU time
with compiled kernels: `pitboss simulate flip-it --rounds 1000` 0.56 s against 0.76 s, `pitboss odds free-bet` with
nothing cached 1.41 s against 1.53 s.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator, NullCache
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from platformdirs import user_cache_path

from pitboss.compute.disk.source_hash import KERNELS, OURS, package_digest, source_digest

log = logging.getLogger(__name__)
TESTED_NUMBA = "0.68."
"""The version whose private classes this file knows."""


@cache
def directory() -> Path:
    """Return the folder of the kernels of these sources."""
    told: str = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    return Path(told or user_cache_path("pitboss", appauthor=False)) / "kernels" / source_digest(KERNELS)


def is_public() -> bool:
    """Whether kernels are cached by Numba's own cache."""
    return os.environ.get("PITBOSS_NUMBA_CACHE") == "public" or not numba.__version__.startswith(TESTED_NUMBA)


def keep_publicly() -> None:
    """Point Numba's own cache at our folder."""
    numba.config.CACHE_DIR = str(directory() / "public")  # type: ignore[attr-defined]


def on_disk(function: Callable[..., Any]) -> Any:
    """Return the cache of one kernel, or None if the disk cannot be written and it must be compiled each time."""
    try:
        return _OnDisk(function)  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        log.info("a kernel cannot be kept: %s", error)
        return NullCache()


class _Damaged(Exception):
    """A cache file whose content does not match its checksum."""


class _Place(InTreeCacheLocator):
    """A locator that uses our folder instead of one beside the source file."""

    def get_cache_path(self) -> str:
        beside = self.get_suitable_cache_subpath(self._py_file)  # type: ignore[no-untyped-call]
        return str(directory() / _outside(Path(self._py_file)) / beside)


def _outside(source: Path) -> str:
    """Return the hash that names the folder. It covers the package of a game from outside too."""
    package = source.parent
    if source.is_relative_to(OURS) or not (package / "__init__.py").exists():
        return ""
    while (package.parent / "__init__.py").exists():
        package = package.parent
    return package_digest(package)


class _Whole(CompileResultCacheImpl):
    """A compiled kernel with its checksum."""

    _locator_classes = [_Place]  # noqa: RUF012  (as Numba has it)

    def reduce(self, kernel: Any) -> tuple[bytes, bytes]:
        """Return what is stored of a kernel."""
        kept = dumps(super().reduce(kernel))  # type: ignore[no-untyped-call]
        return hashlib.sha256(kept).digest(), kept

    def rebuild(self, target_context: Any, checked: tuple[bytes, bytes]) -> Any:
        """Rebuild a kernel from what is stored."""
        checksum, kept = checked
        if hashlib.sha256(kept).digest() != checksum:
            raise _Damaged("its checksum is another")
        return super().rebuild(target_context, pickle.loads(kept))  # type: ignore[no-untyped-call]


class _OnDisk(FunctionCache):
    """
    The cache of one kernel for all argument types.

    Numba would import its whole compiler first, which takes a quarter of a second and is needed only for a kernel that
    is not cached.
    """

    _impl_class = _Whole

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for these argument types, or None."""
        rtsys.initialize(target_context)
        try:
            kernel = self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            arguments, _ = normalize_signature(sig)  # type: ignore[no-untyped-call]
            if kernel is not None and kernel.signature.args != arguments:
                raise _Damaged("it is for other arguments")  # two processes gave their files the same name
        except Exception as error:  # whatever is wrong with the file, compile the kernel again
            log.warning("a kept kernel cannot be read and is compiled anew: %s", error)
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None
        return kernel

    def save_overload(self, sig: Any, kernel: Any) -> None:
        """Store a kernel. If the disk cannot be written, continue without."""
        try:
            super().save_overload(sig, kernel)  # type: ignore[no-untyped-call]
        except OSError as error:
            log.info("a kernel could not be kept: %s", error)
