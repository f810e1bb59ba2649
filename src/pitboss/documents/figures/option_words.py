"""House options and their values in words."""

from __future__ import annotations

from pitboss.paytable import Paytable
from pitboss.play.options.rules import HouseRules

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
    title = name.replace("_", " ")
    title = title[:1].upper() + title[1:]
    if not line:
        return title
    if isinstance(table, Paytable):
        column = next((each for each in table.columns if line.endswith(f".{each}")), "")
        if column:
            line = f"{line.removesuffix(f'.{column}')}, {column}"
    return f"{title}: {line}"


def value_words(value: str) -> str:
    """
    Return the value of an option in words.

    >>> value_words("true"), value_words("ante-and-double"), value_words("10:1"), value_words("-1:1")
    ('yes', 'ante and double', '10 to 1', 'loses')
    """
    if value == "-1:1":
        return "loses"
    head, colon, tail = value.partition(":")
    if colon and head.lstrip("-").isdigit() and tail.isdigit():
        return f"{head} to {tail}"
    return _SPOKEN.get(value, value.replace("-", " ").replace("_", " ") if not value.startswith("-") else value)
