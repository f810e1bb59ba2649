"""Insurance for a player who sees many cards before it is offered, and takes it if enough tens are left."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import NamedTuple


class Insured(NamedTuple):
    """The share of dealer aces for which insurance is worth taking, and its edge and standard deviation when taken."""

    share: Fraction
    edge: Fraction
    sd: float


def insured(cards: int, tens: int, seen: int) -> Insured:
    """
    Return the value of insurance at 2 to 1 with an ace up, for a player who sees some of the other cards.

    >>> insured(51, 16, 0)
    Insured(share=Fraction(0, 1), edge=Fraction(0, 1), sd=0.0)
    """
    left = cards - seen
    share = gain = square = Fraction(0)
    for seen_tens in range(max(0, seen - (cards - tens)), min(seen, tens) + 1):
        chance = Fraction(comb(tens, seen_tens) * comb(cards - tens, seen - seen_tens), comb(cards, seen))
        worth = Fraction(3 * (tens - seen_tens), left) - 1
        if worth > 0:
            share, gain = share + chance, gain + chance * worth
            square += chance * Fraction(4 * (tens - seen_tens) + left - (tens - seen_tens), left)
    if not share:
        return Insured(share, share, 0.0)
    edge = gain / share
    return Insured(share, edge, sqrt(max(float(square / share - edge**2), 0.0)))
