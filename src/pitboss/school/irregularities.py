"""Irregularities and the dealer's response to each: the cases of one game, and those of every table."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from pitboss.games import GAMES

FLOOR = "stop and call the floor"


@cache
def irregularities(game: str) -> tuple[dict[str, Any], ...]:
    """Return the game's own irregularities, from its `irregular.toml`; a game may have none."""
    return tuple(tomllib.loads(GAMES[game].provides.irregularities or "").get("cases", ()))


@cache
def every_case(game: str) -> tuple[dict[str, Any], ...]:
    """Return the game's own irregularities and those of every table, which may happen at any moment."""
    common = (resources.files("pitboss.school.skills") / "irregular.toml").read_text(encoding="utf-8")
    return (*irregularities(game), *tomllib.loads(common)["cases"])
