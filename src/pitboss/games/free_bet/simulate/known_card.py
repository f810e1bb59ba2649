"""The exact value of knowing one hidden card at Free Bet, with re-optimised decisions."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games.free_bet.count.solve import Solution, Solver
from pitboss.solving.blackjack_legacy.joint_odds import NATURAL, joint_odds
from pitboss.solving.blackjack_legacy.splits import OWN
from pitboss.solving.blackjack_legacy.values import ACE, TEN, VALUES


class HoleKnown(NamedTuple):
    """The main bet with the hole card known, and the probability of a ten under an ace."""

    main: float
    insured: float


def with_hole_card(full: Solution) -> HoleKnown:
    """Return the value of optimal play on the hand's cards and both of the dealer's."""
    worth = 0.0
    for hole in range(VALUES):
        solver = Solver(full.terms, like=full)
        solver.odds = joint_odds(full.counts, full.graph.removed, full.terms.hits_soft_17, hole=hole)
        solver.tried = {}
        worth += float(solver.solve().ev)
    cards = sum(full.counts)
    return HoleKnown(worth, full.counts[ACE] * full.counts[TEN] / (cards * (cards - 1)))


def by_first_card(full: Solution) -> list[tuple[float, float]]:
    """Return the probability of each first card and the value of the main bet with it, by card value."""
    wins, per = full.terms.blackjack_pays
    cards, own = sum(full.counts), full.sides[OWN]
    found = []
    for first in range(VALUES):
        worth = 0.0
        for second in range(VALUES):
            node = full.graph.two[0, first, second]
            if full.graph.total[node] == 21:
                worth += float(own.weights.all[node].sum()) * wins / per
            else:
                worth += float(own.value[node].sum() - full.odds[full.graph.rows[node, 0], NATURAL].sum())
        chance = full.counts[first] / cards
        found.append((chance, worth / chance))
    return found
