"""What lies on a player's spot while the round is dealt: the hands, and the bets still to settle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from pitboss.cards import Card, signs
from pitboss.games.dealing import blackjack
from pitboss.money import FREE, Cents
from pitboss.play.bets import SeatBets
from pitboss.play.steps import Seat
from pitboss.ranking.totals import BLACKJACK, card_value

RIDES_ON_A_HAND = ("main", "toke")
SIDE_BETS = ("pot-of-gold", "push-22")
ORIGINAL = 1


class Lies(Enum):
    """Where the cards of a hand are."""

    OPEN = auto()
    TUCKED = auto()
    SIDEWAYS = auto()
    RACK = auto()


@dataclass(slots=True)
class Stake:
    """What rides on a hand for one bet: chips that were put down, and free money beside them (FB-4)."""

    chips: Cents = FREE
    free: list[Cents] = field(default_factory=list)
    """An amount for each token: the dealer sizes in once for each of them."""


@dataclass(slots=True, eq=False)
class Hand:
    """One hand, numbered as it lies from the dealer's left (C-8); 1 is the original, which keeps the first card."""

    number: int
    cards: list[Card]
    stakes: dict[str, Stake]
    is_free: bool = False
    """Made by a free split."""
    of_split_aces: bool = False
    tokens: int = 0
    """Tokens that lie beside it."""
    is_closed: bool = False
    """Stood, hit or doubled for money: no free bet can come of it any more."""
    is_doubled: bool = False
    is_played: bool = False
    is_settled: bool = False
    lies: Lies = Lies.OPEN

    @property
    def total(self) -> int:
        """What the hand stands for."""
        return blackjack.total(self.cards)

    @property
    def is_bust(self) -> bool:
        """Whether it is over 21."""
        return self.total > BLACKJACK

    @property
    def is_live(self) -> bool:
        """Whether it waits for the dealer's hand."""
        return not self.is_settled and not self.is_bust

    @property
    def values(self) -> tuple[int, ...]:
        """The cards' values, an ace as 1."""
        return tuple(card_value(card.code) for card in self.cards)

    @property
    def at(self) -> str:
        """Its place on the layout."""
        return f"hand-{self.number}"

    def __str__(self) -> str:
        return f"hand {self.number}, {signs(self.cards)} ({blackjack.total_words(self.cards)})"


@dataclass(slots=True, eq=False)
class Player:
    """One seat's bets and hands."""

    seat: Seat
    wagers: Mapping[str, Cents]
    """What rides on the dealt hand, by bet: the main bet, and the toke if there is one (FB-9)."""
    side_bets: dict[str, Cents]
    """Pot of Gold, Push 22 and insurance, until they are settled."""
    hands: list[Hand] = field(default_factory=list)
    """From the dealer's left, in the order of playing."""
    tokens: int = 0
    """Earned by all hands grown from the one dealt (FB-6)."""

    @classmethod
    def with_bets(cls, seat: Seat, bets: SeatBets) -> Player:
        """The player before the deal: bets down, an empty hand."""
        wagers = {bet: bets[bet] for bet in RIDES_ON_A_HAND if bet in bets}
        player = cls(seat, wagers, {bet: bets[bet] for bet in SIDE_BETS if bet in bets})
        player.hands.append(Hand(ORIGINAL, [], {bet: Stake(chips) for bet, chips in wagers.items()}))
        return player

    @property
    def original(self) -> Hand:
        """The hand that keeps the first card dealt."""
        return self.hands[0]

    @property
    def has_blackjack(self) -> bool:
        """Whether the hand dealt is a blackjack."""
        return blackjack.is_natural(self.original.cards)

    def next_hand(self) -> Hand | None:
        """The hand whose turn it is, from the dealer's left."""
        return next((hand for hand in self.hands if not hand.is_played), None)

    def waiting(self) -> list[Hand]:
        """The hands not settled yet, from the dealer's right."""
        return [hand for hand in reversed(self.hands) if not hand.is_settled]

    def right_of(self, hand: Hand) -> list[Hand]:
        """The hands that lie to the right of this one, the farthest first."""
        return self.hands[: self.hands.index(hand) : -1]

    def add_hand(self, split: Hand, stakes: dict[str, Stake], is_free: bool) -> Hand:
        """The second card of a pair as a hand of its own, to the right of the one it came from (FB-3, C-8)."""
        aces = split.values == (1, 1)
        new = Hand(split.number + 1, [split.cards.pop()], stakes, is_free, aces)
        split.of_split_aces = aces
        self.hands.insert(self.hands.index(split) + 1, new)
        return new
