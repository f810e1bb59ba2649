"""Verification of rounds in parallel processes. Each round is independent, so this scales with the cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from pitboss.compute.jobs.pool import WorkerPool
from pitboss.games import GAMES
from pitboss.table.audit.verify import Checked, read_round_or_say

Check = Callable[[Sequence[str]], Iterable[Checked | str]]
"""Checks stored rounds in order, returning each result or the reason it can't be read."""
_BATCH = 16
"""Rounds sent to a process at a time."""
NICE_LEVEL = 10


@contextmanager
def checkers(workers: int) -> Iterator[Check]:
    """Yield a checker that uses `workers` processes, or this process if `workers` is 1."""
    if workers == 1:
        yield lambda texts: map(check_text, texts)
        return
    with WorkerPool(workers, NICE_LEVEL) as pool:
        yield lambda texts: chain.from_iterable(pool.map(_check_texts, _batches(texts)))


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    return (texts[place : place + _BATCH] for place in range(0, len(texts), _BATCH))


def _check_texts(texts: Sequence[str]) -> list[Checked | str]:
    return [check_text(text) for text in texts]


def check_text(text: str) -> Checked | str:
    """Check one round of any installed game."""
    return read_round_or_say(text, GAMES)
