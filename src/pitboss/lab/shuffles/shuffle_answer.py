"""What a test of a shuffle says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

SUSPECT = 0.001
"""Chance alone brings something as strange once in a thousand runs: then somebody should look."""


class ShuffleFamily(Struct, frozen=True):
    """One question asked of every card or every place: a chi-squared statistic and its p-value for each."""

    name: str
    what: str
    """What is as likely as what, in a sentence."""
    freedom: int
    """Degrees of freedom of each statistic."""
    labels: tuple[str, ...]
    """The card or the place of each."""
    statistics: tuple[float, ...]
    p_values: tuple[float, ...]

    def as_data(self) -> dict[str, Any]:
        """The family as JSON holds it."""
        return {
            "name": self.name, "what": self.what, "freedom": self.freedom, "labels": list(self.labels),
            "statistics": list(self.statistics), "p_values": list(self.p_values),
        }  # fmt: skip


class ShuffleTest(Struct, frozen=True):
    """All tests of one shuffle."""

    name: str
    how: tuple[str, ...]
    """How it draws, in sentences."""
    cards: int
    shuffles: int
    seed: int
    families: tuple[ShuffleFamily, ...]

    @property
    def p_values(self) -> tuple[float, ...]:
        """Every p-value of the test."""
        return tuple(value for family in self.families for value in family.p_values)

    @property
    def smallest(self) -> float:
        """The smallest p-value: the worst fit."""
        return min(self.p_values)

    @property
    def largest(self) -> float:
        """The largest: a fit too good is as strange."""
        return max(self.p_values)

    @property
    def chance(self) -> float:
        """An upper bound (Bonferroni's) on how likely chance alone gives the strangest of these p-values."""
        strangest = min(self.smallest, 1 - self.largest)
        return min(1.0, 2 * len(self.p_values) * strangest)

    @property
    def is_fair(self) -> bool:
        """Whether nothing is stranger than chance explains."""
        return self.chance >= SUSPECT

    @property
    def verdict(self) -> str:
        """What the p-values say together, in a sentence."""
        told = (
            f"Of {len(self.p_values)} p-values the smallest is {self.smallest:.4g} and the largest {self.largest:.4g}"
        )
        if self.is_fair:
            return f"{told}, consistent with chance."
        return f"{told}: chance alone brings that less than once in {int(1 / max(self.chance, 1e-12)):,} runs."

    def below(self, level: float) -> int:
        """How many p-values lie below this."""
        return sum(value < level for value in self.p_values)

    def as_data(self) -> dict[str, Any]:
        """The test as JSON holds it."""
        return {
            "name": self.name, "how": list(self.how), "families": [family.as_data() for family in self.families],
            "smallest": self.smallest, "largest": self.largest, "chance": self.chance, "fair": self.is_fair,
        }  # fmt: skip


def repeat_command(shuffles: int, seed: int, game: str = "", options: Sequence[str] = ()) -> str:
    """The command that gives these figures again."""
    return " ".join(["pitboss shuffle-test", *filter(None, [game]), f"--shuffles {shuffles} --seed {seed}", *options])
