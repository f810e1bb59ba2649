"""The settings of three cards, packed into words for the simulation kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np

from pitboss.games.roll_your_own.count.removed_cards import Values
from pitboss.games.roll_your_own.count.up_card_solver import others_index
from pitboss.games.roll_your_own.deal.hands import is_double_blackjack
from pitboss.games.roll_your_own.simulate.kernels import (
    BOTH_PAID,
    CHOICE_AT,
    FIRST_AT,
    LONE_AT,
    OTHERS_AT,
    TWO_PAID,
    Words,
)
from pitboss.games.roll_your_own.simulate.states import states
from pitboss.ranking.totals import is_blackjack
from pitboss.solving.blackjack.distribution.drawn_hands import drawn_hands
from pitboss.solving.blackjack.rules import VALUES


def every_setting(choose: Callable[[int, Values], int]) -> Words:
    """Return all settings. Axes: up card, three values. Insurance is at best fair, so it is not taken (RY-9)."""
    words = np.zeros((10, 10, 10, 10), np.uint64)
    for up_card, *cards in product(range(VALUES), repeat=4):
        words[(up_card, *cards)] = _setting(tuple(cards), choose(up_card, tuple(cards)))
    return words


@cache
def _setting(cards: Values, choice: int) -> int:
    """Return a packed setting, including the blackjacks that are paid immediately (RY-7)."""
    first, second, third = (value + 1 for value in cards)
    if is_double_blackjack(first, second, third):
        return choice << CHOICE_AT | BOTH_PAID
    lone, (low, high) = cards[choice], sorted(cards[:choice] + cards[choice + 1 :])
    paid = TWO_PAID if is_blackjack(low + 1, high + 1) else 0
    state = int(states().whole[drawn_hands().pairs[low, high]])
    others = others_index()[low, high]
    return state | low << FIRST_AT | lone << LONE_AT | others << OTHERS_AT | choice << CHOICE_AT | paid
