"""What bets are called at the table: said once, for every sentence of the school."""

from __future__ import annotations

from functools import cache

from pitboss.play.game import Game


class Titles(dict[str, str]):
    """The bets by name, with what they are called at the table; what is no bet of the game keeps its name."""

    def __missing__(self, name: str) -> str:
        return name


@cache
def titles_of(game: Game) -> Titles:
    """The titles of a game's bets."""
    return Titles({bet.name: bet.title for bet in game.bets(game.rules())})
