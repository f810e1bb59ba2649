"""
Any two hole cards against any other two, on every board: exact counts, summed over the river.

The counts (wins from a certain strength up, losses, wins less losses) are three fields of one int, so one addition adds them
all. Let R(board, hole) be the counts if there were no flushes and S(board, hole, suit) what flushes in one suit
change in them, zero with fewer than three of the suit on the board. The counts are R + S, a sum of tables that know
much fewer boards than there are; and so are their sums over the river, for a sum of sums is a sum.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.counting.poker_tables import HIGH_MASK, HIGH_SHIFT, LOW_MASK, StrengthTables
from pitboss.counting.suit_views import (
    HOLES_BY_RANK,
    HOLES_IN_VIEW,
    KINDS,
    RANKS,
    RankBoards,
    SuitBoards,
    hole_index,
    rank_row,
    suit_row,
)

FIELD = 21
FIELD_MASK = (1 << FIELD) - 1
_PLACE_BITS = 13
_LOW_DIGIT = 7


class Showdown(NamedTuple):
    """What a showdown is counted by."""

    places: StrengthTables
    """Every strength as its place in the order of strengths."""
    paid_from: int
    """The place from which a win is counted as paid in full."""
    rank_keys: NDArray[np.int64]
    """What a card adds to the key of its board, by rank."""
    in_pack: NDArray[np.int64]
    """1 for each rank that is in the pack."""


def pack_counts(wins: int, losses: int, paid: bool) -> int:
    """Three counts in one int: wins if they are paid, losses, and on top wins less losses, which may be negative."""
    return wins * int(paid) + (losses << FIELD) + ((wins - losses) << 2 * FIELD)


def paid_wins(packed: int) -> int:
    """The wins that are paid in full, of a sum of packed counts."""
    return packed & FIELD_MASK


def losses(packed: int) -> int:
    """The losses, of a sum of packed counts."""
    return packed >> FIELD & FIELD_MASK


def wins_less_losses(packed: int) -> int:
    """What an even-money bet wins, of a sum of packed counts."""
    return packed >> 2 * FIELD


compile_with_kernels(hole_index, rank_row, suit_row, pack_counts, paid_wins, losses, wins_less_losses)


@kernel
def _list_holes(
    key: int, suited: int, left: NDArray[np.int64], rule: Showdown, holes: NDArray[np.int64]
) -> int:
    """List the kinds of hole cards that can be held on this board with the place of their strength; how many."""
    places, keys, size = rule.places, rule.rank_keys, 0
    for one in range(KINDS):
        if left[one] == 0:
            continue
        key_1 = key + keys[one % RANKS]
        suited_1 = suited | int(one >= RANKS) << (one % RANKS)
        for other in range(one + 1):
            if left[other] <= int(other == one):
                continue
            key_2 = key_1 + keys[other % RANKS]
            suited_2 = suited_1 | int(other >= RANKS) << (other % RANKS)
            way = places.high[key_2 >> HIGH_SHIFT & HIGH_MASK] + places.low[key_2 & LOW_MASK]
            place = max(places.ranks[way], places.flushes[suited_2])
            holes[size] = place << 10 | one << 5 | other
            size += 1
    return size


@kernel
def _sort_holes(size: int, holes: NDArray[np.int64], spare: NDArray[np.int64], begins: NDArray[np.int64]) -> None:
    """Sort the holes by place, digit by digit, the low digit first."""
    for shift in (10, 10 + _LOW_DIGIT):
        begins[:] = 0
        for at in range(size):
            begins[(holes[at] >> shift & 127) + 1] += 1
        for digit in range(127):
            begins[digit + 1] += begins[digit]
        for at in range(size):
            digit = holes[at] >> shift & 127
            spare[begins[digit]] = holes[at]
            begins[digit] += 1
        holes, spare = spare, holes


@kernel
def _count_showdowns(
    size: int, holes: NDArray[np.int64], left: NDArray[np.int64], paid_from: int, counts: NDArray[np.int64]
) -> None:
    """
    Go up the sorted holes and count for each what it beats and what beats it.

    The holes below, less those that hold one of its own two cards: `with_card` knows how many below go with one card.
    """
    cards = left.sum()
    others = (cards - 2) * (cards - 3) // 2
    with_card = np.zeros(KINDS, dtype=np.int64)
    below, begin = 0, 0
    while begin < size:
        place, end = holes[begin] >> 10, begin
        while end < size and holes[end] >> 10 == place:
            one, other = holes[end] >> 5 & 31, holes[end] & 31
            wins = below - with_card[one] - with_card[other]
            counts[hole_index(one, other)] = wins
            end += 1
        for at in range(begin, end):
            one, other = holes[at] >> 5 & 31, holes[at] & 31
            if one == other:
                below += left[one] * (left[one] - 1) // 2
                with_card[one] += left[one] - 1
            else:
                below += left[one] * left[other]
                with_card[one] += left[other]
                with_card[other] += left[one]
        for at in range(begin, end):
            one, other = holes[at] >> 5 & 31, holes[at] & 31
            hole = hole_index(one, other)
            lost = others - 1 - below + with_card[one] + with_card[other]
            counts[hole] = pack_counts(counts[hole], lost, place >= paid_from)
        begin = end


@kernel
def _count_board(
    key: int, suited: int, left: NDArray[np.int64], rule: Showdown, work: NDArray[np.int64], counts: NDArray[np.int64]
) -> None:
    """Fill the counts of all holes on one board, `left` cards of each kind being in the pack."""
    size = _list_holes(key, suited, left, rule, work[0])
    _sort_holes(size, work[0], work[1], work[2])
    _count_showdowns(size, work[0], left, rule.paid_from, counts)


@kernel
def count_by_rank(begin: int, end: int, boards: RankBoards, rule: Showdown, counts: NDArray[np.int64]) -> None:
    """Fill R for some of the boards of five cards."""
    work, left = np.empty((3, HOLES_IN_VIEW), dtype=np.int64), np.zeros(KINDS, dtype=np.int64)
    for row in range(begin, end):
        key, least = 0, 0
        for rank in range(RANKS):
            key += boards.held[row, rank] * rule.rank_keys[rank]
            left[rank] = 4 * rule.in_pack[rank] - boards.held[row, rank]
            least = min(least, left[rank])
        if least >= 0:
            _count_board(key, 0, left, rule, work, counts[row])


@kernel
def count_by_suit(
    begin: int,
    end: int,
    boards: SuitBoards,
    by_rank: RankBoards,
    rule: Showdown,
    rank_counts: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Fill S for some of the views of five cards: what counts if there are flushes, less R."""
    work, left = np.empty((3, HOLES_IN_VIEW), dtype=np.int64), np.zeros(KINDS, dtype=np.int64)
    for row in range(begin, end):
        suited, key, least = boards.suited[row], 0, 0
        for rank in range(RANKS):
            held = int(boards.other_1[row] == rank) + int(boards.other_2[row] == rank)
            key += (held + (suited >> rank & 1)) * rule.rank_keys[rank]
            left[rank] = 3 * rule.in_pack[rank] - held
            left[rank + RANKS] = rule.in_pack[rank] - (suited >> rank & 1)
            least = min(least, left[rank], left[rank + RANKS])
        if least >= 0:
            _count_board(key, suited, left, rule, work, counts[row])
            without = rank_counts[rank_row(by_rank, key)]
            for one in range(KINDS):
                for other in range(one + 1):
                    counts[row, hole_index(one, other)] -= without[hole_index(one % RANKS, other % RANKS)]


