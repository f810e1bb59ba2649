"""
The best chart by total, for a player who looks at the total of a hand but not at its cards.

A chart has three tables: for an unsplit hand, for a split hand with the player's own money, and for a free hand. Each
cell, by total (hard or soft) and up card, says hit or stand, and for two cards whether to double. Pairs have their own
rows.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.distribution.endings import reached_by
from pitboss.solving.blackjack.hands import Flags, Floats, Ints, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, SPLIT, STAND
from pitboss.solving.blackjack.rules import ACE, VALUES, BlackjackRules
from pitboss.solving.blackjack.solve import (
    PlayedHands,
    PlayPlan,
    SolvedGame,
    Solver,
    hands_holding,
    is_natural,
    solved,
    stays_after,
    two_cards,
)
from pitboss.solving.blackjack.splits import OWN, ResplitPlan, resplit_plans

AS_DEALT, OWN_AFTER, FREE_AFTER, TABLES = 0, 1, 2, 3
_TOTALS = 22


class ChartByTotal(NamedTuple):
    """A chart by total. The axes of the cells are table, hard or soft, total, and up card."""

    hit: Flags
    double: Flags
    split: Flags  # [pair, up card]
    again: tuple[tuple[ResplitPlan, ...], ...]  # [pair][up card]


@cache
def _cells() -> Ints:
    """Return each hand's cell within a table: the total, plus 22 if soft."""
    hands = all_hands()
    return np.asarray(hands.total + _TOTALS * hands.soft)


def expand(chart: ChartByTotal) -> PlayPlan:
    """Convert the chart to a play for every hand."""
    hands, cells = all_hands(), _cells()
    tables = []
    for table in range(TABLES):
        hit, double = (_flat(flags)[table][cells] for flags in (chart.hit, chart.double))
        choice = np.where(double & (hands.cards == 2)[:, None], DOUBLE, np.where(hit, HIT, STAND))
        choice[hands.total == BLACKJACK] = STAND
        tables.append(choice.astype(np.uint8))
    dealt, own, free = tables
    for pair in range(VALUES):
        dealt[hands.number((pair, pair))][chart.split[pair]] = SPLIT
    after = np.stack([np.repeat(table[None], VALUES, axis=0) for table in (own, free)])
    after[:, ACE, hands.cards > 1] = STAND  # split aces take one card only
    again = np.zeros((2, 2, VALUES, VALUES), np.bool_)
    for kind, more, pair, up in np.ndindex(again.shape):
        again[kind, more, pair, up] = chart.again[pair][up].splits(kind, more + 2)
    return PlayPlan(dealt, after, after, again)


def _flat(flags: Flags) -> Flags:
    return flags.reshape(TABLES, 2 * _TOTALS, VALUES)


