"""Exact odds for bets on the first cards: the player's two, the dealer's up card, and a dealer blackjack."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple, TypeAlias

from pitboss.cards import CARDS, Card
from pitboss.ranking.totals import card_value

Line = Callable[[Card, Card, Card, bool], int]
"""A function of the player's two cards, the up card and whether the dealer has blackjack: the pay table line."""
ACE, TEN = 1, 10


def line_chances(
    line: Line, lines: int, decks: int, *, sees_up_card: bool = False, sees_blackjack: bool = False
) -> list[Fraction]:
    """
    Return the probability of each of `lines` lines off the top of `decks` decks, by counting every deal once.

    >>> [str(chance) for chance in line_chances(lambda one, two, up, bj: 0 if one.rank == two.rank else 1, 1, 1)]
    ['1/17']
    """
    ways = [0] * (lines + 1)
    for place, first in enumerate(CARDS):
        for second in CARDS[place:]:
            own = comb(decks, 2) if first == second else decks * decks
            if own == 0:
                continue
            if sees_up_card:
                for up, its_line in zip(CARDS, _by_up_card(line, first, second), strict=True):
                    left = decks - (up == first) - (up == second)
                    ways[min(its_line, lines)] += own * left
            elif sees_blackjack:
                dealer = _blackjacks(first, second, decks)
                every = comb(52 * decks - 2, 2)
                ways[min(line(first, second, first, True), lines)] += own * dealer
                ways[min(line(first, second, first, False), lines)] += own * (every - dealer)
            else:
                ways[min(line(first, second, first, False), lines)] += own
    return [Fraction(each, sum(ways)) for each in ways[:lines]]


@cache
def _by_up_card(line: Line, first: Card, second: Card, blackjack: bool = False) -> list[int]:
    """Return the pay table line for each up card."""
    return [line(first, second, up, blackjack) for up in CARDS]


def _blackjacks(first: Card, second: Card, decks: int) -> int:
    """Return the number of dealer blackjacks, in any order, after these two cards have left the pack."""
    own = [card_value(card.code) for card in (first, second)]
    return (4 * decks - own.count(ACE)) * (16 * decks - own.count(TEN))


class Declared(NamedTuple):
    """A bet on the first cards, in the form that `line_counts` needs."""

    line: Line
    sees_up_card: bool
    sees_blackjack: bool


Deal: TypeAlias = tuple[int, int, int, bool]
"""The values of the player's two cards and of the up card, and whether the dealer has blackjack."""


def line_counts(bets: Sequence[Declared], decks: int) -> dict[Deal, Counter[tuple[int, ...]]]:
    """
    Return how many ordered deals of four cards make each combination of pay table lines, by the cards' values.

    A line does not depend on the order of the player's cards.
    """
    counts: defaultdict[Deal, Counter[tuple[int, ...]]] = defaultdict(Counter)
    size = 52 * decks
    for place, first in enumerate(CARDS):
        for second in CARDS[place:]:
            own = decks * (decks - (first == second))
            if not own:
                continue
            one, two = card_value(first.code), card_value(second.code)
            by_bet = [_all_lines(bet, first, second) for bet in bets]
            for number, up in enumerate(CARDS):
                ways = own * (decks - (up == first) - (up == second))
                value = card_value(up.code)
                makes = [TEN] if value == ACE else [ACE] if value == TEN else []
                holes = sum(4 * decks * (4 if wanted == TEN else 1) - (one, two).count(wanted) for wanted in makes)
                for blackjack, deals in ((True, holes), (False, size - 3 - holes)):
                    if not deals or not ways:
                        continue
                    lines = tuple(by_up[blackjack][number] for by_up in by_bet)
                    counts[one, two, value, blackjack][lines] += ways * deals
                    if first != second:
                        counts[two, one, value, blackjack][lines] += ways * deals
    return dict(counts)


def _all_lines(bet: Declared, first: Card, second: Card) -> list[list[int]]:
    """Return a bet's pay table lines for each up card, without and with a dealer blackjack."""
    ends = (False, bet.sees_blackjack)
    if bet.sees_up_card:
        return [_by_up_card(bet.line, first, second, blackjack) for blackjack in ends]
    return [[bet.line(first, second, first, blackjack)] * len(CARDS) for blackjack in ends]
