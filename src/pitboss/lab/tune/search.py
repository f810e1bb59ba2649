"""
Branch-and-bound search for pay tables, in integers.

Lines are assigned from the bottom, where one unit changes the sum most. The range that the lines above can still add
is precomputed, so branches without a solution are never entered. Nothing is rounded: weights, payouts and bounds are
integers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from math import inf

Found = tuple[int, int, tuple[int, ...]]
"""The weighted sum of the payouts, the weighted sum of their squares, and the payouts from the bottom line up."""
_BATCH = 4096


class Search:
    """A search for tables that increase strictly from the bottom up and whose weighted sum is between two bounds."""

    def __init__(
        self, weights: Sequence[int], choices: Sequence[Sequence[int]], fixed: Sequence[bool], low: float, high: float
    ) -> None:
        """Take weights and sorted payout choices from the bottom line up; adjacent fixed lines need not increase."""
        self.weights, self.choices, self.fixed, self.low, self.high = weights, choices, fixed, low, high
        self.least = self._ends(min)
        self.most = self._ends(max)

    def _ends(self, best: Callable[..., float]) -> list[list[float]]:
        """
        Return, by line and payout index, the least or most that it and all lines above add; infinite if nothing fits.
        """
        nothing = inf if best is min else -inf
        above: list[list[float]] = []
        for line in reversed(range(len(self.weights))):
            ends: list[float] = []
            for pays in self.choices[line]:
                rest: float = 0
                if above:
                    rest = best(above[0][self._first_above(line, pays) :], default=nothing)
                ends.append(self.weights[line] * pays + rest)
            above.insert(0, ends)
        return above

    def _first_above(self, line: int, pays: int) -> int:
        """Return the index of the lowest payout allowed on the next line; any is allowed between two fixed lines."""
        if self.fixed[line] and self.fixed[line + 1]:
            return 0
        return bisect_right(self.choices[line + 1], pays)

    def run(self) -> Iterator[list[Found]]:
        """Yield all tables in batches."""
        batch: list[Found] = []
        if not self.weights:
            if self.low <= 0 <= self.high:
                yield [(0, 0, ())]
            return
        for first in range(len(self.choices[0])):
            self._go(0, first, 0, 0, (), batch)
            if len(batch) >= _BATCH:
                yield batch
                batch = []
        yield batch

    def _go(self, line: int, place: int, total: int, squares: int, chosen: tuple[int, ...], batch: list[Found]) -> None:
        """Assign the payout at this index to this line, and extend to every table above it."""
        if total + self.least[line][place] > self.high or total + self.most[line][place] < self.low:
            return
        pays = self.choices[line][place]
        total += self.weights[line] * pays
        squares += self.weights[line] * pays * pays
        chosen = (*chosen, pays)
        if line + 1 == len(self.weights):
            batch.append((total, squares, chosen))
        elif line + 2 == len(self.weights):
            self._top(total, squares, chosen, batch)
        else:
            for above in range(self._first_above(line, pays), len(self.choices[line + 1])):
                self._go(line + 1, above, total, squares, chosen, batch)

    def _top(self, total: int, squares: int, chosen: tuple[int, ...], batch: list[Found]) -> None:
        """Assign the top line: the payouts that fit are contiguous."""
        weight, choices = self.weights[-1], self.choices[-1]
        start, end = self._first_above(len(chosen) - 1, chosen[-1]), len(choices)
        if weight:
            if self.low > -inf:
                start = max(start, bisect_left(choices, -((total - int(self.low)) // weight)))
            if self.high < inf:
                end = bisect_right(choices, (int(self.high) - total) // weight)
        elif not self.low <= total <= self.high:
            return
        batch += [
            (total + weight * pays, squares + weight * pays * pays, (*chosen, pays)) for pays in choices[start:end]
        ]
