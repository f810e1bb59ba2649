"""What a seat may see, decided in one place."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import HIDDEN
from pitboss.play.steps import Burned, Dealt, Event, Face, Seat


def seen_by(event: Event, seat: Seat | None) -> Event:
    """The event as this seat sees it, hidden cards as backs; `None` is a watcher at the rail."""
    match event:
        case Burned(motion=motion):
            return Burned(HIDDEN, motion=motion)
        case Dealt(face=Face.DOWN, seat=owner, at=at, motion=motion):
            return Dealt(HIDDEN, owner, at, Face.DOWN, motion=motion)
        case Dealt(face=Face.OWN, seat=owner, at=at, motion=motion) if owner != seat or seat is None:
            return Dealt(HIDDEN, owner, at, Face.OWN, motion=motion)
    return event


def view(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """All that this seat has seen."""
    return tuple(seen_by(event, seat) for event in events)