class Charter:
    """A search for the best chart by policy iteration: play by it, change every cell that can be improved, repeat."""

    def __init__(self, game: SolvedGame) -> None:
        self.rules, self.solver = game.rules, Solver(game.rules, game.joint)

    def find(self) -> tuple[ChartByTotal, float]:
        """
        Return the chart that no longer changes, and the value of the main bet under it.

        If the iteration cycles, return the best chart seen for each up card: the columns are independent.
        """
        chart, best, most = self._first(), self._first(), np.full(VALUES, -np.inf)
        seen: list[ChartByTotal] = []
        while not any(_same(chart, each) for each in seen):
            seen.append(chart)
            played = self.solver.follow(expand(chart))
            worth = np.sum([times * played.round_value(a, b) for a, b, times in two_cards()], axis=0)
            best = _merge(best, chart, worth > most)
            most = np.maximum(most, worth)
            chart = self._improve(chart)
        return best, float(most.sum())

    def _first(self) -> ChartByTotal:
        """Return the initial chart: draw to 17, or to soft 18, and split nothing."""
        hit = np.zeros((TABLES, 2, _TOTALS, VALUES), dtype=np.bool_)
        hit[:, 0, :17] = hit[:, 1, :18] = True
        plans = tuple((self._plans(pair)[0],) * VALUES for pair in range(VALUES))
        return ChartByTotal(hit, np.zeros_like(hit), np.zeros((VALUES, VALUES), dtype=np.bool_), plans)

    def _plans(self, pair: int) -> tuple[ResplitPlan, ...]:
        splitting = self.rules.splitting
        return resplit_plans(splitting.limit(pair), pair in splitting.free_pairs)

    def _improve(self, chart: ChartByTotal) -> ChartByTotal:
        """Return the chart with every choice replaced by the better one."""
        plan, hands = expand(chart._replace(split=np.zeros_like(chart.split))), all_hands()
        dealt = self.solver.play(self.solver.standing(), OWN, like=plan.dealt)
        gains = np.zeros((2, TABLES, 2 * _TOTALS, VALUES))
        spare = np.zeros_like(gains)
        self._add_gains(AS_DEALT, dealt, self._reached_as_dealt(chart), chart, gains, spare)
        split, again = np.zeros((VALUES, VALUES), np.bool_), []
        for pair in range(VALUES):
            plans, tables = self._plans(pair), plan.tables(pair)
            values = self.solver.split_values(pair, plans, tables)
            again.append(tuple(plans[number] for number in values.argmax(axis=0)))
            split[pair] = values.max(axis=0) > dealt.worth(hands.number((pair, pair)))
            played = self.solver.play_split(pair, again[pair], tables, keep=False)
            for kind, by_kind in enumerate(zip(played.unpaired, played.paired, strict=True)):
                for is_paired, its in zip((False, True), by_kind, strict=True):
                    reached = self._reached_after(pair, is_paired, its) * chart.split[pair]
                    self._add_gains((OWN_AFTER, FREE_AFTER)[kind], its, reached, chart, gains, spare, pair, is_paired)
        hit, double = np.where(gains == 0, spare, gains) > 0
        return ChartByTotal(hit.reshape(chart.hit.shape), double.reshape(chart.hit.shape), split, tuple(again))

    def _reached_as_dealt(self, chart: ChartByTotal) -> Floats:
        """Return the number of orders in which each unsplit hand is reached, if pairs are split as the chart says."""
        begun, table = np.zeros((len(all_hands().keys), VALUES)), expand(chart).dealt
        for a, b, times in two_cards():
            hand = all_hands().number((a, b))
            if not is_natural(a, b):
                begun[hand] = times * (table[hand] != SPLIT)
        return reached_by(self.rules, table, begun, None)

    def _reached_after(self, pair: int, is_paired: bool, played: PlayedHands) -> Floats:
        """Return the number of orders in which each split hand is reached."""
        begun = np.zeros((len(all_hands().keys), VALUES))
        for second in range(VALUES):
            if (second == pair) == is_paired:
                begun[all_hands().number((pair, second))] = 1
        return reached_by(self.rules, played.best, begun, pair)

    def _add_gains(
        self, table: int, played: PlayedHands, reached: Floats, chart: ChartByTotal, gains: Floats, spare: Floats,
        pair: int | None = None, is_paired: bool = False,
    ) -> None:  # fmt: skip
        """
        Add up, for each cell, the gain of hitting over standing, and of doubling over the cell's choice.

        `gains` weights each hand by how often it is reached. `spare` weights all hands equally, for cells that are
        never reached.
        """
        hands, inside = all_hands(), _family(pair, is_paired)
        live = inside[~stays_after(self.rules.splitting, pair)[inside]]
        cells, value, table_of = _cells()[live], played.value[live], played.best[live]
        hit, stand, two = value[:, HIT], value[:, STAND], hands.cards[live] == 2
        otherwise = np.where(_flat(chart.hit)[table][cells], hit, stand)[two]
        for tally, times, drawn in ((gains, reached[live], table_of < DOUBLE), (spare, np.ones_like(hit), True)):
            np.add.at(tally[0, table], cells, times * drawn * (hit - stand))
            np.add.at(tally[1, table], cells[two], times[two] * (value[two, DOUBLE] - otherwise))


@cache
def _family(pair: int | None, is_paired: bool) -> Ints:
    """Return all hands of two cards or more: unsplit, or from a split pair and paired again or not."""
    hands, inside = all_hands(), hands_holding(pair)
    inside = inside[hands.cards[inside] > 1]
    if pair is None:
        return inside
    held = hands.counts[inside, pair]
    return np.asarray(inside[held > 1] if is_paired else inside[hands.cards[inside] > held])


def _merge(old: ChartByTotal, new: ChartByTotal, better: Flags) -> ChartByTotal:
    """Combine two charts: take the columns of the `better` up cards from the new chart, the others from the old."""
    hit, double, split = (np.where(better, b, a) for a, b in zip(old[:3], new[:3], strict=True))
    again = tuple(
        tuple(b if take else a for a, b, take in zip(*rows, better, strict=True))
        for rows in zip(old.again, new.again, strict=True)
    )
    return ChartByTotal(hit, double, split, again)


def _same(one: ChartByTotal, other: ChartByTotal) -> bool:
    flags = zip(one[:3], other[:3], strict=True)
    return all(np.array_equal(a, b) for a, b in flags) and one.again == other.again


@cache
def chart_of(rules: BlackjackRules) -> tuple[ChartByTotal, float]:
    """Return the best chart by total, and the value of the main bet under it."""
    return Charter(solved(rules)).find()
