"""What only Beat the Dealer's dealer does: reading hands aloud."""

from __future__ import annotations

from pitboss.cards import Card, signs
from pitboss.play.steps import Event, Seat


class HandRead(Event, frozen=True):
    """The dealer read a hand at the showdown; no seat means the dealer's own."""

    seat: Seat | None
    hand: str
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        whose = "The dealer" if self.seat is None else f"Seat {self.seat}"
        return f"{whose} has {self.hand}: {signs(self.cards)}."


class Folded(Event, frozen=True):
    """A seat gave up its ante; its cards stay face down."""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} folds."
