"""The rules that the odds of Free Bet depend on, as plain numbers."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.free_bet.count.kernels import HandPays
from pitboss.games.free_bet.deal.hands import MOST_HANDS, doubles_free, pair_splits_free, pot_of_gold_line
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.money import Pays
from pitboss.solving.blackjack_legacy.hand_graph import HandGraph
from pitboss.solving.blackjack_legacy.joint_odds import ENDLESS
from pitboss.solving.blackjack_legacy.splits import stories
from pitboss.solving.blackjack_legacy.values import ACE, VALUES, Pack, deck_counts

MOST_TOKENS = 2 * MOST_HANDS - 1
"""Three free splits, and four free doubles."""
PAYS = (HandPays(1, -1, -1, -2, 2), HandPays(1, 0, 0, -1, 2))
"""The payouts of own and of free hands: a free hand or double never loses, a paid double loses its own part (FB-4)."""


class Again(NamedTuple):
    """A plan for resplitting a paired hand: own or free, with two hands or with three."""

    own_of_two: bool
    own_of_three: bool
    free_of_two: bool
    free_of_three: bool

    def __call__(self, kind: int, hands: int) -> bool:
        """Whether this kind of hand is resplit when there are `hands` hands."""
        return hands < MOST_HANDS and self[2 * kind + hands - 2]


_TWO_BITS = tuple(product((True, False), repeat=2))
NEVER_AGAIN = Again(False, False, False, False)


@cache
def all_plans(free: bool) -> tuple[Again, ...]:
    """Return every distinct plan for resplitting. Without free hands only the own bits differ."""
    plans = [Again(*bits, *rest) for bits in _TWO_BITS for rest in (_TWO_BITS if free else [(False, False)])]
    told = {frozenset(stories(plan, free).items()): plan for plan in reversed(plans)}
    return tuple(plan for plan in plans if plan in told.values())


class CountedRules(NamedTuple):
    """The rules that affect the odds. `decks` 0 is an infinite shoe."""

    decks: int = 6
    hits_soft_17: bool = True
    blackjack_pays: tuple[int, int] = (3, 2)
    resplit_aces: bool = True
    free_doubles: bool = True
    free_splits: bool = True
    dealer_22_pushes: bool = True
    pot_of_gold: tuple[float, ...] = (-1, 3, 12, 30, 50, 100, 100, 100)
    """Payouts by number of tokens, 0 to 7 (FB-6)."""
    push_22_pays: float = 11


def free_double_nodes(terms: CountedRules, graph: HandGraph) -> NDArray[np.bool_]:
    """Return which hands double for free: two cards, hard 9, 10 or 11 (FB-2)."""
    free = np.zeros(len(graph.total), dtype=np.bool_)
    for first in range(VALUES):
        for second in range(VALUES):
            free[graph.two[:, first, second]] = terms.free_doubles and doubles_free(first + 1, second + 1)
    return free


def splits_free(terms: CountedRules, pair: int) -> bool:
    """Whether a pair splits for free: any but ten-values (FB-3)."""
    return terms.free_splits and pair_splits_free(pair + 1)


def plans_for(terms: CountedRules, pair: int) -> tuple[Again, ...]:
    """Return the plans for resplitting that the rules allow (FB-3)."""
    if pair == ACE and not terms.resplit_aces:
        return (NEVER_AGAIN,)
    return all_plans(splits_free(terms, pair))


def shoe_counts(terms: CountedRules) -> Pack:
    """Return the composition of the shoe: the number of cards of each value."""
    return deck_counts(terms.decks) if terms.decks else ENDLESS


def counted_rules(rules: Rules) -> CountedRules:
    """Return the house rules that affect the odds."""
    table = rules.pot_of_gold_table
    return CountedRules(
        decks=rules.decks,
        hits_soft_17=rules.hits_soft_17,
        blackjack_pays=(rules.blackjack_pays.won, rules.blackjack_pays.per),
        resplit_aces=rules.resplit_aces,
        free_doubles=rules.free_doubles,
        free_splits=rules.free_splits,
        dealer_22_pushes=rules.dealer_22_pushes,
        pot_of_gold=tuple(
            _to_one(table.pays(pot_of_gold_line(tokens, len(table.lines)))) for tokens in range(MOST_TOKENS + 1)
        ),
        push_22_pays=_to_one(rules.push_22_pays),
    )


def for_main_bet(terms: CountedRules) -> CountedRules:
    """Return the rules with side bets paid as printed, so that play without side bets shares one cached solution."""
    printed = CountedRules()
    return terms._replace(pot_of_gold=printed.pot_of_gold, push_22_pays=printed.push_22_pays)


def _to_one(pays: Pays) -> float:
    return pays.won / pays.per
