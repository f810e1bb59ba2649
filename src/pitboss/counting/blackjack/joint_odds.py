"""
The dealer's odds joint with the cards that are gone, for all up cards at once.

Every probability here is joint: that a named sequence of cards leaves the shoe, then the up card, then the rest of
the dealer's hand. Player's draws, up card and dealer's draws are then all parts of one ordered sequence, so that sums
replace conditional probabilities everywhere.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np

from pitboss.counting.blackjack.dealer_hands import NATURAL as NATURAL_END
from pitboss.counting.blackjack.dealer_odds import CardsGone, cards_gone, dealer_odds, number_type
from pitboss.counting.blackjack.values import VALUES, Ints, Numbers, Pack, counts_in, deck_counts
from pitboss.counting.compiled import kernel

TWENTY_TWO, BUST, NATURAL, OUTCOMES = 5, 6, 7, 8
"""Dealer outcomes: 17 to 21 (no blackjack) from 0 on, 22, 23 or more, blackjack."""
ENDLESS = deck_counts(1 << 36)
"""A shoe from which so few cards change nothing, to the last digits of a float."""
_MOST_DRAWN = 64
"""A player's hand, the other hands of its split and the dealer's hand never hold more cards together."""


class ShoeWays(NamedTuple):
    """The ways n cards deal j of a value in order, over n to the j; and n to the j over the ways to deal any j."""

    ways: Numbers
    per_order: Numbers


@cache
def shoe_of(pack: Pack, exact: bool = False) -> ShoeWays:
    """The shoe that holds these cards, in floats or in `Fraction`s."""
    most, size = range(_MOST_DRAWN), sum(pack)
    ways = [[Fraction(perm(count, j), size**j) for j in most] for count in pack]
    per_order = [Fraction(size**j, perm(size, min(j, size))) for j in most]
    return ShoeWays(np.array(ways, dtype=number_type(exact)), np.array(per_order, dtype=number_type(exact)))


def sequence_chance(shoe: ShoeWays, counts: Ints) -> Numbers:
    """The chance that these cards come off the top in one named order."""
    ways: Numbers = shoe.ways[np.arange(VALUES), counts].prod(axis=-1) * shoe.per_order[counts.sum(axis=-1)]
    return ways


def joint_odds(pack: Pack, keys: Ints, hits_soft_17: bool, exact: bool = False, hole: int | None = None) -> Numbers:
    """
    `odds[row, outcome, up]`: the chance that the cards of `keys[row]` come in one named order, then the up card, then
    a dealer's hand of that outcome; with a hole card, that this is under the up card too, so that the odds of all hole
    cards add up to those without. The keys are in order, each once. On two threads.
    """
    gone, shoe, counts = cards_gone(keys), shoe_of(pack, exact), counts_in(keys)
    odds = np.zeros((len(keys), OUTCOMES, VALUES), number_type(exact))

    def fill(up: int) -> None:
        dealer = dealer_odds(up, pack, gone, hits_soft_17, hole=hole, exact=exact)
        held = 1 * (np.arange(VALUES) == up) + (np.arange(VALUES) == hole)
        chance = sequence_chance(shoe, counts + held)
        odds[:, :BUST, up] = dealer[:, :BUST] * chance[:, None]
        odds[:, NATURAL, up] = dealer[:, NATURAL_END] * chance
        odds[:, BUST, up] = chance - odds[:, :, up].sum(axis=1)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(fill, range(VALUES)))
    return odds


def odds_against(pack: Pack, gone: CardsGone, up: int, hits_soft_17: bool) -> Numbers:
    """`joint_odds` against one up card, blackjacks left out: by what is gone and outcome."""
    dealer, odds = dealer_odds(up, pack, gone, hits_soft_17), np.empty((len(gone.counts), NATURAL))
    _weigh(gone.counts, *shoe_of(pack), up, dealer, odds)
    return odds


@kernel
def _weigh(counts: Ints, ways: Numbers, per_order: Numbers, up: int, dealer: Numbers, odds: Numbers) -> None:
    """The chance that the cards come in one named order, then the up card, times the dealer's odds."""
    for row in range(counts.shape[0]):
        chance, cards, left = 1.0, 0, 1.0
        for value in range(VALUES):
            count = counts[row, value] + (value == up)
            chance *= ways[value, count]
            cards += count
        chance *= per_order[cards]
        for end in range(BUST):
            odds[row, end] = chance * dealer[row, end]
            left -= dealer[row, end]
        odds[row, BUST] = chance * (left - dealer[row, NATURAL_END])
