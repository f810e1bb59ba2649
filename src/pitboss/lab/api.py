"""The public functions `pitboss.rules`, `pitboss.odds`, `pitboss.advise` and `pitboss.tables`."""

from __future__ import annotations

from typing import Any

from pitboss.compute.disk.cache_files import recomputing
from pitboss.games import GAMES, use_folder
from pitboss.games.odds import full_analysis_of, odds_of
from pitboss.lab.display import FigureTable
from pitboss.lab.odds_answers import AdviceResult, OddsResult
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import load_rules
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.solving.answers.situation import Situation

_ASKED: dict[type[HouseRules], Game] = {}
"""Games requested by name, keyed by their rules class; a game in a local folder has no entry in `GAMES`."""


def rules(game: str | HouseRules, file: str | None = None, /, **options: object) -> HouseRules:
    """
    Return a game's rules: the defaults or those of a house-rules file, with `options` applied.

    Options use the same syntax as the file and `--set`; a pay table may be given in part.

    >>> import pitboss as pb
    >>> eight = pb.rules("free-bet", decks=8, pot_of_gold_table={"5+ tokens": "200:1"})
    >>> eight
    <Free Bet Blackjack: decks=8; pot_of_gold_table.5+ tokens=200:1>
    >>> pb.rules(eight, decks=6, pot_of_gold_table="woo-1", hits_soft_17="no").settings()[0]
    'hits_soft_17=false'
    """
    if isinstance(game, HouseRules):
        return game.with_changes(**options)
    return load_rules(resolve_game(game)[0].rules, file).with_changes(**options)


def resolve_game(name_or_rules: str | HouseRules) -> tuple[Game, HouseRules]:
    """Return the game and rules for a game name (with its default rules) or a rules object."""
    if not isinstance(name_or_rules, HouseRules):
        if not isinstance(name_or_rules, str):
            raise Refused(
                "no-such-game", f"{name_or_rules!r} is neither a game's name nor rules: write pb.rules(...) or a name"
            )
        game = game_called(use_folder(name_or_rules), GAMES)
        _ASKED[game.rules] = game
        return game, game.rules()
    return _ASKED.get(type(name_or_rules)) or next(
        game for game in GAMES.values() if game.rules is type(name_or_rules)
    ), name_or_rules


def odds(rules: str | HouseRules, /, *, fresh: bool = False, **options: object) -> OddsResult:
    """
    Return the exact odds of every bet and the optimal strategy, as printed by `pitboss odds`.

    Keyword arguments change options of the rules, as in `pitboss.rules`. Answers for the default rules ship with
    the package, others are cached; `fresh` recomputes them.

    >>> import pitboss as pb
    >>> found = pb.odds("flip-it")
    >>> found.bets["red"]
    <red: house edge 5.4545%, hit 47.2727%, sd 0.998511>
    >>> found.bets["red"].house_edge
    Fraction(3, 55)
    >>> pb.odds("flip-it", jokers=0).bets["red"].house_edge
    Fraction(0, 1)
    """
    game, parsed = resolve_game(rules)
    with recomputing(fresh):
        return OddsResult.of(full_analysis_of(game, parsed.with_changes(**options)))


def advise(rules: str | HouseRules, **situation: str | bool) -> AdviceResult:
    """
    Return the value of each option in a situation, described as for `pitboss advise`.

    The parameters that describe a situation depend on the game: `pitboss advise GAME --help` lists them.

    >>> import pitboss as pb
    >>> pb.advise("flop22", card="As").best
    'double'
    """
    game, parsed = resolve_game(rules)
    words = {name.replace("_", "-"): value for name, value in situation.items()}
    return AdviceResult.of(odds_of(game).advise(parsed, Situation(odds_of(game).SITUATION, words, as_parameter)))


def as_parameter(name: str) -> str:
    """
    Return the keyword argument for an option that describes a situation, as shown in messages.

    >>> as_parameter("pot-of-gold")
    'pot_of_gold'
    """
    return name.replace("-", "_")


def as_int(number: Any) -> Any:
    """
    Convert a float with an integer value, such as `1e6`, to an int; return anything else unchanged.

    >>> as_int(1e6), as_int(0.5)
    (1000000, 0.5)
    """
    return int(number) if isinstance(number, float) and number.is_integer() else number


def tables(game: str | HouseRules) -> FigureTable:
    """
    Return the named pay tables of a game with their sources: those of the rule sheet and published ones from other
    casinos.

    >>> import pitboss as pb
    >>> [name for table, name, source in pb.tables("beat-the-dealer")]
    ['sheet', 'texas-holdem-bonus', 'sheet', 'mississippi-stud']
    """
    called, parsed = resolve_game(game)
    rows = tuple(
        (option, name, named.source) for option in parsed.named for name, named in parsed.table_names(option).items()
    )
    return FigureTable(f"{called.title}: pay tables by name", ("table", "name", "source"), rows)
