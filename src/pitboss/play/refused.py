"""Refusals: sentences with a stable code."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher


class Refused(Exception):
    """What was asked is not taken; nothing has moved. `code` is stable, `reason` is for people."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def nearest(word: str, known: Iterable[str]) -> str:
    """The known name that looks most like this one; of equals the first."""
    return max(known, key=lambda name: SequenceMatcher(None, name.casefold(), word.casefold()).ratio())


def one_of(names: Iterable[str]) -> str:
    """The names as a sentence lists them: a, b or c."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
