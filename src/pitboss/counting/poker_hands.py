"""Poker hands by the million: the leaf rules of `ranking.poker`, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.counting.compiled import compile_with_kernels, kernel
from pitboss.ranking import poker
from pitboss.ranking.poker import card_bit, class_of, rank_of_packed

compile_with_kernels(
    poker.highest,
    poker.without_lowest,
    poker.straight_top,
    poker.rank_of_suit,
    poker.rank_of_ranks,
    poker.suit_of_flush,
    poker.card_bit,
    poker.rank_of_packed,
    poker.class_of,
    poker.made_of,
)

CLASSES = len(poker.PokerClass)


@kernel
def rank_rows(hands: NDArray[np.uint8], ranks: NDArray[np.int32]) -> None:
    """Rank each row of seven cards."""
    for row in range(hands.shape[0]):
        pack = 0
        for place in range(7):
            pack |= card_bit(np.int64(hands[row, place]))
        ranks[row] = rank_of_packed(pack, 2)


@kernel
def count_five_card_classes(counts: NDArray[np.int64]) -> None:
    """Count all 2,598,960 five-card hands by class."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                three = card_bit(a) | card_bit(b) | card_bit(c)
                for d in range(c):
                    for e in range(d):
                        counts[class_of(rank_of_packed(three | card_bit(d) | card_bit(e), 0))] += 1


@kernel
def count_seven_card_classes(first: int, counts: NDArray[np.int64]) -> None:
    """Count the seven-card hands whose highest code is `first` by class; all of them make 133,784,560."""
    for b in range(first):
        for c in range(b):
            for d in range(c):
                four = card_bit(first) | card_bit(b) | card_bit(c) | card_bit(d)
                for e in range(d):
                    for f in range(e):
                        six = four | card_bit(e) | card_bit(f)
                        for g in range(f):
                            counts[class_of(rank_of_packed(six | card_bit(g), 2))] += 1
