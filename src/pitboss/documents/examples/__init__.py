"""Worked examples: real rounds, found for every line that pays and every way a round can end."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["WorkedExample"]


class WorkedExample(Struct, frozen=True):
    """One round, what it shows, and how it was dealt."""

    shows: tuple[str, ...]
    """In words: "Field: 2 and 6", "Ante, hand 1 loses"."""
    lines: tuple[str, ...]
    record: str
    """The round in short, as `pitboss replay` reads it."""
