"""Refusals: sentences with a stable code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

LIKENESS = 0.6
"""How much two words must share, of 1, for one to be taken for a slip of the other."""


class Refused(Exception):
    """What was asked is not taken; nothing has moved. `code` is stable, `reason` is for people."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def rather(word: object, known: Iterable[str], show: Callable[[str], str] = repr) -> str:
    """
    What to say to somebody who wrote a word that is none of these: the nearest one, or all of them if none is near.

    >>> rather("dael", ["deal", "odds"]), rather("poker", ["deal", "odds"])
    ("the nearest is 'deal'", 'choose deal or odds')
    """
    names = list(known)
    likeness = {name: _likeness(str(word), name) for name in names}
    best = max(names, key=lambda name: likeness[name])
    return f"the nearest is {show(best)}" if likeness[best] >= LIKENESS else f"choose {one_of(names)}"


def _likeness(word: str, name: str) -> float:
    return SequenceMatcher(None, name.casefold(), word.casefold()).ratio()


def folded(name: str) -> str:
    """
    A name without case, blanks and signs, for what people write in several ways.

    >>> folded("Flop 22"), folded("flip~it") == folded("flip-it")
    ('flop22', True)
    """
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def one_of(names: Iterable[str]) -> str:
    """The names as a sentence lists them: a, b or c."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
