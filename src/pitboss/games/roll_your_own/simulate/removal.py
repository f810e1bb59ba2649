"""Effects of removal for Roll Your Own: how one missing card changes each bet."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from pitboss.cards import rank_name
from pitboss.games.roll_your_own.count.solve import counted_rules, solved
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.games.roll_your_own.simulate.known_card import known_worths
from pitboss.ranking.three_card import three_card_line
from pitboss.solving.answers.threats import Progress, Removal, ignore_progress
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.rules import TEN
from pitboss.statistics.exactness import Number

HANDS = "two-card and one-card"
"""The name of both blackjack bets together, measured in units of both."""
RANKS = (14, *range(2, 14))


def removal(rules: Rules, progress: Progress = ignore_progress) -> Removal:
    """Return the effects by rank: blackjack bets with re-optimised play, bonus and insurance as exact fractions."""
    full = full_worth(rules)
    start: dict[str, Number] = {HANDS: full / 2, "bonus": _bonus(rules, ()), "insurance": _insurance(None)}
    best: dict[str, dict[str, Number]] = {bet: {} for bet in start}
    fixed_play: dict[str, Number] = {}
    for place, rank in enumerate(RANKS):
        value, name = min(place, TEN), rank_name(rank)
        progress(f"a {name} gone")
        without = known_worths(value, counted_rules(rules).for_play)
        best[HANDS][name], fixed_play[name] = (without.removed - full) / 2, (without.fixed_play - full) / 2
        best["bonus"][name] = _bonus(rules, ((rank - 2) * 4,)) - start["bonus"]
        best["insurance"][name] = _insurance(value) - start["insurance"]
    note = (
        "From a full deck. The blackjack bets in double precision, in units of both; bonus and insurance (with an ace"
        " up and nothing else seen) in fractions. A fresh deck is shuffled for every round (RY-1): no carry-over."
    )
    return Removal(best, {HANDS: fixed_play}, start, note)


def full_worth(rules: Rules) -> float:
    """Return the value of both blackjack bets together at best play from a full deck."""
    solution = solved(rules)
    return float((solution.worth.max(axis=2) * solution.weight).sum() / solution.weight.sum())


def _bonus(rules: Rules, removed: tuple[int, ...]) -> Fraction:
    pays = [each.ratio for each in rules.bonus_table.all_pays()] + [Fraction(-1)]
    threes = list(combinations((code for code in range(52) if code not in removed), 3))
    return sum((pays[three_card_line(*three)] for three in threes), Fraction(0)) / len(threes)


def _insurance(removed: int | None) -> Fraction:
    """Return the player's edge on insurance with an ace up, and optionally a card of this value removed."""
    return Fraction(3 * (ONE_DECK[TEN] - (removed == TEN)), sum(ONE_DECK) - 1 - (removed is not None)) - 1
