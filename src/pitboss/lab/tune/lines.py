"""The lines of a table that is to be tuned: which may change, to what, and what they weigh."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, inf, lcm, sqrt

from msgspec import Struct

from pitboss.lab.tune.ranges import Range
from pitboss.lab.tune.search import Found, Search
from pitboss.money import Pays
from pitboss.play.refused import Refused


class TunedLine(Struct, frozen=True):
    """A line that pays something: what it may pay, one thing only if it is kept."""

    name: str
    choices: tuple[Fraction, ...]
    is_kept: bool = False


def lines_of(
    printed: Sequence[tuple[str, Pays]], pays: Sequence[Fraction], kept: dict[str, Pays | None], top: Fraction | None
) -> list[TunedLine | tuple[str, Pays]]:
    """Every line from the top: to be tuned, or a push or a loss that stays."""
    fits = tuple(each for each in pays if top is None or each <= top)
    lines: list[TunedLine | tuple[str, Pays]] = []
    for name, now in printed:
        if name in kept and (held := kept[name] or now).won > 0:
            lines.append(TunedLine(name, (held.ratio,) if top is None or held.ratio <= top else (), True))
        else:
            lines.append(TunedLine(name, fits) if now.won > 0 else (name, now))
    if not any(isinstance(line, TunedLine) for line in lines):
        raise Refused("nothing-to-tune", "no line of this table pays anything that could be changed")
    return lines


class Weighed:
    """Tables of a bet whose lines come however it is played: sums over whole numbers."""

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
        """The search for every table with such an edge, lines falling in the printed order."""
        whole = self.ways * self.unit
        low = -inf if edge.high is None else ceil((self.lost - edge.high) * whole)
        high = inf if edge.low is None else floor((self.lost - edge.low) * whole)
        choices = [[int(each * self.unit) for each in line.choices] for line in reversed(self.paid)]
        kept = [line.is_kept for line in reversed(self.paid)]
        return Search(self.weights[::-1], choices, kept, low, high)

    def edge(self, found: Found) -> Fraction:
        """The house edge of a table."""
        return self.lost - Fraction(found[0], self.ways * self.unit)

    def variance(self, found: Found) -> Fraction:
        """The variance of one unit bet."""
        return Fraction(found[1], self.ways * self.unit**2) + self.lost - self.edge(found) ** 2

    def spread(self, found: Found) -> int:
        """The variance as a whole number, in the one unit of all tables: to rank them quickly."""
        lost = int(self.lost * self.ways)
        return found[1] * self.ways + lost * self.ways * self.unit**2 - (found[0] - lost * self.unit) ** 2

    def sd(self, found: Found) -> float:
        """The standard deviation."""
        return sqrt(self.variance(found))

    def pays(self, found: Found) -> list[Fraction]:
        """What the lines that pay something pay, from the top."""
        return [Fraction(each, self.unit) for each in reversed(found[2])]

    def named(self, pays: Sequence[Fraction]) -> dict[str, str]:
        """The whole table with these pays, in words."""
        left = iter(pays)
        told = ((line.name, _in_words(next(left))) if isinstance(line, TunedLine) else line for line in self.lines)
        return {name: str(each) for name, each in told}


def _in_words(pays: Fraction) -> Pays:
    return Pays(pays.numerator, pays.denominator)
