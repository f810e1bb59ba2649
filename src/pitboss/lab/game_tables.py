"""Games and their rules as tables and as data, for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.games import GAMES
from pitboss.lab.display import FigureTable, GivenTables
from pitboss.money import show_money
from pitboss.paytable import Paytable
from pitboss.play.bets import Bet
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules

_BET_COLUMNS = ("bet", "title", "least", "most", "needs", "equals", "compulsory", "pays", "meaning")


def list_of_games() -> GivenTables:
    """Return the games, each with a one-sentence description."""
    rows = tuple((name, game.title, game.sentence) for name, game in GAMES.items())
    data = [{"name": name, "title": title, "sentence": sentence} for name, title, sentence in rows]
    return GivenTables((FigureTable("Games", ("name", "title", "sentence"), rows),), data)


def rules_of(game: Game, rules: HouseRules) -> GivenTables:
    """Return the bets, options and pay tables of a game."""
    return GivenTables((_bets(game, rules), _options(game, rules), *_paytables(rules)), _rules_data(game, rules))


def _bets(game: Game, rules: HouseRules) -> FigureTable:
    rows = tuple(
        (
            *(bet.name, bet.title, show_money(bet.least), show_money(bet.most), ", ".join(bet.needs), bet.equals or ""),
            *("yes" if bet.compulsory else "no", bet.payout, bet.meaning),
        )
        for bet in game.bets(rules)
    )
    return FigureTable(f"{game.title}: bets", _BET_COLUMNS, rows)


def _options(game: Game, rules: HouseRules) -> FigureTable:
    defaults = type(rules)().as_data()
    rows = tuple(
        (name, _in_words(value), _in_words(defaults[name]), rules.meaning(name))
        for name, value in rules.as_data().items()
        if not isinstance(getattr(rules, name), Paytable)
    )
    return FigureTable(f"{game.title}: options", ("option", "value", "default", "meaning"), rows)


def _in_words(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _paytables(rules: HouseRules) -> Iterator[FigureTable]:
    for name in rules.as_data():
        table = getattr(rules, name)
        if isinstance(table, Paytable):
            rows = tuple((line, *map(str, pays)) for line, pays in table.lines)
            yield FigureTable(f"{name}: {rules.meaning(name)}", ("line", *table.columns), rows)


def _rules_data(game: Game, rules: HouseRules) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "sheet": game.sheet,
        "cards": len(game.whole_pack(rules)),
        "seats": game.seats(rules),
        "bets": [_bet_data(bet) for bet in game.bets(rules)],
        "rules": rules.as_data(),
        "meanings": {name: rules.meaning(name) for name in rules.as_data()},
    }


def _bet_data(bet: Bet) -> dict[str, Any]:
    """Return a bet's data; amounts are in cents, as in a record."""
    return {
        **{"name": bet.name, "title": bet.title, "least": bet.least, "most": bet.most, "needs": list(bet.needs)},
        **{"equals": bet.equals, "compulsory": bet.compulsory, "pays": bet.payout, "meaning": bet.meaning},
    }
