"""Rules, odds and advice: `pitboss.rules`, `pitboss.odds`, `pitboss.advise` and `pitboss.tables`."""

from __future__ import annotations

from typing import Any

from pitboss.games import GAMES, use_folder
from pitboss.games.odds import odds_of, whole_analysis_of
from pitboss.lab.display import FigureTable
from pitboss.lab.odds_answers import AdviceResult, OddsResult
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.options.rules_file import load_rules
from pitboss.play.records.record_reader import game_called
from pitboss.solving.answers.situation import Situation

_ASKED: dict[type[HouseRules], Game] = {}
"""Games that were asked for by name, by the kind of their rules: one in a folder here is found by its name alone."""


def rules(game: str | HouseRules, file: str | None = None, /, **options: object) -> HouseRules:
    """
    The rules of a game: the sheet's, or a house-rules file's, with some options changed.

    Options are said in the words of the file and of `--set`, and part of a pay table is enough.

    >>> import pitboss as pb
    >>> eight = pb.rules("free-bet", decks=8, pot_of_gold_table={"5+ tokens": "200:1"})
    >>> eight
    <Free Bet Blackjack: decks=8; pot_of_gold_table.5+ tokens=200:1>
    >>> pb.rules(eight, decks=6, pot_of_gold_table="woo-1", hits_soft_17="no").settings()[0]
    'hits_soft_17=false'
    """
    if isinstance(game, HouseRules):
        return game.but(**options)
    return load_rules(meant(game)[0].rules, file).but(**options)


def meant(said: str | HouseRules) -> tuple[Game, HouseRules]:
    """The game and the rules that are meant: rules, or a game's name for the rules of its sheet."""
    if not isinstance(said, HouseRules):
        game = game_called(use_folder(said), GAMES)
        _ASKED[game.rules] = game
        return game, game.rules()
    return _ASKED.get(type(said)) or next(game for game in GAMES.values() if game.rules is type(said)), said


def odds(rules: str | HouseRules) -> OddsResult:
    """
    Every bet's exact odds and the best way to play, as `pitboss odds` prints them.

    >>> import pitboss as pb
    >>> found = pb.odds("flip-it")
    >>> found.bets["red"]
    <red: house edge 5.4545%, hit 47.2727%, sd 0.998511>
    >>> found.bets["red"].house_edge
    Fraction(3, 55)
    """
    game, said = meant(rules)
    return OddsResult.of(whole_analysis_of(game, said))


def advise(rules: str | HouseRules, **situation: str | bool) -> AdviceResult:
    """
    What each option is worth in a situation, in the words of `pitboss advise`.

    >>> import pitboss as pb
    >>> pb.advise("flop22", card="As").best
    'double'
    """
    game, said = meant(rules)
    words = {name.replace("_", "-"): value for name, value in situation.items()}
    return AdviceResult.of(odds_of(game).advise(said, Situation(odds_of(game).SITUATION, words)))


def whole(number: Any) -> Any:
    """
    A number of rounds as a whole one, where it is said as people write large ones.

    >>> whole(1e6), whole(0.5)
    (1000000, 0.5)
    """
    return int(number) if isinstance(number, float) and number.is_integer() else number


def tables(game: str | HouseRules) -> FigureTable:
    """
    Pay tables that have a name: other houses' from the public record, with their source, and the sheet's.

    >>> import pitboss as pb
    >>> [name for table, name, source in pb.tables("beat-the-dealer")]
    ['sheet', 'texas-holdem-bonus', 'sheet', 'mississippi-stud']
    """
    called, said = meant(game)
    rows = tuple(
        (option, name, named.source) for option in said.named for name, named in said.table_names(option).items()
    )
    return FigureTable(f"{called.title}: pay tables by name", ("table", "name", "source"), rows)
