"""Free Bet's elementary rules, for card values (ace 1, pictures 10), totals and counts."""

from __future__ import annotations

from pitboss.ranking.totals import BLACKJACK

LOSES, PUSHES, WINS = -1, 0, 1

ACE, TEN = 1, 10
MAX_HANDS = 4
"""The maximum number of hands after splits. Free and paid splits both count (FB-3)."""
DEALER_22 = 22
MAX_FOR_PUSH_22 = 29


def doubles_free(first: int, second: int) -> bool:
    """Return whether two cards are a hard 9, 10 or 11 (FB-2)."""
    return ACE not in (first, second) and 9 <= first + second <= 11


def is_pair(first: int, second: int) -> bool:
    """Return whether two cards may be split: they have the same value, such as a ten and a king (FB-3)."""
    return first == second


def pair_splits_free(value: int) -> bool:
    """Return whether a pair of this value splits for free: all do except ten-values (FB-3)."""
    return value != TEN


def may_double_free_after_split(value: int) -> bool:
    """Return whether a split card of this value can become a hard 9, 10 or 11. Split aces are never doubled (FB-3)."""
    return value not in (ACE, TEN)


def outcome(player: int, dealer: int, dealer_22_pushes: bool) -> int:
    """Return the result of a hand against the dealer's total. A bust hand has already lost (FB-5)."""
    if player > BLACKJACK:
        return LOSES
    if dealer == DEALER_22 and dealer_22_pushes:
        return PUSHES
    if dealer > BLACKJACK or player > dealer:
        return WINS
    return PUSHES if player == dealer else LOSES


def pot_of_gold_line(tokens: int, lines: int) -> int:
    """Return the index of the Pot of Gold line for this number of tokens. Without tokens it is past the end (FB-6)."""
    return lines - min(tokens, lines)


def push_22_wins(original: int, dealer: int) -> bool:
    """Return whether Push 22 wins: the dealer ends at 22 and the original hand does not exceed 29 (FB-7)."""
    return dealer == DEALER_22 and original <= MAX_FOR_PUSH_22
