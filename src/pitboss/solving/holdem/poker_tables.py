"""
Strength by looking it up: every strength there is, ranked once by the leaf rules.

Without a flush only the number of cards of each rank matters: 49,205 ways with seven cards. Each card adds its key to
a sum whose low part counts the ranks 2 to 7 in base five, the middle the ranks 8 to ace, and the top the suits. With a
flush only the ranks of its suit matter: 4,719 ways.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.ranking import poker
from pitboss.ranking.poker import ALL_RANKS, rank_of_ranks, rank_of_suit, suit_of_flush

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

RANKS = 13
LOW_RANKS = 6
HIGH_SHIFT = 14
SUIT_SHIFT = 32
LOW_MASK = (1 << HIGH_SHIFT) - 1
HIGH_MASK = (1 << (SUIT_SHIFT - HIGH_SHIFT)) - 1
# A suit's count starts at three, so that the fifth card of the suit sets the top bit of its four.
NO_CARDS = 0x3333 << SUIT_SHIFT
FIVE_OF_A_SUIT = 0x8888 << SUIT_SHIFT

RANK_KEYS = np.array([5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << HIGH_SHIFT for rank in range(RANKS)])
"""What a card adds to the sum by its rank, its suit aside."""


class Ways(NamedTuple):
    """All ways to hold this many cards by rank, numbered without a gap."""

    high: NDArray[np.uint32]
    """By the count of the ranks 8 to ace: the number where its ways begin."""
    low: NDArray[np.uint32]
    """By the count of the ranks 2 to 7: what to add."""
    held: NDArray[np.int64]
    """By the way: how many cards of each rank."""

    def number(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The ways with these keys."""
        return np.asarray(self.high[keys >> HIGH_SHIFT & HIGH_MASK] + self.low[keys & LOW_MASK], dtype=np.int64)


class StrengthTables(NamedTuple):
    """What a kernel needs to look a seven-card hand up; `ranks` and `flushes` hold ranks, or their places in order."""

    keys: NDArray[np.int64]
    """What a card adds to the sum, by its code."""
    high: NDArray[np.uint32]
    low: NDArray[np.uint32]
    """As in `Ways` of seven cards."""
    ranks: NDArray[np.int32]
    """By the way: the hand without a flush."""
    flushes: NDArray[np.int32]
    """By the ranks in one suit: the flush, 0 for fewer than five cards."""


def look_up(key: int, pack: int, tables: StrengthTables) -> int:
    """The rank of seven cards by the sum of their keys (from `NO_CARDS`) and their packed bits."""
    if key & FIVE_OF_A_SUIT:
        return int(tables.flushes[pack >> suit_of_flush(pack) & ALL_RANKS])
    return int(tables.ranks[tables.high[key >> HIGH_SHIFT & HIGH_MASK] + tables.low[key & LOW_MASK]])


compile_with_kernels(look_up)


@cache
def _digits(count: int) -> NDArray[np.int64]:
    """All numbers of this many digits in base five, one row each, the lowest digit first."""
    return np.arange(5**count)[:, None] // 5 ** np.arange(count) % 5


@cache
def ways(cards: int) -> Ways:
    """All ways to hold this many cards by rank."""
    low_held, high_held = _digits(LOW_RANKS), _digits(RANKS - LOW_RANKS)
    low_cards, high_cards = low_held.sum(axis=1), high_held.sum(axis=1)
    lows = [np.flatnonzero(low_cards == held) for held in range(cards + 1)]
    low = np.zeros(len(low_cards), dtype=np.uint32)
    for same in lows:
        low[same] = np.arange(len(same))
    highs = np.flatnonzero(high_cards <= cards)
    follow = [lows[cards - held] for held in high_cards[highs]]
    sizes = [len(same) for same in follow]
    high = np.zeros(len(high_cards), dtype=np.uint32)
    high[highs] = np.cumsum(sizes) - sizes
    held = np.concatenate([low_held[np.concatenate(follow)], high_held[np.repeat(highs, sizes)]], axis=1)
    return Ways(high, low, held)


@kernel
def _rank_ways(sets: NDArray[np.int64], spare: int, ranks: NDArray[np.int32]) -> None:
    """Rank every way by the leaf rule, from its sets of ranks held at least once, twice, three and four times."""
    for way in range(ranks.size):
        ranks[way] = rank_of_ranks(sets[0, way], sets[1, way], sets[2, way], sets[3, way], spare)


def rank_ways(cards: int) -> NDArray[np.int32]:
    """The rank of every way to hold five, six or seven cards, were there no flushes."""
    held = ways(cards).held
    ranks = np.zeros(len(held), dtype=np.int32)
    sets = np.array([(held >= times) @ (1 << np.arange(RANKS)) for times in (1, 2, 3, 4)])
    _rank_ways(sets, cards - 5, ranks)
    return ranks


@cache
def strength_tables() -> StrengthTables:
    """The tables with every rank of seven cards in them."""
    codes = np.arange(52)
    keys = RANK_KEYS[codes >> 2] + (1 << (SUIT_SHIFT + 4 * (codes & 3)))
    flushes = np.zeros(ALL_RANKS + 1, dtype=np.int32)
    for ranks in range(ALL_RANKS + 1):
        if 5 <= ranks.bit_count() <= 7:
            flushes[ranks] = rank_of_suit(ranks)
    return StrengthTables(keys, ways(7).high, ways(7).low, rank_ways(7), flushes)
