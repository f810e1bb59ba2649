"""
Hand strength by table lookup, precomputed with the basic ranking rules.

Without a flush only the number of cards of each rank matters: 49,205 combinations with seven cards. Each card adds
its key to a sum whose low part counts the ranks 2 to 7 in base five, the middle the ranks 8 to ace, and the top the
suits. With a flush only the ranks of its suit matter: 4,719 combinations.
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
# A suit's count starts at three, so that the fifth card of the suit sets the top one of its four bits.
NO_CARDS = 0x3333 << SUIT_SHIFT
FIVE_OF_A_SUIT = 0x8888 << SUIT_SHIFT

RANK_KEYS = np.array([5**rank if rank < LOW_RANKS else 5 ** (rank - LOW_RANKS) << HIGH_SHIFT for rank in range(RANKS)])
"""The amount that a card adds to the sum by its rank, ignoring its suit."""


class Ways(NamedTuple):
    """All rank combinations of a number of cards, numbered consecutively."""

    high: NDArray[np.uint32]
    """The first number for each count of the ranks 8 to ace."""
    low: NDArray[np.uint32]
    """The offset for each count of the ranks 2 to 7."""
    held: NDArray[np.int64]
    """The number of cards of each rank. Axes: combination, rank."""

    def number(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of the combinations with these keys."""
        return np.asarray(self.high[keys >> HIGH_SHIFT & HIGH_MASK] + self.low[keys & LOW_MASK], dtype=np.int64)


class StrengthTables(NamedTuple):
    """Lookup tables for seven-card hands. `ranks` and `flushes` hold strengths, or their indices in sorted order."""

    keys: NDArray[np.int64]
    """The amount that a card adds to the sum, by its code."""
    high: NDArray[np.uint32]
    low: NDArray[np.uint32]
    """As in `Ways` for seven cards."""
    ranks: NDArray[np.int32]
    """The strength without a flush, by combination."""
    flushes: NDArray[np.int32]
    """The strength of a flush, by the bit set of ranks in one suit; 0 for fewer than five cards."""


def look_up(key: int, pack: int, tables: StrengthTables) -> int:
    """Return the strength of seven cards from the sum of their keys (from `NO_CARDS`) and their packed bits."""
    if key & FIVE_OF_A_SUIT:
        return int(tables.flushes[pack >> suit_of_flush(pack) & ALL_RANKS])
    return int(tables.ranks[tables.high[key >> HIGH_SHIFT & HIGH_MASK] + tables.low[key & LOW_MASK]])


compile_with_kernels(look_up)


@cache
def _digits(count: int) -> NDArray[np.int64]:
    """Return all base-five numbers of `count` digits, one row each, lowest digit first."""
    return np.arange(5**count)[:, None] // 5 ** np.arange(count) % 5


@cache
def ways(cards: int) -> Ways:
    """Return all rank combinations of `cards` cards."""
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
    """Rank every combination from its sets of ranks held at least once, twice, three and four times."""
    for way in range(ranks.size):
        ranks[way] = rank_of_ranks(sets[0, way], sets[1, way], sets[2, way], sets[3, way], spare)


def rank_ways(cards: int) -> NDArray[np.int32]:
    """Return the strength of every combination of five, six or seven cards, ignoring flushes."""
    held = ways(cards).held
    ranks = np.zeros(len(held), dtype=np.int32)
    sets = np.array([(held >= times) @ (1 << np.arange(RANKS)) for times in (1, 2, 3, 4)])
    _rank_ways(sets, cards - 5, ranks)
    return ranks


@cache
def strength_tables() -> StrengthTables:
    """Return the tables of all seven-card strengths."""
    codes = np.arange(52)
    keys = RANK_KEYS[codes >> 2] + (1 << (SUIT_SHIFT + 4 * (codes & 3)))
    flushes = np.zeros(ALL_RANKS + 1, dtype=np.int32)
    for ranks in range(ALL_RANKS + 1):
        if 5 <= ranks.bit_count() <= 7:
            flushes[ranks] = rank_of_suit(ranks)
    return StrengthTables(keys, ways(7).high, ways(7).low, rank_ways(7), flushes)
