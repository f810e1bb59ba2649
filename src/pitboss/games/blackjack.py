"""What the blackjack games share: hands of cards counted, the dealer's look and the dealer's draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import Card, Pack
from pitboss.play.steps import Dealt, Event, Script, Turned
from pitboss.ranking.totals import ACE, best_total, card_value, dealer_draws, is_soft, makes_blackjack

UP_CARD, HOLE_CARD, DEALER_DRAW = "up-card", "hole-card", "dealer-draw"
"""The places on the dealer's side of the layout."""


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """The dealer looked under an ace or a ten-value: from here on everyone knows whether it is a blackjack."""

    blackjack: bool

    def __str__(self) -> str:
        return f"The dealer looks at the hole card: {'blackjack' if self.blackjack else 'no blackjack'}."


def hard_total(cards: Sequence[Card]) -> int:
    """The total with every ace as 1."""
    return sum(card_value(card.code) for card in cards)


def has_ace(cards: Sequence[Card]) -> bool:
    """Whether there is an ace among the cards."""
    return any(card_value(card.code) == ACE for card in cards)


def total(cards: Sequence[Card]) -> int:
    """What the hand stands for, an ace as 11 where that does not bust."""
    return best_total(hard_total(cards), has_ace(cards))


def total_words(cards: Sequence[Card]) -> str:
    """The total as the dealer calls it: 16, soft 17."""
    return f"{'soft ' if is_soft(hard_total(cards), has_ace(cards)) else ''}{total(cards)}"


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Whether these are two cards that make 21."""
    return len(cards) == 2 and makes_blackjack(card_value(cards[0].code), card_value(cards[1].code))


def turn_the_hole_card(dealer: Sequence[Card]) -> Turned:
    """The dealer shows the hole card, the second of the dealer's two."""
    return Turned(dealer[1], None, HOLE_CARD)


def draw_for_the_dealer(pack: Pack, dealer: list[Card], hits_soft_17: bool) -> Script[None]:
    """The dealer draws to 17, and on soft 17 where the house says so (FB-1, RY-8)."""
    while dealer_draws(hard_total(dealer), has_ace(dealer), hits_soft_17):
        dealer.append(pack.draw("dealer"))
        yield Dealt(dealer[-1], None, DEALER_DRAW)
