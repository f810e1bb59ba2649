"""
Tests of the shuffles and of the generators behind them.

Chi-squared tests of every card's position, of adjacent cards, and of the generators' bits.

    from pitboss.lab.shuffles import shuffle_tests
    for found in shuffle_tests(cards=52, shuffles=20_000, seed=1):
        found.how, found.families, found.verdict
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.lab.shuffles.drawn_shuffles import SHUFFLES, ShuffleKind
from pitboss.lab.shuffles.generators import WORDS, generator_families
from pitboss.lab.shuffles.shuffle_answer import ShuffleFamily, ShuffleTest, repeat_command, shuffle_table
from pitboss.lab.shuffles.shuffle_counts import Counted

__all__ = [
    "CARDS",
    "MANY",
    "SHUFFLES",
    "Progress",
    "ShuffleFamily",
    "ShuffleTest",
    "fewest",
    "repeat_command",
    "shuffle_table",
    "shuffle_tests",
]

CARDS, MANY = 52, 100_000
_BATCH = 2_000
"""Shuffles counted per chunk. Each chunk has its own random stream, so changing this changes the results of a seed."""
_MIN_EXPECTED = 5
"""Minimum expected count per cell for a chi-squared test."""

Progress = Callable[[str, float], None]
"""A progress callback: takes the name of the current shuffle and the share of all work done."""


def fewest(cards: int) -> int:
    """Return the minimum number of shuffles needed to test a pack of `cards` cards."""
    return _MIN_EXPECTED * cards


def shuffle_tests(
    cards: int = CARDS, shuffles: int = MANY, seed: int = 1, progress: Progress | None = None
) -> list[ShuffleTest]:
    """Test all three shuffles in use. The same seed gives the same figures on any machine."""
    kinds = list(SHUFFLES.values())
    found = []
    for number, kind in enumerate(kinds):
        counted = Counted(cards, _MIN_EXPECTED)
        for done in _count(kind, counted, cards, shuffles, seed):
            if progress:
                progress(kind.name, (number + done / shuffles) / len(kinds))
        families = [*counted.families(shuffles)]
        if kind.words is not None:
            families += generator_families(kind.words(seed, WORDS))
        found.append(ShuffleTest(kind.name, kind.how, cards, shuffles, seed, tuple(families)))
    return found


def _count(kind: ShuffleKind, counted: Counted, cards: int, shuffles: int, seed: int) -> Iterator[int]:
    for chunk, begin in enumerate(range(0, shuffles, _BATCH)):
        batch = min(_BATCH, shuffles - begin)
        counted.add(kind.orders(cards, batch, seed, chunk))
        yield begin + batch
