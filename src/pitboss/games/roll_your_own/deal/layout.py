"""The hands on the layout during the round: one row for each blackjack bet, extended by splits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from pitboss.cards import Card
from pitboss.games.dealing import blackjack
from pitboss.games.roll_your_own.deal import hands
from pitboss.money import Cents, Pays
from pitboss.play.steps import Discarded, Event, Seat, Settled
from pitboss.ranking.totals import card_value


@dataclass(eq=False)
class LaidHand:
    """One blackjack hand and its bet."""

    seat: Seat
    bet: str
    stake: Cents
    cards: list[Card]
    number: int | None = None
    """The number of the hand within its bet, from the dealer's left, after a split (C-8)."""
    is_doubled: bool = False
    is_settled: bool = False

    @property
    def at(self) -> str:
        """The place of the hand's cards on the layout. The first hand of a split stays in its place."""
        return f"{self.bet}-hand" if self.number in (None, 1) else f"{self.bet}-hand-{self.number}"

    @property
    def name(self) -> str:
        """The hand in words: two-card hand, one-card hand 3."""
        return f"{self.bet} hand" + (f" {self.number}" if self.number else "")

    @property
    def total(self) -> int:
        """The best total of the hand."""
        return blackjack.total(self.cards)

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the hand's cards, with an ace as 1."""
        return tuple(card_value(card.code) for card in self.cards)

    @property
    def is_blackjack(self) -> bool:
        """Whether the hand is 21 in the first two cards. A split hand is never a blackjack (RY-6, RY-7)."""
        return self.number is None and blackjack.is_natural(self.cards)

    @property
    def is_finished(self) -> bool:
        """Whether there is no decision left for the hand (C-6)."""
        return hands.is_finished(self.total, self.is_doubled, self.values[0], self.number is not None)

    def settle(self, pays: Pays, line: str, clause: str, motion: str) -> Iterator[Event]:
        """Settle all the money on the hand, then discard its cards to the rack (C-10)."""
        self.is_settled = True
        back = pays.back(self.stake)
        yield Settled(self.seat, self.bet, self.stake, back, line, pays, clause, self.number, motion=motion)
        yield Discarded(self.at, self.seat, len(self.cards), motion="rack-hand")


Row: TypeAlias = list[LaidHand]
"""The hands of one blackjack bet from left to right, which is the order of play (C-8)."""


@dataclass(eq=False)
class Layout:
    """Everything still to be settled: the players' rows, the dealer's cards, and the insurance bets."""

    rows: list[Row]
    dealer: list[Card]
    insured: dict[Seat, Cents] = field(default_factory=dict)

    @property
    def up_card(self) -> Card:
        """The dealer's face-up card."""
        return self.dealer[0]

    def in_action(self) -> Iterator[LaidHand]:
        """Yield the unsettled hands from the dealer's left, two-card before one-card (RY-5)."""
        return (hand for row in self.rows for hand in row if not hand.is_settled)

    def waiting(self) -> list[LaidHand]:
        """Return the unsettled hands from the dealer's right, in the order in which they are settled (C-9)."""
        return list(self.in_action())[::-1]
