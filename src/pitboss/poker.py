"""
Vectorised poker hand ranking: `rank7` ranks an array of seven-card hands.

>>> import numpy as np
>>> royal, wheel = rank7(np.array([[51, 47, 43, 39, 35, 0, 1], [51, 0, 5, 10, 15, 30, 34]]))
>>> describe(int(royal)), describe(int(wheel)), bool(royal > wheel)
('royal flush', 'straight, five high', True)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.cards import Card
from pitboss.ranking.poker import PokerClass, best_five, class_of, rank_hand
from pitboss.ranking.words import describe

__all__ = ["PokerClass", "best_five", "class_of", "describe", "rank7", "rank_hand"]


def rank7(hands: ArrayLike) -> NDArray[np.int32]:
    """
    Rank the best five of each row of seven card codes; higher is better.

    A code is rank × 4 + suit, from 2♣ = 0 to A♠ = 51. `rank_hand` returns the same ranks; `class_of` and
    `describe` interpret them.
    """
    # Numba is slow to load; callers that only need `describe` should not wait for it.
    from pitboss.solving.holdem.poker_hands import rank_rows  # noqa: PLC0415
    from pitboss.solving.holdem.poker_tables import strength_tables  # noqa: PLC0415

    codes = _checked(np.asarray(hands))
    ranks = np.empty(len(codes), dtype=np.int32)
    twice = rank_rows(codes, strength_tables(), ranks)
    if twice >= 0:
        cards = " ".join(str(Card(int(code))) for code in codes[twice])
        raise ValueError(f"row {twice} ({cards}) holds a card twice: a hand is seven different cards")
    return ranks


def _checked(hands: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Return the codes in the form that the kernel needs; raise ValueError if they are invalid."""
    if hands.ndim != 2 or hands.shape[1] != 7:
        raise ValueError(f"rank7 takes rows of seven cards, an array of shape (n, 7), not {hands.shape}")
    if hands.dtype.kind not in "iu":
        raise ValueError(f"rank7 takes card codes, whole numbers from 0 (2c) to 51 (As), not {hands.dtype}")
    if hands.size and (int(hands.min()) < 0 or int(hands.max()) > 51):
        raise ValueError("rank7 takes card codes from 0 (2c) to 51 (As): some of these are out of range")
    return np.ascontiguousarray(hands, dtype=np.uint8)
