"""
Blackjack totals as leaf rules on small ints.

A card's value is 1 (ace) to 10. A hand is given by its hard total (aces as 1) and whether it holds an ace.
"""

from __future__ import annotations

BLACKJACK = 21


def card_value(code: int) -> int:
    """Return the value of a card code: ace 1, face cards 10."""
    rank = code // 4 + 2
    if rank == 14:
        return 1
    return min(rank, 10)


def is_soft(hard: int, has_ace: bool) -> bool:
    """Whether an ace counts as 11 in this hand."""
    return has_ace and hard <= 11


def best_total(hard: int, has_ace: bool) -> int:
    """Return the hand's best total, counting an ace as 11 if that does not bust."""
    return hard + 10 if is_soft(hard, has_ace) else hard


def dealer_draws(hard: int, has_ace: bool, hits_soft_17: bool) -> bool:
    """Whether the dealer hits: below 17, and on soft 17 if the rules say so."""
    total = best_total(hard, has_ace)
    return total < 17 or (total == 17 and hits_soft_17 and is_soft(hard, has_ace))


def is_blackjack(first: int, second: int) -> bool:
    """Whether two card values are a blackjack: an ace and a ten-value."""
    return (first == 1 and second == 10) or (first == 10 and second == 1)


def may_be_blackjack(value: int) -> bool:
    """Whether a card of this value can be part of a blackjack: an ace or a ten-value."""
    return value in (1, 10)
