"""What every blackjack script says of the cards in a hand."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.ranking.totals import best_total, card_value, is_blackjack


def hard_total(cards: Sequence[Card]) -> int:
    """The cards added up with every ace as 1."""
    return sum(card_value(card.code) for card in cards)


def has_ace(cards: Sequence[Card]) -> bool:
    """Whether an ace is among them."""
    return any(card_value(card.code) == 1 for card in cards)


def total(cards: Sequence[Card]) -> int:
    """What the hand stands for."""
    return best_total(hard_total(cards), has_ace(cards))


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether these are two cards that make a blackjack."""
    return len(cards) == 2 and is_blackjack(card_value(cards[0].code), card_value(cards[1].code))
