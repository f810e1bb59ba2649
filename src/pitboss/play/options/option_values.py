"""The words of a rules file: how each kind of value is read from them and told in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pitboss.paytable import Paytable
from pitboss.play.refused import one_of

_YES, _NO = ("true", "yes", "on"), ("false", "no", "off")


class Between(NamedTuple):
    """The least and the most that a whole number may be."""

    least: int
    most: int


class InWords(NamedTuple):
    """How a value is read from the words of a rules file, and told in them."""

    read: Callable[[object], object]
    tell: Callable[[Any], str]


def choices_of(kind: Any) -> tuple[object, ...]:
    """What a value of this kind may be, where it is one of a few."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(member.value for member in kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def read(kind: Any, said: object) -> object:
    """A value of this kind from the words of a rules file."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_choice(choices_of(kind), said))
    if choices := choices_of(kind):
        return _choice(choices, said)
    if kind is bool:
        return _choice((True, False), said, "true or false")
    (how,) = kind.__metadata__
    if isinstance(how, InWords):
        return how.read(said)
    if type(said) is not int or not how.least <= said <= how.most:
        raise ValueError(f"must be a whole number from {how.least} to {how.most}, not {said!r}")
    return said


def _choice(choices: tuple[object, ...], said: object, wanted: str | None = None) -> object:
    """The one of these choices that was said, however a word of it is written."""
    folded = re.sub(r"[\s_]+", "-", said.strip().lower()) if isinstance(said, str) else said
    for choice in choices:
        if type(folded) is type(choice) and folded == choice:
            return choice
    raise ValueError(f"must be {wanted or one_of(map(str, choices))}, not {said!r}")


def tell(value: Any, kind: Any) -> object:
    """A value in the words of a rules file."""
    if isinstance(value, Paytable):
        return value.as_data()
    if isinstance(value, Enum):
        return value.value
    how = getattr(kind, "__metadata__", (None,))[0]
    return how.tell(value) if isinstance(how, InWords) else value


def typed(text: str, current: object) -> object:
    """The text of a setting as the type its option has; what does not fit is left to be refused."""
    if isinstance(current, bool):
        return True if text.lower() in _YES else False if text.lower() in _NO else text
    if isinstance(current, int) and re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        return int(text)
    return text
