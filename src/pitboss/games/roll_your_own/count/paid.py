"""The bonus, which a pay table decides, and insurance: counts and closed forms, in exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from pitboss.games.roll_your_own.count.removed_cards import DECK
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.ranking.three_card import LINES, NOTHING, three_card_line
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.paytable_bets import Paid
from pitboss.solving.blackjack_legacy.values import TEN, Ints, Values

THREES = 22_100
INSURANCE_PAYS = 2


def paid(rules: Rules) -> dict[str, Paid]:
    """The bonus on a seat's three cards (RY-4)."""
    return {"bonus": Paid("bonus_table", three_cards)}


def three_cards() -> Sequence[Fraction]:
    """How likely each line is over all 22,100 deals of three cards."""
    return [chance for _, _, chance in bonus_odds((0,) * NOTHING)][:-1]


@cache
def bonus_counts() -> dict[Values, tuple[int, ...]]:
    """By the values of three cards, lowest first: how many of their deals make each line, and nothing."""
    counts: dict[Values, list[int]] = {}
    value = [card_value(code) - 1 for code in range(52)]
    for one, two, three in combinations(range(52), 3):
        values = tuple(sorted((value[one], value[two], value[three])))
        counts.setdefault(values, [0] * (NOTHING + 1))[three_card_line(one, two, three)] += 1
    return {values: tuple(lines) for values, lines in counts.items()}


def bonus_odds(pays: tuple[Fraction | int, ...]) -> list[tuple[str, Fraction | int, Fraction]]:
    """Every line of the bonus, what it pays to one and how likely it is; the last is a loss (RY-4)."""
    lines = np.array(list(bonus_counts().values())).sum(0)
    return [
        (name, won, Fraction(int(count), THREES))
        for name, won, count in zip((*LINES, "nothing"), (*pays, -1), lines, strict=True)
    ]


def bonus_shares(threes: tuple[Values, ...]) -> Ints:
    """How many deals of each three cards make each line."""
    return np.array([bonus_counts()[values] for values in threes], dtype=np.int64)


def insurance_worth(three_cards: Values) -> Fraction:
    """What one unit of insurance wins on an ace up, beside three cards seen: the hole card is one of 48 (RY-9)."""
    tens = DECK[TEN] - three_cards.count(TEN)
    return Fraction(tens * (INSURANCE_PAYS + 1), sum(DECK) - 4) - 1
