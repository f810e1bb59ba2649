"""
Dealer hands by composition: how a shoe deals the dealer's total, card by card removed.

Every probability here is joint: that a named sequence of cards leaves the shoe, then the up card,
then the rest of the dealer's hand. Player's draws, up card and dealer's draws are then all parts of
one ordered sequence, so that sums replace conditional probabilities everywhere.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from math import perm, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import kernel
from pitboss.ranking.totals import best_total, dealer_draws

VALUES = 10
"""Values of cards: index 0 is the ace, 9 a ten-value."""
SEVENTEEN, TWENTY_ONE, TWENTY_TWO, BUST, NATURAL, OUTCOMES = 0, 4, 5, 6, 7, 8
"""Dealer outcomes: 17 to 21 (no blackjack), 22, 23 or more, blackjack."""
_MOST_DRAWN = 64
"""A player's hand, the other hands of its split and the dealer's hand never hold more cards together."""
_BLOCK = 256
"""So many shoes are counted at once: few enough for the cache, enough for the processor's vectors."""

Numbers = NDArray[Any]
"""Floats in a compiled kernel; `Fraction`s in the same kernel run as plain Python."""
Composition = tuple[int, ...]


class DealerHands(NamedTuple):
    """All hands a dealer can end with, as a tree over (value, how many), in the order a kernel walks it."""

    value: NDArray[np.uint8]
    copies: NDArray[np.uint8]
    depth: NDArray[np.uint8]
    leaf: NDArray[np.int32]  # the hand that ends at this node, or -1
    cards: NDArray[np.uint8]  # by leaf
    first: NDArray[np.uint32]  # by leaf: where its up cards start in the two lists below
    cell: NDArray[np.uint8]  # outcome × 10 + up card
    orders: Numbers  # in how many orders the dealer, showing that card, draws this hand


class Shoe(NamedTuple):
    """How many ways a shoe deals j cards of a value in order, and one over the ways to deal j of any."""

    ways: Numbers
    per_order: Numbers


def deck_counts(decks: int) -> Composition:
    """Cards of each value in so many decks, the ace first."""
    return (4 * decks,) * 9 + (16 * decks,)


def shoe_of(counts: Composition, exact: bool = False) -> Shoe:
    """The shoe that holds these cards, in floats or in `Fraction`s."""
    most = _MOST_DRAWN
    ways = [[Fraction(perm(count, j)) for j in range(most)] for count in counts]
    per_order = [1 / Fraction(perm(sum(counts), min(j, sum(counts)))) for j in range(most)]
    number = object if exact else float
    return Shoe(np.array(ways, dtype=number), np.array(per_order, dtype=number))


def endless_shoe() -> Shoe:
    """A shoe of infinitely many decks: drawing a card changes nothing."""
    chance = np.array([1 / 13] * 9 + [4 / 13])
    powers = np.arange(_MOST_DRAWN)
    return Shoe(chance[:, None] ** powers, np.ones(len(powers)))


def _add(hand: Composition, value: int) -> Composition:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


def hard_total(hand: Composition) -> int:
    """The total with every ace as 1."""
    return sum((v + 1) * n for v, n in enumerate(hand))


def _draw_out(up: int, hits_soft_17: bool) -> Counter[Composition]:
    """Every final hand that starts with this up card, and the number of orders that lead to it."""
    final: Counter[Composition] = Counter()
    drawing = Counter({_add((0,) * VALUES, up): 1})
    while drawing:
        grown: Counter[Composition] = Counter()
        for hand, orders in drawing.items():
            if sum(hand) > 1 and not dealer_draws(hard_total(hand), hand[0] > 0, hits_soft_17):
                final[hand] += orders
                continue
            for value in range(VALUES):
                grown[_add(hand, value)] += orders
        drawing = grown
    return final


def outcome_of(hand: Composition) -> int:
    """Where a dealer's final hand counts: by total, a two-card 21 apart."""
    total = best_total(hard_total(hand), hand[0] > 0)
    if total == 21 and sum(hand) == 2:
        return NATURAL
    return min(total, 23) - 17


@cache
def _hands_by_up_card(hits_soft_17: bool) -> dict[Composition, dict[int, int]]:
    """Every final hand up to 22, with the number of orders by up card."""
    orders: dict[Composition, dict[int, int]] = {}
    for up in range(VALUES):
        for hand, number in _draw_out(up, hits_soft_17).items():
            if outcome_of(hand) != BUST:
                orders.setdefault(hand, {})[up] = number
    return orders


