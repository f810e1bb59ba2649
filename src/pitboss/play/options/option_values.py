"""Conversion of option values to and from the text of a rules file, by type."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pitboss.paytable import Paytable
from pitboss.play.refused import one_of

_YES, _NO = ("true", "yes", "on"), ("false", "no", "off")


class Between(NamedTuple):
    """The bounds of an integer option."""

    least: int
    most: int


class TextForm(NamedTuple):
    """Functions that parse a value from rules-file text and format it back."""

    read: Callable[[object], object]
    format: Callable[[Any], str]


def choices_of(kind: Any) -> tuple[object, ...]:
    """Return the allowed values of an enumerated type; empty for other types."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(member.value for member in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def read(kind: Any, value: object) -> object:
    """Parse a value of this type from a rules file."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_choice(choices_of(kind), value))
    if choices := choices_of(kind):
        return _choice(choices, value)
    if kind is bool:
        return _choice((True, False), value, "true or false")
    (how,) = kind.__metadata__
    if isinstance(how, TextForm):
        return how.read(value)
    if type(value) is not int or not how.least <= value <= how.most:
        raise ValueError(f"must be a whole number from {how.least} to {how.most}, not {value!r}")
    return value


def _choice(choices: tuple[object, ...], value: object, wanted: str | None = None) -> object:
    """Return the matching choice, ignoring case, spaces and underscores."""
    folded = re.sub(r"[\s_]+", "-", value.strip().lower()) if isinstance(value, str) else value
    for choice in choices:
        if type(folded) is type(choice) and folded == choice:
            return choice
    raise ValueError(f"must be {wanted or one_of(map(str, choices))}, not {value!r}")


def to_plain(value: Any, kind: Any) -> object:
    """Convert a value to its rules-file form."""
    if isinstance(value, Paytable):
        return value.as_data()
    if isinstance(value, Enum):
        return value.value
    how = getattr(kind, "__metadata__", (None,))[0]
    return how.format(value) if isinstance(how, TextForm) else value


def typed(text: str, current: object) -> object:
    """
    Convert the text of a setting to its option's type; text that doesn't fit is returned unchanged and rejected later.
    """
    if isinstance(current, bool):
        return True if text.lower() in _YES else False if text.lower() in _NO else text
    if isinstance(current, int) and re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        return int(text)
    return text
