"""Ranking of many poker hands at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.compiled import kernel
from pitboss.ranking.poker import PokerClass, card_bit
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
