"""A round as listed on a player's score sheet."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.play.steps import Seat


class RoundPlayed(NamedTuple):
    """One round of one player."""

    round_id: int
    seat: Seat
    table: str
    number: int
    net: int

    @property
    def key(self) -> tuple[int, int]:
        """Return the round and seat, which identify a single player's result."""
        return self.round_id, self.seat
