"""Simulation kernels for Beat the Dealer: shuffles, table lookups of decisions, and each seat's cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.compute.random_choices import chosen
from pitboss.compute.streams import Stream, U, draw, next_word
from pitboss.games.beat_the_dealer.count.kernels import (
    BY_RANK,
    IN_VIEW,
    ONE,
    OTHER,
    FiveCardLines,
    Ints,
    line_of,
    strength_of,
)
from pitboss.games.beat_the_dealer.count.solve import BETS, LINES, OUTCOMES
from pitboss.games.beat_the_dealer.deal.hands import outcome
from pitboss.ranking.poker import card_bit
from pitboss.solving.answers.simulator import Counts
from pitboss.solving.holdem.poker_tables import NO_CARDS, StrengthTables
from pitboss.solving.holdem.river_sums import RiverSums
from pitboss.solving.holdem.showdowns import wins_less_losses
from pitboss.solving.holdem.suit_names import RENAMING_BITS, Spots

Codes = NDArray[np.uint8]
Words = NDArray[np.uint64]
Rows = NDArray[np.uint16]

HOLES = 1326
PLAYS = BETS + 1
"""The number of ways a seat can play: 0 for a fold, else 1 plus its bets code."""
_NUMBER, _RENAMING = U(RENAMING_BITS), U((1 << RENAMING_BITS) - 1)
NO_RIVER = U(1) << U(63)
"""A marker in place of a river bet's index: the seat has folded."""
_1, _3, _7 = U(1), U(3), U(7)


class KernelTables(NamedTuple):
    """The kernel's lookup tables: a strategy and the basic rules, by cards and by spots up to suit isomorphism."""

    folds: Codes
    """1 for a fold. Axes: both hole cards."""
    turn: Codes
    """Bits, 1 for a turn bet, indexed by the numbers of the flop and of the hole cards."""
    river: Codes
    """Bits, 1 for a river bet, indexed by the numbers of the four-card board and of the hole cards."""
    renamed: Codes
    flops: NDArray[np.uint16]
    boards: NDArray[np.uint32]
    """As in `Spots`."""
    two_card: Codes
    """The line of the 2-card bonus. Axes: both hole cards."""
    five_card: FiveCardLines
    strengths: StrengthTables


def _hole(one: np.uint64, other: np.uint64) -> np.uint64:
    """Return the number of a pair of hole cards."""
    high, low = max(one, other), min(one, other)
    return (high * (high - _1) >> _1) + low


def _bit(bits: Codes, place: np.uint64) -> np.uint64:
    """Return the decision bit at this index."""
    return U(bits[place >> _3]) >> (place & _7) & _1


def _places(
    one: np.uint64, other: np.uint64, spot: np.uint64, turn: np.uint64, tables: KernelTables
) -> tuple[np.uint64, np.uint64]:
    """Return the bit indices for two hole cards' turn bet and river bet, with suits renamed to match the spots."""
    renamed, names = tables.renamed, spot & _RENAMING
    one, other = U(renamed[names, one]), U(renamed[names, other])
    turn_place = (spot >> _NUMBER) * U(HOLES) + _hole(one, other)
    spot = U(tables.boards[spot >> _NUMBER, U(renamed[names, turn])])
    names = spot & _RENAMING
    one, other = U(renamed[names, one]), U(renamed[names, other])
    return turn_place, (spot >> _NUMBER) * U(HOLES) + _hole(one, other)


def _any_play(luck: np.uint64, seat: np.uint64) -> np.uint64:
    """Return a random play for a seat (1, 2 …): 0 for a fold, else 1 plus its bets code."""
    if chosen(luck, seat, U(0), U(2)) == U(0):
        return U(0)
    return _1 + (chosen(luck, seat, _1, U(2)) << _1) + chosen(luck, seat, U(2), U(2))


