"""Irregularities and the dealer's response to each: the cases for one game, and those common to all tables."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from pitboss.games import GAMES
from pitboss.play.options.conditions import holds
from pitboss.play.options.rules import HouseRules

FLOOR = "stop and call the floor"


@cache
def irregularities(game: str) -> tuple[dict[str, Any], ...]:
    """Return the game's own irregularities, from its `irregular.toml`; a game may have none."""
    return tuple(tomllib.loads(GAMES[game].provides.irregularities or "").get("cases", ()))


def irregularities_under(rules: HouseRules, game: str) -> list[dict[str, Any]]:
    """Return the irregularities that can occur under these house rules; `where` is a case's condition."""
    return [case for case in irregularities(game) if "where" not in case or holds(rules, case["where"])]


def every_case(game: str, rules: HouseRules) -> tuple[dict[str, Any], ...]:
    """Return the irregularities under these rules, and those common to all tables, which may happen at any moment."""
    return (*irregularities_under(rules, game), *_common_cases())


@cache
def _common_cases() -> tuple[dict[str, Any], ...]:
    common = (resources.files("pitboss.school.skills") / "irregular.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(common)["cases"])
