"""A lenient parser of typed wagers and answers: short forms, any order, and clear error messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum

from pitboss.money import Cents, MoneyError, dollars, parse_money
from pitboss.play.bets import Bet, SeatBets
from pitboss.play.bots import complete
from pitboss.play.options.whole_numbers import whole_number
from pitboss.play.refused import Refused, one_of
from pitboss.play.steps import Option
from pitboss.terminal.screen import printable

MAX_ANSWER_LENGTH = 500
"""The maximum number of characters in an answer."""


class TypedWord(Enum):
    """A command that may be typed instead of a wager or an answer."""

    AGAIN = "again"
    SIT_OUT = "sit"
    QUIT = "quit"
    HELP = "help"
    HINT = "hint"
    RULES = "rules"
    PAYS = "pays"
    HISTORY = "history"
    UNDO = "undo"
    MOTIONS = "motions"


_ALSO = {
    "again": ("", "r", "repeat"), "sit": ("s", "sit out", "pass"), "quit": ("q", "exit", "leave"), "help": ("?", "h"),
    "hint": ("hints",), "pays": ("p",), "undo": ("u", "back"),
}  # fmt: skip
"""Other ways to type these words."""
_WORDS = {typed: word for word in TypedWord for typed in (word.value, *_ALSO.get(word.value, ()))}
_ONLY_BEFORE_THE_DEAL = (TypedWord.AGAIN, TypedWord.SIT_OUT)


def read_wagers(typed: str, bets: Sequence[Bet]) -> SeatBets | TypedWord:
    """
    Parse wagers such as `ante-1 10 field 5`, `10` for the main bets, `10 field 5`, or a command.

    >>> bets = [Bet("ante-1", "Ante", Cents(100), Cents(1000), ""), Bet("field", "Field", Cents(100), Cents(1000), "")]
    >>> read_wagers("an 10, f=$2.50", bets), read_wagers("1e1 f 5", bets), read_wagers("q", bets)
    ({'ante-1': 1000, 'field': 250}, {'ante-1': 1000, 'field': 500}, <TypedWord.QUIT: 'quit'>)
    """
    text = _words_of(typed)
    if text in _WORDS:
        return _WORDS[text]
    words = [word for word in re.split(r"[\s=:]+|,(?!\d{3}\b)", text) if word and word not in ("on", "and")]
    open_bets = [bet for bet in bets if not bet.in_play]
    placed: dict[str, Cents] = {}
    if len(words) % 2 and _is_amount(words[0]):  # the first amount goes on the main bets, like an amount alone
        main = [bet for bet in open_bets if bet.compulsory] or open_bets[:1]
        placed = {bet.name: _amount(words[0]) for bet in main}
        words = words[1:]
    if len(words) % 2 or not (words or placed):
        example = f"{open_bets[0].name} 5"
        raise Refused("bad-wagers", f"write each bet with its amount, as in {example}, not {printable(text)!r}")
    for name, amount in _pairs(words):
        bet = _bet_called(name, open_bets)
        if bet in placed:
            raise Refused("bad-wagers", f"{bet} appears twice: write it once, with its amount")
        placed[bet] = _amount(amount)
    return complete(open_bets, placed)


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    """Return bets with their amounts, whichever is typed first."""
    pairs = list(zip(words[::2], words[1::2], strict=True))
    if pairs and _is_amount(words[0]) and not _is_amount(words[1]):
        return [(name, amount) for amount, name in pairs]
    return pairs


def read_answer(typed: str, options: Sequence[Option], default: Option | None = None) -> Option | TypedWord:
    """
    Parse an answer: its number, its name or an unambiguous prefix. An empty line is the default.

    >>> options = [Option("stand", ""), Option("hit", ""), Option("free-double", ""), Option("call-1", "")]
    >>> [read_answer(said, options).name for said in ("", "h", "D", "fd", "2", "1", "call-1")]
    ['stand', 'hit', 'free-double', 'free-double', 'hit', 'stand', 'call-1']
    """
    text = _words_of(typed)
    if not text:
        return default or options[0]
    if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= len(options):
        return options[int(text) - 1]
    word = _WORDS.get(text)
    if len(text) > 1 and word and word not in _ONLY_BEFORE_THE_DEAL:
        return word
    names = [option.name for option in options]
    if (name := _match(text.replace(" ", "-"), names)) is not None:
        return options[names.index(name)]
    if word and word not in _ONLY_BEFORE_THE_DEAL:
        return word
    raise Refused("no-such-answer", f"choose {one_of(names)}, not {printable(typed.strip())!r}; ? for help")


def _match(text: str, names: Sequence[str]) -> str | None:
    """Return the name that a text matches, or None; raise `Refused` if it matches several."""
    for found in _candidates(text, names):
        if len(found) == 1:
            return found[0]
        if found:
            raise Refused("not-clear", f"{printable(text)!r} may be {one_of(found)}: write a little more")
    return None


def _candidates(text: str, names: Sequence[str]) -> Iterable[list[str]]:
    """Yield the names that match exactly, by a prefix, by prefixes of their parts, or by a prefix of one part."""
    yield [name for name in names if name.lower() == text]
    yield [name for name in names if name.lower().startswith(text)]
    yield [name for name in names if is_short_for(text, name.lower().split("-"))]
    yield [name for name in names if any(part.startswith(text) for part in name.lower().split("-"))]


def is_short_for(text: str, parts: Sequence[str]) -> bool:
    """
    Return whether a text consists of a prefix of each part, in order, with optional hyphens.

    >>> is_short_for("c7", ["call", "7"]), is_short_for("pog", ["pot", "of", "gold"]), is_short_for("x7", ["call", "7"])
    (True, True, False)
    """
    if not parts:
        return not text
    first, rest = parts[0], parts[1:]
    return any(
        is_short_for(text[size:].removeprefix("-"), rest)
        for size in range(1, len(first) + 1)
        if text[:size] == first[:size]
    )


def _words_of(typed: str) -> str:
    """Return the text in lower case with single spaces; raise `Refused` if it is too long."""
    if len(typed) > MAX_ANSWER_LENGTH:
        raise Refused("too-long", f"that is {len(typed)} characters long: {MAX_ANSWER_LENGTH} are enough")
    return " ".join(typed.lower().split())


def _bet_called(text: str, bets: Sequence[Bet]) -> str:
    names = [bet.name for bet in bets]
    if (name := _match(text, names)) is None:
        raise Refused("no-such-bet", f"unknown bet {printable(text)!r}: bet on {one_of(names)}")
    return name


def _is_amount(text: str) -> bool:
    return bool(re.match(r"\$?[\d.]", text))


def _amount(text: str) -> Cents:
    whole = whole_number(text.removeprefix("$")) if "e" in text and text.isascii() else None
    if whole is not None and whole < 10**12:
        return dollars(whole)
    try:
        return parse_money(text)
    except MoneyError:
        words = f"{printable(text)!r} is not an amount: write dollars, as in 10 or $2.50"
        raise Refused("not-an-amount", words) from None
