"""Means, variances and covariances of the bets of one round."""

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
    The mean of each bet and the covariance of every pair, with one unit on each bet in the same round.

    A bet that is not allowed in a round contributes 0; a bet forfeited by a fold counts as lost.
    """

    names: tuple[str, ...]
    means: tuple[Number, ...]
    matrix: tuple[tuple[Number, ...], ...]
    """The covariance of each pair of bets, in the order of the names. The diagonal holds the variances."""

    def __post_init__(self) -> None:
        size = len(self.names)
        if len(self.means) != size or [len(row) for row in self.matrix] != [size] * size:
            raise ValueError(f"{size} bets need {size} means and a matrix of {size} by {size}")

    def of(self, one: str, other: str) -> Number:
        """Return the covariance of two bets; of a bet with itself, its variance."""
        return self.matrix[self.names.index(one)][self.names.index(other)]

    def mean(self, stakes: Mapping[str, Number]) -> Number:
        """Return the mean net result of these stakes together, in the same unit."""
        return total(stakes.get(name, 0) * mean for name, mean in zip(self.names, self.means, strict=True))

    def variance(self, stakes: Mapping[str, Number]) -> Number:
        """Return the variance of the net result of these stakes together."""
        held = [stakes.get(name, 0) for name in self.names]
        return total(
            one * other * self.matrix[row][column] for row, one in enumerate(held) for column, other in enumerate(held)
        )

    def as_data(self) -> dict[str, dict[str, float]]:
        """Return the covariances by pair, as `odds --json` prints them."""
        return {
            name: dict(zip(self.names, map(float, row), strict=True))
            for name, row in zip(self.names, self.matrix, strict=True)
        }


def covariances_of(names: Sequence[str], rounds: Iterable[tuple[Sequence[Exact], Exact]]) -> Covariances:
    """Compute exact means and covariances from every outcome of a round and its weight."""
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
