"""Rounds checked in processes beside this one: each is dealt again by itself, so as many can be as there are cores."""

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
"""Checks kept rounds, in their order: what an audit needs of each, or why it cannot be read."""
_AT_ONCE = 16
"""Rounds that go to a process in one go."""
_PATIENCE = 10


@contextmanager
def checkers(many: int) -> Iterator[Check]:
    """This many processes that check rounds, this one among them."""
    if many == 1:
        yield lambda texts: map(check_text, texts)
        return
    with ProcessPoolExecutor(many, mp_context=get_context("spawn"), initializer=_begin) as pool:
        yield lambda texts: pool.map(check_text, texts, chunksize=_AT_ONCE)


def check_text(text: str) -> Checked | str:
    """One round of any game that is known here."""
    return read_round_or_say(text, GAMES)


def _begin() -> None:
    """Dealing goes first, and Ctrl-C is for the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_PATIENCE)
