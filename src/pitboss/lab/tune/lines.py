"""The lines of a pay table being tuned: which ones may change, their possible payouts and their weights."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, inf, lcm, sqrt

from msgspec import Struct

from pitboss.lab.tune.ranges import Range
from pitboss.lab.tune.search import Found, Search
from pitboss.money import Pays
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, rather
from pitboss.solving.answers.paytable_bets import Paid


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
            f"{game.title} has no count/paid.py, which says which bets its pay tables decide: "
            "vary a payout with pitboss sweep instead",
        )
    if bet not in known:
        raise Refused("no-such-bet", f"no pay table of {game.title} decides {bet!r}: {rather(bet, choices)}")
    return known[bet]
