"""
Compiled kernels on disk: a variant of Numba's cache that loads faster and is never stale.

Numba's cache does not notice an edit in a function that a cached kernel calls from another file. Ours is in a folder
named after a hash of all our sources, so any edit gives a new folder, and no stale kernel is ever used. A damaged or
truncated file is ignored.

This is the only file that uses private classes of Numba (four classes of its cache). With PITBOSS_NUMBA_CACHE=public,
or with another version of Numba, Numba's own cache is used, as documented: it is equally correct, but slower to start,
and does not detect damaged files. CPU time with compiled kernels: `pitboss simulate flip-it --rounds 1000` takes 0.56 s
instead of 0.76 s, and `pitboss odds free-bet` without cached answers 1.41 s instead of 1.53 s.
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
"""The version of Numba whose private classes this file uses."""


@cache
def directory() -> Path:
    """Return the folder for kernels compiled from the current sources."""
    configured: str = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    return Path(configured or user_cache_path("pitboss", appauthor=False)) / "kernels" / source_digest(KERNELS)


def is_public() -> bool:
    """Return whether kernels are cached by Numba's own cache."""
    return os.environ.get("PITBOSS_NUMBA_CACHE") == "public" or not numba.__version__.startswith(TESTED_NUMBA)


def use_public_cache() -> None:
    """Point Numba's own cache at our folder."""
    numba.config.CACHE_DIR = str(directory() / "public")  # type: ignore[attr-defined]


def on_disk(function: Callable[..., Any]) -> Any:
    """Return the cache for one kernel; a `NullCache`, which stores nothing, if the disk cannot be written."""
    try:
        return _KernelCache(function)  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        log.info("kernels cannot be cached: %s", error)
        return NullCache()


class _Damaged(Exception):
    """A cache file whose content does not match its checksum."""


class _Locator(InTreeCacheLocator):
    """A locator that uses our folder instead of one next to the source file."""

    def get_cache_path(self) -> str:
        subpath = self.get_suitable_cache_subpath(self._py_file)  # type: ignore[no-untyped-call]
        return str(directory() / _outside(Path(self._py_file)) / subpath)


def _outside(source: Path) -> str:
    """Return the subfolder for a source file: for an external game, a hash of its package; otherwise empty."""
    package = source.parent
    if source.is_relative_to(OURS) or not (package / "__init__.py").exists():
        return ""
    while (package.parent / "__init__.py").exists():
        package = package.parent
    return package_digest(package)


class _ChecksummedKernel(CompileResultCacheImpl):
    """A compiled kernel with its checksum."""

    _locator_classes = [_Locator]  # noqa: RUF012  (as in Numba)

    def reduce(self, kernel: Any) -> tuple[bytes, bytes]:
        """Return the pickled kernel with its checksum."""
        pickled = dumps(super().reduce(kernel))  # type: ignore[no-untyped-call]
        return hashlib.sha256(pickled).digest(), pickled

    def rebuild(self, target_context: Any, checked: tuple[bytes, bytes]) -> Any:
        """Restore a kernel; raise `_Damaged` if its checksum is wrong."""
        checksum, pickled = checked
        if hashlib.sha256(pickled).digest() != checksum:
            raise _Damaged("wrong checksum")
        return super().rebuild(target_context, pickle.loads(pickled))  # type: ignore[no-untyped-call]


class _KernelCache(FunctionCache):
    """
    The cache of one kernel for all argument types.

    Numba would import its whole compiler first, which takes a quarter of a second and is needed only for a kernel that
    is not cached.
    """

    _impl_class = _ChecksummedKernel

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for these argument types, or None."""
        rtsys.initialize(target_context)
        try:
            kernel = self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            arguments, _ = normalize_signature(sig)  # type: ignore[no-untyped-call]
            if kernel is not None and kernel.signature.args != arguments:
                raise _Damaged("wrong argument types")  # two processes used the same file name
        except Exception as error:  # whatever is wrong with the file, recompile the kernel
            log.warning("a cached kernel cannot be read and is recompiled: %s", error)
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None
        return kernel

    def save_overload(self, sig: Any, kernel: Any) -> None:
        """Store a kernel. A failure to write it is only logged."""
        try:
            super().save_overload(sig, kernel)  # type: ignore[no-untyped-call]
        except OSError as error:
            log.info("a kernel could not be cached: %s", error)
