"""A Free Bet strategy that a person can remember: one short chart for all hands, without paid soft doubles."""

from __future__ import annotations

from pitboss.games.free_bet.count.solved import solver_rules
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.free_bet.simulate.strategies import STRATEGY_FILE, plan_for, plan_value
from pitboss.games.wording.chart_words import chart_sentences, simplified
from pitboss.games.wording.strategy_words import BY_TOTAL, PAIRS, PLAYS, SPLIT, TOTALS, UP_CARDS, Changes, rows
from pitboss.solving.answers.simple_strategy import SimplePlay

_START = "chart"
SIDE_BETS = ("pot-of-gold", "push-22")
"""The side bets, which the cost of imperfect play excludes."""


def simple(rules: Rules) -> SimplePlay:
    """Return the best chart by total for unsplit hands, simplified and used for every hand."""
    terms = solver_rules(rules)
    parts = {part.name: part.found for part in STRATEGY_FILE.in_words(terms, plan_for(rules, _START, 0))}
    hands = simplified(rows("dealt", parts["dealt"], TOTALS, UP_CARDS, PLAYS))
    pairs = rows("pairs", parts["pairs"], PAIRS, UP_CARDS, (SPLIT, BY_TOTAL))
    changes: Changes = {"insurance": "no", "pairs": pairs, **dict.fromkeys(STRATEGY_FILE.tables, hands)}
    double = "Take the free double of" if rules.free_doubles else "Double"
    split = "Take the free split of" if rules.free_splits else "Split"
    sentences = (*chart_sentences(hands, pairs, double, split), "Never take insurance.")
    return SimplePlay(
        sentences, plan_value(rules, plan_for(rules, _START, 0, changes)), _START, changes, side_bets=SIDE_BETS
    )
