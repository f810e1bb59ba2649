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

from pitboss.compute.compiled import wide_kernel
from pitboss.compute.cores import threads
from pitboss.solving.blackjack_legacy.dealer.dealer_hands import NATURAL as NATURAL_END
from pitboss.solving.blackjack_legacy.dealer.dealer_hands import DealerHands, dealer_hands
from pitboss.solving.blackjack_legacy.dealer.dealer_odds import (
    DealerRoom,
    U,
    add_small,
    cards_gone,
    dealer_odds,
    dealer_room,
    draw_small,
    number_type,
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
    deck_counts,
)

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


def _with_one_more(shoe: ShoeWays, counts: Ints) -> Numbers:
    """By value of one card more: the chance that these cards and it come off the top in one named order."""
    values, product = np.arange(VALUES)[:, None], shoe.per_order[counts.sum(axis=1) + 1]
    ways, chances = shoe.ways[values, counts.T], shoe.ways[values, counts.T + 1]
    for value in range(VALUES):  # the ways of all values before this one, then of all after it
        chances[value] *= product
        product = product * ways[value]
    product = ways[0] * 0 + 1
    for value in reversed(range(VALUES)):
        chances[value] *= product
        product = product * ways[value]
    return np.asarray(chances)


def joint_odds(pack: Pack, keys: Ints, hits_soft_17: bool, exact: bool = False, hole: int | None = None) -> Numbers:
    """
    `odds[row, outcome, up]`: the chance that the cards of `keys[row]` come in one named order, then the up card, then
    a dealer's hand of that outcome; with a hole card, that this is under the up card too, so that the odds of all hole
    cards add up to those without. The keys are in order, each once. On two threads.
    """
    gone, shoe = cards_gone(keys), shoe_of(pack, exact)
    chances = _with_one_more(shoe, gone.counts + (np.arange(VALUES) == hole))

    def against(up: int) -> Numbers:
        dealer, chance = dealer_odds(up, pack, gone, hits_soft_17, hole=hole, exact=exact), chances[up, :, None]
        ends = np.concatenate(
            (dealer[:, :BUST], 1 - dealer.sum(axis=1, keepdims=True), dealer[:, NATURAL_END:]), axis=1
        )
        return np.asarray(chance * ends)

    with ThreadPoolExecutor(threads()) as pool:
        return np.stack(list(pool.map(against, range(VALUES))), axis=-1)


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
