"""The options of a game's rules for a form: group, title, allowed values, meaning, and the ruling behind each."""

from __future__ import annotations

from typing import Any

from pitboss.money import Pays
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.option_values import Between, choices_of
from pitboss.play.options.rules import SHEET, HouseRules, Money, kinds
from pitboss.play.words import without_rulings
from pitboss.server.http.models import OptionInfo, Preset

SHOE, RULES, PAYOUTS, LIMITS = GROUPS = ("Shoe", "Rules", "Payouts", "Limits")
_SHOE_WORDS = ("deck", "joker", "cut_card", "shoe")
_PAY_WORDS = ("pays", "paytable")
_SPELLED_OUT = {"twenty_one_plus_three": "21+3"}
"""Bet names that are spelled out in option names, because an identifier can't start with a digit."""
_LONG_WORDS = {"min": "minimum", "max": "maximum", "most": "maximum", "percent": "(%)", "hits": "dealer hits"}


def options_of(game: Game) -> list[OptionInfo]:
    """Return a game's options, sorted by group and then in the order that its rules define them."""
    rules = game.rules()
    bets = game.bets(rules)
    options = [_option(rules, bets, name, kind) for name, kind in kinds(game.rules).items()]
    return sorted(options, key=lambda option: GROUPS.index(option.group))


def _option(rules: HouseRules, bets: tuple[Bet, ...], name: str, kind: Any) -> OptionInfo:
    value = rules.as_data()[name]
    bounds = next((part for part in getattr(kind, "__metadata__", ()) if isinstance(part, Between)), None)
    held = getattr(rules, name)
    return OptionInfo(
        name=name, title=title_of(name, bets), group=group_of(name, held, kind), kind=_kind(held, value, kind),
        value=value, choices=list(choices_of(kind)), least=bounds.least if bounds else None,
        most=bounds.most if bounds else None, columns=list(held.columns) if isinstance(held, Paytable) else [],
        presets=_presets(rules, name, held),
        meaning=without_rulings(rules.meaning(name)), ruling=rules.ruling(name),
    )  # fmt: skip


def title_of(name: str, bets: tuple[Bet, ...]) -> str:
    """Return an option's name as a label, with the title of the bet it belongs to."""
    for bet in sorted(bets, key=lambda bet: -len(bet.name)):
        of_bet = bet.name.replace("-", "_")
        if name == of_bet:
            return bet.title
        if name.startswith(f"{of_bet}_"):
            rest = name.removeprefix(f"{of_bet}_").replace("_", " ")
            return f"{bet.title} {rest.removeprefix(f'{bet.title.split()[-1].lower()} ')}"
    for spelled, short in _SPELLED_OUT.items():
        name = name.replace(spelled, short)
    words = " ".join(_LONG_WORDS.get(word, word) for word in name.split("_"))
    return words[0].upper() + words[1:]


def group_of(name: str, held: object, kind: Any) -> str:
    """Return an option's group, based on its type and on the words in its name."""
    if any(word in name for word in _SHOE_WORDS):
        return SHOE
    if isinstance(held, Paytable | Pays) or any(word in name for word in _PAY_WORDS):
        return PAYOUTS
    return LIMITS if kind == Money or name == "seats" else RULES


def _presets(rules: HouseRules, name: str, held: object) -> list[Preset]:
    """Return the published pay tables for an option, with their names, the rule sheet's table first."""
    if not isinstance(held, Paytable):
        return []
    named = rules.table_names(name)
    default = type(rules).options()[name]
    return [
        Preset(
            name="Official" if called == SHEET else called.replace("-", " ").title(), source=table.source,
            value=type(rules).read({name: called}).as_data()[name] if called != SHEET else rules.as_data()[name],
        )
        for called, table in named.items()
        if called == SHEET or default.read(table.lines) != default
    ]  # fmt: skip


def _kind(held: object, value: object, kind: Any) -> str:
    """Return the type of form field for an option."""
    if isinstance(held, Paytable):
        return "table"
    if isinstance(value, bool):
        return "yes-no"
    if choices_of(kind):
        return "choice"
    return "number" if isinstance(value, int) else "text"
