"""On how many threads a count may run, and one beside the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar

Found = TypeVar("Found")
_threads = 2


def threads() -> int:
    """On how many threads a count may run; on one where several counts run beside each other."""
    return _threads


def use_threads(many: int) -> None:
    """From now on count on this many threads."""
    global _threads  # noqa: PLW0603  (one number for the whole process)
    _threads = many


@contextmanager
def on_threads(many: int) -> Iterator[None]:
    """Count on this many threads for a while."""
    before = threads()
    use_threads(many)
    try:
        yield
    finally:
        use_threads(before)


def beside(work: Callable[[], Found]) -> Future[Found]:
    """Begin something on a thread of its own; a program that ends meanwhile does not wait for it."""
    found: Future[Found] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as error:
            found.set_exception(error)

    Thread(target=run, daemon=True, name="beside").start()
    return found


def begun(work: Callable[[], Found]) -> Future[Found]:
    """Begin something beside the rest, where a count may run on several threads; else do it at once."""
    if threads() > 1:
        return beside(work)
    found: Future[Found] = Future()
    found.set_result(work())
    return found
