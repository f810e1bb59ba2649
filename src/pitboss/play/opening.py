"""Events before a round: the pack is inspected, washed and shuffled."""

from __future__ import annotations

from typing import ClassVar

from pitboss.play.steps import Event


class Inspected(Event, frozen=True):
    """The dealer checked that the pack is complete (F22-11)."""

    is_routine: ClassVar[bool] = True
    cards: int

    def __str__(self) -> str:
        return f"The dealer inspects the deck: {self.cards} cards, none twice."


class Washed(Event, frozen=True):
    """The dealer washed the cards face down (F22-11)."""

    is_routine: ClassVar[bool] = True
    minutes: int

    def __str__(self) -> str:
        return f"The dealer washes the cards face down for {self.minutes} minutes."


class Shuffled(Event, frozen=True):
    """A fresh shuffle of the whole pack (C-3)."""

    is_routine: ClassVar[bool] = True
    cards: int
    by_machine: bool = False
    """Whether a machine shuffled instead of the dealer (RY-11)."""

    def __str__(self) -> str:
        return f"The {'shuffler' if self.by_machine else 'dealer'} shuffles {self.cards} cards."
