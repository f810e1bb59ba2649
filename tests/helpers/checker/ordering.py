"""Order and spot: which motion may come next by the sheet, and which line of a round cannot be."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from helpers.checker.money import outcome
from helpers.checker.shown import SeenTable, Shown, table_in
from pitboss.games.procedure import procedure_of

VERBS = {"take": -1, "push": 0, "pay": 1}
FROM_THE_LEFT = {("roll-your-own", "bonus")}
"""Bets that are settled from the dealer's left; all others go from the right."""
ANYWHERE = "cut-card"


@cache
def followers(game: str) -> dict[str, frozenset[str]]:
    """By motion those that may come directly after it, from the order that the game writes down."""
    words = re.findall(r"[a-z0-9-]+|[()|?*+]", procedure_of(game).order)
    after: dict[str, set[str]] = {}
    _row(words, after)
    return {name: frozenset(names) for name, names in after.items()}


def _row(words: list[str], after: dict[str, set[str]]) -> tuple[set[str], set[str], bool]:
    """Read a pattern: the names that may begin it, that may end it, and whether it may be empty."""
    firsts: set[str] = set()
    lasts: set[str] = set()
    may_miss = False
    first: set[str] = set()
    last: set[str] = set()
    empty = True
    while words and words[0] != ")":
        if words[0] == "|":
            words.pop(0)
            firsts, lasts, may_miss = firsts | first, lasts | last, may_miss or empty
            first, last, empty = set(), set(), True
            continue
        begin, end, missing = _one(words, after)
        for name in last:
            after.setdefault(name, set()).update(begin)
        first |= begin if empty else set()
        last = last | end if missing else end
        empty = empty and missing
    return firsts | first, lasts | last, may_miss or empty


def _one(words: list[str], after: dict[str, set[str]]) -> tuple[set[str], set[str], bool]:
    word = words.pop(0)
    if word == "(":
        begin, end, missing = _row(words, after)
        words.pop(0)
    else:
        begin, end, missing = {word}, {word}, False
    while words and words[0] in "?*+":
        sign = words.pop(0)
        if sign in "*+":
            for name in end:
                after.setdefault(name, set()).update(begin)
        missing = missing or sign in "?*"
    return begin, end, missing


def order(shown: Shown) -> list[str]:
    """The options that may be the next motion."""
    return [name for name, _ in shown.options if is_next(shown, name)]


def is_next(shown: Shown, option: str) -> bool:
    """Whether a motion may be made now, as far as the words show."""
    motion, _, spot = option.partition(":")
    if motion == "void":
        return False  # nothing is wrong
    made = [name for name, _ in shown.told if name != ANYWHERE]
    if made and motion != ANYWHERE and motion not in followers(shown.game).get(made[-1], ()):
        return False
    table = table_in(shown.text)
    if spot and motion.partition("-")[0] in VERBS:
        return _is_settled_so(shown, table, motion, spot)
    return STATE.get(shown.game, _anything)(shown, table, motion)


def _anything(shown: Shown, table: SeenTable, motion: str) -> bool:
    return True


def _is_settled_so(shown: Shown, table: SeenTable, motion: str, spot: str) -> bool:
    """Whether this bet is taken, left or paid on what lies there, and no seat comes before it."""
    verb = motion.partition("-")[0]
    seat, bet, hand = [*spot.split(":"), "0"][:3]
    rate = outcome(shown.game, table, shown.text, int(seat), titles(shown.game)[bet], int(hand))
    return (rate > 0) - (rate < 0) == VERBS[verb]


@cache
def titles(game: str) -> dict[str, str]:
    """The bets by name, as they are called at the table."""
    from pitboss.games import GAMES

    return {bet.name: bet.title for bet in GAMES[game].bets(GAMES[game].rules())}


Predicate = Callable[[Shown, SeenTable, str], bool]
STATE: dict[str, Predicate] = {}
