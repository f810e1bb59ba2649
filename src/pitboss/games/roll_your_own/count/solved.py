"""Solutions kept while the program runs, and the house's rules as the solver reads them."""

from __future__ import annotations

from functools import cache

from pitboss.games.roll_your_own.count.beside import OddsRules
from pitboss.games.roll_your_own.count.solve import Solution, solve
from pitboss.games.roll_your_own.deal.rules import Rules

solution_of = cache(solve)
"""The game solved under these rules, once."""


def odds_rules(rules: Rules) -> OddsRules:
    """What of the house's rules bears on the two blackjack bets; the bonus is read off its own table (RY-4)."""
    first, second, third, fourth, fifth = (pays.ratio for pays in rules.bonus_table.all_pays())
    return OddsRules(
        max_splits=rules.max_splits,
        blackjack_pays=rules.blackjack_pays.ratio,
        hits_soft_17=rules.hits_soft_17,
        dealer_peeks=rules.dealer_peeks,
        bonus_pays=(first, second, third, fourth, fifth),
    )


def solved(rules: Rules) -> Solution:
    """The game solved under the house's rules."""
    return solution_of(odds_rules(rules))
