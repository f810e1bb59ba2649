"""Checks of stored rounds."""

from __future__ import annotations

from pitboss.table.audit.verify import Games, read_round_or_say


def check_round(text: str, games: Games) -> list[str]:
    """Return the faults of a stored round as sentences, or an empty list if it holds and the replay matches."""
    checked = read_round_or_say(text, games)
    return [checked] if isinstance(checked, str) else checked.faults
