"""
Compiled kernels kept on disk: Numba's cache, made quick to take up and safe to trust.

Numba's cache does not notice an edit in a function that a cached kernel calls from another file. So ours lies in a
directory named by a hash of all our sources, and nowhere else: an edit anywhere gives a new directory, and a stale
kernel can never pay by an old rule. A file that is damaged or cut short is as good as none.

This is the one place that reaches into private parts of Numba: four classes of its cache. With PITBOSS_NUMBA_CACHE set
to `public` the cache is Numba's own, as its documentation gives it: as right, but slower to start, and a damaged file
is not noticed. Measured in CPU time, kernels compiled before: `pitboss simulate flip-it --rounds 1000` 0.56 s against
0.76 s, `pitboss odds free-bet` with nothing solved before 1.41 s against 1.53 s.
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


@cache
def directory() -> Path:
    """Where the kernels of these sources are kept: where Numba is told to, else this person's cache."""
    told: str = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    return Path(told or user_cache_path("pitboss", appauthor=False)) / "kernels" / source_digest(KERNELS)


def is_public() -> bool:
    """Whether a kernel is to be kept by Numba's own cache, as it stands."""
    return os.environ.get("PITBOSS_NUMBA_CACHE", "") == "public"


def keep_publicly() -> None:
    """Tell Numba's own cache where our kernels lie."""
    numba.config.CACHE_DIR = str(directory() / "public")  # type: ignore[attr-defined]


def on_disk(function: Callable[..., Any]) -> Any:
    """The cache of one kernel; where the disk will not have it, it is compiled each time."""
    try:
        return _OnDisk(function)  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        log.info("a kernel cannot be kept: %s", error)
        return NullCache()


class _Damaged(Exception):
    """What was read is not what was kept."""


class _Place(InTreeCacheLocator):
    """Our directory in place of one beside the source."""

    def get_cache_path(self) -> str:
        beside = self.get_suitable_cache_subpath(self._py_file)  # type: ignore[no-untyped-call]
        return str(directory() / _outside(Path(self._py_file)) / beside)


def _outside(source: Path) -> str:
    """For a kernel of a game from outside a hash of its package: an edit there gives a new directory too."""
    package = source.parent
    if source.is_relative_to(OURS) or not (package / "__init__.py").exists():
        return ""
    while (package.parent / "__init__.py").exists():
        package = package.parent
    return package_digest(package)


class _Whole(CompileResultCacheImpl):
    """A kernel with its checksum."""

    _locator_classes = [_Place]  # noqa: RUF012  (as Numba has it)

    def reduce(self, kernel: Any) -> tuple[bytes, bytes]:
        """What is kept of a kernel."""
        kept = dumps(super().reduce(kernel))  # type: ignore[no-untyped-call]
        return hashlib.sha256(kept).digest(), kept

    def rebuild(self, target_context: Any, checked: tuple[bytes, bytes]) -> Any:
        """The kernel that was kept."""
        checksum, kept = checked
        if hashlib.sha256(kept).digest() != checksum:
            raise _Damaged("its checksum is another")
        return super().rebuild(target_context, pickle.loads(kept))  # type: ignore[no-untyped-call]


class _OnDisk(FunctionCache):
    """
    One kernel for all types of arguments, each taken up as it was compiled.

    Numba would first load all it knows of compiling, which costs a quarter of a second and which only a kernel that is
    not there yet needs: compiling loads it then.
    """

    _impl_class = _Whole

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for arguments of these types, or None."""
        rtsys.initialize(target_context)
        try:
            kernel = self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
            arguments, _ = normalize_signature(sig)  # type: ignore[no-untyped-call]
            if kernel is not None and kernel.signature.args != arguments:
                raise _Damaged("it is for other arguments")  # two processes gave their files the same name
        except Exception as error:  # whatever is wrong with the file, the kernel must be right
            log.warning("a kept kernel cannot be read and is compiled anew: %s", error)
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None
        return kernel

    def save_overload(self, sig: Any, kernel: Any) -> None:
        """Keep a kernel; where the disk will not have it, go on without."""
        try:
            super().save_overload(sig, kernel)  # type: ignore[no-untyped-call]
        except OSError as error:
            log.info("a kernel could not be kept: %s", error)
