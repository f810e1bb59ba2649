"""
Boards up to suits, as poker sees them.

Without a flush in reach only ranks matter. A flush can come in one suit only, and then every card is of that
suit or not: a *view* of the board in that suit. So the strength of hole cards on any board is found either among
6,175 boards by rank or among 36,608 views in a suit, where 2,598,960 boards would say the same again and again.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.poker_tables import HIGH_MASK, HIGH_SHIFT, LOW_MASK, number_ways, rank_key

RANKS = 13
KINDS = 26
"""A card in a view: its rank, plus 13 if it is of the suit."""
HOLES_BY_RANK = 91
HOLES_IN_VIEW = 351


class RankBoards(NamedTuple):
    """All boards of so many cards by rank; a board's key is the sum of its cards' keys."""

    high: NDArray[np.uint32]
    low: NDArray[np.uint32]
    held: NDArray[np.int64]
    """By row: how many cards of each rank."""


class SuitBoards(NamedTuple):
    """All views of boards of so many cards, with at least some number of them in the suit."""

    first: NDArray[np.int64]
    """By the ranks in the suit: the first row."""
    suited: NDArray[np.int64]
    """By row: the ranks in the suit."""
    other_1: NDArray[np.int64]
    other_2: NDArray[np.int64]
    """By row: the ranks of the cards of other suits, -1 where there is none."""


def hole_index(one: int, other: int) -> int:
    """The place of two kinds of card (or two ranks) among all pairs of them."""
    if one < other:
        one, other = other, one
    return one * (one + 1) // 2 + other


def rank_row(boards: RankBoards, key: int) -> int:
    """The row of the board with this key."""
    return boards.high[key >> HIGH_SHIFT & HIGH_MASK] + boards.low[key & LOW_MASK]  # type: ignore[return-value]


def suit_row(boards: SuitBoards, suited: int, other_1: int, other_2: int) -> int:
    """The row of a view: the ranks in the suit and at most two others (-1: none; the first goes first)."""
    first: int = boards.first[suited]
    if other_1 < 0:
        return first
    if other_2 < 0:
        return first + other_1
    return first + hole_index(other_1, other_2)


def rank_keys() -> NDArray[np.int64]:
    """What a card adds to the key of its board, by rank."""
    return np.array([rank_key(rank) for rank in range(RANKS)])


@cache
def rank_boards(cards: int) -> RankBoards:
    """All boards of so many cards by rank."""
    high, low = number_ways(cards)
    ranks = np.array(list(combinations_with_replacement(range(RANKS), cards)))
    held = np.asarray(sum(ranks[:, place, None] == np.arange(RANKS) for place in range(cards)), dtype=np.int64)
    held = held[held.max(axis=1) < 5]
    keys = held @ rank_keys()
    return RankBoards(high, low, held[np.argsort(high[keys >> HIGH_SHIFT & HIGH_MASK] + low[keys & LOW_MASK])])


@cache
def suit_boards(cards: int, least: int) -> SuitBoards:
    """All views of so many cards with at least `least` of the suit and so at most two others."""
    first = np.zeros(1 << RANKS, dtype=np.int64)
    rows: list[tuple[int, int, int]] = []
    for others in range(cards - least + 1):
        held = {0: [(-1, -1)], 1: [(rank, -1) for rank in range(RANKS)], 2: sorted_pairs()}[others]
        for suited in combinations(range(RANKS), cards - others):
            ranks = sum(1 << rank for rank in suited)
            first[ranks] = len(rows)
            rows += [(ranks, *pair) for pair in held]
    suited_ranks, other_1, other_2 = np.array(rows, dtype=np.int64).T.copy()
    return SuitBoards(first, suited_ranks, other_1, other_2)


def sorted_pairs() -> list[tuple[int, int]]:
    """Two ranks, in the order of `hole_index`."""
    return [(high, low) for high in range(RANKS) for low in range(high + 1)]
