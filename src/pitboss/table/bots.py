"""Bots at the table: what they are called."""

from __future__ import annotations

NAMES = (
    "Deuce", "Trey", "Knave", "Snowman", "Boxcars", "Spadille", "Hooks", "Duckling", "Cowboy", "Crabs", "Manille",
    "Basto",
)  # fmt: skip
"""Old names of cards and throws."""

PURSE = 10**9
"""More than any bot bets: the bots' account may go below nothing."""
