"""Shared parts of commands: the command group, the game argument, and common options."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.cli.command import FRESH_WORD, Command, Flag, Positional, Takes, ValueOption, WholeNumber
from pitboss.lab.questions import QUESTIONS, LinesValue, Parameter, WholeValue
from pitboss.play.refused import Refused, one_of

GAME = Positional("GAME", "a game, for example flop22, or a folder with a game, for example ./my-game")
RULES = ValueOption("--rules", "FILE", "house-rules file, as printed by rules --toml")
SETTINGS = ValueOption(
    "--set", "NAME=VALUE", "change one option of the rules; may be repeated", into="settings", may_repeat=True
)
PLAIN = Flag("--plain", "print lines instead of using the full screen")
MOTIONS = Flag("--motions", "show every motion of the dealer")
RULINGS = Flag("--rulings", "show the ruling behind each result")
FRESH = Flag(f"--{FRESH_WORD}", "recompute everything instead of using stored answers")
MAX_SMALL = 10_000
"""Numbers up to this are parsed as whole numbers; larger ones may be written as 1e9."""
JSON = Flag("--json", "print JSON, one object per line")
OUTPUTS = (
    Flag("--json", "print JSON, one object per line", "", "json", "output"),
    Flag("--csv", "print the tables as CSV, with all digits", "", "csv", "output"),
    Flag("--md", "print the tables as Markdown", "", "md", "output"),
)
"""The output formats of results with tables. Without one of these flags, readable text is printed."""


class CommandGroup(dict[str, Command]):
    """Commands by name, in the order of the help. Each module of commands has one group."""

    def command(self, *takes: Takes, further: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Register a function as a command. Its docstring is the help text."""

        def made(run: Callable[..., None]) -> Callable[..., None]:
            name = run.__name__.replace("_", "-")
            self[name] = Command(name, takes, run, further)
            return run

        return made


def parameters(question: str) -> list[ValueOption]:
    """Return the command-line options for one of the lab's questions, from its declaration."""
    return [_option(each) for each in QUESTIONS[question].parameters]


def _option(parameter: Parameter) -> ValueOption:
    """
    Return the option for a parameter.

    Small numbers are parsed here. Larger numbers and amounts are parsed by the command, which also accepts 1e9 or $500.
    """
    is_small = isinstance(parameter.type, WholeValue) and parameter.type.most <= MAX_SMALL
    default = None if parameter.default in (None, ()) else parameter.default if is_small else str(parameter.default)
    whole, many = WholeNumber(1) if is_small else None, isinstance(parameter.type, LinesValue)
    return ValueOption(f"--{parameter.name}", parameter.takes, parameter.meaning, default, whole, may_repeat=many)


def named(game: str | None) -> str:
    """Return the name of the game; raise Refused if it is missing."""
    from pitboss.games import GAMES

    if game is None:
        raise Refused("no-game", f"GAME is missing: choose {one_of(GAMES)}")
    return game
