"""
Boards up to suit isomorphism, as far as poker strength is concerned.

If no flush is possible, only ranks matter. A flush is possible in one suit only, and then every card is either of
that suit or not: this is a *view* of the board in that suit. The strength of hole cards on any board can be looked up
among 6,175 boards by rank or 36,608 views in a suit, instead of 2,598,960 boards.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.solving.holdem.poker_tables import RANK_KEYS, RANKS, ways

Ints = NDArray[np.int64]

KINDS = 2 * RANKS
"""The number of kinds of cards in a view. A card's kind is its rank, plus 13 if it is of the suit."""
PAIRS = [(one, other) for one in range(KINDS) for other in range(one + 1)]
"""Two kinds, the higher first, in the order of `pair_index`. The first 91 are the pairs of ranks."""
RANK_PAIRS = RANKS * (RANKS + 1) // 2


class Boards(NamedTuple):
    """All boards with a given number of cards, by rank or in a view."""

    key: Ints
    """The sum of the cards' keys; -1 if the pack cannot deal the board."""
    suited: Ints
    """The ranks in the suit as a bit set; 0 for boards by rank."""
    left: Ints
    """The number of cards of each kind left in the pack."""
    by_rank: Ints
    """The index of the same board by rank."""


class Views(NamedTuple):
    """An index of views with a given number of cards, by ranks in the suit and ranks of at most two other cards."""

    first: Ints
    """The first row, indexed by the bit set of ranks in the suit."""
    suited: Ints
    """The bit set of ranks in the suit, by row."""
    others: Ints
    """The ranks of the other cards, highest first, -1 for none. Axes: row, position."""

    def row(self, suited: Ints, higher: Ints, lower: Ints) -> Ints:
        """Return the rows of these views. -1 means no other card."""
        place = np.where(lower < 0, np.maximum(higher, 0), pair_index(higher, lower))
        return np.asarray(self.first[suited] + place)


def pair_index(one: Ints, other: Ints) -> Ints:
    """Return the index of two kinds (or two ranks) among all pairs."""
    high = np.maximum(one, other)
    return np.asarray(high * (high + 1) // 2 + np.minimum(one, other))


def rank_pairs() -> Ints:
    """Return the rank pair index of each pair of kinds."""
    return pair_index(*(np.array(PAIRS).T % RANKS))


@cache
def views(cards: int, least: int) -> Views:
    """Return all views of `cards` cards with at least `least` of the suit, which leaves at most two others."""
    first = np.zeros(1 << RANKS, dtype=np.int64)
    suited, others, rows = [], [], 0
    for count in range(cards - least + 1):
        held = np.array([[(-1, -1)], [(rank, -1) for rank in range(RANKS)], PAIRS[:RANK_PAIRS]][count])
        sets = np.array([sum(1 << rank for rank in ranks) for ranks in combinations(range(RANKS), cards - count)])
        first[sets] = rows + len(held) * np.arange(len(sets))
        rows += len(sets) * len(held)
        suited.append(np.repeat(sets, len(held)))
        others.append(np.tile(held, (len(sets), 1)))
    return Views(first, np.concatenate(suited), np.concatenate(others))


def boards_by_rank(cards: int, in_pack: Ints) -> Boards:
    """Return all boards of `cards` cards by rank, dealt from four cards of each rank in the pack."""
    held = ways(cards).held
    left = np.zeros((len(held), KINDS), dtype=np.int64)
    left[:, :RANKS] = 4 * in_pack - held
    return _boards(held @ RANK_KEYS, np.zeros(len(held), dtype=np.int64), left, np.arange(len(held)))


def boards_in_view(cards: int, least: int, in_pack: Ints) -> Boards:
    """Return all views of `cards` cards, dealt from one card of each rank in the suit and three in other suits."""
    view = views(cards, least)
    in_suit = view.suited[:, None] >> np.arange(RANKS) & 1
    others = sum((view.others[:, place, None] == np.arange(RANKS)).astype(np.int64) for place in (0, 1))
    left = np.concatenate([3 * in_pack - others, in_pack - in_suit], axis=1)
    keys = (in_suit + others) @ RANK_KEYS
    return _boards(keys, view.suited, left, ways(cards).number(keys))


def _boards(keys: Ints, suited: Ints, left: Ints, by_rank: Ints) -> Boards:
    return Boards(np.where(left.min(axis=1) < 0, -1, keys), suited, left, by_rank)


class Rivers(NamedTuple):
    """The possible next cards: for each kind, the board with that card added, and how many of the kind are left."""

    row: Ints
    """The row of the next board; -1 if the card does not matter or is impossible."""
    left: Ints


def rivers_by_rank(in_pack: Ints, cards: int = 4) -> Rivers:
    """Return the next boards by rank after each board of `cards` cards."""
    boards = boards_by_rank(cards, in_pack)
    left = boards.left[:, :RANKS].copy()
    can_come = (left > 0) & (boards.key[:, None] >= 0)
    row = ways(cards + 1).number(np.where(can_come, boards.key[:, None] + RANK_KEYS, 0))
    return Rivers(np.where(can_come, row, -1), left)


def rivers_in_view(in_pack: Ints, cards: int = 4) -> Rivers:
    """Return the next views after each view of `cards` cards. With two off-suit cards only a suited one matters."""
    boards, now, then = boards_in_view(cards, cards - 2, in_pack), views(cards, cards - 2), views(cards + 1, cards - 1)
    ranks = np.arange(RANKS)
    suited, other = now.suited[:, None], now.others[:, :1]
    second = np.broadcast_to(now.others[:, 1:], (len(suited), RANKS))
    with_suited = then.row(suited | 1 << ranks, other, second)
    with_other = then.row(suited, np.maximum(other, ranks), np.minimum(other, ranks))
    row = np.concatenate([np.where(second < 0, with_other, -1), with_suited], axis=1)
    return Rivers(np.where((boards.left > 0) & (boards.key[:, None] >= 0), row, -1), boards.left)
