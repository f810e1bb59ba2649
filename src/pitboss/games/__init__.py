"""The games by name, one folder each."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType

from pitboss.play.game import Game

NAMES = ("flop22", "flip-it", "beat-the-dealer", "roll-your-own", "free-bet")
"""In the order of the sheets."""


def folder(name: str) -> str:
    """The package of the game of this name."""
    return f"pitboss.games.{name.replace('-', '_')}"


class Games(Mapping[str, Game]):
    """Reads like a dict; a game is loaded when it is first looked up, so that a command waits only for its own."""

    def __getitem__(self, name: str) -> Game:
        if name not in NAMES:
            raise KeyError(name)
        game: Game = import_module(folder(name)).GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{name}</td><td>{game.title}</td><td>{game.sentence}</td></tr>" for name, game in self.items()
        )
        return f"<table><thead><tr><th>name</th><th>title</th><th>game</th></tr></thead><tbody>{rows}</tbody></table>"


GAMES: Mapping[str, Game] = Games()
"""Every game by its name."""


class _Asked(ModuleType):
    """This package can be asked itself: `pitboss.games()` is a guess that people make."""

    def __call__(self) -> Mapping[str, Game]:
        """Every game by its name."""
        return GAMES


sys.modules[__name__].__class__ = _Asked
