"""Named holdings of two hole cards on a board, evaluated for many hole cards and boards at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.ranking.poker import straight_top

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]

_RANKS = 13
_STRAIGHT = np.array([straight_top(ranks) > 0 for ranks in range(1 << _RANKS)])
_WITH = np.arange(1 << _RANKS)[:, None] | 1 << np.arange(_RANKS)
_OUTS = np.where(_STRAIGHT, 0, _STRAIGHT[_WITH].sum(axis=1)).astype(np.int8)
"""The number of ranks that would complete a straight, indexed by a bit set of ranks."""
_EACH_RANK = sum(1 << (3 * rank) for rank in range(_RANKS))
_EACH_SUIT = 0x1111
_TEN = 8


class Holdings:
    """Hole cards, given by two codes, on boards of three or four cards. Axes of every result: board, hole cards."""

    def __init__(self, one: Ints, other: Ints, boards: Ints) -> None:
        self.high, self.low = np.maximum(one, other)[None] >> 2, np.minimum(one, other)[None] >> 2
        self.top = boards.max(axis=1)[:, None] >> 2
        holes = np.stack([one, other], axis=1)
        self.hole_suits, self.board_ranks = _suits(holes)[None], _set_of_ranks(boards)[:, None]
        self.ranks = _set_of_ranks(holes)[None] | self.board_ranks
        self.counts = _counts(holes)[None] + _counts(boards)[:, None]
        self.suits = self.hole_suits + _suits(boards)[:, None]

    @cached_property
    def paired_ranks(self) -> NDArray[np.uint8]:
        """The number of ranks that appear at least twice."""
        found: NDArray[np.uint8] = np.bitwise_count((self.counts >> 1 | self.counts >> 2) & _EACH_RANK)
        return found

    @cached_property
    def three(self) -> Flags:
        """Whether a rank appears three or four times."""
        found: Flags = (self.counts & self.counts >> 1 | self.counts >> 2) & _EACH_RANK != 0
        return found

    @cached_property
    def flush(self) -> Flags:
        """Whether five cards are of one suit."""
        found: Flags = self.suits + 3 * _EACH_SUIT & 8 * _EACH_SUIT != 0
        return found

    @cached_property
    def outs(self) -> NDArray[np.int8]:
        """The number of ranks that complete a straight with a hole card; 0 if there is a straight already."""
        outs = _OUTS[self.ranks]
        found: NDArray[np.int8] = np.where(outs > _OUTS[self.board_ranks], outs, 0)
        return found

    def flush_or_better(self) -> Flags:
        """Whether the hand is a flush, full house, four of a kind or straight flush."""
        found: Flags = self.flush | (self.three & (self.paired_ranks > 1)) | (self.counts >> 2 & _EACH_RANK != 0)
        return found

    def straight_or_better(self) -> Flags:
        """Whether the hand is a straight or better."""
        found: Flags = _STRAIGHT[self.ranks] | self.flush_or_better()
        return found

    def flush_draw(self) -> Flags:
        """Whether there are four cards of one suit, at least one of them a hole card, and no flush."""
        four = (self.suits + 4 * _EACH_SUIT & 8 * _EACH_SUIT) >> 3
        found: Flags = (four & (self.hole_suits | self.hole_suits >> 1) != 0) & ~self.flush
        return found

    def own_pair(self) -> Flags:
        """Whether the hole cards are a pair or pair a board card."""
        on_board = (self.board_ranks >> self.high | self.board_ranks >> self.low) & 1
        found: Flags = (self.high == self.low) | (on_board == 1)
        return found

    def holds(self, rank: int) -> Flags:
        """Whether a hole card has this rank, with a deuce as 0."""
        found: Flags = ((self.high == rank) | (self.low == rank)) & (self.board_ranks > 0)
        return found


WORDS: dict[str, Callable[[Holdings], Flags]] = {
    "anything": lambda held: (held.high >= 0) & (held.board_ranks > 0),
    "own pair": Holdings.own_pair,
    "pocket pair": lambda held: (held.high == held.low) & (held.board_ranks > 0),
    "overpair": lambda held: (held.high == held.low) & (held.high > held.top),
    "top pair": lambda held: (held.high != held.low) & ((held.high == held.top) | (held.low == held.top)),
    "two pair or better": lambda held: (held.paired_ranks > 1) | held.three | held.straight_or_better(),
    "three of a kind or better": lambda held: held.three | held.straight_or_better(),
    "straight or better": Holdings.straight_or_better,
    "flush or better": Holdings.flush_or_better,
    "flush draw": Holdings.flush_draw,
    "open straight draw": lambda held: held.outs > 1,
    "inside straight draw": lambda held: held.outs == 1,
    "two overcards": lambda held: (held.low > held.top) & (held.high != held.low),
} | {
    name: (lambda held, rank=rank: held.holds(rank))
    for rank, name in enumerate(("ten", "jack", "queen", "king", "ace"), _TEN)
}  # fmt: skip
"""Holdings by name. They use hole cards and board together, except `own pair` to `top pair` and single cards."""


def _set_of_ranks(cards: Ints) -> Ints:
    ranks: Ints = np.bitwise_or.reduce(1 << (cards >> 2), axis=1)
    return ranks


def _counts(cards: Ints) -> Ints:
    """Return the number of cards of each rank, in three bits each."""
    counts: Ints = (1 << (3 * (cards >> 2))).sum(axis=1)
    return counts


def _suits(cards: Ints) -> Ints:
    """Return the number of cards of each suit, in four bits each."""
    suits: Ints = (1 << (4 * (cards & 3))).sum(axis=1)
    return suits
