"""Casino War's leaf rules, on ranks: 2 to 14, the ace high."""

from __future__ import annotations

LOSES = 0
WINS = 1
TIES = 2


def compare(player: int, dealer: int) -> int:
    """Compare two ranks; the higher one wins (CW-2)."""
    if player == dealer:
        return TIES
    return WINS if player > dealer else LOSES
