"""How the bets of one round hang together: their means, variances and covariances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from msgspec import Struct

from pitboss.statistics.exactness import Number, total

Exact: TypeAlias = Fraction | int


class Covariances(Struct, frozen=True):
    """
    One unit on each bet in the same round: the mean of each, and the covariance of every two.

    A bet that the cards do not allow in a round, or that a fold forfeits, counts in it as it is settled: nothing
    won, or lost.
    """

    names: tuple[str, ...]
    means: tuple[Number, ...]
    matrix: tuple[tuple[Number, ...], ...]
    """By two bets in the order of the names; on the diagonal the variances."""

    def __post_init__(self) -> None:
        size = len(self.names)
        if len(self.means) != size or [len(row) for row in self.matrix] != [size] * size:
            raise ValueError(f"{size} bets need {size} means and a matrix of {size} by {size}")

    def of(self, one: str, other: str) -> Number:
        """The covariance of two bets; of a bet with itself its variance."""
        return self.matrix[self.names.index(one)][self.names.index(other)]

    def mean(self, stakes: Mapping[str, Number]) -> Number:
        """What these stakes, in any one unit, win on average together."""
        return total(stakes.get(name, 0) * mean for name, mean in zip(self.names, self.means, strict=True))

    def variance(self, stakes: Mapping[str, Number]) -> Number:
        """The variance of what these stakes come to together, in the square of their unit."""
        held = [stakes.get(name, 0) for name in self.names]
        return total(
            one * other * self.matrix[row][column] for row, one in enumerate(held) for column, other in enumerate(held)
        )

    def as_data(self) -> dict[str, dict[str, float]]:
        """By two bets, as `odds --json` gives them."""
        return {
            name: dict(zip(self.names, map(float, row), strict=True))
            for name, row in zip(self.names, self.matrix, strict=True)
        }


def covariances_of(names: Sequence[str], rounds: Iterable[tuple[Sequence[Exact], Exact]]) -> Covariances:
    """From every way a round can end: what each bet came to, and its weight; exact, summed in whole numbers."""
    listed = list(rounds)
    unit = lcm(*(Fraction(net).denominator for nets, _ in listed for net in nets))
    parts = lcm(*(Fraction(weight).denominator for _, weight in listed))
    whole = [([int(net * unit) for net in nets], int(weight * parts)) for nets, weight in listed]
    every, places = sum(weight for _, weight in whole), range(len(names))
    means = tuple(Fraction(sum(nets[place] * weight for nets, weight in whole), every * unit) for place in places)
    products = {
        (a, b): Fraction(sum(nets[a] * nets[b] * weight for nets, weight in whole), every * unit**2)
        for a in places
        for b in places
        if a <= b
    }
    matrix = tuple(tuple(products[min(a, b), max(a, b)] - means[a] * means[b] for b in places) for a in places)
    return Covariances(tuple(names), means, matrix)
