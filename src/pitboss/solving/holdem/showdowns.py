"""
Exact showdown counts of any two hole cards against any other two, on every board, summed over the river.

The counts (wins of at least a certain strength, losses, wins minus losses) are three fields of one int, so one addition
adds them all. Let R(board, hole) be the counts without flushes, and S(board, hole, suit) the change made by flushes
in one suit, which is zero with fewer than three cards of the suit on the board. The counts are R + S, a sum of tables
with far fewer boards than there are in total, and the same holds for their sums over the river.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.solving.holdem.poker_tables import HIGH_MASK, HIGH_SHIFT, LOW_MASK, RANKS
from pitboss.solving.holdem.suit_views import KINDS, Boards

Ints = NDArray[np.int64]

FIELD = 21
FIELD_MASK = (1 << FIELD) - 1
PLACE_SHIFT = 9
"""The bit offset of the strength index in an entry of a sorted list; the pair of kinds is in the bits below."""
CLASS_BITS = 4
"""The bits reserved for the number of a hand class."""
_DIGIT_BITS = 7
_DIGITS = 1 << _DIGIT_BITS


class Showdown(NamedTuple):
    """The parameters of a showdown. Strengths are indices in the order of all 4,824 strengths."""

    high: NDArray[np.uint32]
    low: NDArray[np.uint32]
    ranks: NDArray[np.int32]
    flushes: NDArray[np.int32]
    """As in `StrengthTables`, with strength indices."""
    rank_keys: Ints
    """The amount that a card adds to the key of its board, by rank."""
    pairs: NDArray[np.uint8]
    """Both kinds of each pair of kinds."""
    rank_pairs: Ints
    """The rank pair index of each pair of kinds."""
    paid_from: int
    """The strength index from which a win counts as paid."""


class DealtBoards(NamedTuple):
    """Boards of five cards, with the number of ways to deal each."""

    boards: Boards
    whole: Ints
    """The number of cards of each kind in the pack."""
    ways: Ints
    """The ways to deal each board from the whole pack. For given hole cards it is scaled by the cards left."""


def pack_counts(wins: int, lost: int, paid: bool) -> int:
    """Pack three counts into one int: paid wins, losses, and on top wins minus losses, which may be negative."""
    return wins * int(paid) + (lost << FIELD) + ((wins - lost) << 2 * FIELD)


def paid_wins(packed: int) -> int:
    """Return the paid wins from a sum of packed counts."""
    return packed & FIELD_MASK


def losses(packed: int) -> int:
    """Return the losses from a sum of packed counts."""
    return packed >> FIELD & FIELD_MASK


def wins_less_losses(packed: int) -> int:
    """Return wins minus losses from a sum of packed counts: the gain of an even-money bet."""
    return packed >> 2 * FIELD


def _list_holes(key: int, suited: int, left: Ints, rule: Showdown, holes: Ints) -> int:
    """List the pairs of kinds that can be held on this board with their strength index. Return how many there are."""
    size = 0
    for one in range(KINDS):
        if left[one] == 0:
            continue
        rank_1 = one - RANKS if one >= RANKS else one
        key_1 = key + rule.rank_keys[rank_1]
        suited_1 = suited | int(one >= RANKS) << rank_1
        for other in range(one + 1):
            if left[other] <= int(other == one):
                continue
            rank_2 = other - RANKS if other >= RANKS else other
            key_2 = key_1 + rule.rank_keys[rank_2]
            way = rule.high[key_2 >> HIGH_SHIFT & HIGH_MASK] + rule.low[key_2 & LOW_MASK]
            place = max(rule.ranks[way], rule.flushes[suited_1 | int(other >= RANKS) << rank_2])
            holes[size] = place << PLACE_SHIFT | (one * (one + 1) // 2 + other)
            size += 1
    return size


def _sort_holes(size: int, shift: int, holes: Ints, begins: Ints, into: Ints) -> None:
    """Sort the pairs of hole cards by seven bits of their strength index, with a stable sort."""
    for digit in range(_DIGITS + 1):
        begins[digit] = 0
    for at in range(size):
        begins[(holes[at] >> shift & _DIGITS - 1) + 1] += 1
    for digit in range(_DIGITS):
        begins[digit + 1] += begins[digit]
    for at in range(size):
        digit = holes[at] >> shift & _DIGITS - 1
        into[begins[digit]] = holes[at]
        begins[digit] += 1


def _sorted_holes(row: int, boards: Boards, rule: Showdown, work: Ints) -> int:
    """List the hole cards possible on this board in `work[0]`, weakest first. Return how many there are."""
    size = _list_holes(boards.key[row], boards.suited[row], boards.left[row], rule, work[0])
    _sort_holes(size, PLACE_SHIFT, work[0], work[1], work[2])
    _sort_holes(size, PLACE_SHIFT + _DIGIT_BITS, work[2], work[1], work[0])
    return size


def _count_showdowns(size: int, holes: Ints, left: Ints, rule: Showdown, with_card: Ints, counts: Ints) -> None:
    """
    Count, for each pair of hole cards, the pairs that it beats and those that beat it, in one pass up the sorted list.

    A pair beats all pairs below it, except those that contain one of its own two cards. `with_card` counts, for each
    kind, the pairs below that contain one particular card of that kind.
    """
    cards = 0
    for kind in range(KINDS):
        with_card[kind] = 0
        cards += left[kind]
    others = (cards - 2) * (cards - 3) // 2
    below, begin = 0, 0
    while begin < size:
        place, end = holes[begin] >> PLACE_SHIFT, begin
        while end < size and holes[end] >> PLACE_SHIFT == place:
            hole = holes[end] & (1 << PLACE_SHIFT) - 1
            counts[hole] = below - with_card[rule.pairs[hole, 0]] - with_card[rule.pairs[hole, 1]]
            end += 1
        for at in range(begin, end):
            hole = holes[at] & (1 << PLACE_SHIFT) - 1
            one, other = rule.pairs[hole, 0], rule.pairs[hole, 1]
            same = int(one == other)
            below += left[one] * (left[other] - same) >> same
            with_card[one] += left[other] - same
            with_card[other] += left[one] * (1 - same)
        for at in range(begin, end):
            hole = holes[at] & (1 << PLACE_SHIFT) - 1
            lost = others - 1 - below + with_card[rule.pairs[hole, 0]] + with_card[rule.pairs[hole, 1]]
            counts[hole] = pack_counts(counts[hole], lost, place >= rule.paid_from)
        begin = end


def _less_flat(row: int, boards: Boards, rule: Showdown, without: Ints, counts: Ints) -> None:
    """Subtract the counts `without` flushes, if given."""
    if without.size:
        for hole in range(counts.size):
            counts[hole] -= without[boards.by_rank[row], rule.rank_pairs[hole]]


compile_with_kernels(pack_counts, paid_wins, losses, wins_less_losses)
compile_with_kernels(_list_holes, _sort_holes, _sorted_holes, _count_showdowns, _less_flat)


@kernel
def sort_boards(
    begin: int, end: int, boards: Boards, rule: Showdown, work: Ints, holes: NDArray[np.int32], sizes: Ints
) -> None:  # fmt: skip
    """List the pairs of kinds that can be held on some five-card boards, weakest first."""
    for row in range(begin, end):
        if boards.key[row] < 0:
            continue
        size = _sorted_holes(row, boards, rule, work)
        for at in range(size):
            holes[row, at] = work[0, at]
        sizes[row] = size


@kernel
def count_sorted(
    begin: int, end: int, boards: Boards, rule: Showdown, work: Ints, without: Ints, holes: NDArray[np.int32],
    sizes: Ints, counts: Ints,
) -> None:  # fmt: skip
    """Count as `count_boards` does, from the lists of `sort_boards`."""
    for row in range(begin, end):
        if boards.key[row] >= 0:
            for at in range(sizes[row]):
                work[0, at] = holes[row, at]
            _count_showdowns(sizes[row], work[0], boards.left[row], rule, work[1], counts[row])
            _less_flat(row, boards, rule, without, counts[row])


@kernel
def count_boards(begin: int, end: int, boards: Boards, rule: Showdown, work: Ints, without: Ints, counts: Ints) -> None:
    """Count all showdowns on some five-card boards, minus those `without` flushes if given."""
    for row in range(begin, end):
        if boards.key[row] < 0:
            continue
        left = boards.left[row]
        size = _sorted_holes(row, boards, rule, work)
        _count_showdowns(size, work[0], left, rule, work[1], counts[row])
        _less_flat(row, boards, rule, without, counts[row])


@kernel
def sum_wins(
    begin: int, end: int, dealt: DealtBoards, rule: Showdown, places: Ints, work: Ints, without: Ints, known: Ints,
    sums: Ints,
) -> None:  # fmt: skip
    """
    Add the wins on some five-card boards to `sums`. Axes: pair of kinds, class of the winning hand.

    `places` are the strength indices at which the classes begin. If `without` is empty, wins and class are also stored
    in `known`, with the class in the lowest `CLASS_BITS` bits; views pass that array as `without` to subtract it.
    """
    boards, counts, class_mask = dealt.boards, work[3], (1 << CLASS_BITS) - 1
    for row in range(begin, end):
        if boards.key[row] < 0:
            continue
        left = boards.left[row]
        size = _sorted_holes(row, boards, rule, work)
        _count_showdowns(size, work[0], left, rule, work[1], counts)
        kind = 0
        for at in range(size):
            place, hole = work[0, at] >> PLACE_SHIFT, work[0, at] & (1 << PLACE_SHIFT) - 1
            while kind + 1 < places.size and place >= places[kind + 1]:
                kind += 1
            one, other = rule.pairs[hole, 0], rule.pairs[hole, 1]
            same = int(one == other)
            times = dealt.ways[row] * left[one] * (left[other] - same)
            times //= dealt.whole[one] * (dealt.whole[other] - same)
            wins = wins_less_losses(counts[hole]) + losses(counts[hole])
            sums[hole, kind] += times * wins
            if without.size:
                flat = without[boards.by_rank[row], rule.rank_pairs[hole]]
                sums[hole, flat & class_mask] -= times * (flat >> CLASS_BITS)
            else:
                known[row, hole] = wins << CLASS_BITS | kind


@kernel
def sum_rivers(begin: int, end: int, rivers: Ints, left: Ints, index: Ints, counts: Ints, sums: Ints) -> None:
    """Sum over the river for some four-card boards, each kind weighted by its cards left, less the hole cards."""
    for row in range(begin, end):
        for hole in range(sums.shape[1]):
            sums[row, hole] = 0
        for kind in range(rivers.shape[1]):
            river = rivers[row, kind]
            if river < 0:
                continue
            for hole in range(sums.shape[1]):
                sums[row, hole] += left[row, kind] * counts[river, hole]
            for other in range(rivers.shape[1]):
                hole = index[kind, other]
                sums[row, hole] -= counts[river, hole] << int(other == kind)
