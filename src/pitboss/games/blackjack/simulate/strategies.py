"""The simulation strategies for blackjack: best by cards, by chart, the bot's, never paying extra, and random."""

from __future__ import annotations

from functools import partial

from pitboss.compute.random_choices import RANDOM
from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal.rules import Rules
from pitboss.games.blackjack.simulate.kernels import Playbook
from pitboss.games.blackjack.simulate.plans import bot_answer, without_extra
from pitboss.games.blackjack.simulate.playbook import any_playbook, playbook
from pitboss.games.wording.blackjack_strategy import StrategyFile
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes
from pitboss.solving.blackjack.playbook import plan_by
from pitboss.solving.blackjack.rules import Knowledge
from pitboss.solving.blackjack.solve import PlayPlan, solved
from pitboss.solving.blackjack.splits import OWN

STRATEGIES = {
    "best": "plays best by the cards of the hand, the up card and the pair that was split; never insures",
    "chart": "plays the best chart by total, as pitboss odds prints it; never insures",
    "basic": "plays a fixed chart by total for several decks; never insures",
    "never-extra": "plays best without a double or a split; never insures",
    RANDOM: "picks any option at random, including insurance",
}


STRATEGY_FILE = StrategyFile(
    {"dealt": "The hand as dealt.", "after-split": "A hand of a split."},
    "By the number of ten-values among the two cards, also for even money (BJ-4).",
    has_surrender=True,
)


def playbook_for(rules: Rules, strategy: str, changes: Changes = NO_CHANGES) -> Playbook:
    """Return the playbook of a strategy with a file's changes applied."""
    if strategy == RANDOM:
        return any_playbook(rules)
    return playbook(rules, plan_for(rules, strategy, changes))


def plan_for(rules: Rules, strategy: str, changes: Changes = NO_CHANGES) -> PlayPlan:
    """Return a deterministic strategy with a file's changes applied."""
    plan = _plan(rules, strategy)
    return STRATEGY_FILE.changed(solver_rules(rules), plan, changes) if changes else plan


def _plan(rules: Rules, strategy: str) -> PlayPlan:
    if strategy == "basic":
        return plan_by(partial(bot_answer, rules), (OWN,), one_card_to_aces=not rules.hit_split_aces)
    if strategy == "chart":
        return solved(solver_rules(rules, Knowledge.TOTAL)).plan
    game = solved(solver_rules(rules))
    return without_extra(game) if strategy == "never-extra" else game.plan
