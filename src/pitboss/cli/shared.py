"""What commands share: the group they are gathered in, the game they speak of, and options that many take."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.cli.command import Command
from pitboss.cli.takes import Flag, TakenOption, Takes, Word
from pitboss.play.refused import Refused, one_of

GAME = Word("GAME", "the game's name, as in flop22, or the path of a folder with a game, as in ./my-game")
RULES = TakenOption("--rules", "FILE", "a house-rules file, as rules --toml writes it")
SETTINGS = TakenOption(
    "--set", "NAME=VALUE", "change one option of the rules; may be given again", into="settings", may_repeat=True
)
PLAIN = Flag("--plain", "a log line by line instead of the full screen")
MOTIONS = Flag("--motions", "tell every motion of the dealer's, chores too")
RULINGS = Flag("--rulings", "tell the number of the ruling behind each result")
JSON = Flag("--json", "JSON for programs, one object a line")


class CommandGroup(dict[str, Command]):
    """Commands by name, in the order of the help; each module of commands has one."""

    def command(self, *takes: Takes, further: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Make a function a command of its name; its docstring is what the help says."""

        def made(run: Callable[..., None]) -> Callable[..., None]:
            name = run.__name__.replace("_", "-")
            self[name] = Command(name, takes, run, further)
            return run

        return made


def named(game: str | None) -> str:
    """The game's name, which must be said."""
    from pitboss.games import GAMES

    if game is None:
        raise Refused("no-game", f"say which game: {one_of(GAMES)}")
    return game
