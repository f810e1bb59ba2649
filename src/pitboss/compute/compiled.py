"""Compiling kernels with Numba: with `kernels_on_disk.py` the only door to it."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
log = logging.getLogger(__name__)

_collects, _measured = gc.isenabled(), "coverage" in sys.modules
gc.disable()  # what Numba makes as it loads all stays: to look through it for garbage takes a tenth of the time
if not _measured:  # where `coverage` is installed Numba loads it, which takes as long, and is of use only where it runs
    sys.modules["coverage"] = None  # type: ignore[assignment]
import numba  # noqa: E402
from numba.core import event  # noqa: E402
from numba.extending import is_jitted, register_jitable  # noqa: E402

from pitboss.compute.disk.kernel_cache import is_public, keep_publicly, on_disk  # noqa: E402

if not _measured:
    del sys.modules["coverage"]
if _collects:
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


def compile_with_kernels(*leaf_rules: Callable[..., Any]) -> None:
    """Let kernels call these plain functions as they stand."""
    for leaf_rule in leaf_rules:
        register_jitable(leaf_rule)


def kernel(function: F) -> F:
    """A compiled loop: releases the GIL, kept on disk, division as in C."""
    if is_public():
        keep_publicly()
        return cast(F, numba.njit(nogil=True, error_model="numpy", cache=True)(function))
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    if is_jitted(compiled):
        compiled._cache = on_disk(function)  # type: ignore[attr-defined]
    return cast(F, compiled)


def wide_kernel(function: F) -> F:
    """
    A kernel that works out like sums side by side, each as it would be alone: for long sums over a few columns.

    The compiler looks for them only where it is asked to: in most kernels it finds none.
    """
    compiled: Any = kernel(function)
    with suppress(AttributeError):  # with the compiler switched off it is a plain function
        compiled.compile = _side_by_side(compiled.compile)
    return cast(F, compiled)


def _side_by_side(compile_it: Callable[..., Any]) -> Callable[..., Any]:
    settings: Any = numba.config

    def compile_wide(signature: Any) -> Any:
        before, settings.SLP_VECTORIZE = settings.SLP_VECTORIZE, 1
        try:
            return compile_it(signature)
        finally:
            settings.SLP_VECTORIZE = before

    return compile_wide


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
