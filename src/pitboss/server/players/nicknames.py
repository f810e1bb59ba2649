"""Nickname cleanup: only visible characters, no line breaks or hidden ones."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

from pitboss.play.refused import Refused
from pitboss.table.nickname_rules import BLANK, check_nick

MAX_CHARACTERS = 20
"""Maximum number of characters as displayed. An emoji built from several code points counts as one."""
_JOINER = "\u200d"


def clean_nick(nick: str) -> str:
    """
    Clean up a nickname for display, or raise `Refused`.

    >>> clean_nick("  Lady\\n Luck ")
    'Lady Luck'
    >>> len(clean_nick("\U0001f469\u200d\U0001f52c"))  # a scientist: a woman and a microscope, joined
    3
    """
    clean = " ".join("".join(_printable(nick)).split())
    if not clean:
        raise Refused("bad-nick", "a nickname needs at least one visible letter")
    if (length := _seen(clean)) > MAX_CHARACTERS:
        raise Refused("bad-nick", f"a nickname has at most {MAX_CHARACTERS} characters, and this one has {length}")
    check_nick(clean)
    return clean


def _printable(nick: str) -> Iterator[str]:
    """Yield the printable characters. Keep a zero-width joiner only between two emoji."""
    around = [" ", *nick, " "]
    for before, letter, after in zip(around[:-2], nick, around[2:], strict=True):
        joins = letter == _JOINER and category(before) in ("So", "Sk", "Mn") and category(after) == "So"
        if (letter.isprintable() and ord(letter) not in BLANK) or joins:
            yield letter


def _seen(nick: str) -> int:
    """Return the approximate number of characters as displayed, counting combined sequences as one."""
    joined = sum(letter == _JOINER for letter in nick)
    marks = sum(category(letter) in ("Mn", "Me", "Sk") for letter in nick)
    return len(nick) - 2 * joined - marks
