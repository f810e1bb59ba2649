"""The odds for Push 22 and insurance, which depend only on the dealer's cards, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from pitboss.solving.blackjack.dealer import TWENTY_TWO, exact_chance
from pitboss.solving.blackjack.rules import TEN, BlackjackRules, Pack


def chance_of_22(rules: BlackjackRules) -> Fraction:
    """Return the probability that the dealer ends at 22. No play affects it, since future cards are unseen."""
    return _chance_of_22(rules.pack, rules.dealer.hits_soft_17)


@cache
def _chance_of_22(pack: Pack, hits_soft_17: bool) -> Fraction:
    return exact_chance(pack, TWENTY_TWO, hits_soft_17)


def insurance_wins(pack: Pack, tens_held: int, cards_held: int = 2) -> Fraction:
    """Return the probability of a ten-value under an ace, for a player who holds `tens_held` ten-values (FB-8)."""
    return Fraction(pack[TEN] - tens_held, sum(pack) - 1 - cards_held)


def insurance_ev(pack: Pack, tens_held: int, cards_held: int = 2) -> Fraction:
    """Return the expected value of insurance, which pays 2:1, for a player who holds `tens_held` ten-values (FB-8)."""
    return 3 * insurance_wins(pack, tens_held, cards_held) - 1
