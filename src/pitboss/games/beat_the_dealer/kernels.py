"""Beat the Dealer played best on every flop with every hole: the loops, compiled; decisions and tallies in integers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.counting.river_sums import RiverSums
from pitboss.counting.showdowns import losses, paid_wins, wins_less_losses
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
    """Hole cards, and where to look them up."""

    cards: NDArray[np.uint8]
    """Both cards of each hole, in two rows."""
    by_rank: NDArray[np.uint16]
    in_view: NDArray[np.uint16]
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
    counts: NDArray[np.int64],
) -> None:
    """Add one turn card to each hole's counts: all turns, those with a river bet, and the number of these."""
    key = keys[turn >> 2] + keys[flop[0] >> 2] + keys[flop[1] >> 2] + keys[flop[2] >> 2]
    by_rank = sums.by_rank[rank_row(sums.rank_boards, key)]
    # Two suits at most have two cards among four: the turn's own, and the one that the flop has most of.
    suit_1, suit_2 = turn & 3, flop[1] & 3
    if flop[0] & 3 == flop[2] & 3:
        suit_2 = flop[0] & 3
    view_1 = sums.by_suit[_view_row(flop, turn, suit_1, sums)]
    view_2 = sums.by_suit[_view_row(flop, turn, suit_2, sums) if suit_1 != suit_2 else sums.by_suit.shape[0] - 1]
    in_view_1, in_view_2 = holes.in_view[suit_1], holes.in_view[suit_2]
    for hole in range(holes.by_rank.size):
        if holes.cards[0, hole] == turn or holes.cards[1, hole] == turn:
            continue
        packed = by_rank[holes.by_rank[hole]] + view_1[in_view_1[hole]] + view_2[in_view_2[hole]]
        bet = int(wins_less_losses(packed) > 0)
        counts[0, hole] += packed
        counts[1, hole] += bet * packed
        counts[2, hole] += bet


@kernel
def _unpack(packed: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
    """Move packed sums to counts of their own before a field can overflow."""
    for hole in range(packed.shape[1]):
        for bet in range(2):
            counts[3 * bet, hole] += paid_wins(packed[bet, hole])
            counts[3 * bet + 1, hole] += losses(packed[bet, hole])
            counts[3 * bet + 2, hole] += wins_less_losses(packed[bet, hole])
            packed[bet, hole] = 0


@kernel
def _tally_hole(
    flop: NDArray[np.int64],
    one: int,
    other: int,
    weight: int,
    turns: int,
    with_bet: int,
    showdowns: int,
    counts: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Decide the turn bet on the sum over all turns, and enter the hole in the tally."""
    turn = 2 * int(counts[2] > 0)
    pack = card_bit(one) | card_bit(other) | card_bit(flop[0]) | card_bit(flop[1]) | card_bit(flop[2])
    lines = tally[starting_hand(one, other), five_card_line(rank_of_packed(pack, 0))]
    for river in range(2):
        paid = counts[3] if river else counts[0] - counts[3]
        lost = counts[4] if river else counts[1] - counts[4]
        won = lost + (counts[5] if river else counts[2] - counts[5])
        seen = with_bet if river else turns - with_bet
        lines[turn + river, PAID_WIN] += weight * paid
        lines[turn + river, OTHER_WIN] += weight * (won - paid)
        lines[turn + river, TIE] += weight * (seen * showdowns - won - lost)
        lines[turn + river, LOSS] += weight * lost


@kernel
def _holes_here(flop: NDArray[np.int64], suits: int, holes: Holes) -> NDArray[np.int64]:
    """The holes that can be held with this flop, one for all that are alike."""
    here, size = np.empty(holes.by_rank.size, dtype=np.int64), 0
    for hole in range(holes.by_rank.size):
        here[size] = hole
        one, other = holes.cards[0, hole], holes.cards[1, hole]
        free = True
        for card in flop:
            free &= one != card and other != card
        size += int(free and holes.weight[suits, hole] > 0)
    return here[:size]


@kernel
def play_flops(
    flops: NDArray[np.int64],
    weights: NDArray[np.int64],
    cards: NDArray[np.int64],
    keys: NDArray[np.int64],
    sums: RiverSums,
    all_holes: Holes,
    tally: NDArray[np.int64],
) -> None:
    """Play every hole best on these flops; the tally is by starting hand, line of the 5-card bonus, bets, outcome."""
    showdowns = (cards.size - 6) * (cards.size - 7) * (cards.size - 8) // 2
    for row in range(flops.shape[0]):
        flop = flops[row]
        suits = 1 << (flop[0] & 3) | 1 << (flop[1] & 3) | 1 << (flop[2] & 3)
        here = _holes_here(flop, suits, all_holes)
        holes = Holes(
            all_holes.cards[:, here], all_holes.by_rank[here], all_holes.in_view[:, here], all_holes.weight[:, here]
        )
        packed = np.zeros((3, here.size), dtype=np.int64)
        counts = np.zeros((6, here.size), dtype=np.int64)
        for half in range(2):
            for turn in cards[half::2]:
                if turn != flop[0] and turn != flop[1] and turn != flop[2]:
                    _add_turn(flop, turn, keys, sums, holes, packed)
            _unpack(packed, counts)
        for hole in range(here.size):
            one, other = holes.cards[0, hole], holes.cards[1, hole]
            weight = weights[row] * holes.weight[suits, hole]
            _tally_hole(
                flop, one, other, weight, cards.size - 5, packed[2, hole], showdowns, counts[:, hole], tally
            )
