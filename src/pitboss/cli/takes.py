"""Parameters of a command: a positional word, a flag, or an option with a value."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from pitboss.play.options.whole_numbers import whole_number
from pitboss.play.refused import Refused


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
