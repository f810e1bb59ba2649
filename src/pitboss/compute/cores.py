"""Thread counts for computations, and background threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar

Found = TypeVar("Found")
_threads = 2


def threads() -> int:
    """Return the number of threads a computation may use; 1 if several computations run in parallel."""
    return _threads


def use_threads(count: int) -> None:
    """Set the number of threads for computations."""
    global _threads  # noqa: PLW0603  (one number for the whole process)
    _threads = count


@contextmanager
def on_threads(count: int) -> Iterator[None]:
    """Set the number of threads for the duration of a block."""
    before = threads()
    use_threads(count)
    try:
        yield
    finally:
        use_threads(before)


def start_daemon(work: Callable[[], Found]) -> Future[Found]:
    """Start a function on a daemon thread, which does not keep the program from exiting."""
    found: Future[Found] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)

    Thread(target=run, daemon=True, name="start_daemon").start()
    return found


def begun(work: Callable[[], Found]) -> Future[Found]:
    """Start a function on a background thread if several threads are allowed; otherwise run it now."""
    if threads() > 1:
        return start_daemon(work)
    found: Future[Found] = Future()
    found.set_result(work())
    return found
