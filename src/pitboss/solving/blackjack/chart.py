"""Section 7 of the method: the best basic strategy chart, whose plays depend on totals only."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.hands import BUST, Actions, Flags, Floats, HandTable, Ints
from pitboss.solving.blackjack.play import ACTIONS, DOUBLE, HIT, NOT_ALLOWED, STAND, HandStakes, Standing, play_hands
from pitboss.solving.blackjack.rules import VALUES

MAX_ROUNDS = 20
"""The maximum number of improvement rounds; the chart is stable after three or four."""


class TotalChart(NamedTuple):
    """A play for each hand and up card, the same for all hands with the same total."""

    table: Actions
    undoubled: Actions
    """The play for a hand that the chart doubles, if doubling is not allowed."""


def best_chart(hands: HandTable, odds: Standing, stakes: HandStakes, may_double: Flags) -> TotalChart:
    """
    Return a chart that cannot be improved by changing a single entry.

    The weight of each hand within its total depends on the plays that lead to it, so the chart is improved in rounds:
    choose every play, from the highest totals down, given the weights; then recompute the weights.
    """
    levels = _levels(hands)
    chart = TotalChart(np.zeros((len(hands.keys), VALUES), np.uint8), np.zeros((len(hands.keys), VALUES), np.uint8))
    for _ in range(MAX_ROUNDS):
        before = chart.table.copy()
        _choose(hands, levels, odds, stakes, may_double, _orders(hands, before), chart)
        if (chart.table == before).all():
            break
    return chart


def _levels(hands: HandTable) -> list[tuple[int, int]]:
    """Return the range of hands for each hard total, lowest first."""
    hard = (hands.counts * np.arange(1, VALUES + 1)).sum(axis=1)
    starts = np.searchsorted(hard, np.arange(1, BLACKJACK + 2))
    return list(zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True))


def _orders(hands: HandTable, table: Actions) -> Floats:
    """Return the number of card orders in which each hand is reached, by up card."""
    orders = np.zeros(table.shape)
    two = hands.cards == 2
    orders[two] = np.where((hands.counts[two] == 2).any(axis=1), 1, 2)[:, None]
    for hand in range(len(hands.keys)):
        hits = np.where(table[hand] == HIT, orders[hand], 0)
        if hits.any():
            for drawn in hands.after[hand]:
                if drawn != BUST:
                    orders[drawn] += hits
    return orders


def _choose(
    hands: HandTable, levels: list[tuple[int, int]], odds: Standing, stakes: HandStakes, may_double: Flags,
    orders: Floats, chart: TotalChart,
) -> None:  # fmt: skip
    """Choose the best play for each total, from the highest hard totals down."""
    value = np.zeros((len(hands.keys), ACTIONS, VALUES))
    stays = hands.total == BLACKJACK
    for first, stop in reversed(levels):
        level = np.arange(first, stop)
        play_hands(hands.after, level, stays, may_double, odds, stakes, orders, False, chart.table, value)
        for soft in (False, True):
            alike = level[(hands.soft[level] == soft) & (hands.cards[level] > 1) & ~stays[level]]
            if alike.size:
                _choose_for(alike, alike[may_double[alike]], value, orders, chart)


def _choose_for(alike: Ints, doubling: Ints, value: Floats, orders: Floats, chart: TotalChart) -> None:
    """Choose one play for all hands of a total, and whether to double the hands that may be doubled."""

    def worth(which: Ints, action: int) -> Floats:
        return np.asarray((orders[which] * value[which, action]).sum(axis=0))

    plain = np.where(worth(alike, HIT) > worth(alike, STAND), HIT, STAND)
    chart.undoubled[alike] = plain
    chart.table[alike] = plain
    if doubling.size:
        other = np.where(plain == HIT, worth(doubling, HIT), worth(doubling, STAND))
        better = worth(doubling, DOUBLE) > np.where(np.isfinite(other), other, NOT_ALLOWED)
        chart.table[doubling] = np.where(better, DOUBLE, chart.table[doubling])
