"""Flop 22's leaf rules on card codes and small ints."""

from __future__ import annotations

A_SPADES_A_HEARTS = 0
TOTAL_22 = 1
TOTAL_21 = 2
TOTAL_17_TO_20 = 3
LOSES = 4

FIELD_3_4_5 = 0
FIELD_2_6 = 1
FIELD_LOSES = 2

ACE_OF_HEARTS = 50
ACE_OF_SPADES = 51


def card_points(code: int) -> int:
    """Ace 11, pictures 10, the rest at face value (F22-6)."""
    rank = code // 4 + 2
    if rank == 14:
        return 11
    return min(rank, 10)


def total_line(card: int, flop: int) -> int:
    """The line of the Bonus Pay Table these two cards are on, the highest (F22-6)."""
    if min(card, flop) == ACE_OF_HEARTS and max(card, flop) == ACE_OF_SPADES:
        return A_SPADES_A_HEARTS
    total = card_points(card) + card_points(flop)
    if total == 22:
        return TOTAL_22
    if total == 21:
        return TOTAL_21
    return TOTAL_17_TO_20 if total >= 17 else LOSES


def is_match(card: int, flop: int) -> bool:
    """Whether the flop has the rank of the player's card: a jack does not match a ten (F22-7)."""
    return card // 4 == flop // 4


def field_line(card: int) -> int:
    """The line of the field bet that the player's card is on (F22-3)."""
    rank = card // 4 + 2
    if 3 <= rank <= 5:
        return FIELD_3_4_5
    return FIELD_2_6 if rank in (2, 6) else FIELD_LOSES


def held_down(won: int, room: int) -> int:
    """What is paid of these winnings where the aggregate leaves this much room (F22-8)."""
    return min(won, max(room, 0))
