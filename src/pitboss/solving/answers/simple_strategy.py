"""A strategy a person can keep: what it says, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.statistics.exactness import Number


class SimplePlay(Struct, frozen=True):
    """
    What a game's `simulate/simple.py` says of its simplest sensible play under some rules: `simple(rules)`.

    `pitboss.lab.simple_price` sets a price on it.
    """

    sentences: tuple[str, ...]
    """What a player must keep in mind, a sentence each."""
    ev: Number | None = None
    """What a round wins on average, in the units of the game as played; nothing where it is not counted."""
    start: str = ""
    """The strategy that a strategy file of it starts from; nothing where no file can say it."""
    changes: Mapping[str, Any] = {}
    """What the file says, as `pitboss simulate --strategy` reads it."""
    bets: tuple[str, ...] = ()
    """Where it is not counted: the bets that play bears on, to be simulated; the others are as in best play."""
    side_bets: tuple[str, ...] = ()
    """Bets that may be made beside it, each judged by its own edge."""
