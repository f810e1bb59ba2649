"""Roll Your Own's elementary rules, for card values from 1 (ace) to 10."""

from __future__ import annotations

from pitboss.ranking.totals import is_blackjack, may_be_blackjack

ACE = 1


def is_double_blackjack(first: int, second: int, third: int) -> bool:
    """Return whether the cards are A-A-10 or A-10-10: both bets are paid as blackjacks however set (RY-7)."""
    if not (may_be_blackjack(first) and may_be_blackjack(second) and may_be_blackjack(third)):
        return False
    return is_blackjack(first, second) or is_blackjack(second, third)


def may_split(first: int, second: int, hands: int, max_splits: int) -> bool:
    """Return whether two cards of these values may be split if their bet already has `hands` hands (RY-6)."""
    return first == second and hands <= max_splits


def is_finished(total: int, is_doubled: bool, first: int, is_split: bool) -> bool:
    """Return whether there is no decision left: 21 or more, a doubled hand, or split aces (RY-6, C-6)."""
    return total >= 21 or is_doubled or (is_split and first == ACE)
