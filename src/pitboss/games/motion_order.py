"""
How motions follow one another: a pattern of names, `a (b | c)* d?`, read once and matched in one pass.

Every name of the pattern is a place; what is told moves from places to the places that may follow. So a long round
costs no more than its length, however many ways there are to read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple


class PatternPart(NamedTuple):
    """A piece of a pattern: whether it may be left out, and the places where it may begin and end."""

    may_miss: bool
    first: frozenset[int]
    last: frozenset[int]


NOTHING = PatternPart(may_miss=True, first=frozenset(), last=frozenset())


class MotionOrder:
    """A pattern that is read."""

    def __init__(self, pattern: str) -> None:
        self._names: list[str] = []
        self._after: list[set[int]] = []
        self._left = re.findall(r"[a-z0-9-]+|[()|?*+]", pattern)[::-1]
        self._whole = self._choice()
        assert not self._left, f"the pattern goes on with {self._left[-1]!r} where it should end"

    def fits(self, motions: Iterable[str]) -> bool:
        """Whether these names, in this order, are one way through the pattern."""
        may_come: Iterable[int] = self._whole.first
        is_done = self._whole.may_miss
        for motion in motions:
            here = [place for place in may_come if self._names[place] == motion]
            may_come = set().union(*(self._after[place] for place in here))
            is_done = not self._whole.last.isdisjoint(here)
        return is_done

    def _choice(self) -> PatternPart:
        """Pieces with `|` between them: one of them."""
        part = self._row()
        while self._left and self._left[-1] == "|":
            self._left.pop()
            other = self._row()
            part = PatternPart(part.may_miss or other.may_miss, part.first | other.first, part.last | other.last)
        return part

    def _row(self) -> PatternPart:
        """Pieces one after the other."""
        part = NOTHING
        while self._left and self._left[-1] not in "|)":
            following = self._repeated()
            self._join(part.last, following.first)
            part = PatternPart(
                part.may_miss and following.may_miss,
                part.first | following.first if part.may_miss else part.first,
                part.last | following.last if following.may_miss else following.last,
            )
        return part

    def _repeated(self) -> PatternPart:
        """A name or a bracket, and how often it comes."""
        part = self._one()
        while self._left and self._left[-1] in "?*+":
            sign = self._left.pop()
            if sign in "*+":
                self._join(part.last, part.first)
            part = part._replace(may_miss=part.may_miss or sign in "?*")
        return part

    def _one(self) -> PatternPart:
        name = self._left.pop()
        if name == "(":
            part = self._choice()
            assert self._left.pop() == ")"
            return part
        place = frozenset({len(self._names)})
        self._names.append(name)
        self._after.append(set())
        return PatternPart(may_miss=False, first=place, last=place)

    def _join(self, before: Iterable[int], after: Iterable[int]) -> None:
        for place in before:
            self._after[place].update(after)


order_of = cache(MotionOrder)
"""The pattern of these words, read once."""
