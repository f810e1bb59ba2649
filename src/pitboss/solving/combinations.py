"""Combinations of cards by kind, with the number of ways to draw each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

Counts = tuple[int, ...]


def draws(counts: Sequence[int], cards: int) -> Iterator[tuple[Counts, int]]:
    """
    Yield every way to draw `cards` cards as counts by kind, with the number of combinations.

    >>> list(draws((3, 1), 2))
    [((1, 1), 3), ((2, 0), 3)]
    """
    if not counts:
        if cards == 0:
            yield (), 1
        return
    first, rest = counts[0], counts[1:]
    for taken in range(max(0, cards - sum(rest)), min(first, cards) + 1):
        ways = comb(first, taken)
        for others, times in draws(rest, cards - taken):
            yield (taken, *others), ways * times


def without(counts: Counts, kind: int) -> Counts:
    """Return the counts with one card of this kind removed."""
    return (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])