@kernel
def _add_river(river: NDArray[np.int64], kind: int, left: int, kinds: int, sums: NDArray[np.int64]) -> None:
    """Add the counts with this kind of card on the river, as often as it is left in the pack."""
    for hole in range(sums.size):
        sums[hole] += left * river[hole]
    for other in range(kinds):
        hole = hole_index(kind, other)
        sums[hole] -= (1 + int(other == kind)) * river[hole]


@kernel
def sum_by_rank(
    boards: RankBoards, rivers: RankBoards, rule: Showdown, counts: NDArray[np.int64], sums: NDArray[np.int64]
) -> None:
    """Sum R over the river for all boards of four cards."""
    for row in range(boards.held.shape[0]):
        key = 0
        for rank in range(RANKS):
            key += boards.held[row, rank] * rule.rank_keys[rank]
        for rank in range(RANKS):
            left = 4 * rule.in_pack[rank] - boards.held[row, rank]
            if left > 0:
                river = counts[rank_row(rivers, key + rule.rank_keys[rank])]
                _add_river(river, rank, left, RANKS, sums[row])


@kernel
def sum_by_suit(
    begin: int,
    end: int,
    boards: SuitBoards,
    rivers: SuitBoards,
    rule: Showdown,
    counts: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Sum S over the river for some of the views of four cards; with two of the suit only a third one matters."""
    for row in range(begin, end):
        suited, other_1, other_2 = boards.suited[row], boards.other_1[row], boards.other_2[row]
        for rank in range(RANKS):
            if rule.in_pack[rank] == 0:
                continue
            if not suited >> rank & 1:
                river = suit_row(rivers, suited | 1 << rank, other_1, other_2)
                _add_river(counts[river], rank + RANKS, 1, KINDS, sums[row])
            if other_2 < 0:
                river = suit_row(rivers, suited, max(other_1, rank), min(other_1, rank))
                if other_1 < 0:
                    river = suit_row(rivers, suited, rank, -1)
                _add_river(counts[river], rank, 3 - int(other_1 == rank), KINDS, sums[row])
