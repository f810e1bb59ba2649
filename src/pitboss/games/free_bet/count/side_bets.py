"""Push 22 and insurance: bets that hang on the dealer's cards alone, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from pitboss.counting.blackjack.dealer import TWENTY_TWO, VALUES, dealer_odds, endless_shoe, exact_outcome
from pitboss.games.free_bet.count.kernels import DOUBLE, HIT
from pitboss.games.free_bet.count.nodes import Nodes
from pitboss.games.free_bet.count.solve import Solution
from pitboss.games.free_bet.count.splits import OWN
from pitboss.games.free_bet.count.terms import TEN, Terms, shoe_counts


@cache
def chance_of_22(terms: Terms) -> Fraction:
    """That the dealer's hand ends at 22. No play of any hand changes it, for nobody sees the cards to come."""
    counts = shoe_counts(terms)
    if counts is not None:
        return exact_outcome(counts, TWENTY_TWO, terms.hits_soft_17)
    off_the_top = dealer_odds(endless_shoe(), np.zeros((1, VALUES), dtype=np.uint8), terms.hits_soft_17)
    return Fraction(float(off_the_top[0, TWENTY_TWO].sum()))


def draws_on_hard_20(solution: Solution) -> bool:
    """Whether the original hand is ever drawn to 30 or more, where Push 22 would lose (FB-7)."""
    graph: Nodes = solution.graph
    hard_20 = (graph.total == 20) & ~graph.soft & ~graph.stays
    own = solution.sides[OWN]
    drawn = np.isin(own.best[hard_20], (HIT, DOUBLE)) & (own.weights.all[hard_20] > 0)
    return bool(drawn.any())


def insurance_wins(terms: Terms, tens_held: int, cards_held: int = 2) -> Fraction:
    """That the hole card under an ace is a ten-value, for a player who holds so many of them (FB-8)."""
    counts = shoe_counts(terms)
    if counts is None:
        return Fraction(4, 13)
    return Fraction(counts[TEN] - tens_held, sum(counts) - 1 - cards_held)
