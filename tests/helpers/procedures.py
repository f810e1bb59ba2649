"""The motions of a round, and a check against its game's procedure."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.games.procedure import procedure_of
from pitboss.play.steps import Event


def motions(events: Iterable[Event]) -> list[str]:
    return [event.motion for event in events]


def follows(game: str, events: Iterable[Event]) -> bool:
    """Return whether a round that was not voided follows the procedure."""
    return procedure_of(game).follows(motions(events))
