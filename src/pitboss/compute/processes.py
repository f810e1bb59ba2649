"""A process pool whose workers do not re-run the caller's script."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_starting = Lock()


class FreshPool(ProcessPoolExecutor):
    """
    A process pool that spawns its workers, so that no thread is copied.

    Python's own pool would import the caller's script in every worker, so scripts would need an
    `if __name__ == "__main__"` guard. These workers run code of pitboss only and need no guard.
    """

    def __init__(self, many: int, begin: Callable[[], None]) -> None:
        super().__init__(many, get_context("spawn"), initializer=begin)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit work, starting another worker if there are too few."""
        with _without_script(), _without_ctrl_c():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _without_script() -> Iterator[None]:
    """Hide the file of the main program while a worker starts, so that the worker does not import it."""
    names = vars(sys.modules["__main__"])
    with _starting:
        kept: dict[str, object] = {name: names[name] for name in ("__file__", "__spec__") if name in names}
        names.pop("__file__", None)
        names["__spec__"] = None
        try:
            yield
        finally:
            names.update(kept)


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Ignore Ctrl-C while a worker starts. Interrupts are handled by the parent."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
