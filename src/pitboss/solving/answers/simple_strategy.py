"""A strategy that a person can remember: its rules, and its value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.statistics.exactness import Number


class SimplePlay(Struct, frozen=True):
    """
    A game's simplest sensible strategy under some rules, returned by `simple(rules)` in its `simulate/simple.py`.

    `pitboss.lab.simple_price` computes what it costs.
    """

    sentences: tuple[str, ...]
    """The rules a player must remember, one sentence each."""
    ev: Number | None = None
    """The expected value of a round in the units of the game as played, or None if it is not computed exactly."""
    start: str = ""
    """The strategy that its strategy file starts from; empty if no file can express it."""
    changes: Mapping[str, Any] = {}
    """The content of the file, as `pitboss simulate --strategy` reads it."""
    bets: tuple[str, ...] = ()
    """If `ev` is None: the bets to simulate because play affects them. Other bets are as in best play."""
    side_bets: tuple[str, ...] = ()
    """Optional side bets, each judged by its own edge."""
