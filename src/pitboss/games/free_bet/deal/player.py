"""A player's spot during the round: the hands, and the bets still to be settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from pitboss.cards import Card
from pitboss.games.dealing import blackjack
from pitboss.games.dealing.split_hands import CardsOfHand, HandsOfPlayer
from pitboss.money import FREE, Cents
from pitboss.play.bets import SeatBets
from pitboss.play.steps import Seat

RIDES_ON_A_HAND = ("main", "toke")
SIDE_BETS = ("pot-of-gold", "push-22")
ORIGINAL = 1


class CardPosition(Enum):
    """The position of a hand's cards."""

    OPEN = auto()
    TUCKED = auto()
    SIDEWAYS = auto()
    RACK = auto()


@dataclass(slots=True)
class Stake:
    """The money on a hand for one bet: chips, and free bets next to them (FB-4)."""

    chips: Cents = FREE
    free: list[Cents] = field(default_factory=list)
    """One amount for each token. The dealer sizes in once for each."""


@dataclass(slots=True, eq=False)
class Hand(CardsOfHand):
    """One hand, numbered from the dealer's left (C-8). Hand 1 is the original and holds the first card dealt."""

    number: int
    cards: list[Card]
    stakes: dict[str, Stake]
    is_free: bool = False
    """Whether the hand was created by a free split."""
    of_split_aces: bool = False
    tokens: int = 0
    """The number of tokens next to the hand."""
    is_closed: bool = False
    """Whether the hand stood, hit or was doubled for money, so it can't earn any more tokens."""
    is_doubled: bool = False
    is_played: bool = False
    is_settled: bool = False
    position: CardPosition = CardPosition.OPEN

    @property
    def is_live(self) -> bool:
        """Whether the hand is still to be compared with the dealer's."""
        return not self.is_settled and not self.is_bust


@dataclass(slots=True, eq=False)
class Player(HandsOfPlayer[Hand]):
    """One seat's bets and hands."""

    seat: Seat
    wagers: Mapping[str, Cents]
    """The bets on the hand: the main bet, and the toke if any (FB-9)."""
    side_bets: dict[str, Cents]
    """Pot of Gold, Push 22 and insurance, until they are settled."""
    hands: list[Hand] = field(default_factory=list)
    """The hands from the dealer's left, in playing order."""
    tokens: int = 0
    """The tokens earned by all hands of this player (FB-6)."""

    @classmethod
    def with_bets(cls, seat: Seat, bets: SeatBets) -> Player:
        """Return a player before the deal, with the bets placed and an empty hand."""
        wagers = {bet: bets[bet] for bet in RIDES_ON_A_HAND if bet in bets}
        player = cls(seat, wagers, {bet: bets[bet] for bet in SIDE_BETS if bet in bets})
        player.hands.append(Hand(ORIGINAL, [], {bet: Stake(chips) for bet, chips in wagers.items()}))
        return player

    @property
    def has_blackjack(self) -> bool:
        """Whether the original hand is a blackjack."""
        return blackjack.is_natural(self.original.cards)

    def first_hand(self) -> list[Card]:
        """Return the cards of the original hand."""
        return self.original.cards

    def add_hand(self, split: Hand, stakes: dict[str, Stake], is_free: bool) -> Hand:
        """Move the second card of a pair to a new hand to the right of the one it came from (FB-3, C-8)."""
        aces = split.values == (1, 1)
        new = Hand(split.number + 1, [split.cards.pop()], stakes, is_free, aces)
        split.of_split_aces = aces
        self.add_to_right(split, new)
        return new
