"""Results of the shuffle tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pitboss.lab.display import FigureTable

SUSPECT = 0.001
"""Significance level: a fair shuffle falls below it once in a thousand runs, so a result below it needs a look."""


class ShuffleFamily(Struct, frozen=True):
    """One test applied to every card or position, with a chi-squared statistic and a p-value for each."""

    name: str
    what: str
    """The null hypothesis, in a sentence."""
    freedom: int
    """Degrees of freedom of each statistic."""
    labels: tuple[str, ...]
    """The card or position of each statistic."""
    statistics: tuple[float, ...]
    p_values: tuple[float, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the family as JSON-compatible data."""
        return {
            "name": self.name, "what": self.what, "freedom": self.freedom, "labels": list(self.labels),
            "statistics": list(self.statistics), "p_values": list(self.p_values),
        }  # fmt: skip


def shuffle_table(tests: Sequence[ShuffleTest]) -> FigureTable:
    """Return every statistic of these tests in one table."""
    rows = tuple(
        (test.name, family.name, label, family.freedom, statistic, value)
        for test in tests
        for family in test.families
        for label, statistic, value in zip(family.labels, family.statistics, family.p_values, strict=True)
    )
    columns = ("shuffle", "test", "of", "degrees of freedom", "statistic", "p-value")
    return FigureTable(f"Shuffle test: {tests[0].shuffles:,} shuffles, seed {tests[0].seed}", columns, rows)


class ShuffleTest(Struct, frozen=True):
    """All tests of one shuffle."""

    name: str
    how: tuple[str, ...]
    """Sentences on the drawing method."""
    cards: int
    shuffles: int
    seed: int
    families: tuple[ShuffleFamily, ...]

    @property
    def p_values(self) -> tuple[float, ...]:
        """All p-values of the test."""
        return tuple(value for family in self.families for value in family.p_values)

    @property
    def smallest(self) -> float:
        """The smallest p-value: the worst fit."""
        return min(self.p_values)

    @property
    def largest(self) -> float:
        """The largest p-value; a fit that is too good is just as suspicious."""
        return max(self.p_values)

    @property
    def chance(self) -> float:
        """An upper bound (Bonferroni's) on the probability of a p-value this extreme under a fair shuffle."""
        strangest = min(self.smallest, 1 - self.largest)
        return min(1.0, 2 * len(self.p_values) * strangest)

    @property
    def is_fair(self) -> bool:
        """Whether the p-values are consistent with a fair shuffle."""
        return self.chance >= SUSPECT

    @property
    def verdict(self) -> str:
        """A sentence that sums up the p-values."""
        extremes = (
            f"Of {len(self.p_values)} p-values the smallest is {self.smallest:.4g} and the largest {self.largest:.4g}"
        )
        if self.is_fair:
            return f"{extremes}, consistent with chance."
        return f"{extremes}: chance alone gives this less than once in {int(1 / max(self.chance, 1e-12)):,} runs."

    def below(self, level: float) -> int:
        """Count the p-values below `level`."""
        return sum(value < level for value in self.p_values)

    def as_data(self) -> dict[str, Any]:
        """Return the test as JSON-compatible data."""
        return {
            "name": self.name, "how": list(self.how), "families": [family.as_data() for family in self.families],
            "smallest": self.smallest, "largest": self.largest, "chance": self.chance, "fair": self.is_fair,
        }  # fmt: skip


def repeat_command(shuffles: int, seed: int, game: str = "", options: Sequence[str] = ()) -> str:
    """Return the command that reproduces these figures."""
    return " ".join(["pitboss shuffle-test", *filter(None, [game]), f"--shuffles {shuffles} --seed {seed}", *options])
