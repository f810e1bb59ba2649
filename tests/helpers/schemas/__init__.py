"""
JSON Schemas of records, rules and everything the commands print with `--json`.

Each schema is generated from a type of this package. The tests compare the published files with the types, and the
types with the actual output.
"""

from __future__ import annotations

from typing import Any

import msgspec

from helpers.schemas.command_shapes import TOLD
from pitboss.games import GAMES
from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.options.option_values import Between, choices_of
from pitboss.play.options.rules import Money, Payout, kinds

__all__ = ["TOLD", "rules_schema", "schemas"]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Return every published schema by file name."""
    told = {name: {"$schema": DIALECT, **msgspec.json.schema(kind)} for name, kind in TOLD.items()}
    return told | {f"rules-{name}": rules_schema(GAMES[name]) for name in GAMES}


def rules_schema(game: Game) -> dict[str, Any]:
    """Return the schema of a game's house-rules file, which is also that of the rules in its records."""
    options = {name: _option(game, name) for name in game.rules.options()}
    options["game"] = {"type": "string", "description": "Whose rules these are."}
    return {
        "$schema": DIALECT, "title": f"House rules of {game.title}", "type": "object", "properties": options,
        "additionalProperties": False,
    }  # fmt: skip


def _option(game: Game, name: str) -> dict[str, Any]:
    kind, default = kinds(game.rules)[name], game.rules.options()[name]
    told = {"description": game.rules.meaning(name), "default": game.rules().as_data()[name]}
    if isinstance(default, Paytable):
        cell = {"type": ["string", "number"]}
        line = {"anyOf": [cell, {"type": "array", "items": cell}, {"type": "object", "additionalProperties": cell}]}
        names = (*default.above, *(line for line, _ in default.lines))
        table = {"type": "object", "properties": dict.fromkeys(names, line), "additionalProperties": False}
        return {**told, "anyOf": [table, {"enum": list(game.rules.table_names(name))}]}
    if kind is bool:
        return {**told, "type": "boolean"}
    if choices := choices_of(kind):
        return {**told, "enum": list(choices)}
    if kind in (Money, Payout):
        return {**told, "type": ["string", "number"]}
    how = getattr(kind, "__metadata__", (None,))[0]
    return {
        **told,
        "type": "integer",
        **({"minimum": how.least, "maximum": how.most} if isinstance(how, Between) else {}),
    }
