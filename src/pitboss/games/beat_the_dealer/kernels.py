"""Beat the Dealer played best on every flop with every hole: the loops, compiled; decisions and tallies in integers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.counting.river_sums import RiverSums
from pitboss.counting.showdowns import FIELD, FIELD_MASK
from pitboss.counting.suit_views import hole_index, rank_row, suit_row
from pitboss.games.beat_the_dealer.hands import five_card_line, starting_hand
from pitboss.ranking.poker import card_bit, rank_of_packed

compile_with_kernels(five_card_line, starting_hand)

BETS = 4
"""Ways to bet after the flop bet: 2 for a turn bet plus 1 for a river bet."""
OUTCOMES = 4
PAID_WIN, OTHER_WIN, TIE, LOSS = range(OUTCOMES)
"""A win that pays the ante, one that does not, a tie, a loss."""
STARTS = 169
LINES = 11


class Holes(NamedTuple):
    """All hole cards, and where to look them up."""

    one: NDArray[np.int64]
    other: NDArray[np.int64]
    by_rank: NDArray[np.int64]
    in_view: NDArray[np.int64]
    """By suit and hole: the place in a view of that suit."""
    weight: NDArray[np.int64]
    """By the suits on the flop and hole: how many holes it stands for, suits that are not there being alike."""


@kernel
def _view_row(flop: NDArray[np.int64], turn: int, suit: int, sums: RiverSums) -> int:
    """The row of flop and turn as seen in a suit; the row of zeros if it holds fewer than two of the suit."""
    suited, others, other_1, other_2 = 0, 0, -1, -1
    for place in range(4):
        card = turn if place == 3 else flop[place]
        if card & 3 == suit:
            suited |= 1 << (card >> 2)
        else:
            others += 1
            other_1, other_2 = card >> 2, other_1
    if others > 2:
        return sums.by_suit.shape[0] - 1
    return suit_row(sums.suit_boards, suited, other_1, other_2)


@kernel
def _add_turn(
    flop: NDArray[np.int64],
    turn: int,
    keys: NDArray[np.int64],
    sums: RiverSums,
    holes: Holes,
    here: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add one turn card to each hole's counts, under "no river bet" or "river bet", whichever is better."""
    key = keys[turn >> 2] + keys[flop[0] >> 2] + keys[flop[1] >> 2] + keys[flop[2] >> 2]
    by_rank = sums.by_rank[rank_row(sums.rank_boards, key)]
    # Two suits at most have two cards among four: the turn's own, and the one that the flop has most of.
    suit_1, suit_2 = turn & 3, flop[1] & 3
    if flop[0] & 3 == flop[2] & 3:
        suit_2 = flop[0] & 3
    view_1 = sums.by_suit[_view_row(flop, turn, suit_1, sums)]
    view_2 = sums.by_suit[_view_row(flop, turn, suit_2, sums) if suit_1 != suit_2 else -1]
    in_view_1, in_view_2 = holes.in_view[suit_1], holes.in_view[suit_2]
    for at in range(here.size):
        hole = here[at]
        if holes.one[hole] == turn or holes.other[hole] == turn:
            continue
        packed = by_rank[holes.by_rank[hole]] + view_1[in_view_1[hole]] + view_2[in_view_2[hole]]
        paid, other, lost = packed & FIELD_MASK, packed >> FIELD & FIELD_MASK, packed >> 2 * FIELD
        bet = 4 * int(paid + other > lost)
        counts[at, bet] += 1
        counts[at, bet + 1] += paid
        counts[at, bet + 2] += other
        counts[at, bet + 3] += lost


@kernel
def _tally_hole(
    flop: NDArray[np.int64],
    one: int,
    other: int,
    weight: int,
    showdowns: int,
    counts: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Decide the turn bet on the sum over all turns, and enter the hole in the tally."""
    wins = counts[1] + counts[2] + counts[5] + counts[6]
    turn = 2 * int(wins > counts[3] + counts[7])
    pack = card_bit(one) | card_bit(other) | card_bit(flop[0]) | card_bit(flop[1]) | card_bit(flop[2])
    lines = tally[starting_hand(one, other), five_card_line(rank_of_packed(pack, 0))]
    for river in range(2):
        turns, paid, others, lost = counts[4 * river], counts[4 * river + 1], counts[4 * river + 2], counts[4 * river + 3]
        lines[turn + river, PAID_WIN] += weight * paid
        lines[turn + river, OTHER_WIN] += weight * others
        lines[turn + river, TIE] += weight * (turns * showdowns - paid - others - lost)
        lines[turn + river, LOSS] += weight * lost


@kernel
def play_flops(
    flops: NDArray[np.int64],
    weights: NDArray[np.int64],
    cards: NDArray[np.int64],
    keys: NDArray[np.int64],
    sums: RiverSums,
    holes: Holes,
    tally: NDArray[np.int64],
) -> None:
    """Play every hole best on these flops; the tally is by starting hand, line of the 5-card bonus, bets, outcome."""
    showdowns = (cards.size - 6) * (cards.size - 7) * (cards.size - 8) // 2
    here = np.empty(holes.one.size, dtype=np.int64)
    for row in range(flops.shape[0]):
        flop = flops[row]
        suits = 1 << (flop[0] & 3) | 1 << (flop[1] & 3) | 1 << (flop[2] & 3)
        size = 0
        for hole in range(holes.one.size):
            here[size] = hole
            size += int(
                holes.weight[suits, hole] > 0
                and not np.any(flop == holes.one[hole])
                and not np.any(flop == holes.other[hole])
            )
        counts = np.zeros((size, 8), dtype=np.int64)
        for turn in cards:
            if not np.any(flop == turn):
                _add_turn(flop, turn, keys, sums, holes, here[:size], counts)
        for at in range(size):
            one, other = holes.one[here[at]], holes.other[here[at]]
            weight = weights[row] * holes.weight[suits, here[at]]
            _tally_hole(flop, one, other, weight, showdowns, counts[at], tally)
