"""
The best chart by total, for a player who considers the hand's total but not its cards.

A chart has three tables: for the hand as dealt, an own hand after a split, and a free hand. Each cell, by total (hard
or soft) and up card, says hit or stand, and for two cards whether to double. Pairs have their own rows.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.counted_rules import Again, CountedRules, plans_for
from pitboss.games.free_bet.count.kernels import DOUBLE, HIT, SPLIT, STAND
from pitboss.games.free_bet.count.played_out import PlayedOut, WayToPlay
from pitboss.games.free_bet.count.solve import Solver, solution_of
from pitboss.solving.blackjack_legacy.hand_graph import DEALT, HandGraph
from pitboss.solving.blackjack_legacy.splits import FREE, OWN
from pitboss.solving.blackjack_legacy.values import VALUES, Numbers

AS_DEALT, OWN_AFTER, FREE_AFTER, TABLES = 0, 1, 2, 3
_TOTALS = 22
Flags = NDArray[np.bool_]


class ChartByTotal(NamedTuple):
    """Axes of the cells: table, hard or soft, total, up card. Axes of `split` and `again`: pair value, up card."""

    hit: Flags
    double: Flags
    split: Flags
    again: list[list[Again]]


def _cells(graph: HandGraph) -> NDArray[np.intp]:
    """Return each node's cell within a table: the total, plus 22 if soft."""
    cells: NDArray[np.intp] = graph.total.astype(np.intp) + _TOTALS * graph.soft
    return cells


def expand(chart: ChartByTotal, graph: HandGraph) -> WayToPlay:
    """Return the chart as a choice for every hand, for a bot or a simulation."""
    cells = _cells(graph)
    dealt = slice(0, int(graph.family[DEALT + 1]))
    best = []
    for after in (OWN_AFTER, FREE_AFTER):
        hit, double = (
            np.concatenate((flags[AS_DEALT][cells[dealt]], flags[after][cells[dealt.stop :]]))
            for flags in (_flat(chart.hit), _flat(chart.double))
        )
        choice = np.where(double & (graph.cards == 2)[:, None], DOUBLE, np.where(hit, HIT, STAND))
        choice[graph.stays] = STAND
        best.append(choice.astype(np.uint8))
    for pair in range(VALUES):
        best[OWN][graph.two[0, pair, pair]][chart.split[pair]] = SPLIT
    return WayToPlay((best[OWN], best[FREE]), chart.again)


def _flat(flags: Flags) -> Flags:
    return flags.reshape(TABLES, 2 * _TOTALS, VALUES)


