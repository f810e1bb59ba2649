"""A checker for linearizability of one purse, over a history of concurrent operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Operation(NamedTuple):
    """A change or a read of a purse, between its request and its answer."""

    asked: float
    answered: float
    change: int = 0
    seen: int | None = None
    """The balance that the answer showed, for a read."""
    follows: Operation | None = None
    """The change whose answer contained this read, which comes later."""


def is_linearizable(history: Sequence[Operation], balance: int) -> bool:
    """
    Return whether some order of the operations explains every read.

    An operation takes effect at one moment between its request and its answer. The search (Wing and Gong) tries every
    operation requested before any pending one was answered, and remembers which sets of them failed: the balance is
    determined by the set.

    >>> is_linearizable([Operation(0, 1, -500), Operation(2, 3, seen=99_500)], 100_000)
    True
    >>> is_linearizable([Operation(0, 1, -500), Operation(2, 3, seen=100_000)], 100_000)
    False
    """
    every = list(history)
    needs = [set[int]() if one.follows is None else {every.index(one.follows)} for one in every]
    failed: set[frozenset[int]] = set()
    stack = [(frozenset[int](), balance)]
    while stack:
        done, held = stack.pop()
        if len(done) == len(every):
            return True
        if done in failed:
            continue
        failed.add(done)
        left = [number for number in range(len(every)) if number not in done]
        first_answer = min(every[number].answered for number in left)
        for number in left:
            one = every[number]
            may_be_next = one.asked <= first_answer and needs[number] <= done
            if may_be_next and one.seen in (None, held + one.change):
                stack.append((done | {number}, held + one.change))
    return False
