"""
Which cards may be gone when a hand stands: those known beside it, its own, and more of a pair that was split.

They are the same whatever the up card. So they are numbered, once, and the dealer's odds stand by number.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.solving.blackjack_legacy.dealer.dealer_odds import CardsGone, cards_gone
from pitboss.solving.blackjack_legacy.key_places import numbered_sums
from pitboss.solving.blackjack_legacy.player_hands import PlayerHands, player_hands
from pitboss.solving.blackjack_legacy.splits import OWN, Factors, factors
from pitboss.solving.blackjack_legacy.values import (
    ACE,
    ONE_OF,
    VALUES,
    Ints,
    Pack,
    Values,
    counts_in,
    deck_counts,
    key_of,
)

DECK = deck_counts(1)
Places = NDArray[np.int32]


class Lot(NamedTuple):
    """The hands of a whole pack, or of a split, that may be drawn beside known cards."""

    hands: PlayerHands
    before: Ints  # by known cards: how many of each value are gone before a hand is drawn
    pair: int
    weights: Ints  # by how many more of the pair are gone and by plan: how often a hand counts
    numbers: Places  # by known cards, how many more of the pair are gone, and hand: what is gone


class Gone(NamedTuple):
    """All that may be gone beside some known cards, the up card not counted."""

    pack: Pack
    known: Ints  # how many of each value the known cards hold
    cards: CardsGone
    whole: Lot
    splits: dict[int, Lot]  # by pair, where there are splits

    @property
    def most_plans(self) -> int:
        """How many plans a split has at most."""
        return max([1, *(int(lot.weights.shape[1]) for lot in self.splits.values())])


@cache
def known_others() -> tuple[Values, ...]:
    """What lies beside a hand in play: one card (the two-card hand is played) or two (the one-card hand is)."""
    return (*((value,) for value in range(VALUES)), *combinations_with_replacement(range(VALUES), 2))


class AtMost(NamedTuple):
    """A plan to split again up to this many hands."""

    hands: int

    def __call__(self, kind: int, hands: int) -> bool:
        """Whether a hand that is paired again is split again when there are this many."""
        return hands < self.hands


@lru_cache(maxsize=4)
def gone_beside(known: tuple[Values, ...], max_splits: int, pack: Pack = DECK) -> Gone:
    """All that may be gone beside each of these known cards."""
    held = known_counts(known)
    kinds = [(player_hands(pack), held, ACE, np.ones((1, 1), dtype=np.int64))]
    pairs = [value for value in range(VALUES) if max_splits and pack[value] >= 2]
    kinds += [(player_hands(pack, pair), held + 2 * _one(pair), pair, plans(pair, max_splits, pack)) for pair in pairs]
    keys, numbers = numbered_sums([(_gone_before(*kind[1:]), kind[0].keys) for kind in kinds], pack, missing=0)
    whole, *splits = (
        Lot(*kind, its.reshape(len(known), -1, its.shape[1])) for kind, its in zip(kinds, numbers, strict=True)
    )
    return Gone(pack, held, cards_gone(keys), whole, dict(zip(pairs, splits, strict=True)))


def known_counts(known: tuple[Values, ...]) -> Ints:
    """How many of each value known cards hold."""
    return counts_in(np.array([key_of(values) for values in known], dtype=np.int64))


def most_splits(pair: int, max_splits: int, pack: Pack = DECK) -> int:
    """How often a pair can be split at most; aces once (RY-6)."""
    return 1 if pair == ACE else min(max_splits, pack[pair] - 1)


def plan_of(splits: int, paired: bool) -> int:
    """Which column of `plans` weighs a hand of a pair that is split so often at most, by its second card."""
    return 0 if splits == 1 else 2 * splits - 3 + paired


def plans(pair: int, max_splits: int, pack: Pack = DECK) -> Ints:
    """
    By how many more of the pair are gone and by plan: how often a hand of a split counts.

    The plans are to split once; twice at most, for hands whose second card does not pair them, and for those it does;
    three times at most; and so on.
    """
    columns = [[2]]
    for splits in range(2, most_splits(pair, max_splits, pack) + 1):
        columns += [its.tolist() for its in split_weights(splits)]
    size = max(len(column) for column in columns)
    table = np.array([column + [0] * (size - len(column)) for column in columns], dtype=np.int64).T
    return np.ascontiguousarray(table[: pack[pair] - 1])


@cache
def split_weights(splits: int) -> Factors:
    """For q more cards of the pair gone: how often a hand counts that is split at most so often (RY-6)."""
    not_paired, paired = factors(AtMost(splits + 1), False, OWN, 2 * splits + 1)
    return Factors(not_paired[1:], paired[1:])  # a hand goes with one card of the pair at least: its twin


def _gone_before(before: Ints, pair: int, weights: Ints) -> Ints:
    """The key of all that is gone before a hand is drawn, by known cards and more of the pair."""
    return np.asarray((before @ ONE_OF)[:, None] + np.arange(len(weights)) * ONE_OF[pair]).reshape(-1)


def _one(value: int) -> Ints:
    """One card of a value."""
    return np.where(np.arange(VALUES) == value, 1, 0)
