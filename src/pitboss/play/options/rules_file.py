"""House-rules files in TOML, with the description of every option as a comment."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping
from typing import TypeVar

from pitboss.paytable import Paytable
from pitboss.play.options.rules import HouseRules
from pitboss.play.records.text_file import read_text, read_toml
from pitboss.play.refused import Refused, folded

R = TypeVar("R", bound=HouseRules)
_WIDTH = 98
_GAME = "game"
"""The key in a rules file that names its game."""


def load_rules(kind: type[R], path: str | None = None, settings: Iterable[str] = ()) -> R:
    """Load rules from a file, or the defaults if there is none, and apply the settings."""
    rules = kind() if path is None else _from_file(kind, path)
    settings = tuple(settings)
    return rules.with_settings(settings) if settings else rules


def read_rules(kind: type[R], text: str) -> R:
    """Parse rules from the text of a rules file; missing options take their defaults."""
    data = read_toml(text)
    _check_game(kind, data.pop(_GAME, kind.title))
    return kind.read(data)


def write_rules(rules: HouseRules) -> str:
    """Return the rules as text that `read_rules` parses back."""
    plain = rules.as_data()
    tables = [name for name, value in plain.items() if isinstance(value, Mapping)]
    parts = [f"# House rules. A line that is taken out has its default.\n{_GAME} = {_toml(rules.title)}\n"]
    parts += [_entry(rules, name, plain[name]) for name in plain if name not in tables]
    parts += [_table(rules, name, plain[name]) for name in tables]
    return "\n".join(parts)


def _check_game(kind: type[HouseRules], title: object) -> None:
    """Raise if the file names another game. The start of the title is enough; case and punctuation are ignored."""
    name = folded(str(title))
    if not name or not folded(kind.title).startswith(name):
        raise Refused("other-game", f"these are the rules of {title}, not of {kind.title}")


def _from_file(kind: type[R], path: str) -> R:
    text = read_text(path, "rules file")
    try:
        return read_rules(kind, text)
    except Refused as refused:
        raise Refused(refused.code, f"{path}: {refused.reason}") from None


def _entry(rules: HouseRules, name: str, value: object) -> str:
    choices = rules.choices(name)
    comment = rules.meaning(name) + (f" One of: {', '.join(choices)}." if choices else "")
    return f"{_comment(comment)}{name} = {_toml(value)}\n"


def _table(rules: HouseRules, name: str, lines: Mapping[str, object]) -> str:
    table: Paytable = getattr(rules, name)
    heads = f" Columns: {', '.join(table.columns)}." if len(table.columns) > 1 else ""
    rows = "".join(f"{_toml(line)} = {_toml(pays)}\n" for line, pays in lines.items())
    return f"{_comment(rules.meaning(name) + heads)}[{name}]\n{rows}"


def _comment(text: str) -> str:
    return "".join(f"# {line}\n" for line in textwrap.wrap(text, _WIDTH, break_on_hyphens=False))


def _toml(value: object) -> str:
    """Format one value as TOML; for strings, numbers, lists and booleans JSON is valid TOML."""
    return json.dumps(value, ensure_ascii=False)
