"""How long each motion of the dealer stays on the screen before the next one."""

from __future__ import annotations

from enum import StrEnum

from pitboss.play.steps import Answered, Dealt, Event, Face, Moved, Seat, Settled, Turned, Voided, Wagered


class Pace(StrEnum):
    """The speed of the dealer's hands."""

    CALM = "calm"
    NORMAL = "normal"
    QUICK = "quick"
    INSTANT = "instant"

    @property
    def factor(self) -> float:
        """How many times the normal pause."""
        return {Pace.CALM: 2.0, Pace.NORMAL: 1.0, Pace.QUICK: 0.4, Pace.INSTANT: 0.0}[self]

    @property
    def next(self) -> Pace:
        """The next pace in turn."""
        paces = list(Pace)
        return paces[(paces.index(self) + 1) % len(paces)]


CARD_SECONDS, MOMENT_SECONDS, ANSWER_SECONDS, CHIP_SECONDS, OTHER_CHIP_SECONDS = 0.14, 0.7, 0.25, 0.45, 0.2


def pause_seconds(event: Event, you: Seat | None, pace: Pace) -> float:
    """Return the seconds to wait after showing an event; a card that everybody waits for gets its moment."""
    return _normal_seconds(event, you) * pace.factor


def _normal_seconds(event: Event, you: Seat | None) -> float:
    match event:
        case Turned() | Voided():
            return MOMENT_SECONDS
        case Dealt(seat=None, face=Face.UP):
            return MOMENT_SECONDS / 2
        case Dealt() | Moved() | Wagered():
            return CARD_SECONDS
        case Answered():
            return ANSWER_SECONDS
        case Settled(seat=seat):
            return CHIP_SECONDS if seat == you else OTHER_CHIP_SECONDS
    return 0.0
