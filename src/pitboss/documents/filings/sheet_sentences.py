"""Sentences of a game's `sheet.toml` that apply under given rules, with their clauses."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from pitboss.games import GAMES
from pitboss.money import Pays
from pitboss.play.options.conditions import holds
from pitboss.play.options.rules import HouseRules


class Clause(NamedTuple):
    """A sentence of the filing and its source."""

    sentence: str
    source: str
    term: str = ""


@cache
def sheet_data(game: str) -> Mapping[str, Any]:
    """Return the data of the game's `sheet.toml`; empty if it has none."""
    return tomllib.loads(GAMES[game].provides.sheet or "")


def option_words(rules: HouseRules) -> dict[str, str]:
    """Return every option as it reads in a sentence: 3 to 2, $10, straight."""
    told = rules.as_data()
    return {name: value.spoken if isinstance(value := getattr(rules, name), Pays) else str(told[name]) for name in told}


def said_under(game: str, part: str, rules: HouseRules) -> list[Clause]:
    """Return the sentences of one part that apply under these rules."""
    options = option_words(rules)
    return [
        Clause(each["say"].format(**options), each.get("clause", ""), each.get("term", ""))
        for each in sheet_data(game).get(part, ())
        if ("where" not in each or holds(rules, each["where"]))
        and ("unless" not in each or not holds(rules, each["unless"]))
    ]
