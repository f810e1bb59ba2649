"""The events found only in Roll Your Own."""

from __future__ import annotations

from pitboss.play.steps import Event, Turned
from pitboss.play.words import Words


class TurnedByPlayer(Turned, frozen=True):
    """A player turned a card face up in front of a blackjack bet to set the hands (rule 5)."""

    @property
    def kind(self) -> str:
        """The event kind in the data: a turned card, whoever turned it."""
        return "turned"

    def _describe(self, words: Words) -> str:
        assert self.seat is not None
        return f"{words.seat(self.seat, 'turns', 'turn')} {words.place(None, self.at)}: {self.card.sign}."


class TookTheRest(Event, frozen=True):
    """The dealer pressed the green button and took the remaining cards in hand (rule 4)."""

    cards: int

    def __str__(self) -> str:
        return f"The dealer presses the green button and takes the remaining {self.cards} cards in hand."


class RanOut(Event, frozen=True):
    """The dealer needed a card and the pack was empty (rule 8)."""

    def _describe(self, words: Words) -> str:
        return f"The pack has run out: every blackjack bet left in action wins{words.clause('RY-10')}."
