"""The options of a game's rules for a form: allowed values, meaning, and the ruling behind each."""

from __future__ import annotations

from typing import Any

from pitboss.paytable import Paytable
from pitboss.play.game import Game
from pitboss.play.options.option_values import Between, choices_of
from pitboss.play.options.rules import HouseRules, kinds
from pitboss.play.words import without_rulings
from pitboss.server.http.models import OptionInfo


def options_of(game: Game) -> list[OptionInfo]:
    """Return every option of a game, in the order of its rules."""
    rules = game.rules()
    return [_option(rules, name, kind) for name, kind in kinds(game.rules).items()]


def _option(rules: HouseRules, name: str, kind: Any) -> OptionInfo:
    value = rules.as_data()[name]
    bounds = next((part for part in getattr(kind, "__metadata__", ()) if isinstance(part, Between)), None)
    table = getattr(rules, name)
    return OptionInfo(
        name=name, kind=_kind(table, value, kind), value=value, choices=list(choices_of(kind)),
        least=bounds.least if bounds else None, most=bounds.most if bounds else None,
        columns=list(table.columns) if isinstance(table, Paytable) else [],
        meaning=without_rulings(rules.meaning(name)), ruling=rules.ruling(name),
    )  # fmt: skip


def _kind(held: object, value: object, kind: Any) -> str:
    """Return the type of form field for an option."""
    if isinstance(held, Paytable):
        return "table"
    if isinstance(value, bool):
        return "yes-no"
    if choices_of(kind):
        return "choice"
    return "number" if isinstance(value, int) else "text"
