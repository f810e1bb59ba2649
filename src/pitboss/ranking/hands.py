"""Hand rankings that scripts call with cards: poker hands and baccarat points."""

from __future__ import annotations

from pitboss.ranking.leaf import hand_rule
from pitboss.ranking.poker import rank_hand
from pitboss.ranking.three_card import rank_three


@hand_rule()
def poker_rank(codes: tuple[int, ...]) -> int:
    """Rank the best five of five, six or seven cards; higher wins, and `poker_class` returns the class."""
    return rank_hand(codes)


@hand_rule()
def three_card_rank(codes: tuple[int, ...]) -> int:
    """Rank three cards; higher wins, and `three_card_class` returns the class."""
    return rank_three(codes[0], codes[1], codes[2])


@hand_rule(of="ranks")
def baccarat_points(ranks: tuple[int, ...]) -> int:
    """Return the points of a baccarat hand: aces 1, tens and face cards 0, last digit of the sum."""
    return sum(1 if rank == 14 else 0 if rank >= 10 else rank for rank in ranks) % 10
