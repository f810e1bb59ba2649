"""The solver's tables as a policy for the game dealt out by hand."""

from __future__ import annotations

from helpers.free_bet_by_hand import Look, Policy
from pitboss.games.free_bet.count.solve import Solution
from pitboss.solving.blackjack_legacy.hand_graph import node_of

NAMES = ("stand", "hit", "double", "split")


def policy_of(solution: Solution) -> Policy:
    def policy(look: Look) -> str:
        cards, up = tuple(card - 1 for card in look.cards), look.up - 1
        paired_again = len(cards) == 2 and cards[0] == cards[1] and look.hands > 1
        if paired_again and solution.again[cards[0]][up](int(look.free), look.hands):
            return "split"
        return NAMES[solution.best[int(look.free)][node_of(solution.graph, cards, look.hands > 1), up]]

    return policy
