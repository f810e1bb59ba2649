"""The mean and variance of a Flop 22 seat's round, given its antes and field bet."""

from __future__ import annotations

from fractions import Fraction

from pitboss.games.flop22.count.best_play import Rest
from pitboss.games.flop22.count.flops import DECK, card_classes
from pitboss.games.flop22.deal.hands import capped, field_line
from pitboss.games.flop22.deal.rules import HANDS
from pitboss.money import FREE
from pitboss.solving.answers.outlook import Outlook, Placed, outlook


def expect(placed: Placed) -> Outlook:
    """Return the exact mean and variance at best play for a single player, within the aggregate (F22-8)."""
    rules, stake = placed.rules, placed.bets.get("field", FREE)
    antes = {hand: placed.bets[f"ante-{hand}"] for hand in HANDS if f"ante-{hand}" in placed.bets}
    chances: dict[int, Fraction] = {}
    for card, alike in card_classes(field=True):
        field = capped(rules.field_table.pays(field_line(card)).back(stake) - stake, rules.aggregate)
        results = Rest(rules, card, antes).results_of_best_play(rules.aggregate - max(field, 0))
        ways = sum(results.values()) * len(DECK)
        for (net, _), times in results.items():
            chances[net + field] = chances.get(net + field, Fraction(0)) + Fraction(alike * times, ways)
    return outlook(chances.items())
