"""
Compiled loops over the graph of hands: what standing, drawing and doubling are worth.

All worths are joint: the chance of the cards times what is then won, so the worth of drawing is the plain
sum over the next card. The last axis is always the dealer's up card. A hand's weight is a sum over how many
of its pair's cards are gone, with the factors of `splits`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack.hand_graph import HandGraph
from pitboss.counting.blackjack.joint_odds import NATURAL
from pitboss.counting.blackjack.values import VALUES, Numbers
from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.games.free_bet.deal.hands import LOSES, PUSHES, WINS, outcome

compile_with_kernels(outcome)

STAND, HIT, DOUBLE, SPLIT, OPTIONS = 0, 1, 2, 3, 4


class HandPays(NamedTuple):
    """What a hand wins and loses, in bets: played as it is, with a free double, with a paid one (FB-4)."""

    win: int
    lose: int
    free_double_lose: int
    paid_double_lose: int
    double_win: int
    push: int = 0


class Weights(NamedTuple):
    """Joint chances by node and up card, dealer blackjacks left out: standing wins, loses; all together."""

    win: Numbers
    lose: Numbers
    all: Numbers


@kernel
def weigh(
    graph: HandGraph, begin: int, end: int, factors: Numbers, odds: Numbers, pushes_22: bool, weights: Weights
) -> None:
    """Fill the weights of a range of nodes; `factors` by number of pair cards gone and up card."""
    for node in range(begin, end):
        total = int(graph.total[node])
        win, lose, every = weights.win[node], weights.lose[node], weights.all[node]
        for up in range(VALUES):
            win[up] = lose[up] = every[up] = 0 * factors[0, up]
        for gone in range(factors.shape[0]):
            factor = factors[gone]
            if not factor.any():
                continue
            for dealer in range(NATURAL):
                chance = odds[graph.rows[node, gone], dealer]
                result = outcome(total, dealer + 17, pushes_22)
                for up in range(VALUES):
                    every[up] += factor[up] * chance[up]
                if result == WINS:
                    for up in range(VALUES):
                        win[up] += factor[up] * chance[up]
                elif result == LOSES:
                    for up in range(VALUES):
                        lose[up] += factor[up] * chance[up]


@kernel
def _draw(
    graph: HandGraph, node: int, pays: HandPays, double_lose: int, weights: Weights, worth: Numbers, value: Numbers
) -> None:
    """What hitting and doubling are worth: as if every card bust, then card by card what does not."""
    hit, double = worth[HIT], worth[DOUBLE]
    for up in range(VALUES):
        hit[up] = pays.lose * weights.all[node, up]
        double[up] = double_lose * weights.all[node, up]
    for card in range(VALUES):
        child = graph.draw[node, card]
        if child < 0:
            continue
        win, lose, every, drawn = weights.win[child], weights.lose[child], weights.all[child], value[child]
        for up in range(VALUES):
            hit[up] += drawn[up] - pays.lose * every[up]
            double[up] += pays.double_win * win[up] + double_lose * (lose[up] - every[up])


@kernel
def play(
    graph: HandGraph, begin: int, end: int, free_double: NDArray[np.bool_], bonus: Numbers, pays: HandPays,
    choose: bool, weights: Weights, worth: Numbers, best: NDArray[np.uint8], value: Numbers,
) -> None:  # fmt: skip
    """
    The worth of each option, from the highest totals down, and of the hand: at best, or, unless `choose`, by `best`.

    `bonus` (by node and up card) is what a double is worth on top, for the choice only.
    """
    for node in range(end - 1, begin - 1, -1):
        two = graph.cards[node] == 2
        double_lose = pays.free_double_lose if free_double[node] else pays.paid_double_lose
        if not graph.stays[node]:
            _draw(graph, node, pays, double_lose, weights, worth[node], value)
        for up in range(VALUES):
            stand = pays.win * weights.win[node, up] + pays.lose * weights.lose[node, up]
            worth[node, STAND, up] = stand
            if not two:
                worth[node, DOUBLE, up] = -np.inf
            if choose:
                best[node, up] = STAND
            if choose and not graph.stays[node]:
                hit, double = worth[node, HIT, up], worth[node, DOUBLE, up]
                if hit > stand:
                    best[node, up] = HIT
                if two and double + bonus[node, up] > max(hit, stand):
                    best[node, up] = DOUBLE
            value[node, up] = worth[node, best[node, up], up]


@kernel
def _count(ways: Numbers, up: int, orders: Numbers, win: int, push: int, lose: int) -> None:
    """Count a hand that comes up in this many orders: what it nets as it fares."""
    ways[WINS + 1, win + 2, up] += orders
    ways[PUSHES + 1, push + 2, up] += orders
    ways[LOSES + 1, lose + 2, up] += orders


@kernel
def _tally(
    graph: HandGraph, begin: int, end: int, ways: Numbers, odds: Numbers, pushes_22: bool, tally: Numbers
) -> None:
    """Add counted hands to the tally of nets; a 22 pushes where the house says so (FB-5)."""
    for node in range(begin, end):
        for dealer in range(NATURAL):
            result = outcome(int(graph.total[node]), dealer + 17, pushes_22)
            for net in range(ways.shape[2]):
                times = ways[node - begin, result + 1, net]
                if not times.any():
                    continue
                for gone in range(tally.shape[0]):
                    row = graph.rows[node, gone]
                    for up in range(VALUES):
                        tally[gone, net, dealer, up] += times[up] * odds[row, dealer, up]


@kernel
def settle(
    graph: HandGraph, begin: int, end: int, free_double: NDArray[np.bool_], pays: HandPays, best: NDArray[np.uint8],
    odds: Numbers, pushes_22: bool, orders: Numbers, ways: Numbers, tally: Numbers,
) -> None:  # fmt: skip
    """
    Play a family of hands by the table `best` from the nodes that `orders[node, up]` starts with, counting the orders.

    `ways[hand, how it fares + 1, net + 2, up]` gets the orders that come to each net; `tally[gone, net + 2, outcome,
    up]` the joint chances of the hand's net and the dealer's outcome.
    """
    for node in range(begin, end):
        for up in range(VALUES):
            times = orders[node, up]
            if times == 0:
                continue
            if best[node, up] == STAND:
                _count(ways[node - begin], up, times, pays.win, pays.push, pays.lose)
                continue
            hit = best[node, up] == HIT
            double_lose = pays.free_double_lose if free_double[node] else pays.paid_double_lose
            lose = pays.lose if hit else double_lose
            _count(ways[node - begin], up, times, lose, lose, lose)  # as if every card bust
            for card in range(VALUES):
                child = np.intp(graph.draw[node, card])
                if child < 0:
                    continue
                _count(ways[child - begin], up, -times, lose, lose, lose)
                if hit:
                    orders[child, up] += times
                else:
                    _count(ways[child - begin], up, times, pays.double_win, pays.push, lose)
    _tally(graph, begin, end, ways, odds, pushes_22, tally)
