"""
River sums with one card known: held by the dealer, or gone from the pack.

As `river_sums`, for one card of the first suit (the others are alike, suits being names). In a view of the first suit
it is a suited card, in a view of any other suit it is not: so there are two tables of views instead of one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.counting.holdem.poker_tables import HIGH_MASK, HIGH_SHIFT, LOW_MASK, RANKS
from pitboss.counting.holdem.river_sums import FULL_PACK, _sum, on_all_cores
from pitboss.counting.holdem.showdowns import Ints, Showdown, count_boards, pack_counts
from pitboss.counting.holdem.suit_views import (
    KINDS,
    PAIRS,
    RANK_PAIRS,
    Boards,
    Rivers,
    boards_by_rank,
    boards_in_view,
    rivers_by_rank,
    rivers_in_view,
)


class OneCardSums(NamedTuple):
    """Counts of all showdowns from four board cards and two hole cards on; their sum is that of the actual cards."""

    by_rank: Ints
    own_suit: Ints
    """By the board's view in the suit of the card known, and the pair of kinds held; the last row is zero."""
    other_suit: Ints
    """The same in any other suit."""


def _place(key: int, suited: int, one: int, other: int, rule: Showdown) -> int:
    """How strong two kinds are on a board."""
    rank_1 = one - RANKS if one >= RANKS else one
    rank_2 = other - RANKS if other >= RANKS else other
    whole = key + rule.rank_keys[rank_1] + rule.rank_keys[rank_2]
    way = rule.high[whole >> HIGH_SHIFT & HIGH_MASK] + rule.low[whole & LOW_MASK]
    ranks = suited | int(one >= RANKS) << rank_1 | int(other >= RANKS) << rank_2
    return int(max(rule.ranks[way], rule.flushes[ranks]))


compile_with_kernels(_place)


@kernel
def count_against(begin: int, end: int, boards: Boards, rule: Showdown, card: int, without: Ints, counts: Ints) -> None:
    """Count all showdowns against a dealer who holds a card of this kind, on some of the boards of five cards."""
    strength = np.empty(KINDS, dtype=np.int64)
    for row in range(begin, end):
        if boards.key[row] < 0:
            continue
        left, here, key, suited = boards.left[row], counts[row], boards.key[row], boards.suited[row]
        for kind in range(KINDS):
            if left[kind] > 0:
                strength[kind] = _place(key, suited, card, kind, rule)
        for one in range(KINDS):
            if left[one] == 0:
                continue
            for other in range(one + 1):
                if left[other] <= int(other == one):
                    continue
                mine, wins, lost = _place(key, suited, one, other, rule), 0, 0
                for kind in range(KINDS):
                    many = left[kind] - int(kind == one) - int(kind == other)
                    if many <= 0:
                        continue
                    wins += many * int(strength[kind] < mine)
                    lost += many * int(strength[kind] > mine)
                hole = one * (one + 1) // 2 + other
                here[hole] = pack_counts(wins, lost, mine >= rule.paid_from)
        if without.size:
            for hole in range(here.size):
                here[hole] -= without[boards.by_rank[row], rule.rank_pairs[hole]]


def _without_card(boards: Boards, card: int) -> Boards:
    """The boards of a pack in which one card of this kind is not to be had."""
    left = boards.left.copy()
    left[:, card] -= 1
    return boards._replace(key=np.where(left.min(axis=1) < 0, -1, boards.key), left=left)


def _count(boards: Boards, rule: Showdown, card: int, is_held: bool, without: Ints, holes: int) -> Ints:
    boards = _without_card(boards, card)
    counts = np.zeros((len(boards.key), holes), dtype=np.int64)

    def count(begin: int, end: int) -> None:
        if is_held:
            count_against(begin, end, boards, rule, card, without, counts)
        else:
            work = np.empty((3, len(PAIRS)), dtype=np.int64)
            count_boards(begin, end, boards, rule, work, without, counts)

    on_all_cores(count, len(counts), 1000)
    return counts


def _rivers(rivers: Rivers, card: int) -> Rivers:
    left = rivers.left.copy()
    left[:, card] -= 1
    return Rivers(np.where(left > 0, rivers.row, -1), np.maximum(left, 0))


def one_card_sums(rule: Showdown, rank: int, is_held: bool, in_pack: Ints = FULL_PACK) -> OneCardSums:
    """Count every showdown with a card of this rank held by the dealer, or else gone, and sum over the rivers."""
    none = np.zeros((0, 0), dtype=np.int64)
    by_rank = _count(boards_by_rank(5, in_pack), rule, rank, is_held, none, RANK_PAIRS)
    views = []
    for kind in (rank + RANKS, rank):
        counts = _count(boards_in_view(5, 3, in_pack), rule, kind, is_held, by_rank, len(PAIRS))
        views.append(_sum(_rivers(rivers_in_view(in_pack), kind), counts))
    return OneCardSums(_sum(_rivers(rivers_by_rank(in_pack), rank), by_rank), views[0], views[1])
