"""Brute-force Beat the Dealer with a small deck: every deal is enumerated, without suit or rank symmetry."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.games.beat_the_dealer.count.solve import BETS, LINES, OUTCOMES, STARTS
from pitboss.games.beat_the_dealer.deal.hands import ShowdownOutcome, five_card_line, starting_hand
from pitboss.poker import rank7, rank_hand
from pitboss.ranking.poker import lowest_of

Ints = NDArray[np.int64]


def ids(cards: list[int], size: int) -> dict[tuple[int, ...], int]:
    return {chosen: number for number, chosen in enumerate(combinations(cards, size))}


def showdowns_on_boards(boards: Ints, holes: Ints, paid_from: int) -> Ints:
    """Count the outcomes of each pair of hole cards on each board against all others that share no card with it."""
    seven = np.concatenate([np.broadcast_to(boards[:, None], (*holes.shape[:2], 5)), holes], axis=2)
    ranks = rank7(seven.reshape(-1, 7)).reshape(holes.shape[:2])
    # The pairs of hole cards are in the same order on every board, so the same ones share a card.
    disjoint = np.array([[not set(mine) & set(theirs) for theirs in holes[0].tolist()] for mine in holes[0].tolist()])
    mine, theirs = ranks[:, :, None], ranks[:, None, :]
    wins, ties = ((mine > theirs) & disjoint).sum(axis=2), ((mine == theirs) & disjoint).sum(axis=2)
    paid = ranks >= lowest_of(paid_from)
    counts = np.zeros((*ranks.shape, OUTCOMES), dtype=np.int64)
    counts[:, :, ShowdownOutcome.PAID_WIN] = wins * paid
    counts[:, :, ShowdownOutcome.OTHER_WIN] = wins * ~paid
    counts[:, :, ShowdownOutcome.TIE] = ties
    counts[:, :, ShowdownOutcome.LOSS] = ((mine < theirs) & disjoint).sum(axis=2)
    return counts


def showdowns_at_four(cards: list[int], paid_from: int) -> Ints:
    """Count the outcomes of every pair of hole cards on every four board cards, over all rivers."""
    hole_ids, four_ids = ids(cards, 2), ids(cards, 4)
    at_four = np.zeros((len(four_ids), len(hole_ids), OUTCOMES), dtype=np.int64)
    every_board = list(combinations(cards, 5))
    for begin in range(0, len(every_board), 200):
        boards = every_board[begin : begin + 200]
        holes = [list(combinations([card for card in cards if card not in board], 2)) for board in boards]
        counts = showdowns_on_boards(np.array(boards), np.array(holes), paid_from)
        columns = np.array([[hole_ids[hole] for hole in held] for held in holes])
        for places in combinations(range(5), 4):
            rows = np.array([four_ids[tuple(board[place] for place in places)] for board in boards])
            np.add.at(at_four, (rows[:, None], columns), counts)
    return at_four


def gains(counts: Ints) -> Ints:
    wins = counts[..., ShowdownOutcome.PAID_WIN] + counts[..., ShowdownOutcome.OTHER_WIN]
    return np.asarray(wins - counts[..., ShowdownOutcome.LOSS])


def brute_force_tally(cards: list[int], paid_from: int) -> Ints:
    """Tally all deals: add up every five-card board, and decide the bets on every four-card and three-card board."""
    hole_ids, four_ids = ids(cards, 2), ids(cards, 4)
    at_four = showdowns_at_four(cards, paid_from)
    tally = np.zeros((STARTS, LINES, BETS, OUTCOMES), dtype=np.int64)
    for flop in combinations(cards, 3):
        turns = [four_ids[tuple(sorted((*flop, turn)))] for turn in cards if turn not in flop]
        river_bet = gains(at_four[turns]) > 0
        turn_bet = gains(at_four[turns]).sum(axis=0) > 0
        with_bet = np.where(river_bet[:, :, None], at_four[turns], 0).sum(axis=0)
        without = at_four[turns].sum(axis=0) - with_bet
        for hole in combinations([card for card in cards if card not in flop], 2):
            number, line = hole_ids[hole], five_card_line(rank_hand((*hole, *flop)))
            entry = tally[starting_hand(*hole), line]
            entry[2 * int(turn_bet[number]) + 1] += with_bet[number]
            entry[2 * int(turn_bet[number])] += without[number]
    return tally


def all_deals(cards: int) -> int:
    return comb(cards, 2) * comb(cards - 2, 3) * (cards - 5) * (cards - 6) * comb(cards - 7, 2)
