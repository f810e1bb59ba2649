"""Insurance for who sees many cards before it is offered: taken where they leave enough tens."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import NamedTuple


class Insured(NamedTuple):
    """How often insurance is worth it under an ace, what it wins of a unit then, and the deviation of that."""

    share: Fraction
    edge: Fraction
    sd: float


def insured(cards: int, tens: int, seen: int) -> Insured:
    """
    With an ace up, of so many other cards with so many tens a number is seen; insurance pays 2 to 1.

    >>> insured(51, 16, 0)
    Insured(share=Fraction(0, 1), edge=Fraction(0, 1), sd=0.0)
    """
    left = cards - seen
    share = gain = square = Fraction(0)
    for gone in range(max(0, seen - (cards - tens)), min(seen, tens) + 1):
        chance = Fraction(comb(tens, gone) * comb(cards - tens, seen - gone), comb(cards, seen))
        worth = Fraction(3 * (tens - gone), left) - 1
        if worth > 0:
            share, gain = share + chance, gain + chance * worth
            square += chance * Fraction(4 * (tens - gone) + left - (tens - gone), left)
    if not share:
        return Insured(share, share, 0.0)
    edge = gain / share
    return Insured(share, edge, sqrt(max(float(square / share - edge**2), 0.0)))
