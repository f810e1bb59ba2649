"""
Beat the Dealer with one card removed: turn and river bets re-optimised, and by the full-pack strategy.

The full-pack strategy is computed once for all removed cards.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel
from pitboss.games.beat_the_dealer.count.kernels import LOSS, OTHER_WIN, PAID_WIN, START, Ints
from pitboss.games.beat_the_dealer.count.one_card_known.boards import (
    HOLES,
    SUITS,
    KnownBoards,
    KnownHoles,
    KnownTable,
    look_up,
    summed_by_hole,
)
from pitboss.games.beat_the_dealer.count.solve import STARTS
from pitboss.solving.holdem.one_card import OneCardSums, PackCounts, full_turn_sums, turn_sums
from pitboss.solving.holdem.showdowns import losses, paid_wins, wins_less_losses
from pitboss.solving.holdem.suit_views import PAIRS

ORDERS = 4
"""The number of ways to order a four-card board as a flop and a turn."""
_PAIRS = len(PAIRS)
_NO_NETS = np.zeros(0, np.int64)
Flags = NDArray[np.uint8]
Parts: TypeAlias = tuple[OneCardSums, OneCardSums]
"""Two tables of counts that are added together. The second may be unused."""


class RemovalSums(NamedTuple):
    """Sums over all deals for each pair of hole cards, in antes."""

    bare: Ints
    """The net of a round with only the flop bet."""
    best: Ints
    """The gain from the turn or river bet if made whenever it wins more often than it loses."""
    fixed_play: Ints
    """The gain from that bet if made by the full-pack strategy."""


class FullPlay(NamedTuple):
    """The decisions of the full-pack best strategy."""

    turn: Flags
    """1 for a turn bet. Axes: flop, hole cards."""
    river: Flags
    """1 for a river bet. Axes: four-card board, hole cards."""
    folds: NDArray[np.bool_]
    """Whether to fold, by starting hand."""


def _bare_net(packed: int, bare: Ints) -> int:
    """Return the net of packed showdown counts, given the net of each outcome."""
    paid, lost, gain = paid_wins(packed), losses(packed), wins_less_losses(packed)
    return int(paid * bare[PAID_WIN] + (gain + lost - paid) * bare[OTHER_WIN] + lost * bare[LOSS])


compile_with_kernels(_bare_net)


@kernel
def _decide(
    begin: int, end: int, boards: KnownBoards, orders: int, parts: Parts, used: int, holes: KnownHoles, bare: Ints,
    bets: Flags, won: Ints,
) -> None:  # fmt: skip
    """Decide a bet on some boards with no card known. Add its gain, and the round without it, to the sums."""
    packed, by_kind, gains = np.empty(HOLES, np.int64), np.empty(_PAIRS, np.int64), np.empty(HOLES, np.int64)
    for row in range(begin, end):
        on_board, times = boards.cards[row, 0], orders * boards.alike[row]
        gains[:] = 0
        for part in range(used):
            look_up(
                row, boards, on_board, parts[part], holes, by_kind, packed
            )  # a board card as the known card adds no information
            for hole in range(HOLES):
                gains[hole] += wins_less_losses(packed[hole])
            for hole in range(HOLES if bare.size else 0):
                won[hole] += times * _bare_net(packed[hole], bare)
        for hole in range(HOLES):
            bets[row, hole] = gains[hole] > 0
            won[hole] += times * max(gains[hole], 0)


@kernel
def _play(
    begin: int, end: int, boards: KnownBoards, orders: int, card: int, sums: OneCardSums, holes: KnownHoles, bare: Ints,
    bets: Flags, result: RemovalSums,
) -> None:  # fmt: skip
    """Make a bet on some boards with a card removed, re-optimised and as decided for the full pack."""
    packed, by_kind = np.empty(HOLES, np.int64), np.empty(_PAIRS, np.int64)
    for row in range(begin, end):
        here, times = bets[boards.number[row]], orders * boards.alike[row]
        look_up(row, boards, card, sums, holes, by_kind, packed)
        for hole in range(HOLES):
            gain = times * wins_less_losses(packed[hole])
            result.best[hole] += max(gain, 0)
            result.fixed_play[hole] += here[hole] * gain
        for hole in range(HOLES if bare.size else 0):
            result.bare[hole] += times * _bare_net(packed[hole], bare)


def full_play(pack: PackCounts, table: KnownTable, bare: Ints) -> FullPlay:
    """Return the best strategy for the full pack."""
    won = np.zeros(HOLES, np.int64)

    def decide(boards: KnownBoards, orders: int, parts: Parts, used: int, nets: Ints) -> Flags:
        bets = np.zeros((len(boards.cards), HOLES), np.uint8)

        def on_some(begin: int, end: int, result: Ints) -> None:
            _decide(begin, end, boards, orders, parts, used, table.holes, nets, bets, result[0])

        np.add(won, summed_by_hole(boards, 1, on_some)[0], out=won)
        return bets

    rivers = OneCardSums(pack.sums.by_rank, pack.sums.in_view, pack.sums.in_view)
    turn = decide(table.flops, 1, full_turn_sums(pack), 2, bare)
    river = decide(table.boards, ORDERS, (rivers, rivers), 1, _NO_NETS)
    return FullPlay(turn, river, _folds(won, table.holes.where, pack.in_pack))


def deals_of(cards: int) -> int:
    """Return the number of deals with each pair of hole cards in a pack of `cards` cards."""
    return comb(cards - 2, 3) * (cards - 5) * (cards - 6) * comb(cards - 7, 2)


def _folds(won: Ints, where: NDArray[np.uint16], in_pack: Ints) -> NDArray[np.bool_]:
    """Return whether the full-pack best strategy folds each starting hand."""
    starts, can_be = where[START] % STARTS, (in_pack[where[:2].astype(np.int64) >> 2] > 0).all(axis=0)
    by_start = np.zeros((2, STARTS), np.int64)
    np.add.at(by_start[0], starts, deals_of(int(SUITS * in_pack.sum())) * can_be)
    np.add.at(by_start[1], starts, won)
    return np.asarray(by_start[1] < -by_start[0])


def play_without_card(
    rank: int, sums: OneCardSums, in_pack: Ints, table: KnownTable, full: FullPlay, bare: Ints
) -> RemovalSums:
    """Play every deal with a card of this rank removed, folding nothing."""
    card = rank * SUITS

    def play(boards: KnownBoards, orders: int, card_sums: OneCardSums, nets: Ints, bets: Flags) -> Ints:
        def on_some(begin: int, end: int, result: Ints) -> None:
            _play(begin, end, boards, orders, card, card_sums, table.holes, nets, bets, RemovalSums(*result))

        return summed_by_hole(boards, len(RemovalSums._fields), on_some)

    turns = play(table.flops.without(card), 1, turn_sums(sums, rank, in_pack), bare, full.turn)
    return RemovalSums(*(turns + play(table.boards.without(card), ORDERS, sums, _NO_NETS, full.river)))
