"""A player's hands and bets while the round is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.kit import Card, Cents, Seat, SeatBets, signs
from pitboss.ranking.totals import best_total, card_value, is_blackjack, is_soft

SIDE_BETS = ("perfect-pairs", "21+3")


def hard_total(cards: Sequence[Card]) -> int:
    """Return the cards added up with every ace as 1."""
    return sum(card_value(card.code) for card in cards)


def has_ace(cards: Sequence[Card]) -> bool:
    """Return whether an ace is among the cards."""
    return any(card_value(card.code) == 1 for card in cards)


def total_of(cards: Sequence[Card]) -> int:
    """Return the best total of the cards."""
    return best_total(hard_total(cards), has_ace(cards))


def called(cards: Sequence[Card]) -> str:
    """Return the total as the dealer calls it."""
    return f"{'soft ' if is_soft(hard_total(cards), has_ace(cards)) else ''}{total_of(cards)}"


def is_natural(cards: Sequence[Card]) -> bool:
    """Return whether these are the two cards of a blackjack."""
    return len(cards) == 2 and is_blackjack(card_value(cards[0].code), card_value(cards[1].code))


@dataclass(slots=True, eq=False)
class Hand:
    """One hand, numbered from the dealer's left; hand 1 keeps the first card."""

    number: int
    cards: list[Card]
    stake: Cents
    of_split: bool = False
    is_done: bool = False
    is_settled: bool = False

    @property
    def total(self) -> int:
        """The best total."""
        return total_of(self.cards)

    @property
    def at(self) -> str:
        """Its place on the layout."""
        return f"hand-{self.number}"

    @property
    def values(self) -> tuple[int, ...]:
        """The values of its cards, an ace as 1."""
        return tuple(card_value(card.code) for card in self.cards)

    @property
    def is_split_ace(self) -> bool:
        """Whether it grew from one of two split aces."""
        return self.of_split and self.values[0] == 1

    def __str__(self) -> str:
        return f"hand {self.number}, {signs(self.cards)} ({called(self.cards)})"


@dataclass(slots=True, eq=False)
class Player:
    """One seat."""

    seat: Seat
    wager: Cents
    side_bets: dict[str, Cents]
    hands: list[Hand] = field(default_factory=list)

    @classmethod
    def with_bets(cls, seat: Seat, bets: SeatBets) -> Player:
        """Return the player before the deal."""
        side = {bet: bets[bet] for bet in SIDE_BETS if bet in bets}
        return cls(seat, bets["main"], side, [Hand(1, [], bets["main"])])

    @property
    def dealt(self) -> Hand:
        """The hand as dealt, or the one that kept its first card."""
        return self.hands[0]

    @property
    def has_blackjack(self) -> bool:
        """Whether the hand as dealt is a blackjack."""
        return len(self.hands) == 1 and is_natural(self.dealt.cards)

    @property
    def is_waiting(self) -> bool:
        """Whether a hand waits for the dealer's."""
        return any(not hand.is_settled for hand in self.hands)

    def split(self, hand: Hand) -> Hand:
        """Make the second card of a pair a hand of its own, the last in the order of playing after this one."""
        new = Hand(len(self.hands) + 1, [hand.cards.pop()], self.wager, of_split=True)
        hand.of_split = True
        self.hands.append(new)
        return new
