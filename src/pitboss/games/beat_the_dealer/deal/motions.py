"""The dealer events found only in Beat the Dealer: hands read aloud, and folds."""

from __future__ import annotations

from pitboss.cards import Card, signs
from pitboss.play.steps import Event, Seat
from pitboss.play.words import Words


class HandRead(Event, frozen=True):
    """The dealer read a hand at the showdown. If `seat` is None, it is the dealer's own."""

    seat: Seat | None
    hand: str
    cards: tuple[Card, ...]

    def _describe(self, words: Words) -> str:
        whose = "The dealer has" if self.seat is None else words.seat(self.seat, "has", "have")
        return f"{whose} {self.hand}: {signs(self.cards)}."


class Folded(Event, frozen=True):
    """A seat folded and gave up its ante. Its cards stay face down."""

    seat: Seat

    def _describe(self, words: Words) -> str:
        return f"{words.seat(self.seat, 'folds', 'fold')}."
