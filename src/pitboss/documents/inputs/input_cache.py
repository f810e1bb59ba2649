"""Answers of the lab kept on disk, as the odds are: by rules, version and sources."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from pitboss import __version__
from pitboss.compute.disk.source_hash import source_digest
from pitboss.games.odds import own_sources
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.solving.answers.cached_answers import kept_bytes
from pitboss.statistics.exactness import Number

LAB = ("lab/**/*.py", "simulation/*.py", "report/gather/*.py", "games/*/liability.py", "counting/exposure.py")
"""Sources beside the solvers' own that a kept answer depends on."""

EVERYTHING = ("**/*.py", "games/**/*.toml", "games/*.md", "report/**/*.toml", "report/render/*.typ")
"""All sources and data that a report comes from."""


def software_hash() -> str:
    """A hash of everything that a report comes from: our whole package, its data included."""
    return source_digest(EVERYTHING)


def kept_answer(game: Game, rules: HouseRules, what: str, more: Mapping[str, Any], solve: Callable[[], Any]) -> Any:
    """Plain data that is costly to find: from disk if it is there and whole, else found and kept."""
    asked = {
        "report": what, "game": game.name, "rules": rules.as_data(), "more": dict(more), "version": __version__,
        "lab": source_digest(LAB), "sources": own_sources(game.name),
    }  # fmt: skip
    return json.loads(kept_bytes(asked, lambda: json.dumps(solve(), ensure_ascii=False).encode()))


def packed(number: Number) -> Any:
    """A number as JSON keeps it: exact ones exactly."""
    return number if isinstance(number, float) else f"{Fraction(number).numerator}/{Fraction(number).denominator}"


def unpacked(kept: Any) -> Number:
    """The number again."""
    return Fraction(kept) if isinstance(kept, str) else float(kept)
