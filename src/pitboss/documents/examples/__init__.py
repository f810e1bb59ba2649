"""Worked examples: real rounds for every paying line and every ending."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["WorkedExample"]


class WorkedExample(Struct, frozen=True):
    """One round, what it shows, and its record."""

    shows: tuple[str, ...]
    """The outcomes shown, such as "Field: 2 and 6" or "Ante, hand 1 loses"."""
    lines: tuple[str, ...]
    record: str
    """The record of the round, for `pitboss replay`."""
