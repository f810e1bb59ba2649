"""Parsers for the arguments of `tune`: shares, ranges, payouts and lines to keep."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from pitboss.money import MoneyError, Pays
from pitboss.play.refused import Refused, rather

NICE = (
    *range(1, 13), 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000,
)  # fmt: skip
"""Payouts to 1 that casinos commonly print."""
_NUMBER = re.compile(r"(-?[0-9]{1,9}(?:\.[0-9]{1,12})?)(?:/([1-9][0-9]{0,8}))?(%?)")
_MAX_PAYS = 10_000


class Range(Struct, frozen=True):
    """A range that includes both its ends; an end that is None is unlimited."""

    low: Fraction | None = None
    high: Fraction | None = None

    def holds(self, number: Fraction | float) -> bool:
        """Whether a number is in the range."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    @property
    def middle(self) -> Fraction:
        """The middle of the range, or its only end."""
        ends = [end for end in (self.low, self.high) if end is not None]
        return sum(ends, Fraction(0)) / max(len(ends), 1)

    def __str__(self) -> str:
        return "..".join("" if end is None else f"{float(end) * 100:g}%" for end in (self.low, self.high))


RangeInput: TypeAlias = str | float | Fraction | Range | tuple[object, object] | list[object]
"""A range as text, as two ends, or as a single number."""
FixedLines: TypeAlias = str | Iterable[str] | Mapping[str, object]
"""Lines to keep, as text or as a mapping from line to payout."""


def read_range(what: str, given: RangeInput) -> Range:
    """
    Parse a range from text or from two ends; an end that is None is open.

    >>> read_range("edge", "4%..5%")
    Range(low=Fraction(1, 25), high=Fraction(1, 20))
    >>> read_range("sd", "..3.5").high, read_range("hit", "1/4")
    (Fraction(7, 2), Range(low=Fraction(1, 4), high=Fraction(1, 4)))
    >>> read_range("edge", (0.04, "5%")) == read_range("edge", "4%..5%")
    True
    """
    if isinstance(given, Range):
        return given
    if isinstance(given, (tuple, list)):
        ends = ["" if end is None else str(end).strip() for end in given]
    else:
        ends = [end.strip() for end in str(given).split("..")]
    if len(ends) > 2 or not any(ends):
        raise _no_range(what, given)
    low, high = (ends[0], ends[-1])
    found = Range(_number(what, given, low), _number(what, given, high))
    if found.low is not None and found.high is not None and found.low > found.high:
        raise Refused("bad-range", f"{what} {given!r} ends before it begins: write the smaller end first")
    return found


def _number(what: str, given: object, text: str) -> Fraction | None:
    if not text:
        return None
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise _no_range(what, given)
    return Fraction(match[1]) / int(match[2] or 1) / (100 if match[3] else 1)


def _no_range(what: str, given: object) -> Refused:
    return Refused("bad-range", f"{what} {given!r} is not a range: write 4%..5%, 0.04..0.05, 4%.. or ..5%")


def read_pays(given: str | Iterable[object]) -> tuple[Fraction, ...]:
    """
    Parse the payouts, to 1, that a line may have: `nice`, or a list of numbers and ranges, as text or as an iterable.

    >>> [str(pays) for pays in read_pays("1..3,5:2")]
    ['1', '2', '5/2', '3']
    >>> read_pays(range(1, 51)) == read_pays("1..50")
    True
    """
    if not isinstance(given, Iterable):
        raise Refused("bad-pays", f"{given!r} are not payouts: write nice, 1..50, or a list of them")
    words = given.split(",") if isinstance(given, str) else [str(word) for word in given]
    found = {pays for word in words for pays in _pays(word.strip())}
    if not 0 < len(found) <= _MAX_PAYS:
        raise Refused("bad-pays", f"a line takes one of 1 to {_MAX_PAYS:,} payouts, not {len(found):,}")
    return tuple(sorted(found))


def _pays(word: str) -> list[Fraction]:
    if word.casefold() == "nice":
        return [Fraction(pays) for pays in NICE]
    ends = [payout(end.strip()).ratio for end in word.split("..")]
    if len(ends) == 1:
        return ends
    low, high, step = (*ends, Fraction(1))[:3]
    if len(ends) > 3 or low > high or step <= 0 or (high - low) / step >= _MAX_PAYS:
        raise Refused("bad-pays", f"{word!r} is not a range of payouts: write 1..50, or 1..10..1/2 with a step")
    return [low + step * number for number in range(int((high - low) / step) + 1)]


def payout(text: str) -> Pays:
    """Parse a payout; raise unless it wins something."""
    try:
        pays = Pays.parse(text)
    except MoneyError as error:
        raise Refused("bad-pays", str(error)) from None
    if pays.won <= 0:
        raise Refused("bad-pays", f"{text!r} wins nothing: loss and push lines stay as they are")
    return pays


def read_fixed_lines(given: FixedLines, names: list[str]) -> dict[str, Pays | None]:
    """Parse the lines to keep: `Flush=5:1`, or `Flush` for its current payout. A whole column may be named too."""
    if isinstance(given, str):
        given = [given]
    if isinstance(given, Mapping):
        given = [f"{line}={pays}" for line, pays in given.items()]
    if not isinstance(given, Iterable):
        raise Refused("bad-keep", f"{given!r} are not lines to keep: write Flush=5:1, or a list of them")
    folded = {name.casefold(): name for name in names}
    fixed: dict[str, Pays | None] = {}
    for words in map(str, given):
        line, equals, pays = words.rpartition("=")
        line = line if equals else words
        name = folded.get(line.strip().casefold())
        column = [each for each in names if each.casefold().endswith(f".{line.strip().casefold()}")]
        if column and not equals:
            fixed.update(dict.fromkeys(column))
            continue
        if name is None:
            raise Refused("no-such-line", f"unknown line {line.strip()!r} to keep: {rather(line, names)}")
        fixed[name] = payout(pays.strip()) if equals else None
    return fixed
