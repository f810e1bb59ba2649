"""
The value of a whole game of Flop 22 for any Bonus Pay Table, in integer arithmetic.

Given the flops seen, the value of a double is a linear function of its hand's column, and best play doubles if it is
positive. The value of any table is a sum of such functions, each clipped at 0. A new table therefore needs no new
solution, unless the aggregate can cut its payouts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, lcm, perm
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.flop22.count.best_play import equal_antes, play_best
from pitboss.games.flop22.count.flops import DECK, FLOPS, bet_when_good, card_classes, kinds, match_weights
from pitboss.games.flop22.deal.hands import LOSES
from pitboss.games.flop22.deal.rules import HANDS, BonusPays, Rules
from pitboss.money import Pays
from pitboss.solving.combinations import draws
from pitboss.statistics.exactness import Number

Pays64 = NDArray[np.int64]
_ROUNDING = 1e-9
"""A tolerance far above the rounding error of a sum of several thousand floats."""


class JointSpot(NamedTuple):
    """A player's card and the flops seen: the number of ways, and the remaining flops on each line and on none."""

    ways: int
    left: tuple[int, ...]
    lost: int


class Totals:
    """A whole game with three equal antes under any Bonus Pay Table."""

    option = "bonus_table"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        table = rules.bonus_table
        self.cells: Sequence[tuple[str, Pays]] = [
            (f"{line}.{column}", row[place]) for place, column in enumerate(table.columns) for line, row in table.lines
        ]
        lines = len(table.lines)
        self.columns: Sequence[Sequence[int]] = [
            range(start, start + lines) for start in range(0, len(self.cells), lines)
        ]
        self.note = "One player alone, three equal antes, best doubling and matching with the flops seen."
        self.matches = sum((_match(rules, seen) for seen in range(len(HANDS))), Fraction(0))
        self.ante_pays = None if rules.bonus_pays is BonusPays.ANTE_AND_DOUBLE else Fraction(1)

    def edges(
        self, tables: Sequence[Sequence[Fraction]], low: Fraction | None = None, high: Fraction | None = None
    ) -> Sequence[Number | None]:
        """Return the house edge on the three antes for each table, or None if it is certainly outside the range."""
        unit = lcm(*{pays.denominator for table in tables for pays in table})
        pays = np.array([[int(each * unit) for each in table] for table in tables], np.int64)
        edges: list[Number | None] = [*self._uncut(pays, unit)]
        for place, cut in self._cuts(pays / unit).items():
            edge = edges[place]
            assert edge is not None
            if (high is not None and edge > high) or (low is not None and edge + cut < low):
                edges[place] = None
            else:
                edges[place] = self.figures(tables[place])[0]
        return edges

    def _uncut(self, pays: Pays64, unit: int) -> list[Fraction]:
        """Return the house edges before the aggregate."""
        hands = zip(HANDS, self.columns, strict=True)
        worths = [self._hand(hand, pays[:, list(column)], unit) for hand, column in hands]
        scale = lcm(*(whole for _, whole in worths))
        shares = [scale // whole for _, whole in worths]
        by_table = zip(*(worth for worth, _ in worths), strict=True)
        summed = (sum(map(mul, each, shares)) for each in by_table)
        return [-(Fraction(each, scale) + self.matches) / len(HANDS) for each in summed]

    def _hand(self, hand: int, pays: Pays64, unit: int) -> tuple[list[int], int]:
        """Return the summed value of a hand's ante and double for each table, and the divisor for the mean in antes."""
        seen, lines = hand - 1, pays.shape[1]
        total = np.zeros(len(pays), np.int64)
        for spot in spots(seen, lines):
            worth = pays @ np.array(spot.left) - unit * spot.lost
            total += spot.ways * np.maximum(worth, 0)
            ante = worth if self.ante_pays is None else np.full(len(pays), unit * (sum(spot.left) - spot.lost))
            total += spot.ways * ante
        return total.tolist(), len(DECK) * comb(FLOPS, seen) * (FLOPS - seen) * unit

    def _cuts(self, pays: NDArray[np.float64]) -> dict[int, float]:
        """
        Return the tables that the aggregate can cut, with an upper bound on how much it raises the edge (F22-8).

        The bound is what all bets together win beyond the aggregate. Betting less can only win less.
        """
        aggregate = self.rules.aggregate / equal_antes(self.rules)[1]
        match = float(self.rules.match_pays.ratio)
        over = np.zeros(len(pays))
        for card, alike in card_classes():
            flop_kinds = list(kinds(card).items())
            for order in product(range(len(flop_kinds)), repeat=len(HANDS)):
                won = np.zeros(len(pays))
                ways = alike
                for hand, place in enumerate(order):
                    kind, count = flop_kinds[place]
                    ways *= count - order[:hand].count(place)
                    won += match * kind.is_match
                    if kind.line != LOSES:
                        won += 2 * pays[:, self.columns[hand][kind.line]]
                over += max(ways, 0) * np.maximum(won - aggregate, 0)
        bounds = over / (len(DECK) * perm(FLOPS, len(HANDS))) / len(HANDS)
        return {int(place): float(bounds[place]) * (1 + _ROUNDING) + _ROUNDING for place in bounds.nonzero()[0]}

    def _with(self, table: Sequence[Fraction]) -> Rules:
        cells = {
            name: str(Pays(pays.numerator, pays.denominator)) for (name, _), pays in zip(self.cells, table, strict=True)
        }
        return self.rules.with_changes(bonus_table=cells)

    def figures(self, table: Sequence[Fraction]) -> tuple[Number, Number, float]:
        """
        Return the house edge on the three antes, the probability of a winning game, and its standard deviation in
        antes.
        """
        rules = self._with(table)
        played = play_best(rules, equal_antes(rules))
        hit = sum((chance for net, chance in played.distribution if net > 0), Fraction(0))
        return played.house_edge, hit, played.sd


@cache
def spots(seen: int, lines: int) -> tuple[JointSpot, ...]:
    """Return every player's card with every combination of `seen` flops."""
    return tuple(_spots(seen, lines))


def _spots(seen: int, lines: int) -> Iterator[JointSpot]:
    for card, alike in card_classes():
        flop_kinds = list(kinds(card).items())
        for taken, times in draws([count for _, count in flop_kinds], seen):
            left, lost = [0] * lines, 0
            for (kind, count), seen_count in zip(flop_kinds, taken, strict=True):
                if kind.line == LOSES:
                    lost += count - seen_count
                else:
                    left[kind.line] += count - seen_count
            yield JointSpot(alike * times, tuple(left), lost)


def _match(rules: Rules, seen: int) -> Fraction:
    """Return what optimal matching adds to the expected value of a hand."""
    return sum(
        (alike * bet_when_good(match_weights(rules, card), seen).adds for card, alike in card_classes()), Fraction(0)
    ) / len(DECK)
