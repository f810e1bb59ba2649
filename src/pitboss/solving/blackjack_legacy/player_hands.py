"""Every hand a player can hold, by card values, as arrays for the kernels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.ranking.totals import BLACKJACK, best_total
from pitboss.solving.blackjack_legacy.values import (
    ACE,
    ONE_OF,
    VALUES,
    Ints,
    Pack,
    count_in,
    counts_in,
    deck_counts,
    key_of,
    places,
)

ONE_DECK = deck_counts(1)
LINES = 6
"""Lines of totals that beat one another: 16 or less, then 17 to 21."""


class PlayerHands(NamedTuple):
    """
    All hands up to 21 that hold the first card, if there is one; each stands before those that grow from it.

    A step says how the hand came about: from which hand, by which value, how many of it and how many cards in all were
    drawn before; then its line (0 for 16 or less, 1 to 5 for 17 to 21), how many values do not bust it, its size.
    """

    steps: Ints
    keys: Ints  # the cards drawn
    after: Ints  # the hand that one more card makes; the number of hands where there is none
    pairs: Ints  # the hand of two values, or the number of hands


def line_of(total: int) -> int:
    """Where a total stands among those that beat one another: 16 or less is 0, 21 is 5."""
    return max(total - 16, 0)


def _hands(pack: Pack, key: int, hard: int, lowest: int) -> Iterator[tuple[int, int]]:
    """The hard total and key of every hand up to 21 that adds values from the lowest up."""
    yield hard, key
    for value in range(lowest, min(VALUES, BLACKJACK - hard)):
        if count_in(key, value) < pack[value]:
            yield from _hands(pack, key + key_of([value]), hard + value + 1, value)


@cache
def all_hands(pack: Pack) -> Ints:
    """The hard total and key of every hand that a pack can deal, those that hold the same low cards together."""
    hands = np.array(list(_hands(pack, 0, 0, 0)), dtype=np.int64)
    return hands[np.lexsort(counts_in(hands[:, 1]).T[::-1])]


@cache
def player_hands(pack: Pack = ONE_DECK, first: int | None = None) -> PlayerHands:
    """All hands that a pack can deal, or those of a split, which hold a first card; split aces get one card more."""
    hard, keys = all_hands(pack).T
    if first is not None:
        counts = counts_in(keys)
        chosen = (counts[:, first] > 0) & ((first != ACE) | (counts.sum(1) <= 2))
        hard, keys = hard[chosen], keys[chosen]
    drawn = keys - (0 if first is None else ONE_OF[first])
    return PlayerHands(
        steps=_steps(hard, keys, drawn),
        keys=drawn,
        after=places(keys, keys[:, None] + ONE_OF, len(keys)),
        pairs=places(keys, ONE_OF[:, None] + ONE_OF, len(keys)),
    )


@cache
def numbers_in_pack(pack: Pack, first: int) -> Ints:
    """The hands of a split, with their first card, by number among all hands of the pack."""
    return places(player_hands(pack).keys, player_hands(pack, first).keys + ONE_OF[first], -1)


@cache
def numbers_by_key(pack: Pack) -> dict[int, int]:
    """By its cards, the number of each hand among all hands of the pack."""
    return {int(key): number for number, key in enumerate(player_hands(pack).keys)}


def _steps(hard: Ints, keys: Ints, drawn: Ints) -> Ints:
    counts, hands = counts_in(drawn), np.arange(len(keys))
    lines = [line_of(best_total(int(total), count_in(key, ACE) > 0)) for total, key in zip(hard, keys, strict=True)]
    none = drawn == 0
    value = np.where(none, 0, 9 - np.argmax(counts[:, ::-1] > 0, axis=1))
    parent = np.where(none, hands, places(keys, keys - ONE_OF[value], len(keys)))
    before = np.where(none, 0, np.stack((counts[hands, value], counts.sum(1))) - 1)
    room, size = np.minimum(BLACKJACK - hard, VALUES), counts_in(keys).sum(1)
    return np.stack((parent, value, *before, lines, room, size), axis=1).astype(np.int64)
