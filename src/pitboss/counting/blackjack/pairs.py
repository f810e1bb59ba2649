"""
Two hands of one round at once: what the variance of a round hangs on.

The mean of the product of what two hands win is a sum over the cards of both. Only the cards of the two together say
what the dealer will have, so these are numbered once, and the dealer's odds stand by number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.dealer_odds import CardsGone
from pitboss.counting.blackjack.hand_graph import MOST_GONE
from pitboss.counting.blackjack.joint_odds import odds_against
from pitboss.counting.blackjack.splits import TwoHands
from pitboss.counting.blackjack.values import ONE_OF, Ints, Numbers, Pack, counts_in, sorts
from pitboss.counting.compiled import kernel

U = np.uint64
Places: TypeAlias = NDArray[np.int32]
Bools: TypeAlias = NDArray[np.bool_]
ENDS = 7
"""Ends of the dealer: 17 to 21, 22, and 23 or more."""
_EMPTY = -1
_MIX = U(0x9E3779B97F4A7C15)


class Sums(NamedTuple):
    """The cards of two hands together, by key in order, and which of them two hands make."""

    keys: Ints
    of: Places  # by one hand and the other


def sums_of(one: Ints, other: Ints) -> Sums:
    """The cards that a hand of the one sort and a hand of the other, each by key, can be together."""
    bits = max(int(4 * min(len(one) * len(other), 40 * (len(one) + len(other)))).bit_length(), 4)
    while True:
        of, found = np.zeros((len(one), len(other)), np.int32), np.zeros(1 << bits, np.int64)
        size = _number(one, other, np.full(1 << bits, _EMPTY, np.int64), np.zeros(1 << bits, np.int32), found, of)
        if size >= 0:
            break
        bits += 1
    order = np.argsort(found[:size])
    rank = np.empty(size, np.int32)
    rank[order] = np.arange(size, dtype=np.int32)
    return Sums(found[:size][order], rank[of])


@kernel
def _number(one: Ints, other: Ints, held: Ints, number: Places, found: Ints, of: Places) -> int:
    """Number each sum as it first comes, looked up by its own bits mixed; -1 where there is too little room."""
    size, mask, shift = 0, U(held.size - 1), U(40)
    for i in range(one.size):
        for j in range(other.size):
            key = one[i] + other[j]
            at = (U(key) * _MIX >> shift) & mask
            while held[at] != key and held[at] != _EMPTY:
                at = (at + U(1)) & mask
            if held[at] == _EMPTY:
                if 2 * size > held.size:
                    return -1
                held[at], number[at], found[size] = key, size, key
                size += 1
            of[i, j] = number[at]
    return size


@kernel
def _mark(of: Places, one: Ints, other: Ints, used: Bools) -> None:
    for i in one:
        for j in other:
            used[of[i, j]] = True


def sums_used(sums: Sums, one: Ints, other: Ints) -> Ints:
    """Which sums these hands of the one sort and of the other make."""
    used = np.zeros(len(sums.keys), np.bool_)
    _mark(sums.of, one, other, used)
    return np.flatnonzero(used)


@kernel
def mix(odds: Numbers, at: Ints, rows: Ints, times: Ints, mixed: Numbers) -> None:
    """Odds by row and end as a sum of others, each so often: `at` says where each stands, by term and row."""
    for row in range(rows.size):
        for end in range(ENDS):
            mixed[rows[row], end] = 0.0
        for term in range(times.size):
            if times[term] != 0:
                for end in range(ENDS):
                    mixed[rows[row], end] += times[term] * odds[at[term, row], end]


@kernel
def add_products(
    of: Places, one: Ints, other: Ints, won: Numbers, other_won: Numbers, odds: Numbers, products: Numbers
) -> None:
    """Add, by end, the mean of the product of two hands: what each wins by hand and end, the odds by sum and end."""
    mean = np.zeros_like(products)
    for i in one:
        mean[:] = 0
        for j in other:
            row = of[i, j]
            for end in range(ENDS):
                mean[end] += other_won[j, end] * odds[row, end]
        for end in range(ENDS):
            products[end] += won[i, end] * mean[end]


def products(sums: Sums, won: Numbers, other_won: Numbers, odds: Numbers) -> float:
    """The mean of the product of what a hand of the one sort and one of the other win, by hand and dealer's end."""
    found = np.zeros(odds.shape[1])
    one, other = (np.flatnonzero(each.any(axis=1)) for each in (won, other_won))
    add_products(sums.of, one, other, won, other_won, odds, found)
    return float(found.sum())


class SplitHands(NamedTuple):
    """The hands of one split pair: the cards of any two together; by kind and whether it was paired, what each wins."""

    sums: Sums
    gone: Ints  # the keys of two hands with none or more of the pair gone as well
    counts: Ints  # of these, by value
    at: NDArray[np.intp]  # where they stand, by how many more are gone and sum
    won: Mapping[tuple[int, bool], Numbers]  # by up card, hand and dealer's end


def split_hands(keys: Ints, pair: int, won: Mapping[tuple[int, bool], Numbers]) -> SplitHands:
    """The hands of a split pair by their keys, and what they win."""
    sums = sums_of(keys, keys)
    with_more = sums.keys + np.arange(MOST_GONE)[:, None] * ONE_OF[pair]
    gone = np.unique(with_more)
    return SplitHands(sums, gone, counts_in(gone), np.searchsorted(gone, with_more), won)


def products_of(
    hands: SplitHands, up: int, counted: Mapping[TwoHands, Mapping[int, int]], pack: Pack, hits_soft_17: bool
) -> float:
    """The mean of the products of what every two hands of a split pair win, joint with its being dealt."""
    sums, won = hands.sums, {sort: table[up] for sort, table in hands.won.items()}
    used = np.flatnonzero(np.any([table.any(axis=1) for table in won.values()], axis=0))
    rows = sums_used(sums, used, used)
    by_gone = np.zeros((len(hands.gone), ENDS))
    more = sorted({gone for each in counted.values() for gone, times in each.items() if times})
    asked = np.zeros(len(hands.gone), np.bool_)
    asked[hands.at[more][:, rows]] = True
    cards = CardsGone(hands.counts[asked], sorts(hands.gone[asked]))
    by_gone[asked] = odds_against(pack, cards, up, hits_soft_17)
    product, odds = 0.0, np.zeros((len(sums.keys), ENDS))
    for two, each in counted.items():
        mix(by_gone, hands.at[:, rows], rows, np.array([each.get(gone, 0) for gone in range(MOST_GONE)]), odds)
        product += products(sums, won[two[:2]], won[two[2:]], odds)
    return product
