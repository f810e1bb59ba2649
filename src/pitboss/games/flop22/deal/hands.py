"""Flop 22's basic rules, as functions on card codes and small integers."""

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
    """Return a card's points: ace 11, pictures 10, the rest at face value (F22-6)."""
    rank = code // 4 + 2
    if rank == 14:
        return 11
    return min(rank, 10)


def total_line(card: int, flop: int) -> int:
    """Return the highest line of the Bonus Pay Table that these two cards make (F22-6)."""
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
    """Return the line of the field bet for the player's card (F22-3)."""
    rank = card // 4 + 2
    if 3 <= rank <= 5:
        return FIELD_3_4_5
    return FIELD_2_6 if rank in (2, 6) else FIELD_LOSES


def capped(won: int, left: int) -> int:
    """Return the part of these winnings that is paid when the aggregate leaves `left` to win (F22-8)."""
    return min(won, max(left, 0))
