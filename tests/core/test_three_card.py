"""Three-card hands (RY-4): every hand of the deck, compared with a second evaluator based on sets of ranks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from pitboss.cards import CARDS, Card, parse_cards
from pitboss.ranking.three_card import (
    ACE_KING_QUEEN_SUITED,
    FLUSH,
    LINES,
    NOTHING,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    three_card_line,
)

SEQUENCES = [{14, 2, 3}, *({low, low + 1, low + 2} for low in range(2, 13))]


def line_by_sets(cards: tuple[Card, ...]) -> int:
    ranks, suits = {card.rank for card in cards}, {card.suit for card in cards}
    if len(ranks) == 1:
        return THREE_OF_A_KIND
    if ranks not in SEQUENCES:
        return FLUSH if len(suits) == 1 else NOTHING
    if len(suits) > 1:
        return STRAIGHT
    return ACE_KING_QUEEN_SUITED if ranks == {12, 13, 14} else STRAIGHT_FLUSH


def test_RY_4_counts_of_all_22100_hands() -> None:
    counts = Counter(three_card_line(a.code, b.code, c.code) for a, b, c in combinations(CARDS, 3))
    # By hand: 4 suits; 4 suits × 11 other sequences; 13 ranks × C(4,3); 12 × (4³ - 4); 4 × (C(13,3) - 12).
    assert [counts[line] for line in range(6)] == [4, 4 * 11, 13 * 4, 12 * 60, 4 * (286 - 12), 22100 - 1916]


def test_RY_4_every_hand_matches_the_second_evaluator() -> None:
    for cards in combinations(CARDS, 3):
        assert three_card_line(*(card.code for card in cards)) == line_by_sets(cards)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ah Kh Qh", ACE_KING_QUEEN_SUITED),
        ("Ah 2h 3h", STRAIGHT_FLUSH),
        ("Kh Qh Jh", STRAIGHT_FLUSH),
        ("7c 7d 7s", THREE_OF_A_KIND),
        ("Ah 2d 3h", STRAIGHT),
        ("Qh Kd Ah", STRAIGHT),
        ("Kh Ah 2h", FLUSH),
        ("Kh Ad 2h", NOTHING),
        ("9h 9d Ts", NOTHING),
    ],
)
def test_RY_4_order_of_the_cards_does_not_matter(text: str, line: int) -> None:
    for cards in permutations(parse_cards(text)):
        assert three_card_line(*(card.code for card in cards)) == line


def test_RY_4_each_winning_line_has_a_name() -> None:
    assert len(LINES) == NOTHING
