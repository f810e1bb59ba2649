"""Bets decided by a pay table: the table, and the probability of each of its lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Protocol

from msgspec import Struct

from pitboss.money import Pays
from pitboss.paytable import Paytable
from pitboss.statistics.exactness import Number


class Paid(Struct, frozen=True):
    """
    One bet paid by a column of a pay table, or by a single payout, independent of play.

    Anything not on a line loses the bet.
    """

    option: str
    """The rules option that holds the table or the payout."""
    chances: Callable[[], Sequence[Number]]
    """A function that returns the probability of each line, from the top."""
    column: int = 0
    line: str = ""
    """The name of the only line, for a single payout."""
    note: str = ""
    """A sentence that says for which player the probabilities hold."""

    def lines(self, rules: object) -> list[tuple[str, Pays]]:
        """Return the lines with their current payouts."""
        held = getattr(rules, self.option)
        if isinstance(held, Paytable):
            return [(name, row[self.column]) for name, row in held.lines]
        return [(self.line, held)]

    def exact_chances(self) -> list[Fraction]:
        """Return the probabilities as fractions. A float is converted exactly."""
        return [Fraction(chance) for chance in self.chances()]


class Jointly(Protocol):
    """A bet whose optimal play depends on its table: its figures assume best play for each table."""

    option: str
    cells: Sequence[tuple[str, Pays]]
    """The tunable cells from the top, with their current payouts. In a table with columns a cell is `line.column`."""
    columns: Sequence[Sequence[int]]
    """For each column, the indices of its cells from the top; payouts descend within a column."""
    note: str

    def edges(
        self, tables: Sequence[Sequence[Fraction]], low: Fraction | None = None, high: Fraction | None = None
    ) -> Sequence[Number | None]:
        """Return the house edge of each table with best play, or None if it is certainly outside the range."""

    def figures(self, table: Sequence[Fraction]) -> tuple[Number, Number, float]:
        """Return the edge of one table, the probability that the bet wins, and its standard deviation."""
