"""House options and their values in words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pitboss.paytable import Paytable
from pitboss.play.options.rules import HouseRules

_OPTION = re.compile(r" \((\w+)\)$")
_HYPHEN = re.compile(r"_|-(?!\d)")
"""Underscores and hyphens between words, but no minus sign or hyphen before a digit."""
_SPOKEN = {"true": "yes", "false": "no", "True": "yes", "False": "no"}


def option_title(rules: HouseRules, option: str) -> str:
    """
    Return an option, or a line of a pay table, in words.

    >>> from pitboss.games import GAMES
    >>> rules = GAMES["flop22"].rules()
    >>> option_title(rules, "match_pays"), option_title(rules, "bonus_table.Card Total 22.Hand 1")
    ('Match pays', 'Bonus table: Card Total 22, Hand 1')
    """
    name, _, line = option.partition(".")
    table = getattr(rules, name, None)
    title = name.replace("twenty_one_plus_three", "21+3").replace("_", " ")
    title = title[:1].upper() + title[1:]
    if not line:
        return title
    if isinstance(table, Paytable):
        column = next((each for each in table.columns if line.endswith(f".{each}")), "")
        if column:
            line = f"{line.removesuffix(f'.{column}')}, {column}"
    return f"{title}: {line}"


def setting_words(rules: HouseRules, settings: Iterable[str]) -> str:
    """
    Return changed options in words.

    >>> from pitboss.games import GAMES
    >>> setting_words(GAMES["free-bet"].rules(), ("hits_soft_17=false", "push_22_pays=10:1"))
    'Hits soft 17: no; Push 22 pays: 10 to 1'
    """
    pairs = (setting.partition("=") for setting in settings)
    return "; ".join(f"{option_title(rules, name)}: {value_words(value)}" for name, _, value in pairs) or "default"


def clause_words(rules: HouseRules, clause: str) -> str:
    """
    Return a clause with its option, if it names one, in words.

    >>> from pitboss.games import GAMES
    >>> clause_words(GAMES["flop22"].rules(), "F22-2 (equal_antes)")
    'F22-2, option “Equal antes”'
    """
    return _OPTION.sub(lambda found: f", option “{option_title(rules, found[1])}”", clause)


def value_words(value: str) -> str:
    """
    Return the value of an option in words.

    >>> value_words("true"), value_words("ante-and-double"), value_words("10:1"), value_words("-1:1")
    ('yes', 'ante and double', '10 to 1', 'loses')
    >>> value_words("9-11"), value_words("-2")
    ('9-11', '-2')
    """
    if value == "-1:1":
        return "loses"
    head, colon, tail = value.partition(":")
    if colon and head.lstrip("-").isdigit() and tail.isdigit():
        return f"{head} to {tail}"
    return _SPOKEN.get(value, _HYPHEN.sub(" ", value))
