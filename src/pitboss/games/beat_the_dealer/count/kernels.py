"""Compiled loops that play Beat the Dealer optimally on every flop with all hole cards, in integer arithmetic."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, ante_pays, outcome, showdown
from pitboss.ranking.poker import card_bit
from pitboss.solving.holdem.poker_tables import HIGH_MASK, HIGH_SHIFT, LOW_MASK, NO_CARDS, StrengthTables, look_up
from pitboss.solving.holdem.river_sums import RiverSums
from pitboss.solving.holdem.showdowns import losses, paid_wins, wins_less_losses

Ints = NDArray[np.int64]

PAID_WIN, OTHER_WIN, TIE, LOSS = map(int, ShowdownOutcome)

ONE, OTHER, BY_RANK, IN_VIEW, START = 0, 1, 2, 3, 7
HOLE_ROWS = 8
TURN_BY_RANK, VIEW_1, SUIT_1, VIEW_2, SUIT_2 = range(5)


class Flops(NamedTuple):
    """Flops up to suit isomorphism, all showing the same suits."""

    cards: Ints
    """The three cards. Axes: flop, card."""
    alike: Ints
    """The number of flops that each one represents."""
    turns: Ints
    """
    Row indices of the four-card board by rank (-1: impossible) and in its two relevant suits.

    Axes: flop, turn, field.
    """


class Holes(NamedTuple):
    """Hole cards up to suit isomorphism, with the suits that the flop does not show interchangeable."""

    where: NDArray[np.uint16]
    """One column per pair of hole cards: both cards, rank pair index, pair index in each suit view, starting hand."""
    alike: Ints
    """The number of pairs of hole cards that each one represents."""


class FiveCardLines(NamedTuple):
    """Lookup tables for the line of the 5-card bonus."""

    high: NDArray[np.uint32]
    low: NDArray[np.uint32]
    keys: Ints
    """The amount that a card of each rank adds to the key."""
    by_rank: Ints
    flushes: Ints
    """The line of a flush, indexed by the bit set of its ranks."""


def _copy_holes(flop: Ints, holes: NDArray[np.uint16], work: FlopWorkspace) -> int:
    """Copy the hole cards compatible with this flop to the work area and clear their counts. Return their number."""
    size = 0
    for column in range(holes.shape[1]):
        held = 0
        for place in range(3):
            held += int(holes[ONE, column] == flop[place]) + int(holes[OTHER, column] == flop[place])
        if held == 0:
            for row in range(HOLE_ROWS):
                work.here[row, size] = holes[row, column]
            for count in range(6):
                work.counts[size, count] = 0
            work.packed[2, size] = 0
            work.columns[size] = column
            size += 1
    return size


def _add_turn(turn: int, at: Ints, sums: RiverSums, here: NDArray[np.uint16], size: int, counts: Ints) -> None:
    """Add one turn card to all hole cards' counts: for all turns, for turns with a river bet, and their number."""
    by_rank = sums.by_rank[at[TURN_BY_RANK]]
    view_1, view_2 = sums.in_view[at[VIEW_1]], sums.in_view[at[VIEW_2]]
    for hole in range(size):
        if here[ONE, hole] == turn or here[OTHER, hole] == turn:
            continue
        packed = by_rank[here[BY_RANK, hole]]
        packed += view_1[here[IN_VIEW + at[SUIT_1], hole]] + view_2[here[IN_VIEW + at[SUIT_2], hole]]
        bet = int(wins_less_losses(packed) > 0)
        counts[0, hole] += packed
        counts[1, hole] += bet * packed
        counts[2, hole] += bet


def _unpack(size: int, packed: Ints, counts: Ints) -> None:
    """Move the packed sums to separate counts before a field can overflow."""
    for hole in range(size):
        for bet in range(2):
            counts[hole, 3 * bet] += paid_wins(packed[bet, hole])
            counts[hole, 3 * bet + 1] += losses(packed[bet, hole])
            counts[hole, 3 * bet + 2] += wins_less_losses(packed[bet, hole])
            packed[bet, hole] = 0


