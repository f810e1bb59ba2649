"""House rules as TOML text."""

from __future__ import annotations

import json
import tomllib
from typing import TypeVar

from pitboss.play.refused import Refused
from pitboss.play.rules import HouseRules

R = TypeVar("R", bound=HouseRules)


def read_rules(kind: type[R], text: str) -> R:
    """Rules from TOML; an option that is not in it has its default."""
    try:
        return kind.read(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Refused("bad-toml", f"this is not TOML: {error}") from None


def write_rules(rules: HouseRules) -> str:
    """Every option with its meaning."""
    plain = rules.model_dump(mode="json")
    simple = [
        f"# {rules.meaning(name)}\n{name} = {json.dumps(value)}\n"
        for name, value in plain.items()
        if not isinstance(value, dict)
    ]
    return "\n".join(simple)
