"""
Three-card hands as leaf rules on small ints.

A card is its code (`pitboss.cards`): rank × 4 + suit. A line is an int, best first, used as the index of a pay table
line.
"""

from __future__ import annotations

from enum import IntEnum

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
    """Return the highest bonus line the three cards make; only that one pays (RY-4)."""
    if first // 4 == second // 4 == third // 4:
        return THREE_OF_A_KIND
    straight = is_three_card_straight(first, second, third)
    if not first % 4 == second % 4 == third % 4:
        return STRAIGHT if straight else NOTHING
    if not straight:
        return FLUSH
    return ACE_KING_QUEEN_SUITED if min(first, second, third) // 4 == 10 else STRAIGHT_FLUSH


class ThreeCardClass(IntEnum):
    """The class of a three-card poker hand, from lowest to highest."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


_CLASS_SHIFT = 12
"""Below the class are three ranks of four bits each, most significant first."""


def rank_three(first: int, second: int, third: int) -> int:
    """Return the rank of three card codes; higher is better. A straight beats a flush."""
    a, b, c = first >> 2, second >> 2, third >> 2
    high, low = max(a, b, c), min(a, b, c)
    middle = a + b + c - high - low
    if high == low:
        return 4 << 12 | high << 8
    if middle in (high, low):
        return 1 << 12 | middle << 8 | (a + b + c - 2 * middle) << 4
    flush = first & 3 == second & 3 == third & 3
    if is_three_card_straight(first, second, third):
        top = 1 if high == 12 and low == 0 else high
        return (5 if flush else 3) << 12 | top << 8
    return (2 if flush else 0) << 12 | high << 8 | middle << 4 | low


def class_of_three(rank: int) -> int:
    """Return the class of a three-card rank, as an int."""
    return rank >> _CLASS_SHIFT


def lowest_of_three(hand_class: int, high: int = 0, middle: int = 0, low: int = 0) -> int:
    """Return the lowest rank of a class with these cards, each 2 to 14, or 0 for any."""
    return hand_class << _CLASS_SHIFT | max(high - 2, 0) << 8 | max(middle - 2, 0) << 4 | max(low - 2, 0)
