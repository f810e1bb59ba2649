"""Blackjack's leaf rules, on totals, card values (ace 1, pictures 10), ranks and suits."""

from __future__ import annotations

LOSES, PUSHES, WINS = -1, 0, 1
TWENTY_ONE = 21
ACE, TEN = 1, 10

PERFECT, COLOURED, MIXED = 0, 1, 2
SUITED_TRIPS, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, NOTHING = range(6)


def compare(player: int, dealer: int) -> int:
    """Return how a total fares against the dealer's; over 21 has lost already (rule 13)."""
    if player > TWENTY_ONE:
        return LOSES
    if dealer > TWENTY_ONE or player > dealer:
        return WINS
    return PUSHES if player == dealer else LOSES


def may_double(total: int, allowed: str) -> bool:
    """Return whether two cards of this total may be doubled (BJ-7)."""
    least, most = {"any": (0, TWENTY_ONE), "9 to 11": (9, 11), "10 or 11": (10, 11)}[allowed]
    return least <= total <= most


def pair_line(ranks: tuple[int, int], suits: tuple[int, int]) -> int:
    """Return the line of Perfect Pairs by ranks and suits (BJ-3)."""
    if ranks[0] != ranks[1]:
        return NOTHING
    if suits[0] == suits[1]:
        return PERFECT
    return COLOURED if is_red(suits[0]) == is_red(suits[1]) else MIXED


def is_red(suit: int) -> bool:
    """Return whether a suit of the order clubs, diamonds, hearts, spades is red."""
    return suit in (1, 2)


def poker_line(ranks: tuple[int, ...], suits: tuple[int, ...]) -> int:
    """Return the line of 21+3, ranks 2 to 14 (BJ-3)."""
    suited, alike = len(set(suits)) == 1, len(set(ranks)) == 1
    low, middle, high = sorted(ranks)
    straight = (low + 1 == middle and middle + 1 == high) or (low, middle, high) == (2, 3, 14)
    if alike:
        return SUITED_TRIPS if suited else TRIPS
    if straight:
        return STRAIGHT_FLUSH if suited else STRAIGHT
    return FLUSH if suited else NOTHING
