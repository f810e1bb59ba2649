"""Tables for the lab page: titles instead of names, two decimals, and every digit on hover and copy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.games import GAMES
from pitboss.lab.display import FigureTable, ResultView, kind_of
from pitboss.play.options.rules import HouseRules
from pitboss.solving.answers.analysis import Cell
from pitboss.solving.answers.figure_text import SHARES, cell, exactly, short_cell
from pitboss.statistics.simulated_figures import error_of

HEADS = {
    "ev": "expected value", "sd": "std dev", "se": "standard error", "hit": "wins", "push": "pushes",
    "5-card from": "bets from a 5-card stake of", "main ev": "main bet", "pot of gold ev": "Pot of Gold",
    "top": "top pay", "liability": "most to pay",
}  # fmt: skip
"""Column headings as worded on the page."""
OF_BETS = ("bet", "bets")
NOT_OF_A_BET = ("sd", "se", *SHARES)
MAX_WORTH = 0.5
"""Figures below this are shown in per cent of a bet, because two decimals would hide the differences."""


def game_of(rules: HouseRules) -> str:
    """Return the name of the game that has these rules."""
    return next(name for name, game in GAMES.items() if game.rules is type(rules))


def bet_titles(rules: HouseRules) -> dict[str, str]:
    """Return the title of every bet by its name."""
    return {bet.name: bet.title for bet in GAMES[game_of(rules)].bets(rules)}


def titled(name: str, titles: Mapping[str, str]) -> str:
    """
    Return the title of a bet, or of several such as `odd or even`; an unknown name is only capitalised.

    >>> titled("pot-of-gold", {"pot-of-gold": "Pot of Gold"}), titled("odd or even", {"odd": "Odd"}), titled("call", {})
    ('Pot of Gold', 'Odd or Even', 'Call')
    """
    if name in titles:
        return titles[name]
    words = re.split(r"( or | and )", name)
    return "".join(
        part if part.startswith(" ") else titles.get(part) or _capital(part.replace("-", " ")) for part in words
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def table_data(table: FigureTable, titles: Mapping[str, str]) -> dict[str, Any]:
    """Convert a table for the page: `rows` has every digit, `shown` two decimals."""
    places = range(len(table.columns))
    words = [any(isinstance(row[place], str) for row in table.rows) for place in places]
    rows = [[_named(cell, row, place, table, titles) for place in places] for row in table.rows]
    worths = _small_worths(table)
    short = [
        [
            short_cell(row[place], "house edge") if place in worths else _named(short_cell, row, place, table, titles)
            for place in places
        ]
        for row in table.rows
    ]
    exact = [[_exact(row[place]) for place in places] for row in table.rows]
    heads = [titles.get(column) or _capital(HEADS.get(column, column)) for column in table.columns]
    title = _capital(table.title.rpartition(": ")[2])
    return {
        "title": title, "columns": heads, "rows": rows, "shown": short, "exact": exact, "note": table.note,
        "words": words,
    }  # fmt: skip


def _small_worths(table: FigureTable) -> set[int]:
    """Return the indices of columns with values of bets, if all values are so small that two decimals hide them."""
    if ", in " in table.title:
        return set()
    worths = {}
    for place, column in list(enumerate(table.columns))[1:]:
        cells = [row[place] for row in table.rows]
        figures = [each for each in cells if isinstance(each, int | float | Fraction) and error_of(each) is None]
        if kind_of(column) not in NOT_OF_A_BET and len(figures) == len(cells) and any(each % 1 for each in figures):
            worths[place] = max(abs(float(each)) for each in figures)
    return set(worths) if all(each < MAX_WORTH for each in worths.values()) else set()


def _named(format_cell: Any, row: tuple[Cell, ...], place: int, table: FigureTable, titles: Mapping[str, str]) -> str:
    value, column = row[place], table.columns[place]
    if isinstance(value, str) and column in OF_BETS:
        return titled(value, titles)
    return str(format_cell(value, kind_of(column)))


def _exact(value: Cell) -> str:
    """Return a cell's exact value as a fraction, or an empty string if it has no short one."""
    return "" if value is None or isinstance(value, str) else exactly(value).removeprefix(" = ")


def shown(found: ResultView, rules: HouseRules) -> dict[str, Any]:
    """Return the tables of a result. The page draws its own charts."""
    titles = bet_titles(rules)
    return {"tables": [table_data(table, titles) for table in found.tables()]}
