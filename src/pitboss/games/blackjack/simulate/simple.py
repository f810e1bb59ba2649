"""A blackjack strategy that a person can remember: one short chart for all hands, without soft doubles."""

from __future__ import annotations

from pitboss.games.blackjack.count.solved import solver_rules
from pitboss.games.blackjack.deal.rules import SIDE_BETS as BETS
from pitboss.games.blackjack.deal.rules import Rules, offered
from pitboss.games.blackjack.simulate.plans import plan_value
from pitboss.games.blackjack.simulate.strategies import STRATEGY_FILE, plan_for
from pitboss.games.wording.chart_words import chart_sentences, listed, simplified, up_cards_in_words
from pitboss.games.wording.strategy_words import BY_TOTAL, PAIRS, PLAYS, SPLIT, TOTALS, UP_CARDS, Changes, rows
from pitboss.solving.answers.simple_strategy import SimplePlay

_START = "chart"
SIDE_BETS = tuple(BETS)
"""The side bets, which the cost of imperfect play excludes."""


def simple(rules: Rules) -> SimplePlay:
    """Return the best chart by total for unsplit hands, simplified and used for every hand."""
    parts = {part.name: part.found for part in STRATEGY_FILE.in_words(solver_rules(rules), plan_for(rules, _START))}
    hands = simplified(rows("dealt", parts["dealt"], TOTALS, UP_CARDS, PLAYS))
    pairs = rows("pairs", parts["pairs"], PAIRS, UP_CARDS, (SPLIT, BY_TOTAL))
    changes: Changes = {"insurance": "no", "pairs": pairs, **dict.fromkeys(STRATEGY_FILE.tables, hands)}
    sentences = chart_sentences(hands, pairs, any_number=rules.double_any_number)
    if given_up := rows("surrender", parts.get("surrender", {}), TOTALS, UP_CARDS, ("surrender", "play")):
        surrendered = [
            f"{name.removeprefix('hard-')} {up_cards_in_words([up for up, play in row.items() if play == 'surrender'])}"
            for name, row in given_up.items()
        ]
        sentences.append(f"Surrender {listed(surrendered)}, with two cards.")
    sentences.append("Never take insurance or even money.")
    worth = plan_value(rules, plan_for(rules, _START, changes))
    return SimplePlay(
        tuple(sentences), worth, _START, changes, side_bets=tuple(made.bet.name for made in offered(rules))
    )
