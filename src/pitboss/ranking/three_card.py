"""
Three-card hands as leaf rules on small ints.

A card is its code (`pitboss.cards`): rank × 4 + suit. A line is an int, the best first, so that it indexes a paytable.
"""

from __future__ import annotations

ACE_KING_QUEEN_SUITED = 0
STRAIGHT_FLUSH = 1
THREE_OF_A_KIND = 2
STRAIGHT = 3
FLUSH = 4
NOTHING = 5

LINES = ("A-K-Q suited", "straight flush", "three of a kind", "straight", "flush")


def is_three_card_straight(first: int, second: int, third: int) -> bool:
    """Whether three cards are in sequence; the ace is high or low: Q-K-A and A-2-3, never K-A-2 (RY-4)."""
    low = min(first, second, third) // 4
    high = max(first, second, third) // 4
    middle = (first // 4) + (second // 4) + (third // 4) - low - high
    if high == 12 and low == 0:
        return middle == 1
    return middle == low + 1 and high == middle + 1


def three_card_line(first: int, second: int, third: int) -> int:
    """Which line of the bonus the three cards make; one line only, the highest (RY-4)."""
    if first // 4 == second // 4 == third // 4:
        return THREE_OF_A_KIND
    straight = is_three_card_straight(first, second, third)
    if not first % 4 == second % 4 == third % 4:
        return STRAIGHT if straight else NOTHING
    if not straight:
        return FLUSH
    return ACE_KING_QUEEN_SUITED if min(first, second, third) // 4 == 10 else STRAIGHT_FLUSH
