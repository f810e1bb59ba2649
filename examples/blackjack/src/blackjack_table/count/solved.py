"""The house's rules as the solver takes them, and the games it has solved."""

from __future__ import annotations

from functools import lru_cache

from pitboss.solving.blackjack.nets import NetDistribution, net_distribution
from pitboss.solving.blackjack.rules import (
    BlackjackRules,
    Dealer,
    Doubling,
    Knowledge,
    Splitting,
    Surrender,
    decks,
)
from pitboss.solving.blackjack.solve import SolvedGame, solve

from blackjack_table.deal.rules import Rules

DOUBLES = {"any": range(2, 22), "9 to 11": range(9, 12), "10 or 11": range(10, 12)}


def solver_rules(rules: Rules, knowledge: Knowledge = Knowledge.CARDS_AND_PAIR) -> BlackjackRules:
    """Return the house's rules as the solver takes them."""
    return BlackjackRules(
        pack=decks(rules.decks),
        dealer=Dealer(rules.hits_soft_17, peeks=rules.hole_card),
        doubling=Doubling(frozenset(DOUBLES[rules.doubles]), after_split=rules.double_after_split),
        splitting=Splitting(rules.most_hands, rules.most_hands if rules.resplit_aces else 2),
        surrender=Surrender(rules.surrender),
        blackjack_pays=float(rules.blackjack_pays.ratio),
        knowledge=knowledge,
    )


@lru_cache(maxsize=4)
def solved(rules: BlackjackRules) -> SolvedGame:
    """Solve a game, once."""
    return solve(rules)


@lru_cache(maxsize=4)
def nets(rules: BlackjackRules) -> NetDistribution:
    """Return the distribution of the net of a round at best play."""
    return net_distribution(solved(rules))
