"""One command: its parameters, parsed by argparse, and refusals in our own sentences."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentError, ArgumentParser, HelpFormatter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from pitboss.play.options.whole_numbers import whole_number
from pitboss.play.refused import Refused, nearest, one_of
from pitboss.terminal.screen import width


class Positional(NamedTuple):
    """A positional parameter, for example GAME or FILE."""

    name: str
    meaning: str
    is_needed: bool = False
    may_repeat: bool = False
    """Whether it accepts several values, as a list."""
    is_optional: bool = False
    """Whether the command works without it; if so, the usage line shows it in brackets."""
    choices: tuple[str, ...] = ()
    """Its possible values, if they are few; the shell completes them."""

    @property
    def into(self) -> str:
        """Return the parameter's name in Python."""
        return self.name.lower()

    @property
    def in_usage(self) -> str:
        """Return the parameter as the usage line shows it: in brackets if it is optional."""
        return (f"[{self.name}]" if self.is_optional else self.name) + ("..." if self.may_repeat else "")

    def for_argparse(self) -> dict[str, Any]:
        """Return the arguments for `add_argument`. All are optional to argparse: we report missing ones."""
        nargs = "*" if self.may_repeat else "?"
        return {"dest": self.into, "metavar": self.name, "nargs": nargs, "help": _as_written(self.meaning)}


class Flag(NamedTuple):
    """A flag, and the value it sets."""

    name: str
    meaning: str
    default: bool | str = False
    says: bool | str = True
    into: str | None = None

    def for_argparse(self) -> dict[str, Any]:
        """Return the arguments for `add_argument`."""
        note = " [default]" if self.default == self.says else ""
        arguments = {"dest": self.into, "help": _as_written(self.meaning + note)}
        return {**arguments, "action": "store_const", "const": self.says, "default": self.default}


class WholeNumber(NamedTuple):
    """A whole number with limits."""

    least: int | None = None
    most: int | None = None

    def __str__(self) -> str:
        """Return the limits in words; empty if there are none."""
        if self.least is None:
            return ""
        return f"at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"

    def read(self, name: str, text: str) -> int:
        """Parse the number given for this option."""
        sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
        size = whole_number(digits) if text.isascii() else None
        number = None if size is None else sign * size
        if number is None or not self._holds(number):
            wanted = f"a whole number {'of ' if self.most is None and self.least is not None else ''}{self}".rstrip()
            raise Refused("bad-option", f"{name} must be {wanted}, not {text!r}")
        return number

    def _holds(self, number: int) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


class ValueOption(NamedTuple):
    """An option with a value: a string or a whole number."""

    name: str
    takes: str
    meaning: str
    default: str | int | None = None
    whole: WholeNumber | None = None
    into: str | None = None
    may_repeat: bool = False

    def for_argparse(self) -> dict[str, Any]:
        """Return the arguments for `add_argument`."""
        arguments = {"dest": self.into, "metavar": self.takes, "help": _as_written(self._help())}
        if self.may_repeat:
            return {**arguments, "action": "append", "default": []}
        return {**arguments, "type": self._read, "default": self.default}

    def _read(self, text: str) -> str | int:
        return text if self.whole is None else self.whole.read(self.name, text)

    def _help(self) -> str:
        default = "" if self.default in (None, "") else f"default: {self.default}"
        notes = "; ".join(filter(None, (default, str(self.whole or ""))))
        return f"{self.meaning} [{notes}]" if notes else self.meaning


def _as_written(meaning: str) -> str:
    """Escape percent signs, which argparse would read as a format."""
    return meaning.replace("%", "%%")


Takes: TypeAlias = Positional | Flag | ValueOption


