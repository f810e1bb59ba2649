"""The motions of a round, and whether they go as its game's procedure says."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.games.procedure import procedure_of
from pitboss.play.steps import Event


def motions(events: Iterable[Event]) -> list[str]:
    """The motions of these events."""
    return [event.motion for event in events]


def follows(game: str, events: Iterable[Event]) -> bool:
    """Whether a round that was not called off goes as the procedure says."""
    return procedure_of(game).follows(motions(events))
