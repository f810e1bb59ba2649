"""
All sets of cards that may be removed from the pack when a hand stands.

A set holds the known cards, the cards of the hand, and further cards of a split pair. The sets do not depend on the up
card, so they are numbered once, and the dealer's odds are indexed by number.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

import numpy as np

from pitboss.solving.blackjack.distribution.drawn_hands import ONE_DECK, DrawnHands, drawn_hands
from pitboss.solving.blackjack.distribution.key_index import Numbers, numbered_sums
from pitboss.solving.blackjack.hands import CARD_KEYS, Ints, counts_of, key_of
from pitboss.solving.blackjack.rules import ACE, VALUES, Pack
from pitboss.solving.blackjack.splits import OWN, HandWeights, hand_weights, resplit_up_to

Values: TypeAlias = tuple[int, ...]
"""The value of each card."""


class HandSet(NamedTuple):
    """The hands of a whole pack, or of one split, and the cards removed with each of them."""

    hands: DrawnHands
    pair: int  # the value of the split pair; unused for a whole pack
    weights: Ints  # [further pair cards removed, plan]: the weight of a hand
    numbers: Numbers  # [known cards, further pair cards removed, hand]: the row of `RemovedCards.keys`


class RemovedCards(NamedTuple):
    """All sets of cards that may be removed from the pack, given some known cards; the up card is not included."""

    pack: Pack
    known: Ints  # [known cards, value]: number of cards
    keys: Ints  # [row]: the cards removed, as a key
    whole: HandSet  # hands that are not split
    splits: dict[int, HandSet]  # by pair value, if splits are allowed

    @property
    def max_plans(self) -> int:
        """The maximum number of plans for a split."""
        return max([1, *(int(hand_set.weights.shape[1]) for hand_set in self.splits.values())])


@cache
def known_others() -> tuple[Values, ...]:
    """Return all possible other cards of a seat: one next to the two-card hand, two next to the one-card hand."""
    return (*((value,) for value in range(VALUES)), *combinations_with_replacement(range(VALUES), 2))


@lru_cache(maxsize=4)
def removed_cards_given(known: tuple[Values, ...], max_splits: int, pack: Pack = ONE_DECK) -> RemovedCards:
    """Return all sets of cards that may be removed, for each of these known cards."""
    held = known_counts(known)
    kinds = [(drawn_hands(pack), held, ACE, np.ones((1, 1), dtype=np.int64))]
    pairs = [value for value in range(VALUES) if max_splits and pack[value] >= 2]
    kinds += [(drawn_hands(pack, pair), held + 2 * _one(pair), pair, plans(pair, max_splits, pack)) for pair in pairs]
    keys, numbers = numbered_sums([(_removed_before(*kind[1:]), kind[0].keys) for kind in kinds], pack)
    whole, *splits = (
        HandSet(hands, pair, weights, rows.reshape(len(known), -1, rows.shape[1]))
        for (hands, _, pair, weights), rows in zip(kinds, numbers, strict=True)
    )
    return RemovedCards(pack, held, keys, whole, dict(zip(pairs, splits, strict=True)))


def known_counts(known: tuple[Values, ...]) -> Ints:
    """Return the number of cards of each value among the known cards."""
    return counts_of(np.array([key_of(values) for values in known], dtype=np.int64))


def most_splits(pair: int, max_splits: int, pack: Pack = ONE_DECK) -> int:
    """Return the maximum number of splits of a pair; aces are split once (RY-6)."""
    return 1 if pair == ACE else min(max_splits, pack[pair] - 1)


def plan_of(splits: int, paired: bool) -> int:
    """Return the column of `plans` for a hand of a pair that is split at most `splits` times."""
    return 0 if splits == 1 else 2 * splits - 3 + paired


def plans(pair: int, max_splits: int, pack: Pack = ONE_DECK) -> Ints:
    """
    Return the weights of a split hand. Axes: further pair cards removed, plan.

    The plans are: split once; split at most twice, for unpaired and for paired hands; split at most three times; and so
    on.
    """
    columns = [[2]]
    for splits in range(2, most_splits(pair, max_splits, pack) + 1):
        columns += [list(weights) for weights in split_weights(splits)]
    size = max(len(column) for column in columns)
    table = np.array([column + [0] * (size - len(column)) for column in columns], dtype=np.int64).T
    return np.ascontiguousarray(table[: pack[pair] - 1])


@cache
def split_weights(splits: int) -> HandWeights:
    """Return the weights of a hand of a pair split at most `splits` times, by further pair cards removed (RY-6)."""
    unpaired, paired = hand_weights(resplit_up_to(splits + 1), False, OWN)
    return HandWeights(unpaired[1:], paired[1:])  # for every split hand, the other card of the pair is removed


def _removed_before(before: Ints, pair: int, weights: Ints) -> Ints:
    """Return the keys of the cards removed before a hand is drawn: known cards × further pair cards, flattened."""
    return np.asarray((before @ CARD_KEYS)[:, None] + np.arange(len(weights)) * CARD_KEYS[pair]).reshape(-1)


def _one(value: int) -> Ints:
    """Return a single card as counts by value."""
    return np.where(np.arange(VALUES) == value, 1, 0)
