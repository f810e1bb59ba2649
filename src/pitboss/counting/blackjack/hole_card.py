"""The dealer's hand with the hole card known: the same joint chances, card by card of the hole."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.dealer import (
    _BLOCK,
    BUST,
    OUTCOMES,
    VALUES,
    Composition,
    DealerHands,
    Numbers,
    Shoe,
    _add,
    _as_tree,
    _walk_dealer,
    hard_total,
    outcome_of,
    shoe_of,
)
from pitboss.ranking.totals import dealer_draws


def _draw_out_from(up: int, hole: int, hits_soft_17: bool) -> Counter[Composition]:
    """Every final hand of a dealer with these two cards, and the number of orders that lead to it."""
    final: Counter[Composition] = Counter()
    drawing = Counter({_add(_add((0,) * VALUES, up), hole): 1})
    while drawing:
        grown: Counter[Composition] = Counter()
        for hand, orders in drawing.items():
            if not dealer_draws(hard_total(hand), hand[0] > 0, hits_soft_17):
                final[hand] += orders
                continue
            for value in range(VALUES):
                grown[_add(hand, value)] += orders
        drawing = grown
    return final


@cache
def _hands_with(hole: int, hits_soft_17: bool, most: Composition) -> DealerHands:
    """The tree of the dealer's final hands up to 22 with this hole card."""
    orders: dict[Composition, dict[int, int]] = {}
    for up in range(VALUES):
        for hand, number in _draw_out_from(up, hole, hits_soft_17).items():
            if outcome_of(hand) != BUST and all(n <= limit for n, limit in zip(hand, most, strict=True)):
                orders.setdefault(hand, {})[up] = number
    hands = sorted(orders)
    nodes, leaf = _as_tree(hands)
    table = np.array(nodes, dtype=np.uint8)
    return DealerHands(
        np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1]), np.ascontiguousarray(table[:, 2]),
        np.array(leaf, dtype=np.int32),
        np.array([sum(hand) for hand in hands], dtype=np.uint8),
        np.array([0, *np.cumsum([len(orders[hand]) for hand in hands])], dtype=np.uint32),
        np.array([outcome_of(hand) * VALUES + up for hand in hands for up in orders[hand]], dtype=np.uint8),
        np.array([number for hand in hands for number in orders[hand].values()], dtype=np.float64),
    )  # fmt: skip


def odds_with_hole(counts: Composition, removed: NDArray[np.uint8], hits_soft_17: bool, hole: int) -> Numbers:
    """
    As `dealer_odds`, joint with this hole card: `odds[row, outcome, up]`.

    Over all hole cards they add up to the odds of a dealer whose hole card nobody knows.
    """
    shoe = shoe_of(counts)
    hands = _hands_with(hole, hits_soft_17, tuple(min(n, 22) for n in counts))
    odds = np.zeros((len(removed), OUTCOMES, VALUES))

    def count(begin: int) -> None:
        _count_block(hands, shoe, removed[begin : begin + _BLOCK].astype(np.intp), hole, odds[begin : begin + _BLOCK])

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(count, range(0, len(removed), _BLOCK)))
    return odds


def _count_block(hands: DealerHands, shoe: Shoe, removed: NDArray[np.intp], hole: int, odds: Numbers) -> None:
    """Fill the odds of one block of shoes; what is neither 22 nor less is a bust."""
    size, values = len(removed), np.arange(VALUES)
    before = shoe.ways[values, removed]
    product = np.zeros((int(hands.depth.max()) + 2, size))
    product[0] = before.prod(axis=1)
    drawn = np.arange(max(int(hands.copies.max()), 2) + 1)[:, None]
    left = shoe.ways[values[:, None, None], removed.T[:, None] + drawn]
    left /= np.where(before == 0, before + 1, before).T[:, None]
    per_order = shoe.per_order[removed.sum(axis=1) + np.arange(int(hands.cards.max()) + 1)[:, None]]
    block = np.zeros((OUTCOMES * VALUES, size))
    _walk_dealer(hands, left, per_order, product, block)
    odds[:] = block.T.reshape(size, OUTCOMES, VALUES)
    both = left[:, 1] * left[hole, 1]
    both[hole] = left[hole, 2]
    odds[:, BUST] = (product[0] * both * per_order[2]).T - odds.sum(axis=1)
