"""On how many threads a count may run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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
