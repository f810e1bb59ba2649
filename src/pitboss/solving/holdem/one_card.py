"""
River sums with one card known: held by the dealer, or removed from the pack.

This works like `river_sums`, for one known card of the first suit (the suits are interchangeable). In a view of the
first suit it is a suited card, in a view of any other suit it is not, so there are two tables of views instead of one.

Hole cards are sorted by strength once, for all known cards. With a card removed, the counts are those of the full pack
minus the showdowns in which the dealer holds the card and those in which it is the river.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.solving.holdem.poker_tables import HIGH_MASK, HIGH_SHIFT, LOW_MASK, RANKS
from pitboss.solving.holdem.river_sums import (
    FULL_PACK,
    BoardCounts,
    RiverSums,
    on_all_cores,
    sum_next,
    sums_of,
)
from pitboss.solving.holdem.showdowns import PLACE_SHIFT, Ints, Showdown, count_sorted, pack_counts, sort_boards
from pitboss.solving.holdem.suit_views import (
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
    """Showdown counts for a partial board and two hole cards. For actual cards, add their rank and view entries."""

    by_rank: Ints
    own_suit: Ints
    """Axes: the board's view in the known card's suit, pair of kinds held. The last row is zero."""
    other_suit: Ints
    """The same in any other suit."""


class SortedBoards(NamedTuple):
    """Boards of five cards, and the pairs of kinds that can be held on each, weakest first."""

    boards: Boards
    holes: NDArray[np.int32]
    """The strength index, in the bits above the pair of kinds. Axes: board, position."""
    size: Ints
    """The number of pairs on each board."""


class PackCounts(NamedTuple):
    """Counts of the full pack, computed once for all cards, and scratch arrays for one card at a time."""

    rule: Showdown
    in_pack: Ints
    counts: BoardCounts
    sums: RiverSums
    by_rank: SortedBoards
    in_view: SortedBoards
    room: BoardCounts
    sums_room: OneCardSums


def _place(key: int, suited: int, one: int, other: int, rule: Showdown) -> int:
    """Return the strength index of hole cards of two kinds on a board."""
    rank_1 = one - RANKS if one >= RANKS else one
    rank_2 = other - RANKS if other >= RANKS else other
    whole = key + rule.rank_keys[rank_1] + rule.rank_keys[rank_2]
    way = rule.high[whole >> HIGH_SHIFT & HIGH_MASK] + rule.low[whole & LOW_MASK]
    ranks = suited | int(one >= RANKS) << rank_1 | int(other >= RANKS) << rank_2
    return int(max(rule.ranks[way], rule.flushes[ranks]))


def _sort_dealers(size: int, strength: Ints, kinds: Ints) -> None:
    """Sort the kinds by strength."""
    for at in range(1, size):
        kind, to = kinds[at], at
        while to > 0 and strength[kinds[to - 1]] > strength[kind]:
            kinds[to] = kinds[to - 1]
            to -= 1
        kinds[to] = kind


compile_with_kernels(_place, _sort_dealers)


@kernel
def count_against(
    begin: int, end: int, sorted_boards: SortedBoards, rule: Showdown, card: int, without: Ints, counts: Ints
) -> None:  # fmt: skip
    """
    Count all showdowns against a dealer who holds a card of this kind, on some five-card boards.

    Merge the sorted hole cards with the sorted kinds of the dealer's other card. Subtract the counts `without` flushes,
    if given.
    """
    boards = sorted_boards.boards
    strength, kinds, left = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    for row in range(begin, end):
        here, key, suited = counts[row], boards.key[row], boards.suited[row]
        for hole in range(here.size):
            here[hole] = 0
        if key < 0 or boards.left[row, card] == 0:
            continue
        dealers = whole = 0
        for kind in range(KINDS):
            left[kind] = boards.left[row, kind] - int(kind == card)
            if left[kind] > 0:
                strength[kind] = _place(key, suited, card, kind, rule)
                kinds[dealers] = kind
                dealers += 1
                whole += left[kind]
        _sort_dealers(dealers, strength, kinds)
        lower = equal = below = up_to = 0
        for at in range(sorted_boards.size[row]):
            packed = sorted_boards.holes[row, at]
            mine, hole = packed >> PLACE_SHIFT, packed & (1 << PLACE_SHIFT) - 1
            while lower < dealers and strength[kinds[lower]] < mine:
                below += left[kinds[lower]]
                lower += 1
            while equal < dealers and strength[kinds[equal]] <= mine:
                up_to += left[kinds[equal]]
                equal += 1
            one, other = rule.pairs[hole, 0], rule.pairs[hole, 1]
            if left[one] <= 0 or left[other] <= int(one == other):
                continue
            wins = below - int(strength[one] < mine) - int(strength[other] < mine)
            lost = whole - 2 - up_to + int(strength[one] <= mine) + int(strength[other] <= mine)
            here[hole] = pack_counts(wins, lost, mine >= rule.paid_from)
        if without.size:
            for hole in range(here.size):
                here[hole] -= without[boards.by_rank[row], rule.rank_pairs[hole]]


def _sorted(boards: Boards, rule: Showdown) -> SortedBoards:
    found = SortedBoards(boards, np.zeros((len(boards.key), len(PAIRS)), np.int32), np.zeros(len(boards.key), np.int64))

    def sort(begin: int, end: int) -> None:
        sort_boards(begin, end, boards, rule, np.empty((3, len(PAIRS)), dtype=np.int64), found.holes, found.size)

    on_all_cores(sort, len(boards.key), 1000)
    return found


def _counted(sorted_boards: SortedBoards, rule: Showdown, without: Ints, holes: int) -> Ints:
    """Count every showdown on the boards, with no card known."""
    boards, listed, size = sorted_boards
    counts = np.zeros((len(size), holes), dtype=np.int64)

    def count(begin: int, end: int) -> None:
        work = np.empty((2, len(PAIRS)), dtype=np.int64)
        count_sorted(begin, end, boards, rule, work, without, listed, size, counts)

    on_all_cores(count, len(counts), 1000)
    return counts


def pack_counts_of(rule: Showdown, in_pack: Ints = FULL_PACK) -> PackCounts:
    """Return everything that does not depend on which card is known."""
    by_rank, in_view = (_sorted(boards, rule) for boards in (boards_by_rank(5, in_pack), boards_in_view(5, 3, in_pack)))
    flat = _counted(by_rank, rule, np.zeros((0, 0), dtype=np.int64), RANK_PAIRS)
    counts = BoardCounts(flat, _counted(in_view, rule, flat, len(PAIRS)))
    sums = sums_of(counts, in_pack)
    scratch = BoardCounts(*(np.empty_like(each) for each in counts))
    sums_room = OneCardSums(*(np.empty_like(each) for each in (sums.by_rank, sums.in_view, sums.in_view)))
    return PackCounts(rule, in_pack, counts, sums, by_rank, in_view, scratch, sums_room)


def held_sums(pack: PackCounts, rank: int) -> OneCardSums:
    """Count every showdown in which the dealer holds a card of this rank, summed over rivers, in the scratch arrays."""

    def count(boards: SortedBoards, card: int, without: Ints, counts: Ints) -> Ints:
        on_all_cores(
            lambda a, b: count_against(a, b, boards, pack.rule, card, without, counts), len(counts), 1000
        )  # fmt: skip
        return counts

    by_rank = count(pack.by_rank, rank, np.zeros((0, 0), dtype=np.int64), pack.room.by_rank)
    sum_next(_without(rivers_by_rank(pack.in_pack), rank), by_rank, pack.sums_room.by_rank)
    rivers = rivers_in_view(pack.in_pack)
    for kind, sums in zip((rank + RANKS, rank), pack.sums_room[1:], strict=True):
        sum_next(_without(rivers, kind), count(pack.in_view, kind, by_rank, pack.room.in_view), sums)
    return pack.sums_room


def removal_sums(pack: PackCounts, held: OneCardSums, rank: int) -> OneCardSums:
    """Replace the counts in which the dealer holds a card of this rank with those in which it is removed."""
    by_rank, in_view = rivers_by_rank(pack.in_pack).row, rivers_in_view(pack.in_pack).row
    _take_away(pack.sums.by_rank, by_rank[:, rank].copy(), pack.counts.by_rank, held.by_rank)
    for kind, sums in zip((rank + RANKS, rank), held[1:], strict=True):
        _take_away(pack.sums.in_view, in_view[:, kind].copy(), pack.counts.in_view, sums)
    return held


@kernel
def _take_away(full: Ints, rivers: Ints, counts: Ints, sums: Ints) -> None:
    """Set `sums` to the full-pack counts minus `sums` and minus the counts with this river."""
    for row in range(rivers.size):
        for hole in range(sums.shape[1]):
            sums[row, hole] = full[row, hole] - sums[row, hole]
        if rivers[row] >= 0:
            for hole in range(sums.shape[1]):
                sums[row, hole] -= counts[rivers[row], hole]


def turn_sums(sums: OneCardSums, rank: int, in_pack: Ints) -> OneCardSums:
    """Return the counts for three board cards, summed over the turn as well as the river."""
    by_rank, in_view = rivers_by_rank(in_pack, 3), rivers_in_view(in_pack, 3)
    return OneCardSums(
        sum_next(_without(by_rank, rank), sums.by_rank),
        sum_next(_without(in_view, rank + RANKS), sums.own_suit),
        sum_next(_without(in_view, rank), sums.other_suit),
    )


def full_turn_sums(pack: PackCounts) -> tuple[OneCardSums, OneCardSums]:
    """Return the counts for three board cards with no card known, in two halves to avoid field overflow."""
    by_rank, in_view = rivers_by_rank(pack.in_pack, 3), rivers_in_view(pack.in_pack, 3)

    def half(is_low: bool) -> OneCardSums:
        ranks = (np.arange(RANKS) < RANKS // 2) == is_low
        views = sum_next(_only(in_view, np.tile(ranks, 2)), pack.sums.in_view)
        return OneCardSums(sum_next(_only(by_rank, ranks), pack.sums.by_rank), views, views)

    return half(True), half(False)


def _only(rivers: Rivers, kinds: NDArray[np.bool_]) -> Rivers:
    """Restrict the next cards to these kinds."""
    return Rivers(np.where(kinds, rivers.row, -1), np.where(kinds, rivers.left, 0))


def _without(rivers: Rivers, card: int) -> Rivers:
    """Return the next cards of a pack that lacks one card of this kind."""
    left = rivers.left.copy()
    left[:, card] -= 1
    return Rivers(np.where(left > 0, rivers.row, -1), np.maximum(left, 0))
