"""Processes beside this one, which do not run the caller's script again."""

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
    Processes started anew, so that no thread is copied.

    Python would run the caller's script in each of them, down to the line that asks for them, and so on: a script needs
    no `if __name__ == "__main__"` here, for all that these processes do stands in pitboss.
    """

    def __init__(self, many: int, begin: Callable[[], None]) -> None:
        super().__init__(many, get_context("spawn"), initializer=begin)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand work over; a process is started for it if there are too few."""
        with _without_script(), _without_ctrl_c():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _without_script() -> Iterator[None]:
    """For a moment, let the program have no file that another process could run."""
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
    """For a moment, let Ctrl-C wait: a process that begins now never hears it, for it is for the program that asked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
