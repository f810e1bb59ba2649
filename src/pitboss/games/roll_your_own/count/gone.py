"""
Which cards may be gone when a hand stands: those known beside it, its own, and more of a pair that was split.

They are the same whatever the up card. So they are numbered, once, and the dealer's odds stand by number.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.roll_your_own.count.holdings import (
    ACE,
    DECK,
    VALUES,
    Holdings,
    Ints,
    Pack,
    Values,
    counts_in,
    holdings,
    key_of,
)
from pitboss.games.roll_your_own.count.splitting import split_weights

SMALL, BIG = range(5), range(5, 10)
"""Ace to five, of which the dealer may draw many; six to ten-value, of which a hand of the dealer's holds few."""

Counts = NDArray[np.int8]
Places = NDArray[np.int32]


class Numbered(NamedTuple):
    """Cards that may be gone, by number; those with the same small cards and as many big ones stand together."""

    counts: Counts  # how many of each value
    big: Places  # the place of the big cards among them
    starts: Ints  # where other small cards, or another number of big ones, begin; then where all end


class Lot(NamedTuple):
    """The hands of a whole pack, or of a split, that may be drawn beside known cards."""

    hands: Holdings
    before: Ints  # by known cards: how many of each value are gone before a hand is drawn
    pair: int
    weights: Ints  # by how many more of the pair are gone and by plan: how often a hand counts
    numbers: Places  # by known cards, how many more of the pair are gone, and hand: what is gone


class Gone(NamedTuple):
    """All that may be gone beside some known cards, the up card not counted."""

    pack: Pack
    known: Ints  # how many of each value the known cards hold
    cards: Numbered
    whole: Lot
    splits: dict[int, Lot]  # by pair, where there are splits


@lru_cache(maxsize=4)
def gone_beside(known: tuple[Values, ...], max_splits: int, pack: Pack = DECK) -> Gone:
    """All that may be gone beside each of these known cards."""
    held = known_counts(known)
    kinds = [(holdings(pack), held, ACE, np.ones((1, 1), dtype=np.int64))]
    pairs = [value for value in VALUES if max_splits and pack[value] >= 2]
    kinds += [(holdings(pack, pair), held + 2 * _one(pair), pair, plans(pair, max_splits, pack)) for pair in pairs]
    cards, numbers = _numbered([_places(pack, *kind) for kind in kinds], pack)
    whole, *splits = (Lot(*kind, number) for kind, number in zip(kinds, numbers, strict=True))
    return Gone(pack, held, cards, whole, dict(zip(pairs, splits, strict=True)))


def known_counts(known: tuple[Values, ...]) -> Ints:
    """How many of each value known cards hold."""
    return counts_in(np.array([key_of(values) for values in known], dtype=np.int64))


def plans(pair: int, max_splits: int, pack: Pack = DECK) -> Ints:
    """How hands of a split are counted: never split again, as aces are; second card not paired; second card paired."""
    if pair == ACE:
        return np.full((1, 1), 2, dtype=np.int64)
    again = split_weights(max_splits)
    never = (2, *[0] * (len(again.paired) - 1))
    return np.array([never, *again], dtype=np.int64).T[: pack[pair] - 1].copy()


def digits(pack: Pack) -> Places:
    """
    What a card of each value adds to its own digit of a place, which is a number for any cards of a pack.

    The digits are how many big cards there are of each value, how many in all, and how many small cards of each value.
    """
    sizes = [*(pack[value] + 1 for value in BIG), sum(pack[value] for value in BIG) + 1]
    steps = np.cumprod([1, *sizes, *(pack[value] + 1 for value in SMALL)])
    return np.array([*steps[6:11], *steps[:5]], dtype=np.int32)


def big_places(pack: Pack) -> int:
    """How many places big cards have."""
    return prod(pack[value] + 1 for value in BIG)


def _places(pack: Pack, hands: Holdings, before: Ints, pair: int, weights: Ints) -> Places:
    """The place of all that is gone, by known cards, more of the pair and hand; 0 where the pack has not so many."""
    steps = digits(pack)
    steps[BIG] += big_places(pack)
    more = np.arange(len(weights))[:, None] * _one(pair)
    gone, drawn = (before[:, None] + more).reshape(-1, 10).astype(np.int32), counts_in(hands.keys).astype(np.int32)
    places = (gone @ steps)[:, None] + drawn @ steps
    for value in VALUES:
        places[gone[:, value, None] + drawn[:, value] > pack[value]] = 0
    return places.reshape(len(before), len(weights), -1)


def _numbered(lots: list[Places], pack: Pack) -> tuple[Numbered, list[Places]]:
    """All places that occur, each once, and the numbers of those in each lot."""
    ends = np.cumsum([lot.size for lot in lots])
    places, numbers = np.unique(np.concatenate([lot.reshape(-1) for lot in lots]), return_inverse=True)
    counts = (places[:, None] // digits(pack) % (np.array(pack) + 1)).astype(np.int8)
    starts = np.flatnonzero(np.diff(places // big_places(pack), prepend=-1, append=-1))
    parts = np.split(numbers.astype(np.int32), ends[:-1])
    cards = Numbered(counts, places % big_places(pack), starts)
    return cards, [part.reshape(lot.shape) for part, lot in zip(parts, lots, strict=True)]


def _one(value: int) -> Ints:
    """One card of a value."""
    return np.where(np.arange(10) == value, 1, 0)
