"""Shared parts of commands: the command group, the game argument, and common options."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.cli.command import FRESH_WORD, Command
from pitboss.cli.takes import Flag, TakenOption, Takes, Word
from pitboss.play.refused import Refused, one_of

GAME = Word("GAME", "a game, for example flop22, or a folder with a game, for example ./my-game")
RULES = TakenOption("--rules", "FILE", "house-rules file, as printed by rules --toml")
SETTINGS = TakenOption(
    "--set", "NAME=VALUE", "change one option of the rules; may be repeated", into="settings", may_repeat=True
)
PLAIN = Flag("--plain", "print lines instead of using the full screen")
MOTIONS = Flag("--motions", "show every motion of the dealer")
RULINGS = Flag("--rulings", "show the ruling behind each result")
FRESH = Flag(f"--{FRESH_WORD}", "recompute everything instead of using stored answers")
JSON = Flag("--json", "print JSON, one object a line")
OUTPUTS = (
    Flag("--json", "print JSON, one object a line", "", "json", "output"),
    Flag("--csv", "print the tables as CSV, with all digits", "", "csv", "output"),
    Flag("--md", "print the tables as Markdown", "", "md", "output"),
)
"""The formats of a result with tables; without one of them, text for people is printed."""


class CommandGroup(dict[str, Command]):
    """Commands by name, in the order of the help. Each module of commands has one group."""

    def command(self, *takes: Takes, further: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Register a function as a command. Its docstring is the help text."""

        def made(run: Callable[..., None]) -> Callable[..., None]:
            name = run.__name__.replace("_", "-")
            self[name] = Command(name, takes, run, further)
            return run

        return made


def named(game: str | None) -> str:
    """Return the name of the game, or refuse if it is missing."""
    from pitboss.games import GAMES

    if game is None:
        raise Refused("no-game", f"GAME is missing: choose {one_of(GAMES)}")
    return game
