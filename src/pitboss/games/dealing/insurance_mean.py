"""The exact mean of a blackjack round for a player who always insures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import Card


def always_insured(main: float, pack: Sequence[Card]) -> float:
    """
    Return the mean of a round with half a unit of insurance at 2 to 1 whenever an ace is up.

    The hole card is equally likely to be any other card, so the player's cards don't affect the average over all deals.
    """
    aces = sum(card.rank in (1, 14) for card in pack)
    tens = sum(10 <= card.rank <= 13 for card in pack)
    return main + float(Fraction(aces, len(pack)) * (Fraction(3 * tens, len(pack) - 1) - 1) / 2)