class Charter:
    """Finds the chart by policy iteration: play by it, change every cell that the other choice improves, repeat."""

    def __init__(self, solver: Solver) -> None:
        self.at = solver
        self.graph, self.terms = solver.graph, solver.terms
        self.cells = _cells(self.graph)

    def find(self) -> tuple[ChartByTotal, float]:
        """
        Return the chart at which no cell changes, and the value of the main bet under it.

        If the iteration cycles, return the best chart seen for each up card: the columns are independent.
        """
        chart, best, most = self._first(), self._first(), np.full(VALUES, -np.inf)
        seen: list[ChartByTotal] = []
        while not any(_same(chart, each) for each in seen):
            seen.append(chart)
            way = expand(chart, self.graph)
            accounts = PlayedOut(self.terms, self.graph, self.at.odds, way, standing=self.at.standing)
            worth = accounts.worth_by_up_card()
            best = _merge(best, chart, worth > most)
            most = np.maximum(most, worth)
            chart = self._improve(chart, accounts)
        return best, float(most.sum())

    def _first(self) -> ChartByTotal:
        """Return the initial chart: draw to 17, soft 18; split nothing."""
        hit = np.zeros((TABLES, 2, _TOTALS, VALUES), dtype=np.bool_)
        hit[:, 0, :17] = hit[:, 1, :18] = True
        plans = [[plans_for(self.terms, pair)[0]] * VALUES for pair in range(VALUES)]
        return ChartByTotal(hit, np.zeros_like(hit), np.zeros((VALUES, VALUES), dtype=np.bool_), plans)

    def _improve(self, chart: ChartByTotal, accounts: PlayedOut) -> ChartByTotal:
        """Return the chart with every choice replaced by the better one."""
        unsplit = expand(chart._replace(split=np.zeros_like(chart.split)), self.graph)
        self.at.follow(unsplit.best)
        split, again = self._pairs(accounts)
        gains = np.zeros((2, TABLES, 2 * _TOTALS, VALUES))
        spare = np.zeros_like(gains)
        for table in range(TABLES):
            kind = FREE if table == FREE_AFTER else OWN
            reached = self._reached(table, accounts.orders[kind], chart.split)
            self._add_gains(
                table, kind, reached * (accounts.plan.best[kind][self._span(table)] < DOUBLE), reached, chart, gains
            )
            self._add_gains(table, kind, np.ones_like(reached), np.ones_like(reached), chart, spare)
        hit, double = np.where(gains == 0, spare, gains) > 0
        return ChartByTotal(hit.reshape(chart.hit.shape), double.reshape(chart.hit.shape), split, again)

    def _pairs(self, accounts: PlayedOut) -> tuple[Flags, list[list[Again]]]:
        """Return where splitting and resplitting are better, and play the split hands under those plans."""
        split = np.zeros((VALUES, VALUES), dtype=np.bool_)
        again = []
        for pair in range(VALUES):
            plans = plans_for(self.terms, pair)
            worths = np.array([accounts.split_worth(pair, each) for each in plans])
            again.append([plans[i] for i in worths.argmax(axis=0)])
            self.at.split_under(pair, again[pair])
            split[pair] = worths.max(axis=0) > self.at.sides[OWN].value[self.graph.two[0, pair, pair]]
        return split, again

    def _span(self, table: int) -> slice:
        dealt = int(self.graph.family[DEALT + 1])
        return slice(0, dealt) if table == AS_DEALT else slice(dealt, len(self.graph.total))

    def _reached(self, table: int, orders: Numbers, split: Flags) -> Numbers:
        """
        Return the number of orders in which each hand of a table is reached.

        After a split, only if the pair is split.
        """
        span = self._span(table)
        if table == AS_DEALT:
            return orders[span]
        family = np.searchsorted(self.graph.family, np.arange(span.start, span.stop), side="right") - 2
        reached: Numbers = orders[span] * split[family % VALUES]
        return reached

    def _add_gains(
        self, table: int, kind: int, drawn: Numbers, doubled: Numbers, chart: ChartByTotal, gains: Numbers
    ) -> None:
        """
        Add by cell the gain of hitting over standing, and of doubling over the cell's choice.

        `drawn` and `doubled` are the weights of each hand for the first and the second comparison.
        """
        span = self._span(table)
        worth = self.at.sides[kind].worth[span]
        live = ~self.graph.stays[span] & np.isfinite(worth[:, HIT, 0])
        cells, worth, drawn, doubled = self.cells[span][live], worth[live], drawn[live], doubled[live]
        hit, stand = worth[:, HIT], worth[:, STAND]
        np.add.at(gains[0, table], cells, drawn * (hit - stand))
        two = self.graph.cards[span][live] == 2
        otherwise = np.where(_flat(chart.hit)[table][cells], hit, stand)
        np.add.at(gains[1, table], cells[two], doubled[two] * (worth[two, DOUBLE] - otherwise[two]))


def _merge(old: ChartByTotal, new: ChartByTotal, better: Flags) -> ChartByTotal:
    """Take the columns of these up cards from the new chart, the others from the old."""
    hit, double, split = (np.where(better, b, a) for a, b in zip(old[:3], new[:3], strict=True))
    again = [
        [b if take else a for a, b, take in zip(*rows, better, strict=True)]
        for rows in zip(old.again, new.again, strict=True)
    ]
    return ChartByTotal(hit, double, split, again)


def _same(one: ChartByTotal, other: ChartByTotal) -> bool:
    flags = zip(one[:3], other[:3], strict=True)
    return all(np.array_equal(a, b) for a, b in flags) and one.again == other.again


@cache
def chart_of(terms: CountedRules) -> tuple[ChartByTotal, float]:
    """Return the best chart by total, and the value of the main bet under it."""
    return Charter(Solver(terms, like=solution_of(terms))).find()
