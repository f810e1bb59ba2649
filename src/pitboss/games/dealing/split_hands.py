"""A player's hands, side by side on the layout: the hands that splits add, and where their cards go (C-8)."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from pitboss.cards import Card, signs
from pitboss.games.dealing import blackjack
from pitboss.play.motions import MovedOver
from pitboss.play.steps import Script, Seat
from pitboss.ranking.totals import BLACKJACK, card_value


class CardsOfHand:
    """The cards of one hand, numbered from the dealer's left (C-8). Subclasses are dataclasses with these fields."""

    __slots__ = ()
    number: int
    cards: list[Card]

    @property
    def total(self) -> int:
        """The best total of the hand."""
        return blackjack.total(self.cards)

    @property
    def is_bust(self) -> bool:
        """Whether the total is over 21."""
        return self.total > BLACKJACK

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the cards, with an ace as 1."""
        return tuple(card_value(card.code) for card in self.cards)

    @property
    def at(self) -> str:
        """Its place on the layout."""
        return f"hand-{self.number}"

    def __str__(self) -> str:
        return f"hand {self.number}, {signs(self.cards)} ({blackjack.total_words(self.cards)})"


class _PlayedHand(Protocol):
    """A hand that records whether it has been played and settled."""

    number: int
    is_played: bool
    is_settled: bool

    @property
    def at(self) -> str:
        """Its place on the layout."""


H = TypeVar("H", bound=_PlayedHand)


class HandsOfPlayer(Generic[H]):
    """A player's hands from the dealer's left, in playing order."""

    __slots__ = ()
    seat: Seat
    hands: list[H]

    @property
    def original(self) -> H:
        """The hand that holds the first card dealt."""
        return self.hands[0]

    def next_hand(self) -> H | None:
        """Return the next hand to play, from the dealer's left, or None."""
        return next((hand for hand in self.hands if not hand.is_played), None)

    def waiting(self) -> list[H]:
        """Return the unsettled hands, from the dealer's right."""
        return [hand for hand in reversed(self.hands) if not hand.is_settled]

    def right_of(self, hand: H) -> list[H]:
        """Return the hands to the right of this one, the farthest first."""
        return self.hands[: self.hands.index(hand) : -1]

    def add_to_right(self, hand: H, new: H) -> None:
        """Put a new hand to the right of the one it came from (C-8)."""
        self.hands.insert(self.hands.index(hand) + 1, new)

    def make_room(self, hand: H) -> Script[None]:
        """Move the hands of earlier splits one place to the right, to make room next to this hand (C-8)."""
        for other in self.right_of(hand):
            at, number = other.at, other.number
            other.number += 1
            yield MovedOver(self.seat, at, other.at, number, motion="make-room")
