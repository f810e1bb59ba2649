"""
Compiling kernels with Numba: the only door to it besides each game's `kernels.py`.

Numba's disk cache does not notice an edit in a function that a cached kernel calls from another
file. So the cache lives in a directory named by a hash of all our sources: an edit anywhere gives
a new directory, and a stale kernel can never pay by an old rule.
"""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from platformdirs import user_cache_path

from pitboss.counting.sources import KERNELS, source_digest

F = TypeVar("F", bound=Callable[..., Any])
log = logging.getLogger(__name__)

_CACHE = user_cache_path("pitboss", appauthor=False) / "kernels" / source_digest(KERNELS)
os.environ.setdefault("NUMBA_CACHE_DIR", str(_CACHE))

gc.disable()  # what Numba makes as it loads all stays: to look through it for garbage takes a tenth of the time
import numba  # noqa: E402  (the cache directory must be named before Numba is imported)
from numba.core import event  # noqa: E402
from numba.core.caching import FunctionCache  # noqa: E402
from numba.core.runtime.nrt import rtsys  # noqa: E402
from numba.extending import is_jitted, register_jitable  # noqa: E402

gc.enable()


class _SayOnce(event.Listener):
    """Tells a person who waits that it is the compiler; a kernel taken from the cache says nothing."""

    said = False

    def on_start(self, event: event.Event) -> None:
        """A kernel is about to be compiled."""
        if not self.said:
            log.info("compiling, once: some seconds …")
        self.said = True

    def on_end(self, event: event.Event) -> None:
        """A kernel was compiled."""


event.register("numba:compile", _SayOnce())  # type: ignore[no-untyped-call]


class _OnDisk(FunctionCache):
    """
    The kernels kept on disk, each taken up as it was compiled.

    Numba would first load all it knows of compiling, which costs a quarter of a second and which only a kernel that is
    not there yet needs: compiling loads it then.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for arguments of these types, or None."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def compile_with_kernels(*leaf_rules: Callable[..., Any]) -> None:
    """Let kernels call these plain functions as they stand."""
    for leaf_rule in leaf_rules:
        register_jitable(leaf_rule)


def kernel(function: F) -> F:
    """A compiled loop: releases the GIL, kept on disk, division as in C."""
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    if is_jitted(compiled):
        compiled._cache = _OnDisk(function)  # type: ignore[attr-defined, no-untyped-call]
    return cast(F, compiled)


def part(function: F) -> F:
    """
    A piece of a kernel, copied into each kernel that calls it.

    A call that hands over arrays counts references to them, which costs more than a small loop does. Free Bet's rounds
    take a fifth longer with `kernel_part` in its place.
    """
    return cast(F, numba.njit(inline="always", nogil=True, error_model="numpy")(function))


def kernel_part(function: F) -> F:
    """
    A piece of a kernel, compiled into it: across a call every array would be handed over as seven numbers.

    For long pieces that call one another: Roll Your Own's rounds take a twentieth longer with `part` in its place, and
    their compiling a fifth.
    """
    options: dict[str, Any] = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast(F, numba.njit(nogil=True, error_model="numpy", **options)(function))
