"""The simulation strategies of blackjack: best by cards, by chart, the bot's, never paying extra, and random."""

from __future__ import annotations

from dataclasses import replace

from pitboss.compute.random_choices import RANDOM
from pitboss.games.blackjack.count.solved import solved, solver_rules
from pitboss.games.blackjack.deal.rules import Rules
from pitboss.games.blackjack.simulate import strategy_file
from pitboss.games.blackjack.simulate.kernels import Playbook
from pitboss.games.blackjack.simulate.plans import PlayPlan, best_plan, bot_plan, without_extra
from pitboss.games.blackjack.simulate.playbook import any_playbook, playbook
from pitboss.games.wording.strategy_words import NO_CHANGES, Changes
from pitboss.solving.blackjack.rules import Knowledge

STRATEGIES = {
    "best": "plays best by the cards of the hand, the up card and the pair that was split; never insures",
    "chart": "plays the best chart by total, as pitboss odds prints it; never insures",
    "basic": "plays a fixed chart by total for several decks; never insures",
    "never-extra": "plays best without a double or a split; never insures",
    RANDOM: "picks any option at random, including insurance",
}


def playbook_for(rules: Rules, strategy: str, changes: Changes = NO_CHANGES) -> Playbook:
    """Return the playbook of a strategy with a file's changes applied."""
    if strategy == RANDOM:
        return any_playbook(rules)
    return playbook(rules, plan_for(rules, strategy, changes))


def plan_for(rules: Rules, strategy: str, changes: Changes = NO_CHANGES) -> PlayPlan:
    """Return a deterministic strategy with a file's changes applied."""
    plan = _plan(rules, strategy)
    if not changes:
        return plan
    insured = strategy_file.insures(changes)
    changed = strategy_file.changed(rules, plan, changes)
    return changed if insured is None else replace(changed, insures=insured)


def _plan(rules: Rules, strategy: str) -> PlayPlan:
    if strategy == "basic":
        return bot_plan(rules)
    if strategy == "chart":
        return best_plan(rules, Knowledge.TOTAL)
    plan = best_plan(rules, Knowledge.CARDS_AND_PAIR)
    return without_extra(solved(solver_rules(rules)), plan) if strategy == "never-extra" else plan
