"""
The dealer's odds joint with the cards that are gone, against one up card.

Every probability here is joint: that a named sequence of cards leaves the shoe, then the up card, then the rest of
the dealer's hand. Player's draws, up card and dealer's draws are then all parts of one ordered sequence, so that sums
replace conditional probabilities everywhere.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import wide_kernel
from pitboss.solving.blackjack_legacy.dealer.dealer_hands import NATURAL as NATURAL_END
from pitboss.solving.blackjack_legacy.dealer.dealer_hands import DealerHands, dealer_hands
from pitboss.solving.blackjack_legacy.dealer.dealer_odds import (
    DealerRoom,
    U,
    add_small,
    dealer_room,
    draw_small,
    sum_up,
)
from pitboss.solving.blackjack_legacy.values import (
    BIG_AT,
    SHIFTS,
    SMALL,
    SMALL_AT,
    VALUES,
    Ints,
    Numbers,
    Pack,
)

TWENTY_TWO, BUST, NATURAL, OUTCOMES = 5, 6, 7, 8
"""Dealer outcomes: 17 to 21 (no blackjack) from 0 on, 22, 23 or more, blackjack."""
_MOST_DRAWN = 64
"""A player's hand, the other hands of its split and the dealer's hand never hold more cards together."""


class ShoeWays(NamedTuple):
    """The ways n cards deal j of a value in order, over n to the j; and n to the j over the ways to deal any j."""

    ways: Numbers
    per_order: Numbers


@cache
def shoe_of(pack: Pack) -> ShoeWays:
    """The shoe that holds these cards."""
    most, size = range(_MOST_DRAWN), sum(pack)
    ways = [[Fraction(perm(count, j), size**j) for j in most] for count in pack]
    per_order = [Fraction(size**j, perm(size, min(j, size))) for j in most]
    return ShoeWays(np.array(ways, dtype=float), np.array(per_order, dtype=float))


def odds_against(
    pack: Pack, keys: Ints, asked: Ints, up: int, hits_soft_17: bool, most: int = 22, room: Numbers | None = None
) -> Numbers:  # fmt: skip
    """
    `joint_odds` against one up card, by key and outcome, of those keys alone whose rows are asked for.

    It is quickest where rows with the same small cards are asked for together. The odds are written where there is room
    for them, if that is given.
    """
    dealer, odds = dealer_hands((up,), hits_soft_17, pack, most), in_lines(len(keys)) if room is None else room
    left = np.array(pack) - (np.arange(VALUES) == up)
    _add_rows(keys, asked, left, dealer, dealer_room(dealer), *shoe_of(pack), up, odds)
    return odds


def in_lines(rows: int) -> Numbers:
    """Room for odds by row and outcome, each row in one line of the processor's cache."""
    room = np.empty(OUTCOMES * rows + 8)
    return room[-room.ctypes.data // 8 % 8 :][: OUTCOMES * rows].reshape(rows, OUTCOMES)


@wide_kernel
def _add_rows(
    keys: Ints, asked: Ints, left: Ints, dealer: DealerHands, room: DealerRoom, ways: Numbers,
    per_order: Numbers, up: int, odds: Numbers,
) -> None:  # fmt: skip
    """Fill the rows that are asked for: the chance of the cards in one named order times the dealer's odds."""
    sort, chance_of_small, cards = np.int64(-1), 1.0, 0
    at_least = bool(np.bool_(0))  # for the literal False what is called would be compiled twice
    for each in range(asked.size):
        row = U(asked[U(each)])
        key = keys[row]
        if key >> BIG_AT != sort:
            is_new = key >> SMALL_AT != sort >> (SMALL_AT - BIG_AT)
            sort, chance_of_small, cards = key >> BIG_AT, 1.0, 1
            for value in range(VALUES):
                count = key >> SHIFTS[value] & 31
                room.left[value] = left[value] - count
                cards += count
                if value < SMALL:
                    chance_of_small *= ways[value, count + (value == up)]
            if is_new:
                draw_small(dealer, room)
            add_small(dealer, room, at_least)
        chance = chance_of_small * per_order[cards]
        for value in range(SMALL, VALUES):
            count = key >> SHIFTS[value] & 31
            room.left[value] = left[value] - count
            chance *= ways[value, count + (value == up)]
        for part in range(1, dealer.big.shape[0]):
            free = room.left[dealer.big[part, 1]] - dealer.big[part, 2]
            room.big[U(part)] = room.big[U(dealer.big[part, 0])] * free
        sum_up(room)
        over, natural = 1.0, room.sums[NATURAL_END]
        for end in range(BUST):
            over -= room.sums[end]
            odds[row, U(end)] = chance * room.sums[U(end)]
        odds[row, U(BUST)], odds[row, U(NATURAL)] = chance * (over - natural), chance * natural
