"""
Every hand a player can hold and every hand the dealer can end with, by card values, as arrays for the kernels.

A value is written 0 (ace) to 9 (ten-value) where it indexes an array. A pack is how many cards of each value it has.
Cards as one number, five bits for the count of each value, are a key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.ranking.totals import BLACKJACK, best_total, dealer_draws

ACE, TEN = 0, 9
VALUES = range(10)
DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)

Pack = tuple[int, ...]
Values = tuple[int, ...]
Ints = NDArray[np.int64]


class Holdings(NamedTuple):
    """
    All hands up to 21 that hold the first card, if there is one, the lowest hard total first.

    A step says how the hand came about: from which hand, by which value, how many of it and how many cards in all were
    drawn before; then its line (0 for 16 or less, 1 to 5 for 17 to 21), how many values do not bust it, its size.
    """

    steps: Ints
    keys: Ints  # the cards drawn
    after: Ints  # the hand that one more card makes; the number of hands where there is none
    pairs: Ints  # the hand of two values, or the number of hands


class DealerHands(NamedTuple):
    """
    The dealer's hands of 17 to 21 from one up card, blackjack apart, as a tree of values with parents first.

    A link is a parent × 128 and a card: value × 8 and how many of that value the parent holds.
    """

    links: NDArray[np.uint64]  # of the hands that others grow from
    finals: NDArray[np.uint64]  # of the hands the dealer stands on
    orders: NDArray[np.float64]  # in how many orders the dealer comes to each
    groups: Ints  # finals alike: total less 17, cards drawn, where they start and end
    natural: int  # the hole card that makes a blackjack, or -1


def key_of(values: Iterable[int]) -> int:
    """The key of these cards."""
    return sum(1 << (5 * value) for value in values)


def count_in(key: int, value: int) -> int:
    """How many cards of a value a key holds."""
    return key >> (5 * value) & 31


def counts_in(keys: Ints) -> Ints:
    """How many cards of each value each key holds."""
    return keys[:, None] >> (5 * np.arange(10)) & 31


def keys_of(counts: Ints) -> Ints:
    """The key of each pack of counts; -1 where one of them is below nought."""
    keys = (np.maximum(counts, 0) << (5 * np.arange(10))).sum(1)
    return np.where(counts.min(1) < 0, -1, keys).astype(np.int64)


def line_of(total: int) -> int:
    """Where a total stands among those that beat one another: 16 or less is 0, 21 is 5."""
    return max(total - 16, 0)


def _hands(pack: Pack, key: int, hard: int, lowest: int) -> Iterator[tuple[int, int]]:
    """The hard total and key of every hand up to 21 that adds values from the lowest up."""
    yield hard, key
    for value in range(lowest, min(10, BLACKJACK - hard)):
        if count_in(key, value) < pack[value]:
            yield from _hands(pack, key + key_of([value]), hard + value + 1, value)


@cache
def _all_hands(pack: Pack) -> Ints:
    """The hard total and key of every hand that a pack can deal, the lowest total first."""
    return np.array(sorted(_hands(pack, 0, 0, 0)), dtype=np.int64)


@cache
def holdings(pack: Pack = DECK, first: int | None = None) -> Holdings:
    """All hands that a pack can deal, or those that grow from a first card."""
    hard, keys = _all_hands(pack).T
    if first is not None:
        holds_it = (keys >> (5 * first) & 31) > 0
        hard, keys = hard[holds_it], keys[holds_it]
    drawn = keys - (0 if first is None else 1 << (5 * first))
    grow = 1 << (5 * np.arange(10))
    return Holdings(
        steps=_steps(hard, keys, drawn),
        keys=drawn,
        after=_places(keys, keys[:, None] + grow),
        pairs=_places(keys, grow[:, None] + grow),
    )


def _places(keys: Ints, wanted: Ints) -> Ints:
    """Where each wanted key stands among the keys; their number where it does not."""
    order = np.argsort(keys)
    found = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    return np.where(keys[found] == wanted, found, len(keys)).astype(np.int64)


def _steps(hard: Ints, keys: Ints, drawn: Ints) -> Ints:
    counts, hands = counts_in(drawn), np.arange(len(keys))
    lines = [line_of(best_total(int(total), key & 31 > 0)) for total, key in zip(hard, keys.tolist(), strict=True)]
    none = drawn == 0
    value = np.where(none, 0, 9 - np.argmax(counts[:, ::-1] > 0, axis=1))
    parent = np.where(none, hands, _places(keys, keys - (1 << (5 * value))))
    before = np.where(none, 0, np.stack((counts[hands, value], counts.sum(1))) - 1)
    room, size = np.minimum(BLACKJACK - hard, 10), counts_in(keys).sum(1)
    return np.stack((parent, value, *before, lines, room, size), axis=1).astype(np.int64)


def _final_hands(up_card: int, hits_soft_17: bool, pack: Pack) -> Iterator[tuple[int, int, int]]:
    """Total, cards drawn and number of orders of every hand the dealer stands on, blackjack apart."""
    drawing = {(up_card + 1, 0): 1}
    first = True
    while drawing:
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
            elif not (first and best_total(hard, has_ace) == BLACKJACK):
                yield best_total(hard, has_ace), key, orders
        first = False


@cache
def dealer_hands(up_card: int, hits_soft_17: bool, pack: Pack = DECK) -> DealerHands:
    """The dealer's final hands from one up card."""
    place = {0: 0}
    links = [0]
    finals = []
    for total, drawn, orders in _final_hands(up_card, hits_soft_17, pack):
        path = [value for value in VALUES for _ in range(count_in(drawn, value))]
        key = 0
        for value in path[:-1]:
            link = _link(place[key], key, value)
            key += 1 << (5 * value)
            if key not in place:
                place[key] = len(links)
                links.append(link)
        finals.append((total - 17, len(path), _link(place[key], key, path[-1]), orders))
    finals.sort()
    alike = Counter(final[:2] for final in finals)
    ends = list(accumulate(alike.values()))
    groups = [(*kind, end - alike[kind], end) for kind, end in zip(alike, ends, strict=True)]
    return DealerHands(
        links=np.array(links, dtype=np.uint64),
        finals=np.array([final[2] for final in finals], dtype=np.uint64),
        orders=np.array([final[3] for final in finals], dtype=np.float64),
        groups=np.array(groups, dtype=np.int64).reshape(-1, 4),
        natural={ACE: TEN, TEN: ACE}.get(up_card, -1),
    )


def _link(parent: int, key: int, value: int) -> int:
    return parent << 7 | value << 3 | count_in(key, value)


@cache
def known_others() -> tuple[Values, ...]:
    """What lies beside a hand in play: one card (the two-card hand is played) or two (the one-card hand is)."""
    return (*((value,) for value in VALUES), *combinations_with_replacement(VALUES, 2))
