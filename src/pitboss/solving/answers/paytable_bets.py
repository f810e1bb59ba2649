"""Bets that a pay table decides: which table, and how likely each of its lines is."""

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
    One bet that is paid by one column of a pay table, or by one payout, however the game is played.

    What is on no line loses the bet.
    """

    option: str
    """The option of the rules that holds the table or the payout."""
    chances: Callable[[], Sequence[Number]]
    """How likely each line is, from the top."""
    column: int = 0
    line: str = ""
    """The words for the one line of a single payout."""
    note: str = ""
    """For which player the chances hold, in a sentence."""

    def lines(self, rules: object) -> list[tuple[str, Pays]]:
        """The lines with what they pay now."""
        held = getattr(rules, self.option)
        if isinstance(held, Paytable):
            return [(name, row[self.column]) for name, row in held.lines]
        return [(self.line, held)]

    def exact_chances(self) -> list[Fraction]:
        """The chances as fractions; a float stands for exactly the number it holds."""
        return [Fraction(chance) for chance in self.chances()]


class Jointly(Protocol):
    """A bet whose play depends on its table: its figures are those of the best play for each table."""

    option: str
    cells: Sequence[tuple[str, Pays]]
    """What may be tuned, from the top, with what it pays now; a cell of a table with columns is `line.column`."""
    columns: Sequence[Sequence[int]]
    """The places of the cells that fall together: one sequence for each column."""
    note: str

    def edges(
        self, tables: Sequence[Sequence[Fraction]], low: Fraction | None = None, high: Fraction | None = None
    ) -> Sequence[Number | None]:
        """The house edge of each table, best played; it may be nothing where it is surely not in the range."""

    def figures(self, table: Sequence[Fraction]) -> tuple[Number, Number, float]:
        """The edge of one table, how often the bet wins, and its standard deviation."""