def _as_tree(hands: list[Composition]) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Sorted hands as (value, how many, depth) in preorder, and the hand that ends at each node."""
    nodes: list[tuple[int, int, int]] = []
    leaf: list[int] = []
    path: list[tuple[int, int]] = []
    for index, hand in enumerate(hands):
        steps = [(v, n) for v, n in enumerate(hand) if n]
        shared = 0
        while shared < min(len(path), len(steps)) and path[shared] == steps[shared]:
            shared += 1
        for depth in range(shared, len(steps)):
            nodes.append((*steps[depth], depth + 1))
            leaf.append(-1)
        leaf[-1] = index
        path = steps
    return nodes, leaf


@cache
def dealer_hands(hits_soft_17: bool, most: Composition) -> DealerHands:
    """
    The tree of the dealer's final hands up to 22, with at most so many cards of each value.

    What is left over is 23 or more.
    """
    orders = _hands_by_up_card(hits_soft_17)
    hands = sorted(hand for hand in orders if all(n <= limit for n, limit in zip(hand, most, strict=True)))
    nodes, leaf = _as_tree(hands)
    table = np.array(nodes, dtype=np.uint8)
    sizes = [len(orders[hand]) for hand in hands]
    return DealerHands(
        np.ascontiguousarray(table[:, 0]),
        np.ascontiguousarray(table[:, 1]),
        np.ascontiguousarray(table[:, 2]),
        np.array(leaf, dtype=np.int32),
        np.array([sum(hand) for hand in hands], dtype=np.uint8),
        np.array([0, *np.cumsum(sizes)], dtype=np.uint32),
        np.array([outcome_of(hand) * VALUES + up for hand in hands for up in orders[hand]], dtype=np.uint8),
        np.array([number for hand in hands for number in orders[hand].values()], dtype=np.float64),
    )


@kernel
def _walk_dealer(hands: DealerHands, left: Numbers, per_order: Numbers, product: Numbers, odds: Numbers) -> None:
    """Add up the dealer's hands for a block of shoes at once: the last axis of every table is the shoe."""
    for node in range(hands.value.size):
        depth = hands.depth[node]
        here = product[depth]
        above = product[np.uint8(depth - 1)]
        drawn = left[hands.value[node], hands.copies[node]]
        for b in range(here.size):
            here[b] = above[b] * drawn[b]
        leaf = hands.leaf[node]
        if leaf < 0:
            continue
        per = per_order[hands.cards[leaf]]
        chance = product[np.uint8(product.shape[0] - 1)]
        for b in range(here.size):
            chance[b] = here[b] * per[b]
        for i in range(hands.first[leaf], hands.first[leaf + 1]):
            total = odds[hands.cell[i]]
            orders = hands.orders[i]
            for b in range(here.size):
                total[b] += chance[b] * orders


def dealer_odds(shoe: Shoe, removed: NDArray[np.uint8], hits_soft_17: bool) -> Numbers:
    """
    `odds[row, outcome, up]`: the chance that the cards of `removed[row]` come in one named order, then the
    up card, then a dealer's hand of that outcome. On two threads.
    """
    number = shoe.ways.dtype
    hands = dealer_hands(hits_soft_17, tuple(min(int(n) - 1, 22) for n in (shoe.ways != 0).sum(axis=1)))
    if number != np.float64:
        hands = hands._replace(orders=hands.orders.astype(np.int64).astype(number))
    odds = np.zeros((len(removed), OUTCOMES, VALUES), dtype=number)

    def count(begin: int) -> None:
        _count_block(hands, shoe, removed[begin : begin + _BLOCK].astype(np.intp), odds[begin : begin + _BLOCK])

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(count, range(0, len(removed), _BLOCK)))
    return odds


def _count_block(hands: DealerHands, shoe: Shoe, removed: NDArray[np.intp], odds: Numbers) -> None:
    """Fill the odds of one block of shoes."""
    number, size = shoe.ways.dtype, len(removed)
    values = np.arange(VALUES)
    before = shoe.ways[values, removed]
    product = np.zeros((int(hands.depth.max()) + 2, size), dtype=number)
    product[0] = before.prod(axis=1)
    drawn = np.arange(int(hands.copies.max()) + 1)[:, None]
    left = shoe.ways[values[:, None, None], removed.T[:, None] + drawn]
    left /= np.where(before == 0, before + 1, before).T[:, None]
    per_order = shoe.per_order[removed.sum(axis=1) + np.arange(int(hands.cards.max()) + 1)[:, None]]
    block = np.zeros((OUTCOMES * VALUES, size), dtype=number)
    _walk_dealer(hands, left, per_order, product, block)
    odds[:] = block.T.reshape(size, OUTCOMES, VALUES)
    odds[:, BUST] = (product[0] * left[:, 1] * per_order[1]).T - odds.sum(axis=1)


def exact_outcome(counts: Composition, outcome: int, hits_soft_17: bool) -> Fraction:
    """The chance, as a fraction, that the dealer ends with this outcome (up to 22 or blackjack) off the top."""
    ways: Counter[int] = Counter()  # by number of cards, so that few fractions need be added
    for hand, orders in _hands_by_up_card(hits_soft_17).items():
        if outcome_of(hand) == outcome:
            drawn = prod(perm(count, n) for count, n in zip(counts, hand, strict=True))
            ways[sum(hand)] += sum(orders.values()) * drawn
    return sum((Fraction(number, perm(sum(counts), cards)) for cards, number in ways.items()), Fraction(0))
