"""The Numba compiler: decorators for kernels. Only this file and `kernel_cache.py` import Numba's internals."""

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
gc.disable()  # importing Numba allocates only long-lived objects; garbage collection would take a tenth of the time
if not _measured:  # Numba imports `coverage` if it is installed, which would take as long again
    sys.modules["coverage"] = None  # type: ignore[assignment]
import numba  # noqa: E402
from numba.core import event  # noqa: E402
from numba.extending import is_jitted, register_jitable  # noqa: E402

from pitboss.compute.disk.kernel_cache import is_public, on_disk, use_public_cache  # noqa: E402

if not _measured:
    del sys.modules["coverage"]
if _collects:
    gc.enable()


class _LogOnce(event.Listener):
    """A listener that logs the first compilation, so that a waiting user knows why. Cached kernels log nothing."""

    is_logged = False

    def on_start(self, event: event.Event) -> None:
        """Handle the start of a compilation."""
        if not self.is_logged:
            log.info("compiling, once: some seconds …")
        self.is_logged = True

    def on_end(self, event: event.Event) -> None:
        """Handle the end of a compilation."""


event.register("numba:compile", _LogOnce())  # type: ignore[no-untyped-call]


def compile_with_kernels(*leaf_rules: Callable[..., Any]) -> None:
    """Allow kernels to call these plain Python functions."""
    for leaf_rule in leaf_rules:
        register_jitable(leaf_rule)


def kernel(function: F) -> F:
    """Compile a loop that releases the GIL, is cached on disk, and divides as in C."""
    if is_public():
        use_public_cache()
        return cast(F, numba.njit(nogil=True, error_model="numpy", cache=True)(function))
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    if is_jitted(compiled):
        compiled._cache = on_disk(function)  # type: ignore[attr-defined]
    return cast(F, compiled)


def wide_kernel(function: F) -> F:
    """
    Compile a kernel with vectorised sums, for long sums over a few columns.

    Vectorisation is off by default because most kernels contain no such sums and it costs compile time.
    """
    compiled: Any = kernel(function)
    with suppress(AttributeError):  # a plain function while the compiler is disabled
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
    Inline a small function into every kernel that calls it.

    A call that passes arrays counts references to them, which costs more than a small loop. Free Bet's rounds
    take 20% longer with `kernel_part` instead.
    """
    return cast(F, numba.njit(inline="always", nogil=True, error_model="numpy")(function))


def kernel_part(function: F) -> F:
    """
    Compile a function into its kernel, without inlining it at every call.

    Use it for long functions that call one another: with `part` instead, Roll Your Own's rounds take 5% longer and
    compile 20% slower.
    """
    options: dict[str, Any] = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast(F, numba.njit(nogil=True, error_model="numpy", **options)(function))
