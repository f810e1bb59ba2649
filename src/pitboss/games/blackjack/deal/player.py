"""A player's spot during the round: the hands, and the bets still to be settled."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.games.blackjack.deal.rules import SIDE_BETS
from pitboss.games.dealing import blackjack
from pitboss.games.dealing.split_hands import CardsOfHand, HandsOfPlayer
from pitboss.money import Cents
from pitboss.play.bets import SeatBets
from pitboss.play.steps import Seat


@dataclass(slots=True, eq=False)
class Hand(CardsOfHand):
    """One hand and its wager. Hand 1 is the original and holds the first card dealt (C-8)."""

    number: int
    cards: list[Card]
    stake: Cents
    of_split: bool = False
    of_split_aces: bool = False
    is_doubled: bool = False
    is_played: bool = False
    is_settled: bool = False


@dataclass(slots=True, eq=False)
class Player(HandsOfPlayer[Hand]):
    """One seat's bets and hands."""

    seat: Seat
    wager: Cents
    side_bets: dict[str, Cents]
    """Side bets and insurance, until they are settled."""
    hands: list[Hand] = field(default_factory=list)
    """The hands from the dealer's left, in playing order."""
    before_split: tuple[Card, ...] = ()
    """The first two cards, if they were split."""

    @classmethod
    def with_bets(cls, seat: Seat, bets: SeatBets) -> Player:
        """Return a player before the deal, with the bets placed and an empty hand."""
        side = {bet: bets[bet] for bet in SIDE_BETS if bet in bets}
        return cls(seat, bets["main"], side, [Hand(1, [], bets["main"])])

    def first_hand(self) -> list[Card]:
        """Return the cards of the original hand."""
        return self.original.cards

    @property
    def first_two(self) -> tuple[Card, Card]:
        """The first two cards dealt, which decide the side bets."""
        first, second = self.before_split or self.original.cards[:2]
        return first, second

    @property
    def has_blackjack(self) -> bool:
        """Whether the original hand is a blackjack. 21 after a split is not (BJ-8)."""
        return not self.original.of_split and blackjack.is_natural(self.original.cards)

    @property
    def is_waiting(self) -> bool:
        """Whether a hand is still to be settled."""
        return any(not hand.is_settled for hand in self.hands)

    def split(self, hand: Hand) -> Hand:
        """Move the second card of a pair to a new hand to the right of the one it came from (BJ-8, C-8)."""
        self.before_split = self.before_split or tuple(hand.cards)
        aces = hand.values == (1, 1)
        new = Hand(hand.number + 1, [hand.cards.pop()], self.wager, True, aces)
        hand.of_split, hand.of_split_aces = True, aces
        self.add_to_right(hand, new)
        return new
