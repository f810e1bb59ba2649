"""Section 9 of the method, first part: the endings of hands under a table of plays, and their nets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.compute.compiled import kernel
from pitboss.ranking.totals import BLACKJACK
from pitboss.solving.blackjack.dealer import NATURAL, RESULTS, TWENTY_TWO
from pitboss.solving.blackjack.hands import BUST, Actions, Flags, Floats, Ints, all_hands
from pitboss.solving.blackjack.play import DOUBLE, HIT, STAND
from pitboss.solving.blackjack.rules import VALUES, BlackjackRules
from pitboss.solving.blackjack.solve import SolvedGame, free_doubles, stays_after
from pitboss.solving.blackjack.splits import FREE

PLAIN, FREE_DOUBLE, PAID_DOUBLE, WAYS = 0, 1, 2, 3
"""The ways to play a hand: without doubling, doubled with the house's money, or doubled with the player's money."""
HAND_NETS, PUSH = 5, 2
"""The number of nets of a hand, -2 to 2; and the column of a push, which has net 0."""
LINES = BLACKJACK - 15
"""The number of lines, totals with different results: 16 or less, and 17 to 21."""


class Ends(NamedTuple):
    """How hands end under a table of plays, as the number of card orders for each ending."""

    stood: Floats  # [way, hand, up card]: hands that stand, or have received their double card
    doubled: Floats  # [way, hand, up card]: hands that double; 0 for PLAIN


@kernel
def _play_out(after: Ints, best: Actions, stays: Flags, free: Flags, orders: Floats, stood: Floats,
              doubled: Floats) -> None:  # fmt: skip
    """Follow the table from the hands in `orders`, and count the orders in which they end."""
    for hand in range(orders.shape[0]):
        for up in range(VALUES):
            times = orders[hand, up]
            if times == 0:
                continue
            action = STAND if stays[hand] else best[hand, up]
            if action == STAND:
                stood[PLAIN, hand, up] += times
                continue
            way = FREE_DOUBLE if free[hand] else PAID_DOUBLE
            if action == DOUBLE:
                doubled[way, hand, up] += times
            for card in range(after.shape[1]):
                drawn = after[hand, card]
                if drawn != BUST and action == HIT:
                    orders[drawn, up] += times
                elif drawn != BUST:
                    stood[way, drawn, up] += times


def play_out(game: SolvedGame, best: Actions, begun: Floats, stays: Flags) -> Ends:
    """Return the endings of hands that begin with these orders [hand, up card]."""
    ends = Ends(np.zeros((WAYS, *begun.shape)), np.zeros((WAYS, *begun.shape)))
    free = free_doubles(game.rules.doubling)
    _play_out(all_hands().after, best, stays, free, begun.copy(), *ends)
    return ends


def reached_by(rules: BlackjackRules, best: Actions, begun: Floats, pair: int | None) -> Floats:
    """Return the number of orders [hand, up card] in which a table leads to each hand, unsplit or after a split."""
    reached = begun.copy()
    free = free_doubles(rules.doubling)
    ends = Ends(np.zeros((WAYS, *begun.shape)), np.zeros((WAYS, *begun.shape)))
    _play_out(all_hands().after, best, stays_after(rules.splitting, pair), free, reached, *ends)
    return reached


def has_ended(begun: Floats, ends: Ends, up: int) -> Flags:
    """Return which hands begin, stand or double against an up card."""
    return np.asarray((begun[:, up] > 0) | (ends.stood[:, :, up] + ends.doubled[:, :, up] > 0).any(axis=0))


def net_of(kind: int, way: int, sign: int) -> int:
    """Return the net of a hand that wins (1), pushes (0) or loses (-1)."""
    if sign >= 0:
        return sign * (1 if way == PLAIN else 2)
    return (0 if kind == FREE else -1) - (way == PAID_DOUBLE)


def sign_against(total: int, result: int, pushes_22: bool) -> int:
    """Return whether a hand that did not bust wins (1), pushes (0) or loses (-1) against a dealer's result."""
    if result == NATURAL:
        return -1
    if result == TWENTY_TWO and pushes_22:
        return 0
    return 1 if result >= TWENTY_TWO else int(np.sign(total - result - 17))


def total_line(total: Ints) -> Ints:
    """Return the line of a total: 0 for 16 or less, which beats no dealer hand; 1 to 5 for 17 to 21."""
    return np.asarray(np.maximum(total - 16, 0))


@cache
def nets_by_line(kind: int, pushes_22: bool) -> Floats:
    """Return an array [way, line, net, dealer's result]: 1 for the net of a hand that stands on this line, else 0."""
    nets = np.zeros((WAYS, LINES, HAND_NETS, RESULTS))
    for way in range(WAYS):
        for line in range(LINES):
            for result in range(RESULTS):
                net = net_of(kind, way, sign_against(16 + line, result, pushes_22))
                nets[way, line, PUSH + net, result] = 1
    return nets


def net_weights(
    begun: Floats, ends: Ends, kind: int, pushes_22: bool, ways: Sequence[int], up: int
) -> tuple[Ints, Floats]:
    """
    Return the hands that begin or end against an up card, and their orders times their net [place, result].

    Only hands that are played in these ways count. Every hand is first counted as lost, and corrected if it stands, so
    no busts need to be enumerated.
    """
    nets = np.tensordot(nets_by_line(kind, pushes_22), np.arange(-PUSH, PUSH + 1), (2, 0))  # [way, line, result]
    numbers = np.flatnonzero(has_ended(begun, ends, up))
    doubled, stood, lines = (
        ends.doubled[:, numbers, up],
        ends.stood[:, numbers, up],
        total_line(all_hands().total[numbers]),
    )
    weights = np.zeros((len(numbers), RESULTS))
    for way in ways:
        begins = begun[numbers, up] - doubled.sum(axis=0) if way == PLAIN else doubled[way]
        weights += (net_of(kind, way, -1) * (begins - stood[way]))[:, None] + stood[way][:, None] * nets[way][lines]
    return numbers, weights
