"""Visibility rules: which cards a seat may see."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.cards import HIDDEN, Card
from pitboss.play.steps import Burned, Dealt, Event, Face, Seat, Turned


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


def cards_seen(seen: Iterable[Event], seat: Seat | None = None, at: str | None = None) -> list[Card]:
    """Return the visible cards dealt or turned, in order; `seat` and `at` restrict them to one seat or place."""
    return [
        event.card
        for event in seen
        if isinstance(event, (Dealt, Turned)) and not event.card.is_hidden
        and (seat is None or event.seat == seat) and (at is None or event.at == at)
    ]  # fmt: skip
