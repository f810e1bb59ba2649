"""The lines of a pay table that `tune` may change, and parsers for its shares, ranges, payouts and lines to keep."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, inf, lcm, sqrt
from typing import TypeAlias

from msgspec import Struct

from pitboss.lab.tune.search import Found, Search
from pitboss.money import MoneyError, Pays
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, rather
from pitboss.solving.answers.paytable_bets import Paid

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


class TunedLine(Struct, frozen=True):
    """A paying line and its possible payouts; a fixed line has only one."""

    name: str
    choices: tuple[Fraction, ...]
    is_fixed: bool = False


def lines_of(
    printed: Sequence[tuple[str, Pays]], pays: Sequence[Fraction], fixed: dict[str, Pays | None], top: Fraction | None
) -> list[TunedLine | tuple[str, Pays]]:
    """Return every line from the top: a line to tune, or a push or loss line that is unchanged."""
    fits = tuple(each for each in pays if top is None or each <= top)
    lines: list[TunedLine | tuple[str, Pays]] = []
    for name, now in printed:
        if name in fixed and (held := fixed[name] or now).won > 0:
            lines.append(TunedLine(name, (held.ratio,) if top is None or held.ratio <= top else (), True))
        else:
            lines.append(TunedLine(name, fits) if now.won > 0 else (name, now))
    if not any(isinstance(line, TunedLine) for line in lines):
        raise Refused("nothing-to-tune", "no line of this table pays anything that could be changed")
    return lines


class WeightedTables:
    """Tables of a bet whose outcome probabilities do not depend on play, as sums over integers."""

    def __init__(self, lines: Sequence[TunedLine | tuple[str, Pays]], chances: Sequence[Fraction]) -> None:
        self.lines = lines
        self.ways = lcm(*(chance.denominator for chance in chances))
        paid = [(line, chance) for line, chance in zip(lines, chances, strict=True) if isinstance(line, TunedLine)]
        self.paid = [line for line, _ in paid]
        self.unit = lcm(*(each.denominator for line in self.paid for each in line.choices))
        self.weights = [int(chance * self.ways) for _, chance in paid]
        stays = [(line, chance) for line, chance in zip(lines, chances, strict=True) if not isinstance(line, TunedLine)]
        pushes = [chance for (_, pays), chance in stays if not pays.won]
        self.hit = sum((chance for _, chance in paid), Fraction(0))
        self.lost = 1 - self.hit - sum(pushes, Fraction(0))

    def search(self, edge: Range) -> Search:
        """Return a search for every table with an edge in this range and payouts decreasing in the printed order."""
        whole = self.ways * self.unit
        low = -inf if edge.high is None else ceil((self.lost - edge.high) * whole)
        high = inf if edge.low is None else floor((self.lost - edge.low) * whole)
        choices = [[int(each * self.unit) for each in line.choices] for line in reversed(self.paid)]
        fixed = [line.is_fixed for line in reversed(self.paid)]
        return Search(self.weights[::-1], choices, fixed, low, high)

    def edge(self, found: Found) -> Fraction:
        """Return the house edge of a table."""
        return self.lost - Fraction(found[0], self.ways * self.unit)

    def variance(self, found: Found) -> Fraction:
        """Return the variance of a one-unit bet."""
        return Fraction(found[1], self.ways * self.unit**2) + self.lost - self.edge(found) ** 2

    def spread(self, found: Found) -> int:
        """Return the variance as an integer, in a unit common to all tables, for fast ranking."""
        lost = int(self.lost * self.ways)
        return found[1] * self.ways + lost * self.ways * self.unit**2 - (found[0] - lost * self.unit) ** 2

    def sd(self, found: Found) -> float:
        """Return the standard deviation of a one-unit bet."""
        return sqrt(self.variance(found))

    def pays(self, found: Found) -> list[Fraction]:
        """Return the payouts of the paying lines, from the top."""
        return [Fraction(each, self.unit) for each in reversed(found[2])]

    def named(self, pays: Sequence[Fraction]) -> dict[str, str]:
        """Return the whole table with these payouts, as text."""
        left = iter(pays)
        lines = ((line.name, _in_words(next(left))) if isinstance(line, TunedLine) else line for line in self.lines)
        return {name: str(each) for name, each in lines}


def _in_words(pays: Fraction) -> Pays:
    return Pays(pays.numerator, pays.denominator)


def paid_bets(game: Game, rules: HouseRules) -> dict[str, Paid]:
    """Return every bet paid by a pay table or at a single payout, by name; empty if the game does not declare them."""
    paid = game.provides.paid
    return paid(rules) if paid else {}


def paid_bet(game: Game, rules: HouseRules, bet: str, choices: Sequence[str]) -> Paid:
    """Return the pay table of one bet; if it has none, raise with a suggestion from `choices`."""
    known = paid_bets(game, rules)
    if not known:
        raise Refused(
            "no-table",
            f"{game.title} has no count/paid.py, which lists the bets that are paid by pay tables: "
            "vary a payout with pitboss sweep instead",
        )
    if bet not in known:
        raise Refused("no-such-bet", f"{game.title} has no pay table for {bet!r}: {rather(bet, choices)}")
    return known[bet]
