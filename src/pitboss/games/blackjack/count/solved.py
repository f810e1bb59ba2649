"""The house rules in the form that the solver needs."""

from __future__ import annotations

from pitboss.games.blackjack.deal.rules import Rules
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.rules import (
    BlackjackRules,
    Dealer,
    Doubling,
    Knowledge,
    Splitting,
    Surrender,
    decks,
)


def solver_rules(rules: Rules, knowledge: Knowledge = Knowledge.CARDS_AND_PAIR) -> BlackjackRules:
    """Convert the house rules to the solver's rules (BJ-5 to BJ-9)."""
    least, most = rules.doubled_totals
    return BlackjackRules(
        pack=decks(rules.decks),
        dealer=Dealer(rules.hits_soft_17, peeks=rules.hole_card),
        doubling=Doubling(
            frozenset(range(least, most + 1)),
            after_split=rules.double_after_split,
            most_cards=BLACKJACK if rules.double_any_number else 2,
        ),
        splitting=Splitting(
            rules.most_hands, rules.most_hands if rules.resplit_aces else 2, one_card_to_aces=not rules.hit_split_aces
        ),
        surrender=Surrender(rules.surrender),
        blackjack_pays=float(rules.blackjack_pays.ratio),
        blackjack_always_wins=rules.blackjack_always_wins,
        knowledge=knowledge,
    )
