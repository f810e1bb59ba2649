"""Refused requests: an error message with a stable code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

LIKENESS = 0.6
"""The similarity, from 0 to 1, from which a word counts as a misspelling of a known one."""
LIKENESS_OF_SHORT = 0.75
"""The same for words of up to four letters, which resemble each other more often."""
_SHORT = 4


class Refused(Exception):
    """A refused request. Nothing has changed. `code` is stable, `reason` is for people."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def rather(word: object, known: Iterable[str], show: Callable[[str], str] = repr) -> str:
    """
    Return a suggestion for an unknown word: the most similar known word, or a list of all known words.

    >>> rather("dael", ["deal", "odds"]), rather("poker", ["deal", "odds"])
    ("did you mean 'deal'?", 'choose deal or odds')
    """
    names = list(known)
    best = nearest(word, names)
    return f"choose {one_of(names)}" if best is None else f"did you mean {show(best)}?"


def nearest(word: object, known: Iterable[str]) -> str | None:
    """Return the known word that is most similar to an unknown one; None if none is similar."""
    likeness = {name: _likeness(str(word), name) for name in known}
    best = max(likeness, key=lambda name: likeness[name])
    return best if likeness[best] >= (LIKENESS if len(str(word)) > _SHORT else LIKENESS_OF_SHORT) else None


def _likeness(word: str, name: str) -> float:
    return SequenceMatcher(None, name.casefold(), word.casefold()).ratio()


def folded(name: str) -> str:
    """
    Return a name in lower case without spaces or punctuation, to match names that people write differently.

    >>> folded("Flop 22"), folded("flip~it") == folded("flip-it")
    ('flop22', True)
    """
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def one_of(names: Iterable[str]) -> str:
    """Return the names as a list in a sentence: a, b or c."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
