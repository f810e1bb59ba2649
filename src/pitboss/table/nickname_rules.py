"""Nickname rules: what is allowed, and which nicknames look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from pitboss.play.refused import Refused

MAX_MARKS = 2
"""Maximum number of accents on one letter. More could overwrite neighbouring text."""
OURS = ("dealer", "croupier", "pitboss")
"""Words reserved for the house, forbidden anywhere in a nickname."""
NOT_YOURS = (
    "house",
    "thehouse",
    "bank",
    "banker",
    "floor",
    "floorman",
    "supervisor",
    "admin",
    "moderator",
    "you",
    "seat",
)
"""Words forbidden as a whole nickname, with or without a number."""

_LOOKS = {
    "a": "аɑαᴀա", "b": "ьʙƅᏏ", "c": "сϲᴄⲥ", "d": "ԁɗᴅᏧðꝺᗪ", "e": "еєεҽᴇ℮ɘǝə", "f": "ƒϝꜰք", "g": "ɡցɢԍ", "h": "һհʜ",
    "i": "іıιɪɩӏւ", "j": "јϳᴊ", "k": "κкᴋ", "l": "ӏǀⅼʟ|!1\u05c0∣⎿", "m": "мᴍϻ", "n": "пոηɴ",
    "o": "оοσօᴏ0໐\u06f0०ⲟ", "p": "рρᴘⲣ", "q": "ԛգ", "r": "гʀᴦ", "s": "ѕꜱƽ$", "t": "тτᴛ", "u": "υսᴜʋ",
    "v": "ѵνᴠ", "w": "ԝωшᴡѡ", "x": "хχⅹ", "y": "уγʏүỿ", "z": "ᴢʐ",
}  # fmt: skip
"""Letters of other scripts, small capitals and signs that look like a Latin letter."""
_ENCLOSED = (0x1F150, 0x1F170, 0x1F1E6)
"""The first code points of three alphabets: in black circles, in black squares, and the flag letters."""
_AS_LATIN = {ord(sign): letter for letter, signs in _LOOKS.items() for sign in signs}
_AS_LATIN |= {start + place: chr(ord("a") + place) for start in _ENCLOSED for place in range(26)}
_FOR_LETTERS = str.maketrans("34578@€", "eastbae")
"""Digits and signs used in place of a letter."""
_NAMED_LATIN = re.compile(r"LATIN (?:SMALL|CAPITAL) LETTER (?:SMALL CAPITAL |BARRED )?([A-Z])(?: WITH .*)?")
"""The Unicode name of a Latin letter, perhaps with a stroke, hook or tail that no normalization removes."""
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"))
"""Sequences that look like a single letter. A capital I looks like an l."""
BLANK = {0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0}
"""Invisible letters."""


def check_nick(nick: str) -> None:
    """Raise if a nickname is invisible, overwrites neighbouring text, or could be mistaken for the house."""
    if not likeness("".join(sign for sign in nick if ord(sign) not in BLANK)):
        raise Refused("bad-nick", "a nickname needs at least one visible letter")
    if _marks(nick) > MAX_MARKS:
        raise Refused("bad-nick", f"a letter in a nickname can have at most {MAX_MARKS} accents")
    if is_reserved(nick):
        raise Refused("bad-nick", f"{nick!r} could be taken for the house: choose another nickname")


def likeness(nick: str) -> str:
    """
    Return a canonical form of a nickname, the same for all nicknames that look alike.

    >>> likeness("Ann"), likeness("ＡＮＮ"), likeness("Аnn"), likeness("A n\\u0301n.")
    ('ann', 'ann', 'ann', 'ann')
    """
    return _paired(_latin(nick))


def is_reserved(nick: str) -> bool:
    """
    Whether a nickname could be mistaken for the dealer or the house.

    >>> is_reserved("DEA1ER"), is_reserved("the d\\u0435aler"), is_reserved("Seat 3"), is_reserved("Dale")
    (True, True, True, False)
    >>> is_reserved("\\u0110ealer"), is_reserved("P\\u0268tb\\xf8ss"), is_reserved("S\\xf8ren")
    (True, True, False)
    """
    for read in (_latin(nick), likeness(nick), likeness(nick.translate(_FOR_LETTERS))):
        words = (read, read.rstrip("0123456789lo"))  # a trailing number may look like letters
        if any(ours in read or _paired(ours) in read for ours in OURS):
            return True
        if any(ours in words or _paired(ours) in words for ours in NOT_YOURS):
            return True
    return False


def check_unlike(nick: str, others: Iterable[str]) -> None:
    """Raise if somebody at the same table has the same or a similar nickname."""
    mine = likeness(nick)
    for other in others:
        if likeness(other) == mine:
            raise Refused("nick-taken", f"{other} sits here already: take another nickname, then a seat")


def _latin(text: str) -> str:
    """Return the text as lowercase Latin look-alikes and digits, without accents, spaces and punctuation."""
    wide = unicodedata.normalize("NFKC", text).translate(_AS_LATIN).casefold()
    plain = unicodedata.normalize("NFKD", wide).translate(_AS_LATIN)
    return "".join(
        _base(sign)
        for sign in plain
        if (sign.isalnum() or unicodedata.category(sign) == "So") and ord(sign) not in BLANK
    )


@lru_cache(maxsize=4096)
def _base(sign: str) -> str:
    """Return a Latin letter without its stroke, hook or tail."""
    named = None if sign.isascii() else _NAMED_LATIN.fullmatch(unicodedata.name(sign, ""))
    return named[1].lower() if named else sign


def _paired(latin: str) -> str:
    for pair, letter in _PAIRS:
        latin = latin.replace(pair, letter)
    return latin


def _marks(nick: str) -> int:
    """Return the largest number of accents on one letter."""
    most = run = 0
    for sign in unicodedata.normalize("NFD", nick):
        run = run + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        most = max(most, run)
    return most