HELP = ("-h", "--help")
HELP_MEANS = "show this help"
SET = "--set"
END = "--"
"""The separator after which everything is a positional argument."""
GAME_WORD = "game"
"""The argument that names a game or a folder with a game."""
FRESH_WORD = "fresh"
"""The flag that makes any command recompute its answers."""
_BELOW_ZERO = re.compile(r"-\$?\.?[0-9]")
_MEANINGS_AT = 26
"""The column where help texts start."""


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
    def words(self) -> list[Positional]:
        """Return the positional parameters."""
        return [one for one in self.takes if isinstance(one, Positional)]

    @property
    def options(self) -> list[str]:
        """Return the names of its options."""
        return [one.name for one in self.takes if not isinstance(one, Positional)]

    @property
    def sentence(self) -> str:
        """Return its description."""
        return self.run.__doc__ or ""

    def run_with(self, args: Sequence[str]) -> None:
        """Run it with these arguments, or show its help."""
        if not self.further and any(word in HELP for word in _before_end(args)):
            self.show_help()
            return
        values = self.read(args)
        if not values.pop(FRESH_WORD, False):
            self.run(**values)
            return
        from pitboss.compute.disk.cache_files import recomputing  # not needed for help

        with recomputing():
            self.run(**values)

    def show_help(self) -> None:
        """Print its usage and parameters."""
        sys.stdout.write(self._parser(for_help=True).format_help())

    def read(self, args: Sequence[str]) -> dict[str, Any]:
        """Parse the arguments into values by name."""
        values, left = self._parse(self._with_rules(args))
        if values.get(GAME_WORD):
            from pitboss.games import use_folder  # not needed for help

            values[GAME_WORD] = use_folder(values[GAME_WORD])
        if self.further:
            return {**values, self.further.lower(): left}
        self._refuse_unknown(args, left)
        self._refuse_missing(values)
        return values

    def _parse(self, args: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
        """Parse the arguments; also return those that argparse does not know."""
        for option in self.options:
            if f"{option}={END}" in args:  # Python 3.11 would turn it into an empty list
                raise self._bad_value(option)
        try:
            values, left = self._parser().parse_known_args(self._with_amounts(args))
        except ArgumentError as fault:
            raise self._bad_value(fault.argument_name or "") from None
        return vars(values), [word for word in left if word != END]

    def _with_rules(self, args: Sequence[str]) -> list[str]:
        """Rewrite options that name an option of the game's rules: `--decks 8` becomes `--set decks=8`."""
        before, known = _before_end(args), {*self.options, *HELP}
        named = {word.partition("=")[0] for word in before if word.startswith("--")}
        if SET not in self.options or self.further or named <= known:
            return list(args)
        options = _rules_options(before)
        words, written = iter(before), list[str]()
        for word in words:
            name, equals, value = word.partition("=")
            option, dot, line = name.removeprefix("--").partition(".")
            option = option.replace("-", "_")
            if name in known or option not in options:
                written.append(word)
            else:
                written += [SET, f"{option}{dot}{line}={value if equals else next(words, '')}"]
        return [*written, *args[len(before) :]]

    def _with_amounts(self, args: Sequence[str]) -> list[str]:
        """Join negative values to their options: argparse would take -5/100 or -1%..2% for an option."""
        names = {one.name for one in self.takes if isinstance(one, ValueOption)}
        before, joined = len(_before_end(args)), list[str]()
        for place, word in enumerate(args):
            if joined and place < before and joined[-1] in names and _BELOW_ZERO.match(word):
                joined[-1] += f"={word}"
            else:
                joined.append(word)
        return joined

    def _parser(self, *, for_help: bool = False) -> ArgumentParser:
        prog = f"pitboss {self.name}"
        usage = [prog, "[OPTIONS]", *(word.in_usage for word in self.words), self.further]
        parser = plain_parser(prog, " ".join(usage).rstrip(), self.sentence)
        words, options = parser.add_argument_group("arguments"), parser.add_argument_group("options")
        for one in self.takes:
            if isinstance(one, Positional):
                words.add_argument(**one.for_argparse())
            else:
                options.add_argument(one.name, **one.for_argparse())
        if for_help:  # when parsing, help has been handled already
            options.add_argument(*HELP, action="help", help=HELP_MEANS)
        return parser

    def _bad_value(self, name: str) -> Refused:
        """Return the error for a missing or unexpected value, the only option faults that argparse reports."""
        for one in self.takes:
            if isinstance(one, ValueOption) and one.name == name:
                return Refused("no-value", f"{name} takes {one.takes}: {one.meaning}")
        return Refused("no-value", f"{name} takes no value")

    def _refuse_unknown(self, args: Sequence[str], left: Sequence[str]) -> None:
        for word in left:
            if word.startswith("-") and word in _before_end(args):
                more = _rules_options(_before_end(args)) if SET in self.options else ()
                raise no_such_option(word, [*self.options, HELP[1]], more)
            if SET in self.options and re.match(r"[a-z][a-z0-9_.-]*=", word):
                raise Refused(
                    "too-many-words", f"{word!r} is an unexpected argument: to change a rule, write --set {word}"
                )
        if left:
            takes = f"one {self.words[0].name}" if self.words else "only options"
            raise Refused("too-many-words", f"{left[0]!r} is one argument too many: pitboss {self.name} takes {takes}")

    def _refuse_missing(self, values: dict[str, Any]) -> None:
        for word in self.words:
            if word.is_needed and values[word.into] in (None, []):
                raise Refused("no-word", f"{word.name} is missing: {word.meaning}")


def plain_parser(prog: str, usage: str, sentence: str) -> ArgumentParser:
    """Return an empty parser that never exits the program."""
    tidy = partial(HelpFormatter, max_help_position=_MEANINGS_AT, width=width())
    return ArgumentParser(
        prog, usage, sentence, formatter_class=tidy, add_help=False, allow_abbrev=False, exit_on_error=False
    )


def _rules_options(words: Iterable[str]) -> Iterable[str]:
    """Return the rules options of the game named among these words; empty if no word names a game."""
    from pitboss.games import GAMES, use_folder  # only needed for an unknown option
    from pitboss.play.records.record_reader import game_called

    for word in words:
        try:
            return game_called(use_folder(word), GAMES).rules.options()
        except Refused:
            continue
    return ()


def _before_end(args: Iterable[str]) -> list[str]:
    return list(takewhile(lambda word: word != END, args))


def no_such_option(word: str, known: Iterable[str], rules_options: Iterable[str] = ()) -> Refused:
    """Return the error for an unknown option. `rules_options` may be suggested, but are not listed."""
    name, listed = word.partition("=")[0], list(known)
    names = {option.lstrip("-").replace("_", "-"): option for option in [*rules_options, *listed]}
    best = nearest(name.lstrip("-"), names)
    advice = f"choose {one_of(listed)}" if best is None else f"did you mean --{best}?"
    return Refused("no-such-option", f"unknown option {name}: {advice}")
