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

from pitboss.games.roll_your_own.count.gone import BIG, SMALL, big_places, digits
from pitboss.games.roll_your_own.count.holdings import ACE, DECK, Ints, Pack, count_in, key_of
from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws


class DealerHands(NamedTuple):
    """
    The dealer's hands of 17 to 21 and blackjack from one up card, their small cards as a tree with parents first.

    A link is a parent × 128 and a card: value × 8 and how many of that value the parent holds.
    """

    links: NDArray[np.uint64]  # of small cards
    finals: NDArray[np.uint64]  # the small cards of each hand the dealer stands on
    orders: NDArray[np.float64]  # in how many orders the dealer comes to each
    groups: Ints  # finals alike: big cards as in `big_ways`, total less 17 (5: blackjack), cards drawn, start and end
    ways: NDArray[np.float64]  # see `big_ways`


def _final_hands(up_card: int, hits_soft_17: bool, pack: Pack) -> Iterator[tuple[int, int, int, int]]:
    """Total, how many and which cards drawn, and number of orders of every hand the dealer stands on."""
    drawing = {(up_card + 1, 0): 1}
    cards = 0
    while drawing:
        cards += 1
        grown: Counter[tuple[int, int]] = Counter()
        for (hard, key), orders in drawing.items():
            for value in range(min(10, BLACKJACK - hard)):
                if count_in(key, value) < pack[value]:
                    grown[hard + value + 1, key + (1 << (5 * value))] += orders
        drawing = {}
        for (hard, key), orders in grown.items():
            has_ace = up_card == ACE or count_in(key, ACE) > 0
            if dealer_draws(hard, has_ace, hits_soft_17):
                drawing[hard, key] = orders
            else:
                yield best_total(hard, has_ace), cards, key, orders


@cache
def dealer_hands(up_card: int, hits_soft_17: bool, pack: Pack = DECK) -> DealerHands:
    """The dealer's final hands from one up card."""
    place, links, finals = {0: 0}, [0], []
    parts = {key: part for part, key in enumerate(big_cards())}
    for total, cards, drawn, orders in _final_hands(up_card, hits_soft_17, pack):
        small = drawn & (1 << 5 * len(SMALL)) - 1
        if small not in place:
            _grow(small, place, links)
        is_blackjack = total == BLACKJACK and cards == 1
        finals.append((parts[drawn - small], total - 17 + is_blackjack, cards, place[small], orders))
    finals.sort()
    alike = Counter(final[:3] for final in finals)
    ends = list(accumulate(alike.values()))
    groups = [(*kind, end - alike[kind], end) for kind, end in zip(alike, ends, strict=True)]
    return DealerHands(
        links=np.array(links, dtype=np.uint64),
        finals=np.array([final[3] for final in finals], dtype=np.uint64),
        orders=np.array([final[4] for final in finals], dtype=np.float64),
        groups=np.array(groups, dtype=np.int64).reshape(-1, 5),
        ways=big_ways(pack),
    )


def _grow(small: int, place: dict[int, int], links: list[int]) -> None:
    """Add to the tree what it lacks of the way to these small cards, the lowest value first."""
    key = 0
    for value in SMALL:
        for count in range(count_in(small, value)):
            link = place[key] << 7 | value << 3 | count
            key += 1 << (5 * value)
            if key not in place:
                place[key] = len(links)
                links.append(link)


@cache
def big_cards() -> tuple[int, ...]:
    """Every choice of big cards that a hand of the dealer's can hold besides the up card, the lowest sum first."""
    choices = [cards for size in range(4) for cards in combinations_with_replacement(BIG, size)]
    points = {key_of(cards): sum(cards) + len(cards) for cards in choices}
    return tuple(key for key in sorted(points, key=points.__getitem__) if points[key] < BLACKJACK)


@cache
def big_ways(pack: Pack) -> NDArray[np.float64]:
    """In how many ways each choice of big cards can be drawn, in one order, by the place of the big cards left."""
    sizes = np.array(pack) + 1
    left = np.arange(big_places(pack))[:, None] // digits(pack) % sizes
    ways = np.ones((len(left), len(big_cards())))
    for part, key in enumerate(big_cards()):
        for value in BIG:
            for taken in range(count_in(key, value)):
                ways[:, part] *= np.maximum(left[:, value] - taken, 0)
    return ways
