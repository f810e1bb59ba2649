"""Section 4 of the method: the value of each action, by backward induction over joint values."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.solving.blackjack.dealer import NATURAL, OVER, RESULTS, TWENTY_TWO
from pitboss.solving.blackjack.hands import BUST, Actions, Flags, Floats, HandTable, Ints
from pitboss.solving.blackjack.rules import VALUES

STAND, HIT, DOUBLE, SPLIT, SURRENDER, ACTIONS = 0, 1, 2, 3, 4, 5
NOT_ALLOWED = -np.inf


class Standing(NamedTuple):
    """The probabilities that a standing hand wins or loses, joint with the cards: arrays [hand, up card]."""

    win: Floats
    lose: Floats
    reach: Floats
    """The probability that the hand's cards, in one order, and the up card are dealt and the players get to act."""


class HandStakes(NamedTuple):
    """The win and the losses of a hand, in first bets."""

    win: float
    lose: float
    double_lose: Floats
    """[hand]: the loss of a hand that is doubled from this one, as a positive number."""


@kernel
def _compare(rows: Ints, total: Ints, joint: Floats, pushes_22: bool, peeks: bool, out: Floats) -> None:
    """Fill out[win | lose | reach, hand, up card]; skip hands whose row is -1."""
    for hand in range(rows.size):
        if rows[hand] < 0:
            continue
        odds = joint[rows[hand]]
        for up in range(VALUES):
            win = lose = reach = 0.0
            for result in range(RESULTS):
                chance = odds[up, result]
                if result == NATURAL and peeks:
                    continue
                reach += chance
                if result == OVER or (result < TWENTY_TWO and result + 17 < total[hand]):
                    win += chance
                elif result == TWENTY_TWO:
                    if not pushes_22:
                        win += chance
                elif result == NATURAL or result + 17 > total[hand]:
                    lose += chance
            out[0, hand, up], out[1, hand, up], out[2, hand, up] = win, lose, reach


def standing_odds(hands: HandTable, rows: Ints, joint: Floats, pushes_22: bool, peeks: bool) -> Standing:
    """
    Return the dealer's results against each standing hand; `rows` gives the row of `joint` without the hand's cards.
    """
    out = np.zeros((3, len(rows), VALUES))
    _compare(rows, hands.total, joint, pushes_22, peeks, out)
    return Standing(*out)


@kernel
def play_hands(
    after: Ints, numbers: Ints, stays: Flags, may_double: Flags, odds: Standing, stakes: HandStakes, bonus: Floats,
    choose: bool, best: Actions, value: Floats,
) -> None:  # fmt: skip
    """
    Fill value[hand, action, up card] and best[hand, up card] for the hands in `numbers`, from last to first.

    All values are joint: multiplied by the probability of the hand's cards and the up card. So a hit is worth the plain
    sum of the next hands' values. Without `choose`, `best` is the given play. `bonus` [hand, up card] is the value
    of a double beyond its net; it affects the choice only.
    """
    for place in range(numbers.size - 1, -1, -1):
        hand = numbers[place]
        hit, double = value[hand, HIT], value[hand, DOUBLE]
        for up in range(VALUES):
            value[hand, STAND, up] = stakes.win * odds.win[hand, up] - stakes.lose * odds.lose[hand, up]
            hit[up] = -stakes.lose * odds.reach[hand, up]
            double[up] = -stakes.double_lose[hand] * odds.reach[hand, up]
            value[hand, SPLIT, up] = value[hand, SURRENDER, up] = NOT_ALLOWED
        for card in range(VALUES):
            drawn = after[hand, card]
            if drawn == BUST:
                continue
            for up in range(VALUES):
                hit[up] += value[drawn, best[drawn, up], up] + stakes.lose * odds.reach[drawn, up]
                double[up] += (stakes.win + 1) * odds.win[drawn, up]
                double[up] += stakes.double_lose[hand] * (odds.reach[drawn, up] - odds.lose[drawn, up])
        for up in range(VALUES):
            if stays[hand]:
                hit[up] = NOT_ALLOWED
            if stays[hand] or not may_double[hand]:
                double[up] = NOT_ALLOWED
            if choose or stays[hand]:
                best[hand, up] = STAND
            if choose:
                if hit[up] > value[hand, STAND, up]:
                    best[hand, up] = HIT
                if double[up] + bonus[hand, up] > max(hit[up], value[hand, STAND, up]):
                    best[hand, up] = DOUBLE


@kernel
def mix_odds(numbers: Ints, odds: Floats, weights: Floats, out: Floats) -> None:
    """Fill out[part, hand, up card] with the odds [j, part, place, up card] of these hands, weighted [j, up card]."""
    for part in range(3):
        for place in range(numbers.size):
            row = out[part, numbers[place]]
            for up in range(VALUES):
                row[up] = 0.0
            for j in range(weights.shape[0]):
                for up in range(VALUES):
                    row[up] += weights[j, up] * odds[j, part, place, up]
