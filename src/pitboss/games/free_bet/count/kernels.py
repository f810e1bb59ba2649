"""
Compiled loops over the graph of hands: the values of standing, drawing and doubling.

All values are joint: the probability of the cards times the net, so the value of drawing is a plain sum over the next
card. The last axis is always the dealer's up card. A hand's weight is a sum over the number of its pair's cards gone,
with the factors of `splits`; the results of standing are computed once for all factors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import compile_with_kernels, kernel, kernel_part
from pitboss.games.free_bet.deal.hands import LOSES, PUSHES, WINS, outcome
from pitboss.solving.blackjack_legacy.hand_graph import HandGraph
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL
from pitboss.solving.blackjack_legacy.values import VALUES, Numbers

compile_with_kernels(outcome)

STAND, HIT, DOUBLE, SPLIT, OPTIONS = 0, 1, 2, 3, 4
PLAIN, FREE_DOUBLED, PAID_DOUBLED, WAYS = 0, 1, 2, 3
"""Ways a hand is played."""


class HandPays(NamedTuple):
    """The nets of a hand in bets: undoubled, with a free double, with a paid double (FB-4)."""

    win: int
    lose: int
    free_double_lose: int
    paid_double_lose: int
    double_win: int
    push: int = 0


def net_of(pays: HandPays, way: int, fares: int) -> int:
    """Return the net of a hand played this way that wins, pushes or loses."""
    if fares == PUSHES:
        return pays.push
    if fares == WINS:
        return pays.win if way == PLAIN else pays.double_win
    if way == PLAIN:
        return pays.lose
    return pays.free_double_lose if way == FREE_DOUBLED else pays.paid_double_lose


compile_with_kernels(net_of)


class Weights(NamedTuple):
    """Joint probabilities without dealer blackjacks: standing wins, standing loses, total. Axes: node, up card."""

    win: Numbers
    lose: Numbers
    all: Numbers


WIN, LOSE, ALL = 0, VALUES, 2 * VALUES
"""The offsets of these probabilities in a row of 30 numbers, by up card."""


def weights_in(rows: Numbers) -> Weights:
    """Split such rows into named arrays."""
    return Weights(*(rows[..., start : start + VALUES] for start in (WIN, LOSE, ALL)))


class Side(NamedTuple):
    """One kind of hand, own or free. Axes: node, option if any, up card."""

    rows: Numbers  # the weights, in the kernels' row layout
    worth: Numbers
    best: NDArray[np.uint8]
    value: Numbers

    @property
    def weights(self) -> Weights:
        """The probability of each hand, and of its results when standing."""
        return weights_in(self.rows)


def blank_side(count: int, number: np.dtype[np.generic]) -> Side:
    """Allocate the tables."""
    rows = np.zeros((count, 3 * VALUES), dtype=number)
    worth = np.full((count, OPTIONS, VALUES), -np.inf, dtype=number)
    return Side(rows, worth, np.zeros((count, VALUES), dtype=np.uint8), np.zeros((count, VALUES), dtype=number))


@kernel
def stand(graph: HandGraph, odds: Numbers, pushes_22: bool, standing: Numbers) -> None:
    """Fill the results of standing. Axes: pair cards gone, node, row. For hands as dealt none is gone."""
    for node in range(graph.total.size):
        total = int(graph.total[node])
        for gone in range(standing.shape[0] if node >= graph.family[1] else 1):
            its = standing[gone, node]
            for dealer in range(NATURAL):
                chance = odds[graph.rows[node, gone], dealer]
                result = outcome(total, dealer + 17, pushes_22)
                for up in range(VALUES):
                    its[ALL + up] += chance[up]
                if result == WINS:
                    for up in range(VALUES):
                        its[WIN + up] += chance[up]
                elif result == LOSES:
                    for up in range(VALUES):
                        its[LOSE + up] += chance[up]


def all_standing(graph: HandGraph, odds: Numbers, pushes_22: bool) -> Numbers:
    """Return the results of standing. Axes: pair cards gone, node, row."""
    standing = np.zeros((graph.rows.shape[1], len(graph.total), 3 * VALUES), odds.dtype)
    stand(graph, odds, pushes_22, standing)
    return standing


@kernel_part
def some(numbers: Numbers) -> bool:
    """Whether any number is nonzero. `any` would load more of Numba than all these kernels need."""
    for each in numbers:  # noqa: SIM110  (a generator cannot be compiled in)
        if each != 0:
            return True
    return False


@kernel
def weigh(standing: Numbers, begin: int, end: int, factors: Numbers, weights: Numbers) -> None:
    """Fill the weights of a range of nodes. Axes of `factors`: pair cards gone, position in a row."""
    used = [gone for gone in range(factors.shape[0]) if some(factors[gone])]
    for node in range(begin, end):
        its = weights[node]
        for place in range(its.size):
            its[place] = 0 * factors[0, place]
        for gone in used:
            factor, chances = factors[gone], standing[gone, node]
            for place in range(its.size):
                its[place] += factor[place] * chances[place]


@kernel
def _draw(
    graph: HandGraph, node: int, pays: HandPays, double_lose: int, weights: Numbers, worth: Numbers, value: Numbers
) -> None:
    """Compute the values of hitting and doubling: assume every card busts, then correct for the cards that do not."""
    hit, double = worth[HIT], worth[DOUBLE]
    for up in range(VALUES):
        hit[up] = pays.lose * weights[node, ALL + up]
        double[up] = double_lose * weights[node, ALL + up]
    for card in range(VALUES):
        child = graph.draw[node, card]
        if child < 0:
            continue
        its, drawn = weights[child], value[child]
        for up in range(VALUES):
            hit[up] += drawn[up] - pays.lose * its[ALL + up]
            double[up] += pays.double_win * its[WIN + up] + double_lose * (its[LOSE + up] - its[ALL + up])


@kernel
def play(
    graph: HandGraph, begin: int, end: int, free_double: NDArray[np.bool_], bonus: Numbers, pays: HandPays,
    choose: bool, weights: Numbers, worth: Numbers, best: NDArray[np.uint8], value: Numbers,
) -> None:  # fmt: skip
    """
    Compute the value of each option from the highest totals down; play the best, or `best` unless `choose`.

    `bonus` (axes: node, up card) is an extra value of doubling, used only for the choice.
    """
    for node in range(end - 1, begin - 1, -1):
        two = graph.cards[node] == 2
        double_lose = pays.free_double_lose if free_double[node] else pays.paid_double_lose
        if not graph.stays[node]:
            _draw(graph, node, pays, double_lose, weights, worth[node], value)
        for up in range(VALUES):
            standing = pays.win * weights[node, WIN + up] + pays.lose * weights[node, LOSE + up]
            worth[node, STAND, up] = standing
            if not two:
                worth[node, DOUBLE, up] = -np.inf
            if choose:
                best[node, up] = STAND
            if choose and not graph.stays[node]:
                hit, double = worth[node, HIT, up], worth[node, DOUBLE, up]
                if hit > standing:
                    best[node, up] = HIT
                if two and double + bonus[node, up] > max(hit, standing):
                    best[node, up] = DOUBLE
            value[node, up] = worth[node, best[node, up], up]


@kernel
def play_out(
    graph: HandGraph, begin: int, end: int, free_double: NDArray[np.bool_], best: NDArray[np.uint8], orders: Numbers,
    begun: Numbers, ended: Numbers,
) -> None:  # fmt: skip
    """
    Play a family of hands by the table `best`, starting from `orders[node, up]`, counting orders.

    Axes of the results: way (plain, free double, paid double), hand, up card. `begun` counts two-card hands played
    that way, `ended` the hands that stand.
    """
    for node in range(begin, end):
        for up in range(VALUES):
            times, choice = orders[node, up], best[node, up]
            if times == 0:
                continue
            way = PLAIN
            if choice == DOUBLE:
                way = FREE_DOUBLED if free_double[node] else PAID_DOUBLED
            if graph.cards[node] == 2:
                begun[way, node - begin, up] += times
            if choice == STAND:
                ended[way, node - begin, up] += times
                continue
            for card in range(VALUES):
                child = np.intp(graph.draw[node, card])
                if child >= 0 and choice == HIT:
                    orders[child, up] += times
                elif child >= 0:
                    ended[way, child - begin, up] += times


@kernel
def add_up(
    graph: HandGraph, begin: int, end: int, pays: HandPays, odds: Numbers, pushes_22: bool, begun: Numbers,
    ended: Numbers, tally: Numbers,
) -> None:  # fmt: skip
    """
    Add the joint probabilities of the hands' nets and the dealer's result to `tally[gone, net + 2, outcome, up]`.

    Every hand is counted as a loss when it begins; its actual net replaces that when it ends. A 22 pushes if the
    house says so (FB-5).
    """
    for node in range(begin, end):
        for way in range(WAYS):
            first, last = begun[way, node - begin], ended[way, node - begin]
            if not (some(first) or some(last)):
                continue
            lost = net_of(pays, way, LOSES) + 2
            for dealer in range(NATURAL):
                net = net_of(pays, way, outcome(int(graph.total[node]), dealer + 17, pushes_22)) + 2
                for gone in range(tally.shape[0]):
                    chance, lose, win = odds[graph.rows[node, gone], dealer], tally[gone, lost], tally[gone, net]
                    for up in range(VALUES):
                        lose[dealer, up] += (first[up] - last[up]) * chance[up]
                        win[dealer, up] += last[up] * chance[up]


@kernel
def add_worth(
    standing: Numbers, begin: int, end: int, pays: HandPays, begun: Numbers, ended: Numbers, worth: Numbers
) -> None:
    """Add the values of the hands to `worth[gone, up]`: the mean of the nets in `add_up`."""
    for node in range(begin, end):
        for way in range(WAYS):
            first, last = begun[way, node - begin], ended[way, node - begin]
            if not (some(first) or some(last)):
                continue
            lost, won = net_of(pays, way, LOSES), net_of(pays, way, WINS)
            for gone in range(worth.shape[0]):
                its, sums = standing[gone, node], worth[gone]
                for up in range(VALUES):
                    sums[up] += lost * (first[up] - last[up]) * its[ALL + up]
                    sums[up] += last[up] * (won * its[WIN + up] + lost * its[LOSE + up])
