"""Strategy files: a named strategy and changes to it, in TOML."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.compute.random_choices import RANDOM
from pitboss.games.wording.strategy_words import Part
from pitboss.play.game import Game
from pitboss.play.records.text_file import read_text, read_toml
from pitboss.play.refused import Refused, one_of
from pitboss.simulation.plan import Plan, default_strategy, simulation_of, simulator

ENDING = ".toml"
_WIDTH = 98


class Strategy(NamedTuple):
    """A strategy by name, and the changes that a file makes to it."""

    start: str
    changes: Mapping[str, Any]
    file: str = ""


def strategy_called(game: Game, given: str | Mapping[str, Any]) -> Strategy:
    """Return a strategy by name, from a file, or from the data of a file."""
    if not isinstance(given, str):
        return strategy_of(game, given)
    is_named = given in simulation_of(game.name).STRATEGIES
    if is_named or not (given.endswith(ENDING) or (given and Path(given).exists())):
        return Strategy(given, {})
    return read_strategy(game, read_text(given, "strategy file"), given)


def read_strategy(game: Game, text: str, file: str) -> Strategy:
    """Parse the text of a strategy file. Its tables are validated when a simulation uses it."""
    try:
        return strategy_of(game, read_toml(text))._replace(file=file)
    except Refused as refused:
        raise Refused(refused.code, f"{file}: {refused.reason}") from None


def strategy_of(game: Game, data: Mapping[str, Any]) -> Strategy:
    """Return the strategy from the data of a file."""
    changes = dict(data)
    written_for, start = changes.pop("game", game.name), changes.pop("start", default_strategy(game.name))
    if written_for != game.name:
        raise Refused("bad-strategy", f"game: this strategy is for {written_for!r}, not for {game.name!r}")
    names = [name for name in simulation_of(game.name).STRATEGIES if name != RANDOM]
    if start not in names:
        raise Refused("bad-strategy", f"start must be {one_of(names)}, not {start!r}")
    return Strategy(start, changes)


def write_strategy(plan: Plan) -> str:
    """Return the text of a strategy file for the plan's strategy; lines that only approximate it are commented out."""
    if plan.strategy == RANDOM:
        raise Refused("no-strategy-file", "random play has no chart: print and edit another strategy")
    parts = sorted(simulator(plan).in_words(), key=lambda part: isinstance(part.found, Mapping))
    head = (
        f"A strategy for pitboss simulate {plan.game} --strategy FILE. It plays like `start`, with the changes"
        " below; a line that is removed changes nothing."
    )
    lines = [_comment(head), f"game = {_toml(plan.game)}", f"start = {_toml(plan.strategy)}"]
    for part in parts:
        lines += ["", *_part(part)]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return "\n".join(f"# {line}" for line in textwrap.wrap(text, _WIDTH, break_on_hyphens=False))


def _part(part: Part) -> Iterator[str]:
    about = part.about
    if not part.is_whole:
        about += (
            " The strategy considers more than a chart can show: these lines approximate it. Remove the # from those"
            " you want."
        )
    yield _comment(about)
    mark = "" if part.is_whole else "# "
    if isinstance(part.found, Mapping):
        yield f"[{part.name}]"
        yield from (f"{mark}{_key(name)} = {_value(row)}" for name, row in part.found.items())
    else:
        yield "\n".join(f"{mark}{line}" for line in f"{_key(part.name)} = {_value(part.found)}".splitlines())


def _key(name: str) -> str:
    return name if name.replace("-", "").isalnum() and name.isascii() else _toml(name)


def _value(found: object) -> str:
    """Return a value as TOML. JSON strings and lists are also valid TOML."""
    if isinstance(found, list) and any(isinstance(line, Mapping) for line in found):
        return "[" + "".join(f"\n    {_value(line)}," for line in found) + "\n]"
    if isinstance(found, Mapping):
        return "{ " + ", ".join(f"{_key(name)} = {_value(value)}" for name, value in found.items()) + " }"
    return _toml(found)


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