def _play_seats(
    pack: Codes,
    seats: int,
    paid_from: int,
    chooses: bool,
    luck: np.uint64,
    tables: KernelTables,
    waiting: int,
    later: Words,
) -> int:
    """Play all seats of a round except for river bets, which are queued. Return the new queue length."""
    strengths, five_card = tables.strengths, tables.five_card
    key, cards = NO_CARDS, 0
    for place in range(2 * seats + 2, 2 * seats + 7):
        key, cards = key + strengths.keys[U(pack[U(place)])], cards | card_bit(int(pack[U(place)]))
    at = U(2 * seats + 2)
    a, b, c, turn = U(pack[at]), U(pack[at + _1]), U(pack[at + U(2)]), U(pack[at + _3])
    dealer = strength_of(key, cards, int(pack[U(seats)]), int(pack[U(2 * seats + 1)]), strengths)
    for seat in range(seats):
        one, other = U(pack[U(seat)]), U(pack[U(seats + 1 + seat)])
        line = line_of(int(a), int(b), int(c), int(one), int(other), five_card)
        cell, river = (U(tables.two_card[one, other]) * U(LINES) + U(line)) * U(PLAYS * OUTCOMES), NO_RIVER
        play = _any_play(luck, U(seat + 1)) if chooses else _1 - U(tables.folds[one, other])
        if play != U(0):
            player = strength_of(key, cards, int(one), int(other), strengths)
            if not chooses:
                decided, river = _places(one, other, U(tables.flops[a, b, c]), turn, tables)
                play += _bit(tables.turn, decided) << _1
            cell += play * U(OUTCOMES) + U(outcome(player, dealer, paid_from))
        later[U(0), U(waiting)], later[U(1), U(waiting)] = cell, river
        waiting += 1
    return waiting


def _count(waiting: int, later: Words, river: Codes, counts: Counts) -> None:
    """Decide the queued river bets and count the cells."""
    for at in range(waiting):
        cell, place = later[U(0), U(at)], later[U(1), U(at)]
        if place != NO_RIVER:
            cell += _bit(river, place) * U(OUTCOMES)
        later[U(0), U(at)] = cell
        counts[cell] += 1


compile_with_kernels(_hole, _bit, _places, _any_play, _play_seats, _count)


@kernel
def bets_of(one: np.uint64, other: np.uint64, board: Codes, tables: KernelTables) -> tuple[np.uint64, np.uint64]:
    """Return the turn bet and the river bet of two hole cards on a four-card board, 1 each if made."""
    spot = U(tables.flops[U(board[0]), U(board[1]), U(board[2])])
    turn, river = _places(one, other, spot, U(board[3]), tables)
    return _bit(tables.turn, turn), _bit(tables.river, river)


@kernel
def play_rounds(
    state: Stream, pack: Codes, drawn: int, rounds: int, seats: int, paid_from: int, chooses: bool, luck: np.uint64,
    tables: KernelTables, later: Words, counts: Counts,
) -> None:  # fmt: skip
    """
    Deal rounds and count the cells of all seats. The cells counted last stay in the first row of `later`.

    The pack is in dealing order: seats and dealer, twice, then flop, turn and river. Before each round, `drawn` cards
    and the round's random word are redrawn; with `drawn` 0, the given pack is played with the given `luck`. The table
    of river bets exceeds the CPU cache, so its lookups are queued and done in batches.
    """
    waiting = 0
    for _ in range(rounds):
        for place in range(drawn):
            draw(state, pack, U(place))
        if chooses and drawn > 0:
            luck = next_word(state)
        waiting = _play_seats(pack, seats, paid_from, chooses, luck, tables, waiting, later)
        if waiting + seats > later.shape[1]:
            _count(waiting, later, tables.river, counts)
            waiting = 0
    _count(waiting, later, tables.river, counts)


@kernel
def river_gains(
    begin: int,
    end: int,
    boards: Ints,
    where: Ints,
    holes: NDArray[np.uint16],
    sums: RiverSums,
    gains: NDArray[np.int32],
) -> None:
    """Sum the gain from a river bet over all showdowns. Axes: four-card board, hole cards. Impossible hands get 0."""
    for row in range(begin, end):
        dealt = 0
        for place in range(4):
            dealt |= 1 << boards[row, place]
        for hole in range(HOLES):
            if dealt >> holes[ONE, hole] & 1 or dealt >> holes[OTHER, hole] & 1:
                continue
            packed = sums.by_rank[where[row, 4], holes[BY_RANK, hole]]
            for suit in range(4):
                packed += sums.in_view[where[row, suit], holes[IN_VIEW + suit, hole]]
            gains[row, hole] = wins_less_losses(packed)


@kernel
def turn_gains(
    begin: int, end: int, flops: Ints, spots: Spots, holes: Rows, river: NDArray[np.int32], gains: Ints
) -> None:
    """Sum the gain from a turn bet, from the river gains of all turn cards. Axes: flop, hole cards."""
    for flop in range(begin, end):
        for turn in range(52):
            if turn == flops[flop, 0] or turn == flops[flop, 1] or turn == flops[flop, 2]:
                continue
            spot = U(spots.boards[flop, turn])
            gained, names = river[spot >> _NUMBER], holes[spot & _RENAMING]
            for hole in range(HOLES):
                gains[flop, hole] += gained[names[hole]]
