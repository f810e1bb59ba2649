"""Free Bet solved for small decks, and the solver's tables as a policy for enumeration."""

from __future__ import annotations

from typing import Any

from helpers.blackjack.free_bet_by_hand import Look, Policy
from pitboss.games.free_bet.count.joint_play import solved_jointly
from pitboss.games.free_bet.count.solved import pot_of_gold, solver_rules
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.solving.blackjack.hands import all_hands
from pitboss.solving.blackjack.rules import Pack
from pitboss.solving.blackjack.solve import SolvedGame

NAMES = ("stand", "hit", "double", "split")
PAYS = pot_of_gold(Rules())


def solved_from(pack: Pack, stake: float = 0, pays: tuple[float, ...] = PAYS, **rules: Any) -> SolvedGame:
    """Solve Free Bet for a deck, with a stake on Pot of Gold in units of the main bet."""
    return solved_jointly(solver_rules(Rules(**rules), pack), pays, stake)


def policy_of(game: SolvedGame) -> Policy:
    plan = game.plan

    def policy(look: Look) -> str:
        cards, up, kind = tuple(card - 1 for card in look.cards), look.up - 1, int(look.free)
        hand, paired = all_hands().number(cards), cards[0] == cards[1]
        if look.hands == 1:
            return NAMES[plan.dealt[hand, up]]
        if len(cards) == 2 and paired and look.hands < 4 and plan.again[kind, look.hands - 2, cards[0], up]:
            return "split"
        return NAMES[(plan.paired if paired else plan.unpaired)[kind, cards[0], hand, up]]

    return policy
