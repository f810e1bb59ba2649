"""Vectorised versions of the kit's leaf rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from pitboss.ranking.hands import baccarat_points, poker_rank, three_card_rank
from pitboss.ranking.leaf import HandRule
from pitboss.ranking.poker import ACE, CLASS_SHIFT, MADE_SHIFT, PokerClass
from pitboss.ranking.three_card import rank_three
from pitboss.solving.script.deals import Column


def _poker_ranks(hands: Column) -> Any:
    """Rank the best five of each column of five, six or seven cards, as `rank_hand` does for one hand."""
    count = hands.shape[0]
    bits = [np.left_shift(np.int32(1), (cards >> 2).astype(np.int32)) for cards in hands]
    one, two, three, four = (np.zeros(hands.shape[1], np.int32) for _ in range(4))
    for bit in bits:
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
    ranks = _ranks_of_sets(one, two, three, four, count - 5)
    in_suit = np.zeros(hands.shape[1], np.int32)  # eight bits per suit
    for cards in hands:
        in_suit += np.left_shift(np.int32(1), ((cards & 3) << 3).astype(np.int32))
    for suit in range(4):
        at = np.flatnonzero((in_suit >> (8 * suit) & 255) >= 5)
        if len(at):
            held = np.zeros(len(at), np.int32)
            for cards, bit in zip(hands, bits, strict=True):
                held |= np.where(cards[at] & 3 == suit, bit[at], 0)
            ranks[at] = _ranks_of_suit(held)
    return ranks


def _ranks_of_sets(one: Column, two: Column, three: Column, four: Column, spare: int) -> Any:
    """Rank hands without a flush from the sets of ranks held at least once, twice, three and four times."""
    top_three, top_two, straight = _highest(three), _highest(two), _straight_top(one)
    second = _highest(two ^ top_two)
    pairs = top_two | second
    pair_left = _highest(two & ~top_three)
    ranks = _without_lowest(one, spare)
    ranks = np.where(two != 0, _rank(PokerClass.PAIR, two, _without_lowest(one ^ two, spare)), ranks)
    ranks = np.where(second != 0, _rank(PokerClass.TWO_PAIR, pairs, _highest(one & ~pairs)), ranks)
    kickers = _without_lowest(one & ~top_three, spare)
    ranks = np.where(three != 0, _rank(PokerClass.THREE_OF_A_KIND, top_three, kickers), ranks)
    ranks = np.where(straight != 0, _rank(PokerClass.STRAIGHT, straight, 0), ranks)
    full = (three != 0) & (pair_left != 0)
    ranks = np.where(full, _rank(PokerClass.FULL_HOUSE, top_three, pair_left), ranks)
    return np.where(four != 0, _rank(PokerClass.FOUR_OF_A_KIND, four, _highest(one & ~four)), ranks)


def _ranks_of_suit(held: Column) -> Any:
    """Rank five or more cards of one suit."""
    straight = _straight_top(held)
    for _ in range(2):
        held = np.where(_without_lowest(held, 5) != 0, held & (held - 1), held)
    ranks = _rank(PokerClass.FLUSH, 0, held)
    ranks = np.where(straight != 0, _rank(PokerClass.STRAIGHT_FLUSH, straight, 0), ranks)
    return np.where(straight == ACE, PokerClass.ROYAL_FLUSH << CLASS_SHIFT, ranks)


def _rank(hand_class: int, made: Any, kickers: Any) -> Any:
    return int(hand_class) << CLASS_SHIFT | made << MADE_SHIFT | kickers


def _highest(ranks: Any) -> Any:
    for by in (1, 2, 4, 8):
        ranks = ranks | ranks >> by
    return ranks ^ (ranks >> 1)


def _without_lowest(ranks: Any, spare: int) -> Any:
    for _ in range(spare):
        ranks = ranks & (ranks - 1)
    return ranks


def _straight_top(ranks: Any) -> Any:
    run = ranks << 1 | ranks >> 12
    run = run & run >> 1
    for _ in range(3):
        run = run & run >> 1
    return _highest(run) << 3


@cache
def _three_card_table() -> Column:
    table = np.zeros((52, 52, 52), np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                rank = rank_three(a, b, c)
                for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
                    table[x, y, z] = rank
    return table


def _three_card_ranks(hands: Column) -> Any:
    return _three_card_table()[hands[0], hands[1], hands[2]]


def _points(ranks: Column) -> Any:
    values = np.where(ranks == 14, 1, np.where(ranks >= 10, 0, ranks))
    return values.sum(axis=0, dtype=np.int64) % 10


FAST_RULES: dict[HandRule, Callable[[Column], Column]] = {
    poker_rank: _poker_ranks,
    three_card_rank: _three_card_ranks,
    baccarat_points: _points,
}
