"""Exact worth and best play of the main bet, for a player who looks at the hand's own cards and the up card."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.blackjack import (
    NATURAL,
    VALUES,
    Numbers,
    Shoe,
    deck_counts,
    dealer_odds,
    endless_shoe,
    shoe_of,
)
from pitboss.games.free_bet.kernels import DOUBLE, OPTIONS, SPLIT, Pays, Weights, play, weigh
from pitboss.games.free_bet.nodes import DEALT, MOST_GONE, Nodes, grown, nodes, paired
from pitboss.games.free_bet.splits import FREE, NEVER_AGAIN, OWN, Again, all_plans, factors
from pitboss.games.free_bet.terms import ACE, PAYS, Terms, free_double_nodes, splits_free

class Side(NamedTuple):
    """One kind of hand, own or free: all by node (and option) and up card."""

    weights: Weights
    worth: Numbers
    best: NDArray[np.uint8]
    value: Numbers


def blank_side(count: int) -> Side:
    """Tables to fill."""
    weights = Weights(*(np.zeros((count, VALUES)) for _ in range(3)))
    return Side(
        weights,
        np.full((count, OPTIONS, VALUES), -np.inf),
        np.zeros((count, VALUES), dtype=np.uint8),
        np.zeros((count, VALUES)),
    )


class Solution(NamedTuple):
    """The game solved: best play everywhere and the worth of it."""

    terms: Terms
    odds: Numbers
    sides: tuple[Side, Side]
    plans: list[list[Again]]  # by pair and up card
    split_worth: Numbers  # by pair and up card
    ev: float


def plans_for(terms: Terms, pair: int) -> list[Again]:
    """The plans for splitting again that the rules allow."""
    if pair == ACE and not terms.resplit_aces:
        return [NEVER_AGAIN]
    return all_plans(splits_free(terms, pair))


def shoe_for(terms: Terms) -> Shoe:
    """The shoe the round is dealt from."""
    return shoe_of(deck_counts(terms.decks)) if terms.decks else endless_shoe()


class Solver:
    """Works out one set of terms."""

    def __init__(self, terms: Terms, shoe: Shoe | None = None) -> None:
        self.terms = terms
        self.graph = nodes()
        self.odds = dealer_odds(shoe or shoe_for(terms), self.graph.removed, terms.hits_soft_17)
        self.free_double = free_double_nodes(terms, self.graph)
        self.bonus = np.zeros((len(self.graph.total), VALUES))
        self.sides = (blank_side(len(self.graph.total)), blank_side(len(self.graph.total)))

    def run(self, side: Side, kind: int, family: int, by_gone: Numbers) -> None:
        """Best play of one family of hands."""
        begin, end = int(self.graph.family[family]), int(self.graph.family[family + 1])
        weigh(self.graph, begin, end, by_gone, self.odds, self.terms.dealer_22_pushes, side.weights)
        play(self.graph, begin, end, self.free_double, self.bonus, PAYS[kind], side.weights, side.worth, side.best, side.value)

    def split_under(self, pair: int, plans: list[Again]) -> Numbers:
        """Play a split pair, the plan given by up card; its worth by up card."""
        free = splits_free(self.terms, pair)
        two = self.graph.two[1, pair]
        worth = np.zeros(VALUES)
        for kind in (OWN, FREE) if free else (OWN,):
            by_up = [factors(plan, free, kind) for plan in plans]
            side = self.sides[kind]
            self.run(side, kind, grown(pair), np.array([f.grown for f in by_up]).T.copy())
            self.run(side, kind, paired(pair), np.array([f.paired for f in by_up]).T.copy())
            worth += side.value[two].sum(axis=0)
        return worth

    def split(self, pair: int) -> tuple[list[Again], Numbers]:
        """The best plan for splitting again by up card, and what the split is then worth."""
        plans = plans_for(self.terms, pair)
        worths = np.array([self.split_under(pair, [plan] * VALUES) for plan in plans])
        chosen = [plans[i] for i in worths.argmax(axis=0)]
        return chosen, self.split_under(pair, chosen)

    def solve(self) -> Solution:
        """Everything, from the splits up to the bet."""
        own = self.sides[OWN]
        dealt = np.zeros((MOST_GONE + 1, VALUES))
        dealt[0] = 1
        self.run(own, OWN, DEALT, dealt)
        plans, split_worth = [], np.zeros((VALUES, VALUES))
        for pair in range(VALUES):
            chosen, split_worth[pair] = self.split(pair)
            plans.append(chosen)
            node = self.graph.two[0, pair, pair]
            own.worth[node, SPLIT] = split_worth[pair]
            better = split_worth[pair] > own.value[node]
            own.best[node][better] = SPLIT
            own.value[node][better] = split_worth[pair][better]
        return Solution(self.terms, self.odds, self.sides, plans, split_worth, self.main_ev())

    def main_ev(self) -> float:
        """The main bet's worth off the top, in bets."""
        own, two = self.sides[OWN], self.graph.two[0]
        wins, per = self.terms.blackjack_pays
        ev = 0.0
        for first in range(VALUES):
            for second in range(VALUES):
                node = two[first, second]
                natural = self.graph.total[node] == 21
                if natural:
                    ev += wins / per * own.weights.all[node].sum()
                else:
                    ev += own.value[node].sum() - self.odds[self.graph.rows[node, 0], NATURAL].sum()
        return float(ev)
