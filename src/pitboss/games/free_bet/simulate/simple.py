"""Free Bet as a person can keep it: one short chart for every hand, free or not, and no paid doubles of soft hands."""

from __future__ import annotations

from pitboss.counting.simple import SimplePlay
from pitboss.games.chart_words import chart_sentences, simplified
from pitboss.games.free_bet.count.counted_rules import counted_rules
from pitboss.games.free_bet.count.played_out import PlayedOut
from pitboss.games.free_bet.count.solve import solution_of
from pitboss.games.free_bet.deal.rules import Rules
from pitboss.games.free_bet.simulate.strategies import way_of
from pitboss.games.free_bet.simulate.strategy_file import TABLES, in_words
from pitboss.games.strategy_words import BY_TOTAL, PAIRS, PLAYS, SPLIT, TOTALS, UP_CARDS, Changes, rows

_START = "chart"


def simple(rules: Rules) -> SimplePlay:
    """The best chart by total for hands as dealt, made shorter and played with every hand."""
    way = way_of(rules, _START, 0)
    parts = {part.name: part.found for part in in_words(way.terms, way.graph, way.plan, way.insures)}
    hands = simplified(rows("dealt", parts["dealt"], TOTALS, UP_CARDS, PLAYS))
    pairs = rows("pairs", parts["pairs"], PAIRS, UP_CARDS, (SPLIT, BY_TOTAL))
    changes: Changes = {"insurance": "no", "pairs": pairs, **dict.fromkeys(TABLES, hands)}
    double = "Take the free double of" if rules.free_doubles else "Double"
    split = "Take the free split of" if rules.free_splits else "Split"
    sentences = (*chart_sentences(hands, pairs, double, split), "Never take insurance.")
    side_bets = ("pot-of-gold", "push-22")
    return SimplePlay(sentences, _worth(rules, changes), _START, changes, side_bets=side_bets)


def _worth(rules: Rules, changes: Changes) -> float:
    """What the main bet is worth by the chart: exact, in floating point."""
    way = way_of(rules, _START, 0, changes)
    terms = counted_rules(rules)
    odds = solution_of(terms).odds
    return float(PlayedOut(terms, way.graph, odds, way.plan).worth_by_up_card().sum())
