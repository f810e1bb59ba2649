"""The pauses between the dealer's motions on the screen."""

from __future__ import annotations

from enum import StrEnum

from pitboss.play.steps import Answered, Dealt, Event, Face, Moved, Seat, Settled, Turned, Voided, Wagered


class Pace(StrEnum):
    """The speed of dealing."""

    CALM = "calm"
    NORMAL = "normal"
    QUICK = "quick"
    INSTANT = "instant"

    @property
    def next(self) -> Pace:
        """The next pace in turn."""
        paces = list(Pace)
        return paces[(paces.index(self) + 1) % len(paces)]


FACTORS = {Pace.CALM: 2.0, Pace.NORMAL: 1.0, Pace.QUICK: 0.4, Pace.INSTANT: 0.0}
CARD_SECONDS, MOMENT_SECONDS, ANSWER_SECONDS, CHIP_SECONDS, OTHER_CHIP_SECONDS = 0.14, 0.7, 0.25, 0.45, 0.2


def pause_seconds(event: Event, you: Seat | None, pace: Pace) -> float:
    """Return the seconds to wait after showing an event; longer for a card that is turned over."""
    seconds = 0.0
    match event:
        case Turned() | Voided():
            seconds = MOMENT_SECONDS
        case Dealt(seat=None, face=Face.UP):
            seconds = MOMENT_SECONDS / 2
        case Dealt() | Moved() | Wagered():
            seconds = CARD_SECONDS
        case Answered():
            seconds = ANSWER_SECONDS
        case Settled(seat=seat):
            seconds = CHIP_SECONDS if seat == you else OTHER_CHIP_SECONDS
    return seconds * FACTORS[pace]
