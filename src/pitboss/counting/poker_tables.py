"""
Seven-card strength by looking it up: every strength there is, ranked once by the leaf rules.

Without a flush only the number of cards of each rank matters: 49,205 ways. Each card adds its key to a sum
whose low part counts the ranks 2 to 7 in base five, the middle the ranks 8 to ace, and the top the suits. With a flush
only the ranks of its suit matter: 4,719 ways.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.ranking import poker
from pitboss.ranking.poker import ALL_RANKS

compile_with_kernels(
    poker.highest,
    poker.without_lowest,
    poker.straight_top,
    poker.rank_of_suit,
    poker.rank_of_ranks,
    poker.suit_of_flush,
    poker.card_bit,
    poker.rank_of_packed,
    poker.class_of,
    poker.made_of,
)

CARDS = 7
LOW_RANKS = 6
HIGH_SHIFT = 14
SUIT_SHIFT = 32
LOW_MASK = (1 << HIGH_SHIFT) - 1
HIGH_MASK = (1 << (SUIT_SHIFT - HIGH_SHIFT)) - 1
WAYS_WITHOUT_FLUSH = 49_205
# A suit's count starts at three, so that the fifth card of the suit sets the top bit of its four.
NO_CARDS = 0x3333 << SUIT_SHIFT
FIVE_OF_A_SUIT = 0x8888 << SUIT_SHIFT


class StrengthTables(NamedTuple):
    """What a kernel needs to look a seven-card hand up; `ranks` and `flushes` hold ranks, or their places in order."""

    keys: NDArray[np.int64]
    """What a card adds to the sum, by its code."""
    high: NDArray[np.uint32]
    """By the count of the ranks 8 to ace: where its ways begin."""
    low: NDArray[np.uint32]
    """By the count of the ranks 2 to 7: its place among the ways with as many cards."""
    ranks: NDArray[np.int32]
    """By `high` plus `low`: the hand without a flush."""
    flushes: NDArray[np.int32]
    """By the ranks in one suit: the flush, 0 for fewer than five cards."""


def rank_key(rank: int) -> int:
    """What a card of this rank (0 the deuce) adds to the sum, its suit aside."""
    return int(5**rank) if rank < LOW_RANKS else int(5 ** (rank - LOW_RANKS)) << HIGH_SHIFT


@kernel
def _rank_ways(keys: NDArray[np.int64], tables: StrengthTables) -> None:
    """Rank every way by the leaf rules: seven ranks that do not rise, no rank five times."""
    held = np.zeros(CARDS, dtype=np.int64)
    while held[0] < 13:
        key, one, two, three, four = 0, 0, 0, 0, 0
        for rank in held:
            bit = 1 << int(rank)
            key += int(keys[rank])
            one, two, three, four = one | bit, two | one & bit, three | two & bit, four | three & bit
        if held[0] != held[4] and held[1] != held[5] and held[2] != held[6]:
            way = tables.high[key >> HIGH_SHIFT & HIGH_MASK] + tables.low[key & LOW_MASK]
            tables.ranks[way] = poker.rank_of_ranks(one, two, three, four, 2)
        turn = CARDS - 1
        while turn and held[turn] == held[turn - 1]:
            held[turn] = 0
            turn -= 1
        held[turn] += 1


@kernel
def _rank_flushes(flushes: NDArray[np.int32]) -> None:
    """Rank every set of five to seven cards of one suit."""
    for ranks in range(flushes.size):
        if poker.without_lowest(ranks, 4) and not poker.without_lowest(ranks, CARDS):
            flushes[ranks] = poker.rank_of_suit(ranks)


def _cards_in_each(digits: int) -> NDArray[np.int64]:
    """How many cards each count of so many ranks stands for."""
    counts = np.arange(5**digits)
    return np.asarray(sum(counts // 5**digit % 5 for digit in range(digits)))


def number_ways(cards: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Number every way to hold so many cards by rank: `high` says where its ways begin, `low` goes on from there."""
    cards_low, cards_high = _cards_in_each(LOW_RANKS), _cards_in_each(13 - LOW_RANKS)
    low = np.zeros(cards_low.size, dtype=np.uint32)
    for held in range(cards + 1):
        low[cards_low == held] = np.arange(np.count_nonzero(cards_low == held))
    follow = np.bincount(cards_low, minlength=cards + 1)[cards - np.minimum(cards_high, cards)]
    follow[cards_high > cards] = 0
    return (np.cumsum(follow) - follow).astype(np.uint32), low


@cache
def strength_tables() -> StrengthTables:
    """The tables with every rank in them."""
    by_rank = np.array([rank_key(rank) for rank in range(13)])
    keys = np.array([rank_key(code >> 2) + (1 << (SUIT_SHIFT + 4 * (code & 3))) for code in range(52)])
    ranks = np.zeros(WAYS_WITHOUT_FLUSH, dtype=np.int32)
    tables = StrengthTables(keys, *number_ways(CARDS), ranks, np.zeros(ALL_RANKS + 1, dtype=np.int32))
    _rank_ways(by_rank, tables)
    _rank_flushes(tables.flushes)
    return tables
