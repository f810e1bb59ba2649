"""Exact fractions for insurance and for the bonus, which is decided by a pay table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from pitboss.games.roll_your_own.count.removed_cards import Values
from pitboss.games.roll_your_own.deal.rules import Rules
from pitboss.ranking.three_card import LINES, NOTHING, three_card_line
from pitboss.ranking.totals import card_value
from pitboss.solving.answers.paytable_bets import Paid
from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK
from pitboss.solving.blackjack.hands import Ints
from pitboss.solving.blackjack.rules import TEN

THREES = 22_100
INSURANCE_PAYS = 2


def paid(rules: Rules) -> dict[str, Paid]:
    """Return the bonus on a seat's three cards (RY-4)."""
    return {"bonus": Paid("bonus_table", three_cards)}


def three_cards() -> Sequence[Fraction]:
    """Return the probability of each line over all 22,100 deals of three cards."""
    return [chance for _, _, chance in bonus_odds((0,) * NOTHING)][:-1]


@cache
def bonus_counts() -> dict[Values, tuple[int, ...]]:
    """Return the number of deals on each line, and on no line, by the values of three cards, lowest first."""
    counts: dict[Values, list[int]] = {}
    value = [card_value(code) - 1 for code in range(52)]
    for one, two, three in combinations(range(52), 3):
        values = tuple(sorted((value[one], value[two], value[three])))
        counts.setdefault(values, [0] * (NOTHING + 1))[three_card_line(one, two, three)] += 1
    return {values: tuple(lines) for values, lines in counts.items()}


def bonus_odds(pays: tuple[Fraction | int, ...]) -> list[tuple[str, Fraction | int, Fraction]]:
    """Return every line of the bonus with its payout to 1 and its probability; the last one is a loss (RY-4)."""
    lines = np.array(list(bonus_counts().values())).sum(0)
    return [
        (name, won, Fraction(int(count), THREES))
        for name, won, count in zip((*LINES, "nothing"), (*pays, -1), lines, strict=True)
    ]


def bonus_shares(threes: tuple[Values, ...]) -> Ints:
    """Return the number of deals on each line, for each three card values."""
    return np.array([bonus_counts()[values] for values in threes], dtype=np.int64)


def insurance_worth(three_cards: Values) -> Fraction:
    """Return the value of one unit of insurance against an ace, given three cards; 48 are unseen (RY-9)."""
    tens = ONE_DECK[TEN] - three_cards.count(TEN)
    return Fraction(tens * (INSURANCE_PAYS + 1), sum(ONE_DECK) - 4) - 1
