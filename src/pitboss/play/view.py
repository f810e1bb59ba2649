"""Visibility rules: which cards a seat may see."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import HIDDEN
from pitboss.play.steps import Burned, Dealt, Event, Face, Seat


def seen_by(event: Event, seat: Seat | None) -> Event:
    """Return the event as this seat sees it, with hidden cards as backs; None is a spectator."""
    match event:
        case Burned(motion=motion):
            return Burned(HIDDEN, motion=motion)
        case Dealt(face=Face.DOWN, seat=owner, at=at, motion=motion):
            return Dealt(HIDDEN, owner, at, Face.DOWN, motion=motion)
        case Dealt(face=Face.OWN, seat=owner, at=at, motion=motion) if owner != seat or seat is None:
            return Dealt(HIDDEN, owner, at, Face.OWN, motion=motion)
    return event


def view(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Return all events as this seat sees them."""
    return tuple(seen_by(event, seat) for event in events)
