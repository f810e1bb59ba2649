"""Events common to several games: cutting shoes, dealing packs, moving hands, and looking at cards."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from pitboss.play.steps import (
    Burned,
    Dealt,
    Discarded,
    Event,
    Motioned,
    Moved,
    Returned,
    Seat,
    Settled,
    Turned,
    Wagered,
)
from pitboss.play.words import Words, capital


class PackCut(Event, frozen=True):
    """A player cut the shuffled cards and the cut card was inserted (C-10)."""

    is_routine: ClassVar[bool] = True
    behind: int
    """The number of cards behind the cut card."""

    def __str__(self) -> str:
        return f"The pack is cut, and the cut card goes in with {self.behind} cards behind it."


class CutCardOut(Event, frozen=True):
    """The cut card came out of the shoe: the dealer shuffles after this round (FI-2, FB-1)."""

    def __str__(self) -> str:
        return "The cut card comes out: the dealer will shuffle after this round."


class PackDealt(Event, frozen=True):
    """Several cards were dealt in one motion, followed by an event for each; no seat means the dealer."""

    is_routine: ClassVar[bool] = True
    cards: int
    seat: Seat | None = None

    def _describe(self, words: Words) -> str:
        if self.seat is None:
            return f"The dealer takes a pack of {self.cards} cards."
        return f"The dealer gives {words.to(self.seat)} a pack of {self.cards} cards."


class Looked(Event, frozen=True):
    """A player looked at cards that nobody else may see (C-10)."""

    is_routine: ClassVar[bool] = True
    seat: Seat

    def _describe(self, words: Words) -> str:
        return f"{words.seat(self.seat, 'looks at its', 'look at your')} cards."


class MovedOver(Event, frozen=True):
    """A hand moved one place over to make room for a split hand, with its cards, chips and tokens (C-8)."""

    is_routine: ClassVar[bool] = True
    seat: Seat
    at: str
    to: str
    hand: int
    """Its previous number."""

    def _describe(self, words: Words) -> str:
        place = capital(words.place(self.seat, self.at))
        return f"{place} moves over and is now {words.place(None, self.to)}."


NO_MORE_BETS = Motioned("close-bets", "The dealer closes the bets with a wave of the hand.")
"""The event before the first card (C-10)."""


def with_motion(event: Event) -> Event:
    """
    Return the event with a motion name; if the script gave none, the event is named after what it does.

    >>> from pitboss.cards import parse_cards
    >>> with_motion(Dealt(parse_cards("8h")[0], None, "community-2")).motion
    'deal-community'
    """
    return event if event.motion else replace(event, motion=_motion_of(event))


def _motion_of(event: Event) -> str:
    match event:
        case Wagered(bet=bet):
            return f"bet-{bet}"
        case Settled(bet=bet, stake=stake, back=back):
            verb = "take" if back < stake else "pay" if back > stake else "push"
            return f"{verb}-{bet}" if stake else f"pay-{bet}-bonus"
        case Returned(bet=bet):
            return f"return-{bet}"
        case Dealt(at=at):
            return f"deal-{without_number(at)}"
        case Turned(at=at):
            return f"turn-{without_number(at)}"
        case Moved(at=at):
            return f"move-{without_number(at)}"
        case Burned():
            return "burn"
        case Discarded():
            return "rack"
    return event.kind


def without_number(at: str) -> str:
    """Return a place without its number: hand-1 and hand-2 are dealt by one motion."""
    name, _, number = at.rpartition("-")
    return name if name and number.isdigit() else at
