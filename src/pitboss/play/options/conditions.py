"""Conditions on house rules, as written in the games' data files."""

from __future__ import annotations

from typing import Any


def holds(rules: Any, condition: str) -> bool:
    """Whether a condition holds: `jokers` (truthy), `bonus_pays=double-only`, `a|b` (any), `a&b` (all), `!a` (not)."""
    if "|" in condition:
        return any(holds(rules, each) for each in condition.split("|"))
    if "&" in condition:
        return all(holds(rules, each) for each in condition.split("&"))
    if condition.startswith("!"):
        return not holds(rules, condition[1:])
    name, equals, value = condition.partition("=")
    return str(rules.as_data()[name]) == value if equals else bool(getattr(rules, name))
