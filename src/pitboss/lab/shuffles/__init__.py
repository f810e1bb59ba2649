"""
Tests of the shuffles and of the generators behind them.

Every card at every place, every two cards side by side, and the generators' bits: each as often as it should come.

    from pitboss.lab.shuffles import shuffle_tests
    for found in shuffle_tests(cards=52, shuffles=20_000, seed=1):
        found.how, found.families, found.verdict
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.lab.shuffles.drawn_shuffles import SHUFFLES, ShuffleKind
from pitboss.lab.shuffles.generators import WORDS, generator_families
from pitboss.lab.shuffles.shuffle_answer import ShuffleFamily, ShuffleTest, repeat_command
from pitboss.lab.shuffles.shuffle_counts import Counted

__all__ = [
    "CARDS",
    "MANY",
    "SHUFFLES",
    "ShuffleFamily",
    "ShuffleTest",
    "Tell",
    "fewest",
    "repeat_command",
    "shuffle_tests",
]

CARDS, MANY = 52, 100_000
_AT_ONCE = 2_000
"""Shuffles counted together: a chunk has a stream of its own, so it is part of what a seed means."""
_LEAST_EXPECTED = 5
"""A chi-squared test wants as many in every cell."""

Tell = Callable[[str, float], None]
"""Told how far the work is: which shuffle, and what share of all of it."""


def fewest(cards: int) -> int:
    """The fewest shuffles with which a pack of this many cards can be tested."""
    return _LEAST_EXPECTED * cards


def shuffle_tests(
    cards: int = CARDS, shuffles: int = MANY, seed: int = 1, tell: Tell | None = None
) -> list[ShuffleTest]:
    """All three shuffles of the house tested: the same seed gives the same figures, on any machine."""
    kinds = list(SHUFFLES.values())
    found = []
    for number, kind in enumerate(kinds):
        counted = Counted(cards, _LEAST_EXPECTED)
        for done in _count(kind, counted, cards, shuffles, seed):
            if tell:
                tell(kind.name, (number + done / shuffles) / len(kinds))
        families = [*counted.families(shuffles)]
        if kind.words is not None:
            families += generator_families(kind.words(seed, WORDS))
        found.append(ShuffleTest(kind.name, kind.how, cards, shuffles, seed, tuple(families)))
    return found


def _count(kind: ShuffleKind, counted: Counted, cards: int, shuffles: int, seed: int) -> Iterator[int]:
    for chunk, begin in enumerate(range(0, shuffles, _AT_ONCE)):
        many = min(_AT_ONCE, shuffles - begin)
        counted.add(kind.orders(cards, many, seed, chunk))
        yield begin + many
