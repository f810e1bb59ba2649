"""Blackjack's elementary rules, for totals and card values (ace 1, pictures 10)."""

from __future__ import annotations

from pitboss.ranking.totals import BLACKJACK

LOSES, PUSHES, WINS = -1, 0, 1
ACE = 1
ALL, NINE_TO_ELEVEN, TEN_AND_ELEVEN = "any", "9-11", "10-11"
DOUBLED = {ALL: (0, BLACKJACK), NINE_TO_ELEVEN: (9, 11), TEN_AND_ELEVEN: (10, 11)}
"""The minimum and the maximum total that may be doubled (BJ-7)."""


def outcome(player: int, dealer: int) -> int:
    """Return the result of a hand against the dealer's total. A bust hand has already lost (BJ-9)."""
    if player > BLACKJACK:
        return LOSES
    if dealer > BLACKJACK or player > dealer:
        return WINS
    return PUSHES if player == dealer else LOSES


def may_double(total: int, least: int, most: int, after_split: bool, allowed_after_split: bool) -> bool:
    """Return whether this total may be doubled, with the ace of a soft hand counted as 11 (BJ-7)."""
    return least <= total <= most and (allowed_after_split or not after_split)


def may_split(first: int, second: int, hands: int, most_hands: int, resplit_aces: bool) -> bool:
    """Return whether two cards are a pair by value and there is room for one more hand (BJ-8)."""
    if first != second or hands >= most_hands:
        return False
    return hands == 1 or first != ACE or resplit_aces
