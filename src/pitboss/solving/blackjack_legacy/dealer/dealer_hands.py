"""
Every hand the dealer can end with, by card values, as arrays for the kernels.

The small cards of a hand are taken apart from its big ones: many packs have the same small cards left, and what these
may come to is worked out once for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws
from pitboss.solving.blackjack_legacy.values import (
    ACE,
    ONE_OF,
    SMALL,
    VALUES,
    Ints,
    Numbers,
    Pack,
    Values,
    count_in,
    key_of,
)

SEVENTEEN, TWENTY_ONE, TWENTY_TWO, NATURAL, ENDS = 0, 4, 5, 6, 7
"""The dealer's ends that are counted one by one: 17 to 21, 22, and blackjack; what is left is 23 or more."""
_ONE_OF = ONE_OF.tolist()


class DealerHands(NamedTuple):
    """
    The dealer's hands of 17 to 22 and blackjack from one up card, or from two cards; those drawn to them as trees.

    The tree of small cards has parents first: a link is a parent × 256 and a card, its value × 32 and how many of that
    value the parent holds. So does that of big cards: a row is a parent, a value and how many of it the parent holds.
    """

    links: NDArray[np.uint64]
    finals: NDArray[np.uint64]  # the small cards of each final hand
    orders: Numbers  # in how many orders the dealer comes to each
    groups: Ints  # finals alike: their step × 8 and end, where they start and stop
    steps: Ints  # by step, one choice of big cards and one number of cards drawn: that number
    starts: Ints  # by choice of big cards: its first step; then the number of steps
    big: Ints


def _final_hands(held: Values, hits_soft_17: bool, pack: Pack, most: int) -> Iterator[tuple[int, int, int, int]]:
    """End, how many and which cards drawn, and number of orders of every hand that grows from the cards held."""
    drawing = {(sum(held) + len(held), 0): 1}
    drawn = 0
    while drawing:
        grown: Counter[tuple[int, int]] = Counter()
        for (hard, key), orders in drawing.items():
            has_ace = ACE in held or count_in(key, ACE) > 0
            if len(held) + drawn > 1 and not dealer_draws(hard, has_ace, hits_soft_17):
                yield _end_of(best_total(hard, has_ace), len(held) + drawn), drawn, key, orders
                continue
            for value in range(min(VALUES, most - hard)):
                if count_in(key, value) < pack[value]:
                    grown[hard + value + 1, key + _ONE_OF[value]] += orders
        drawing, drawn = grown, drawn + 1


def _end_of(total: int, cards: int) -> int:
    """Where a final hand counts, by its total and its cards."""
    return NATURAL if total == BLACKJACK and cards == 2 else total - 17


@cache
def dealer_hands(held: Values, hits_soft_17: bool, pack: Pack, most: int = 22) -> DealerHands:
    """The dealer's final hands from the cards held, up to 22, or to 21 where a 22 is as good as any bust."""
    place, links, finals = {0: 0}, [0], []
    small_part = sum(31 * one for one in _ONE_OF[:SMALL])
    parts = {key: part for part, key in enumerate(_big_cards(most))}
    for end, drawn, key, orders in _final_hands(held, hits_soft_17, pack, most):
        small = key & small_part
        if small not in place:
            _grow(small, place, links)
        finals.append((parts[key - small], end, drawn, place[small], orders))
    finals.sort()
    alike = Counter(final[:3] for final in finals)
    stops = list(accumulate(alike.values()))
    steps = {step: number for number, step in enumerate(sorted({(part, drawn) for part, _, drawn in alike}))}
    groups = [
        (8 * steps[part, drawn] + end, stop - many, stop)
        for ((part, end, drawn), many), stop in zip(alike.items(), stops, strict=True)
    ]
    used = max((part for part, _ in steps), default=-1) + 1
    return DealerHands(
        links=np.array(links, dtype=np.uint64),
        finals=np.array([final[3] for final in finals], dtype=np.uint64),
        orders=np.array([final[4] for final in finals], dtype=np.float64),
        groups=np.array(groups, dtype=np.int64).reshape(-1, 3),
        steps=np.array([drawn for _, drawn in steps], dtype=np.int64),
        starts=np.searchsorted([part for part, _ in steps], np.arange(used + 1)),
        big=_big_tree(most)[:used],
    )


def _grow(small: int, place: dict[int, int], links: list[int]) -> None:
    """Add to the tree what it lacks of the way to these small cards, the lowest value first."""
    key = 0
    for value in range(SMALL):
        for count in range(count_in(small, value)):
            link = place[key] << 8 | value << 5 | count
            key += _ONE_OF[value]
            if key not in place:
                place[key] = len(links)
                links.append(link)


@cache
def _big_cards(most: int) -> tuple[int, ...]:
    """Every choice of big cards that a hand of the dealer's can hold besides the up card, the lowest sum first."""
    choices = [cards for size in range(4) for cards in combinations_with_replacement(range(SMALL, VALUES), size)]
    points = {key_of(cards): sum(cards) + len(cards) for cards in choices}
    return tuple(key for key in sorted(points, key=points.__getitem__) if points[key] < most)


def _big_tree(most: int) -> Ints:
    """Each choice of big cards: which it grew from, by which value, and how many of that were there."""
    keys = _big_cards(most)
    rows = [(0, 0, 0)]
    for key in keys[1:]:
        last = max(value for value in range(SMALL, VALUES) if count_in(key, value))
        rows.append((keys.index(key - _ONE_OF[last]), last, count_in(key, last) - 1))
    return np.array(rows, dtype=np.int64)
