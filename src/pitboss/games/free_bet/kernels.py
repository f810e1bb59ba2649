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

from pitboss.counting.blackjack import BUST, NATURAL, TWENTY_TWO, VALUES, Numbers
from pitboss.counting.compiled import kernel
from pitboss.games.free_bet.nodes import Nodes

STAND, HIT, DOUBLE, SPLIT, OPTIONS = 0, 1, 2, 3, 4


class Pays(NamedTuple):
    """What a hand wins and loses, in bets: played as it is, with a free double, with a paid one (FB-4)."""

    win: int
    lose: int
    free_double_lose: int
    paid_double_lose: int
    double_win: int


class Weights(NamedTuple):
    """Joint chances by node and up card, dealer blackjacks left out: standing wins, loses; all together."""

    win: Numbers
    lose: Numbers
    all: Numbers


@kernel
def weigh(
    nodes: Nodes, begin: int, end: int, factors: Numbers, odds: Numbers, pushes_22: bool, weights: Weights
) -> None:
    """Fill the weights of a range of nodes; `factors` by number of pair cards gone and up card."""
    for node in range(begin, end):
        beats = np.intp(nodes.total[node]) - 17  # the dealer's outcomes below this one lose
        for up in range(VALUES):
            win = lose = every = 0 * factors[0, up]
            for gone in range(factors.shape[0]):
                factor = factors[gone, up]
                if factor == 0:
                    continue
                row = nodes.rows[node, gone]
                for outcome in range(NATURAL):
                    chance = factor * odds[row, outcome, up]
                    every += chance
                    if outcome < beats or outcome == BUST or (outcome == TWENTY_TWO and not pushes_22):
                        win += chance
                    elif outcome > beats and outcome != TWENTY_TWO:
                        lose += chance
            weights.win[node, up] = win
            weights.lose[node, up] = lose
            weights.all[node, up] = every


@kernel
def play(
    nodes: Nodes, begin: int, end: int, free_double: NDArray[np.bool_], pays: Pays, weights: Weights,
    worth: Numbers, best: NDArray[np.uint8], value: Numbers,
) -> None:  # fmt: skip
    """Best play by the cards, from the highest totals down: the worth of each option, the best, its value."""
    for node in range(end - 1, begin - 1, -1):
        two = nodes.cards[node] == 2
        double_lose = pays.free_double_lose if free_double[node] else pays.paid_double_lose
        for up in range(VALUES):
            worth[node, STAND, up] = pays.win * weights.win[node, up] + pays.lose * weights.lose[node, up]
            best[node, up] = STAND
            value[node, up] = worth[node, STAND, up]
            if nodes.stays[node]:
                continue
            bust = weights.all[node, up]
            hit = double = 0 * bust
            for card in range(VALUES):
                child = nodes.draw[node, card]
                if child >= 0:
                    bust -= weights.all[child, up]
                    hit += value[child, up]
                    double += pays.double_win * weights.win[child, up] + double_lose * weights.lose[child, up]
            worth[node, HIT, up] = hit + pays.lose * bust
            if worth[node, HIT, up] > value[node, up]:
                best[node, up] = HIT
                value[node, up] = worth[node, HIT, up]
            if two:
                worth[node, DOUBLE, up] = double + double_lose * bust
                if worth[node, DOUBLE, up] > value[node, up]:
                    best[node, up] = DOUBLE
                    value[node, up] = worth[node, DOUBLE, up]