def line_of(a: int, b: int, c: int, one: int, other: int, lines: FiveCardLines) -> int:
    """Return the line of the 5-card bonus for three flop cards and two hole cards."""
    rank_a, rank_b, rank_c, rank_1, rank_2 = a >> 2, b >> 2, c >> 2, one >> 2, other >> 2
    if (a ^ b | a ^ c | a ^ one | a ^ other) & 3 == 0:
        return int(lines.flushes[1 << rank_a | 1 << rank_b | 1 << rank_c | 1 << rank_1 | 1 << rank_2])
    keys = lines.keys
    key = keys[rank_a] + keys[rank_b] + keys[rank_c] + keys[rank_1] + keys[rank_2]
    return int(lines.by_rank[lines.high[key >> HIGH_SHIFT & HIGH_MASK] + lines.low[key & LOW_MASK]])


def _tally(alike: int, turns: int, showdowns: int, bet: int, counts: Ints, tally: Ints) -> None:
    """Decide the turn bet from the sum over all turns, and add the counts of these hole cards to the tally."""
    turn = 2 * int(counts[2] > 0)
    for river in range(2):
        paid, lost, gain, seen = counts[3], counts[4], counts[5], bet
        if river == 0:
            paid, lost, gain, seen = counts[0] - paid, counts[1] - lost, counts[2] - gain, turns - bet
        tally[turn + river, PAID_WIN] += alike * paid
        tally[turn + river, OTHER_WIN] += alike * (gain + lost - paid)
        tally[turn + river, TIE] += alike * (seen * showdowns - gain - 2 * lost)
        tally[turn + river, LOSS] += alike * lost


def strength_of(key: int, pack: int, one: int, other: int, tables: StrengthTables) -> int:
    """Return the strength of a five-card board with two hole cards."""
    return look_up(key + tables.keys[one] + tables.keys[other], pack | card_bit(one) | card_bit(other), tables)


compile_with_kernels(showdown, ante_pays, outcome, _copy_holes, _add_turn, _unpack, line_of, _tally, strength_of)


class FlopWorkspace(NamedTuple):
    """Scratch arrays for one flop at a time."""

    here: NDArray[np.uint16]
    columns: Ints
    packed: Ints
    counts: Ints


@kernel
def play_flops(
    begin: int,
    end: int,
    flops: Flops,
    holes: Holes,
    sums: RiverSums,
    cards: int,
    lines: FiveCardLines,
    work: FlopWorkspace,
    tally: Ints,
) -> None:
    """Play all hole cards optimally on some flops. Tally axes: starting hand, 5-card bonus line, bets, outcome."""
    here, packed, counts = work.here, work.packed, work.counts
    showdowns = (cards - 6) * (cards - 7) * (cards - 8) // 2
    for row in range(begin, end):
        flop = flops.cards[row]
        size = _copy_holes(flop, holes.where, work)
        for turn in range(52):
            if flops.turns[row, turn, TURN_BY_RANK] >= 0:
                _add_turn(turn, flops.turns[row, turn], sums, here, size, packed)
            if turn % 26 == 25:
                _unpack(size, packed, counts)
        for hole in range(size):
            line = line_of(flop[0], flop[1], flop[2], int(here[ONE, hole]), int(here[OTHER, hole]), lines)
            alike = flops.alike[row] * holes.alike[work.columns[hole]]
            _tally(alike, cards - 5, showdowns, packed[2, hole], counts[hole], tally[here[START, hole], line])


@kernel
def count_showdowns(
    hole: Ints, board: Ints, elsewhere: int, tables: StrengthTables, paid_from: int, counts: Ints
) -> None:  # fmt: skip
    """
    Count the outcomes of two hole cards and a four-card board by enumerating rivers and dealer hands.

    `elsewhere` has a bit for each card that is known to be neither in the pack nor with the dealer.
    """
    known, key, pack = elsewhere, NO_CARDS, 0
    for card in board:
        known, key, pack = known | 1 << card, key + tables.keys[card], pack | card_bit(card)
    for card in hole:
        known |= 1 << card
    for river in range(52):
        if known >> river & 1:
            continue
        key_5, pack_5 = key + tables.keys[river], pack | card_bit(river)
        player = strength_of(key_5, pack_5, hole[0], hole[1], tables)
        for one in range(52):
            if (known | 1 << river) >> one & 1:
                continue
            for other in range(one):
                if (known | 1 << river) >> other & 1:
                    continue
                dealer = strength_of(key_5, pack_5, one, other, tables)
                counts[outcome(player, dealer, paid_from)] += 1
