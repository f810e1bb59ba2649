"""The hands on the layout while the script holds them: one row for each blackjack bet, grown by splits."""

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
    """One blackjack hand and the money on it."""

    seat: Seat
    bet: str
    stake: Cents
    cards: list[Card]
    number: int | None = None
    """Which of the hands of this bet it is, from the dealer's left, once the bet was split (C-8)."""
    is_doubled: bool = False
    is_settled: bool = False

    @property
    def at(self) -> str:
        """Where its cards lie: the first hand of a split stays where it was."""
        return f"{self.bet}-hand" if self.number in (None, 1) else f"{self.bet}-hand-{self.number}"

    @property
    def name(self) -> str:
        """The hand in words: two-card hand, one-card hand 3."""
        return f"{self.bet} hand" + (f" {self.number}" if self.number else "")

    @property
    def total(self) -> int:
        """What the hand stands for."""
        return blackjack.total(self.cards)

    @property
    def values(self) -> tuple[int, ...]:
        """The values of its cards, ace 1."""
        return tuple(card_value(card.code) for card in self.cards)

    @property
    def is_blackjack(self) -> bool:
        """21 in the first two cards; after a split it is none (RY-6, RY-7)."""
        return self.number is None and blackjack.is_natural(self.cards)

    @property
    def is_finished(self) -> bool:
        """Whether its player has nothing left to choose (C-6)."""
        return hands.is_finished(self.total, self.is_doubled, self.values[0], self.number is not None)

    def settle(self, pays: Pays, line: str, clause: str, motion: str) -> Iterator[Event]:
        """All the money on this hand, decided once; then its cards go to the rack (C-10)."""
        self.is_settled = True
        back = pays.back(self.stake)
        yield Settled(self.seat, self.bet, self.stake, back, line, pays, clause, self.number, motion=motion)
        yield Discarded(self.at, self.seat, len(self.cards), motion="rack-hand")


Row: TypeAlias = list[LaidHand]
"""The hands of one blackjack bet as they lie, which is the order they are played in (C-8)."""


@dataclass(eq=False)
class Layout:
    """All that is still to be decided: the players' rows, the dealer's two cards, the insurance bets."""

    rows: list[Row]
    dealer: list[Card]
    insured: dict[Seat, Cents] = field(default_factory=dict)

    @property
    def up_card(self) -> Card:
        """The dealer's card that everyone sees."""
        return self.dealer[0]

    def in_action(self) -> Iterator[LaidHand]:
        """The hands whose bets are not settled, from the dealer's left, two-card before one-card (RY-5)."""
        return (hand for row in self.rows for hand in row if not hand.is_settled)

    def waiting(self) -> list[LaidHand]:
        """The same from the dealer's right: the order of settling (C-9)."""
        return list(self.in_action())[::-1]
