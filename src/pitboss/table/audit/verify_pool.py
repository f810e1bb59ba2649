"""Verification of rounds in parallel processes. Each round is independent, so this scales with the cores."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from pitboss.games import GAMES
from pitboss.table.audit.verify import Checked, read_round_or_say

Check = Callable[[Sequence[str]], Iterable[Checked | str]]
"""Checks stored rounds in order, returning each result or the reason it can't be read."""
_AT_ONCE = 16
"""Rounds sent to a process at a time."""
_PATIENCE = 10


@contextmanager
def checkers(many: int) -> Iterator[Check]:
    """Yield a checker that uses `many` processes, or this one if `many` is 1."""
    if many == 1:
        yield lambda texts: map(check_text, texts)
        return
    with ProcessPoolExecutor(many, mp_context=get_context("spawn"), initializer=_begin) as pool:
        yield lambda texts: pool.map(check_text, texts, chunksize=_AT_ONCE)


def check_text(text: str) -> Checked | str:
    """Check one round of any installed game."""
    return read_round_or_say(text, GAMES)


def _begin() -> None:
    """Lower the priority, so that dealing goes first, and leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_PATIENCE)
