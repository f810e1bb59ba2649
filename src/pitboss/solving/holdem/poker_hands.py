"""Bulk ranking of poker hands, and counts of all hands by class."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.ranking.poker import PokerClass, card_bit, class_of, rank_of_packed
from pitboss.solving.holdem.poker_tables import FIVE_OF_A_SUIT, NO_CARDS, StrengthTables, look_up

CLASSES = len(PokerClass)


@kernel
def rank_rows(hands: NDArray[np.uint8], tables: StrengthTables, ranks: NDArray[np.int32]) -> int:
    """Rank each row of seven cards. Return the first row with a duplicate card, or -1."""
    keys = tables.keys
    for row in range(hands.shape[0]):
        key, cards, cards_once = NO_CARDS, 0, 0
        for place in range(7):
            code = hands[row, place]
            key += keys[code]
            cards += 1 << code
            cards_once |= 1 << code
        if cards != cards_once:
            return row
        pack = 0
        if key & FIVE_OF_A_SUIT:
            for place in range(7):
                pack |= card_bit(hands[row, place])
        ranks[row] = look_up(key, pack, tables)
    return -1


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
    """Count the seven-card hands whose highest code is `first` by class. Together there are 133,784,560."""
    for b in range(first):
        for c in range(b):
            for d in range(c):
                four = card_bit(first) | card_bit(b) | card_bit(c) | card_bit(d)
                for e in range(d):
                    for f in range(e):
                        six = four | card_bit(e) | card_bit(f)
                        for g in range(f):
                            counts[class_of(rank_of_packed(six | card_bit(g), 2))] += 1
