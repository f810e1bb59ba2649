"""
A whole game of Flop 22 for any Bonus Pay Table: doubles where they are worth it, in whole numbers.

A double on a hand, seen some flops, is worth a linear function of the hand's column; best play takes it where that is
more than nothing. So every table's worth is a sum of such functions, each held at nothing from below, and no table
needs the game solved again, unless the aggregate may cut what it pays.
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
from pitboss.games.flop22.count.flops import DECK, FLOPS, bet_when_good, cards_alike, kinds, match_weights
from pitboss.games.flop22.deal.hands import LOSES
from pitboss.games.flop22.deal.rules import HANDS, BonusPays, Rules
from pitboss.money import Pays
from pitboss.solving.combinations import draws
from pitboss.statistics.exactness import Number

Pays64 = NDArray[np.int64]
_ROUNDING = 1e-9
"""Far more than sums of some thousand floats are off."""


class JointSpot(NamedTuple):
    """A player's card and the flops seen: how many ways, and how many flops left are on each line and on none."""

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
        """What the house keeps of the three antes, table by table; nothing where that is surely not in the range."""
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
        """The edges before the aggregate."""
        hands = zip(HANDS, self.columns, strict=True)
        worths = [self._hand(hand, pays[:, list(column)], unit) for hand, column in hands]
        scale = lcm(*(whole for _, whole in worths))
        shares = [scale // whole for _, whole in worths]
        by_table = zip(*(worth for worth, _ in worths), strict=True)
        summed = (sum(map(mul, each, shares)) for each in by_table)
        return [-(Fraction(each, scale) + self.matches) / len(HANDS) for each in summed]

    def _hand(self, hand: int, pays: Pays64, unit: int) -> tuple[list[int], int]:
        """What ante and double of a hand come to, summed over all ways; and how many ways and units that is."""
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
        The tables that the aggregate may cut, and by how much it can raise the edge at most (F22-8).

        At most by what all bets together win beyond it: who bets less wins less.
        """
        room = self.rules.aggregate / equal_antes(self.rules)[1]
        match = float(self.rules.match_pays.ratio)
        over = np.zeros(len(pays))
        for card, alike in cards_alike():
            sorts = list(kinds(card).items())
            for order in product(range(len(sorts)), repeat=len(HANDS)):
                won = np.zeros(len(pays))
                ways = alike
                for hand, place in enumerate(order):
                    kind, count = sorts[place]
                    ways *= count - order[:hand].count(place)
                    won += match * kind.is_match
                    if kind.line != LOSES:
                        won += 2 * pays[:, self.columns[hand][kind.line]]
                over += max(ways, 0) * np.maximum(won - room, 0)
        bounds = over / (len(DECK) * perm(FLOPS, len(HANDS))) / len(HANDS)
        return {int(place): float(bounds[place]) * (1 + _ROUNDING) + _ROUNDING for place in bounds.nonzero()[0]}

    def _with(self, table: Sequence[Fraction]) -> Rules:
        cells = {
            name: str(Pays(pays.numerator, pays.denominator)) for (name, _), pays in zip(self.cells, table, strict=True)
        }
        return self.rules.but(bonus_table=cells)

    def figures(self, table: Sequence[Fraction]) -> tuple[Number, Number, float]:
        """Edge of the three antes; how often a game wins, and its standard deviation, in antes."""
        rules = self._with(table)
        played = play_best(rules, equal_antes(rules))
        hit = sum((chance for net, chance in played.distribution if net > 0), Fraction(0))
        return played.house_edge, hit, played.sd


@cache
def spots(seen: int, lines: int) -> tuple[JointSpot, ...]:
    """Every card and every number of flops seen."""
    return tuple(_spots(seen, lines))


def _spots(seen: int, lines: int) -> Iterator[JointSpot]:
    for card, alike in cards_alike():
        sorts = list(kinds(card).items())
        for taken, times in draws([count for _, count in sorts], seen):
            left, lost = [0] * lines, 0
            for (kind, count), gone in zip(sorts, taken, strict=True):
                if kind.line == LOSES:
                    lost += count - gone
                else:
                    left[kind.line] += count - gone
            yield JointSpot(alike * times, tuple(left), lost)


def _match(rules: Rules, seen: int) -> Fraction:
    """What matching where it is good adds to a hand."""
    return sum(
        (alike * bet_when_good(match_weights(rules, card), seen).adds for card, alike in cards_alike()), Fraction(0)
    ) / len(DECK)
