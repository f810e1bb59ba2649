"""One command: arguments parsed by argparse, refusals in our own sentences."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentError, ArgumentParser, HelpFormatter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from pitboss.cli.takes import TakenOption, Takes, Word
from pitboss.play.refused import Refused, rather
from pitboss.terminal.screen import width

HELP = ("-h", "--help")
HELP_MEANS = "show this help"
END = "--"
"""Everything after it is an argument."""
GAME_WORD = "game"
"""The argument that names a game or a folder with a game."""
_BELOW_ZERO = re.compile(r"-\$?\.?[0-9]")
_MEANINGS_AT = 26
"""The column of the help texts."""


class Command(NamedTuple):
    """
    A command: its parameters, and the function called with their values by name.

    `further` names the parameter that collects all other arguments, which the command parses itself.
    """

    name: str
    takes: Sequence[Takes]
    run: Callable[..., None]
    further: str = ""

    @property
    def words(self) -> list[Word]:
        """Return the positional parameters."""
        return [one for one in self.takes if isinstance(one, Word)]

    @property
    def options(self) -> list[str]:
        """Return the names of its options."""
        return [one.name for one in self.takes if not isinstance(one, Word)]

    @property
    def sentence(self) -> str:
        """Return its description."""
        return self.run.__doc__ or ""

    def obey(self, args: Sequence[str]) -> None:
        """Run it with these arguments, or show its help."""
        if not self.further and any(word in HELP for word in _before_end(args)):
            self.show_help()
        else:
            self.run(**self.read(args))

    def show_help(self) -> None:
        """Print its usage and parameters."""
        sys.stdout.write(self._parser(for_help=True).format_help())

    def read(self, args: Sequence[str]) -> dict[str, Any]:
        """Parse the arguments into values by name."""
        said, left = self._parse(args)
        if said.get(GAME_WORD):
            from pitboss.games import use_folder  # help does without

            said[GAME_WORD] = use_folder(said[GAME_WORD])
        if self.further:
            return {**said, self.further.lower(): left}
        self._refuse_unknown(args, left)
        self._refuse_missing(said)
        return said

    def _parse(self, args: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """Parse the arguments; also return those that argparse does not know."""
        for option in self.options:
            if f"{option}={END}" in args:  # Python 3.11 would make an empty list of it
                raise self._bad_value(option)
        try:
            said, left = self._parser().parse_known_args(self._with_amounts(args))
        except ArgumentError as fault:
            raise self._bad_value(fault.argument_name or "") from None
        return vars(said), [word for word in left if word != END]

    def _with_amounts(self, args: Sequence[str]) -> list[str]:
        """Join negative values to their options: argparse would take -5/100 or -1%..2% for an option."""
        names = {one.name for one in self.takes if isinstance(one, TakenOption)}
        before, joined = len(_before_end(args)), list[str]()
        for place, word in enumerate(args):
            if joined and place < before and joined[-1] in names and _BELOW_ZERO.match(word):
                joined[-1] += f"={word}"
            else:
                joined.append(word)
        return joined

    def _parser(self, *, for_help: bool = False) -> ArgumentParser:
        prog = f"pitboss {self.name}"
        usage = [prog, "[OPTIONS]", *(word.name for word in self.words), self.further]
        parser = plain_parser(prog, " ".join(usage).rstrip(), self.sentence)
        words, options = parser.add_argument_group("arguments"), parser.add_argument_group("options")
        for one in self.takes:
            if isinstance(one, Word):
                words.add_argument(**one.for_argparse())
            else:
                options.add_argument(one.name, **one.for_argparse())
        if for_help:  # when words are read, it has been looked for already
            options.add_argument(*HELP, action="help", help=HELP_MEANS)
        return parser

    def _bad_value(self, name: str) -> Refused:
        """Return the refusal of a missing or unexpected value. Argparse reports no other fault of an option."""
        for one in self.takes:
            if isinstance(one, TakenOption) and one.name == name:
                return Refused("no-value", f"{name} takes {one.takes}: {one.meaning}")
        return Refused("no-value", f"{name} takes no value")

    def _refuse_unknown(self, args: Sequence[str], left: Sequence[str]) -> None:
        for word in left:
            if word.startswith("-") and word in _before_end(args):
                raise no_such_option(word, [*self.options, *HELP])
        if left:
            takes = f"one {self.words[0].name}" if self.words else "only options"
            raise Refused("too-many-words", f"{left[0]!r} is one argument too many: pitboss {self.name} takes {takes}")

    def _refuse_missing(self, said: dict[str, Any]) -> None:
        for word in self.words:
            if word.is_needed and said[word.into] in (None, []):
                raise Refused("no-word", f"{word.name} is missing: {word.meaning}")


def plain_parser(prog: str, usage: str, sentence: str) -> ArgumentParser:
    """Return an empty parser that never exits the program."""
    tidy = partial(HelpFormatter, max_help_position=_MEANINGS_AT, width=width())
    return ArgumentParser(
        prog, usage, sentence, formatter_class=tidy, add_help=False, allow_abbrev=False, exit_on_error=False
    )


def _before_end(args: Iterable[str]) -> list[str]:
    return list(takewhile(lambda word: word != END, args))


def no_such_option(word: str, known: Iterable[str]) -> Refused:
    """Return the refusal of an unknown option."""
    name = word.partition("=")[0]
    return Refused("no-such-option", f"unknown option {name}: {rather(name, known, str)}")
