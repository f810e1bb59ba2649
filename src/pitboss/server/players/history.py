"""A round as its player's score sheet lists it."""

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
        """The seat of the round, which is one player's."""
        return self.round_id, self.seat
