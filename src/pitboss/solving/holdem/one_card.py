"""
River sums with one card known: held by the dealer, or gone from the pack.

As `river_sums`, for one card of the first suit (the others are alike, suits being names). In a view of the first suit
it is a suited card, in a view of any other suit it is not: so there are two tables of views instead of one.

Who holds which strength is sorted once for all cards. With a card gone, what is left is all that is counted from the
full pack, but for the showdowns in which the dealer holds it and those in which it is the river.
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
    """Counts of all showdowns from some board cards and two hole cards on; their sum is that of the actual cards."""

    by_rank: Ints
    own_suit: Ints
    """By the board's view in the suit of the card known, and the pair of kinds held; the last row is zero."""
    other_suit: Ints
    """The same in any other suit."""


class SortedBoards(NamedTuple):
    """Boards of five cards, and the pairs of kinds that can be held on each, the weakest first."""

    boards: Boards
    holes: NDArray[np.int32]
    """The place of the strength, above the pair of kinds."""
    size: Ints
    """How many pairs."""


class PackCounts(NamedTuple):
    """What is counted once from the full pack, for any card, and room to count in for one card after the other."""

    rule: Showdown
    in_pack: Ints
    counts: BoardCounts
    sums: RiverSums
    by_rank: SortedBoards
    in_view: SortedBoards
    room: BoardCounts
    sums_room: OneCardSums


def _place(key: int, suited: int, one: int, other: int, rule: Showdown) -> int:
    """How strong two kinds are on a board."""
    rank_1 = one - RANKS if one >= RANKS else one
    rank_2 = other - RANKS if other >= RANKS else other
    whole = key + rule.rank_keys[rank_1] + rule.rank_keys[rank_2]
    way = rule.high[whole >> HIGH_SHIFT & HIGH_MASK] + rule.low[whole & LOW_MASK]
    ranks = suited | int(one >= RANKS) << rank_1 | int(other >= RANKS) << rank_2
    return int(max(rule.ranks[way], rule.flushes[ranks]))


def _sort_dealers(size: int, strength: Ints, kinds: Ints) -> None:
    """Put the kinds in the order of their strength."""
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
    Count all showdowns against a dealer who holds a card of this kind, on some of the boards of five cards.

    Up the holes and up the kinds that the dealer may hold besides, both sorted; less those `without` flushes if these
    are given.
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
    """Every showdown on the boards, with no card known."""
    boards, listed, size = sorted_boards
    counts = np.zeros((len(size), holes), dtype=np.int64)

    def count(begin: int, end: int) -> None:
        work = np.empty((2, len(PAIRS)), dtype=np.int64)
        count_sorted(begin, end, boards, rule, work, without, listed, size, counts)

    on_all_cores(count, len(counts), 1000)
    return counts


def pack_counts_of(rule: Showdown, in_pack: Ints = FULL_PACK) -> PackCounts:
    """All that does not hang on which card is known."""
    by_rank, in_view = (_sorted(boards, rule) for boards in (boards_by_rank(5, in_pack), boards_in_view(5, 3, in_pack)))
    flat = _counted(by_rank, rule, np.zeros((0, 0), dtype=np.int64), RANK_PAIRS)
    counts = BoardCounts(flat, _counted(in_view, rule, flat, len(PAIRS)))
    sums = sums_of(counts, in_pack)
    room = BoardCounts(*(np.empty_like(each) for each in counts))
    sums_room = OneCardSums(*(np.empty_like(each) for each in (sums.by_rank, sums.in_view, sums.in_view)))
    return PackCounts(rule, in_pack, counts, sums, by_rank, in_view, room, sums_room)


def held_sums(pack: PackCounts, rank: int) -> OneCardSums:
    """Every showdown in which the dealer holds a card of this rank, summed over the rivers; in the pack's room."""

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


def gone_sums(pack: PackCounts, held: OneCardSums, rank: int) -> OneCardSums:
    """Every showdown with a card of this rank gone, in place of those in which the dealer holds it."""
    by_rank, in_view = rivers_by_rank(pack.in_pack).row, rivers_in_view(pack.in_pack).row
    _take_away(pack.sums.by_rank, by_rank[:, rank].copy(), pack.counts.by_rank, held.by_rank)
    for kind, sums in zip((rank + RANKS, rank), held[1:], strict=True):
        _take_away(pack.sums.in_view, in_view[:, kind].copy(), pack.counts.in_view, sums)
    return held


@kernel
def _take_away(full: Ints, rivers: Ints, counts: Ints, sums: Ints) -> None:
    """All that is counted from the full pack but what stands in the sums and what this river makes, in their place."""
    for row in range(rivers.size):
        for hole in range(sums.shape[1]):
            sums[row, hole] = full[row, hole] - sums[row, hole]
        if rivers[row] >= 0:
            for hole in range(sums.shape[1]):
                sums[row, hole] -= counts[rivers[row], hole]


def turn_sums(sums: OneCardSums, rank: int, in_pack: Ints) -> OneCardSums:
    """The same from three board cards on: summed over the turns too."""
    by_rank, in_view = rivers_by_rank(in_pack, 3), rivers_in_view(in_pack, 3)
    return OneCardSums(
        sum_next(_without(by_rank, rank), sums.by_rank),
        sum_next(_without(in_view, rank + RANKS), sums.own_suit),
        sum_next(_without(in_view, rank), sums.other_suit),
    )


def full_turn_sums(pack: PackCounts) -> tuple[OneCardSums, OneCardSums]:
    """No card known, from three board cards on: turns of low and of high ranks apart, for all overflow their field."""
    by_rank, in_view = rivers_by_rank(pack.in_pack, 3), rivers_in_view(pack.in_pack, 3)

    def half(is_low: bool) -> OneCardSums:
        ranks = (np.arange(RANKS) < RANKS // 2) == is_low
        views = sum_next(_only(in_view, np.tile(ranks, 2)), pack.sums.in_view)
        return OneCardSums(sum_next(_only(by_rank, ranks), pack.sums.by_rank), views, views)

    return half(True), half(False)


def _only(rivers: Rivers, kinds: NDArray[np.bool_]) -> Rivers:
    """What can follow of these kinds."""
    return Rivers(np.where(kinds, rivers.row, -1), np.where(kinds, rivers.left, 0))


def _without(rivers: Rivers, card: int) -> Rivers:
    """What can follow in a pack in which one card of this kind is not to be had."""
    left = rivers.left.copy()
    left[:, card] -= 1
    return Rivers(np.where(left > 0, rivers.row, -1), np.maximum(left, 0))
