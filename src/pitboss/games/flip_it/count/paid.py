"""The flip~it bets whose odds follow from a pay table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.games.flip_it.count.shoe import bonus_anywhere, full_shoe, plain_bets
from pitboss.games.flip_it.deal.rules import CALL_RANKS, Rules, call_bet
from pitboss.solving.answers.paytable_bets import Paid


def paid(rules: Rules) -> dict[str, Paid]:
    """Return these bets by name. The bonus is bet on every board that allows it (FI-5)."""
    call = Paid("call_it_pays", lambda: _call(rules), line="the rank called")
    bonus = Paid("bonus_table", lambda: _bonus(rules), rules.paytable - 1, note="On boards on which it may be bet.")
    return {**{call_bet(rank): call for rank in CALL_RANKS}, "call": call, "bonus": bonus}


def _call(rules: Rules) -> Sequence[Fraction]:
    won = plain_bets(rules, full_shoe(rules))[call_bet(CALL_RANKS[0])][0]
    return [Fraction(won.probability)]


def _bonus(rules: Rules) -> Sequence[Fraction]:
    """Return the probability of each printed line, on boards that allow the bet (FI-6)."""
    outcomes = bonus_anywhere(rules, full_shoe(rules)).outcomes
    probabilities = {outcome.name: Fraction(outcome.probability) for outcome in outcomes}
    return [probabilities.get(name, Fraction(0)) for name, _ in rules.bonus_table.lines]
