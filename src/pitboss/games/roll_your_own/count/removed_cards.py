"""
The cards that may be gone when a hand stands: the known cards, its own, and more of a split pair.

They do not depend on the up card, so they are numbered once, and the dealer's odds are indexed by number.
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
    """The hands of a whole pack, or of a split, that may be drawn next to known cards."""

    hands: PlayerHands
    before: Ints  # axes: known cards, value; cards gone before a hand is drawn
    pair: int
    weights: Ints  # axes: more pair cards gone, plan; the multiplicity of a hand
    numbers: Places  # axes: known cards, more pair cards gone, hand; index of the cards gone


class Gone(NamedTuple):
    """All cards that may be gone besides some known cards, without the up card."""

    pack: Pack
    known: Ints  # axes: known cards, value; number of cards
    cards: CardsGone
    whole: Lot
    splits: dict[int, Lot]  # by pair, if splits are allowed

    @property
    def most_plans(self) -> int:
        """The maximum number of plans of a split."""
        return max([1, *(int(lot.weights.shape[1]) for lot in self.splits.values())])


@cache
def known_others() -> tuple[Values, ...]:
    """Return the other cards of a seat: one if the two-card hand is in play, two if the one-card hand is."""
    return (*((value,) for value in range(VALUES)), *combinations_with_replacement(range(VALUES), 2))


class AtMost(NamedTuple):
    """A plan to resplit up to a maximum number of hands."""

    hands: int

    def __call__(self, kind: int, hands: int) -> bool:
        """Whether a hand that is paired again is resplit when there are `hands` hands."""
        return hands < self.hands


@lru_cache(maxsize=4)
def gone_beside(known: tuple[Values, ...], max_splits: int, pack: Pack = DECK) -> Gone:
    """Return all cards that may be gone besides each of these known cards."""
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
    """Return the number of cards of each value among the known cards."""
    return counts_in(np.array([key_of(values) for values in known], dtype=np.int64))


def most_splits(pair: int, max_splits: int, pack: Pack = DECK) -> int:
    """Return the maximum number of splits of a pair; aces once (RY-6)."""
    return 1 if pair == ACE else min(max_splits, pack[pair] - 1)


def plan_of(splits: int, paired: bool) -> int:
    """Return the column of `plans` for a hand of a pair split at most `splits` times, by its second card."""
    return 0 if splits == 1 else 2 * splits - 3 + paired


def plans(pair: int, max_splits: int, pack: Pack = DECK) -> Ints:
    """
    Return the multiplicity of a hand of a split. Axes: more pair cards gone, plan.

    The plans are: split once; at most twice, for hands whose second card does not pair them and for those it does; at
    most three times; and so on.
    """
    columns = [[2]]
    for splits in range(2, most_splits(pair, max_splits, pack) + 1):
        columns += [its.tolist() for its in split_weights(splits)]
    size = max(len(column) for column in columns)
    table = np.array([column + [0] * (size - len(column)) for column in columns], dtype=np.int64).T
    return np.ascontiguousarray(table[: pack[pair] - 1])


@cache
def split_weights(splits: int) -> Factors:
    """Return the multiplicity of a hand split at most `splits` times, for q more cards of the pair gone (RY-6)."""
    not_paired, paired = factors(AtMost(splits + 1), False, OWN, 2 * splits + 1)
    return Factors(not_paired[1:], paired[1:])  # at least one card of the pair is gone with each hand: its twin


def _gone_before(before: Ints, pair: int, weights: Ints) -> Ints:
    """Return the keys of the cards gone before a hand is drawn. Axes: known cards, more of the pair, flattened."""
    return np.asarray((before @ ONE_OF)[:, None] + np.arange(len(weights)) * ONE_OF[pair]).reshape(-1)


def _one(value: int) -> Ints:
    """Return a composition of one card of a value."""
    return np.where(np.arange(VALUES) == value, 1, 0)
