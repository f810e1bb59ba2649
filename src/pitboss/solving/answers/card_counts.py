"""A card counter's results: edge by count, and the figures that analysts quote for a bet spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, inf, log, sqrt
from typing import Any

from msgspec import Struct

from pitboss.play.refused import Refused, rather

SYSTEMS = {
    "hi-lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "ko": (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1),
    "hi-opt-1": (0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
    "hi-opt-2": (0, 1, 1, 2, 2, 1, 1, 0, 0, -2),
    "omega-2": (0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
    "zen": (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
    "halves": (-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1),
}
"""Known counts by name: the tags of A, 2, … 9 and the ten-values."""
SPREAD = {-99: 1.0, 1: 2.0, 2: 4.0, 3: 8.0, 4: 12.0}
"""The default spread: the bet in units from each count up."""
HANDS_AN_HOUR = 100
MAX_UNITS = 1000
BANK = 10_000.0
"""The bankroll that SCORE assumes, in dollars."""
_VALUES = 10


def tags_of(text: str | Sequence[float]) -> tuple[float, ...]:
    """
    Return the ten tags of a count, given its name, or the tags as text or numbers.

    >>> tags_of("hi-lo") == tags_of("-1,1,1,1,1,1,0,0,0,-1")
    True
    """
    if isinstance(text, str):
        if text.lower() in SYSTEMS:
            return tuple(map(float, SYSTEMS[text.lower()]))
        try:
            text = [float(tag) for tag in text.replace(",", " ").split()]
        except ValueError:
            raise Refused("bad-count", f"unknown count {text!r}: {rather(text, SYSTEMS)}") from None
    if len(text) != _VALUES:
        reason = f"a count has {_VALUES} tags, for A, 2, … 9 and the ten-values, not {len(text)}"
        raise Refused("bad-count", reason)
    return tuple(float(tag) for tag in text)


def spread_of(text: str) -> dict[int, float] | None:
    """
    Return a bet spread, given the units below a count of 1, then at 1, 2, 3 …; None for an empty text.

    >>> spread_of("1 2 4")
    {-99: 1.0, 1: 2.0, 2: 4.0}
    """
    try:
        units = [float(word) for word in text.replace(",", " ").replace("-", " ").split()]
    except ValueError:
        raise Refused("bad-spread", f"spread: {text!r} is not a list of bets such as 1 2 4 8 12") from None
    if not all(0 <= unit <= MAX_UNITS for unit in units):
        raise Refused("bad-spread", f"spread: bets are from 0 to {MAX_UNITS} units")
    return {place or -99: unit for place, unit in enumerate(units)} or None


def cards_behind(dealt: int | None, size: int, usual: int) -> int:
    """Return the number of cards behind the cut card if `dealt` cards are before it; if None, the usual number."""
    if dealt is not None and not 1 <= dealt < size:
        raise Refused("bad-depth", f"cards dealt before the cut card must be from 1 to {size - 1}, not {dealt!r}")
    return usual if dealt is None else size - dealt


class CountedRound(Struct, frozen=True):
    """The rounds dealt at one count, with one unit bet: their number, mean result and mean squared result."""

    count: int
    rounds: int
    edge: float
    square: float

    @property
    def se(self) -> float:
        """The standard error of the edge."""
        return sqrt(max(self.square - self.edge**2, 0.0) / self.rounds)


class CountResult(Struct, frozen=True):
    """A counter's results with a bet spread, in units unless stated otherwise."""

    rows: tuple[CountedRound, ...]
    bets: tuple[float, ...]
    """The bet at the count of each row."""
    rounds: int
    dealt: int
    """Cards dealt before the cut card."""
    cards: int
    tags: tuple[float, ...]

    @classmethod
    def of(
        cls, rows: Sequence[CountedRound], spread: Mapping[int, float] | None, rounds: int, dealt: int, cards: int,
        tags: Sequence[float],
    ) -> CountResult:  # fmt: skip
        """Apply a spread to the rows."""
        steps = sorted((SPREAD if spread is None else spread).items())
        if not steps or any(bet < 0 for _, bet in steps) or not any(bet > 0 for _, bet in steps):
            raise Refused("bad-spread", "a spread has a bet of 0 or more for each count, and one of them more than 0")
        bets = [next((bet for least, bet in reversed(steps) if row.count >= least), 0.0) for row in rows]
        return cls(tuple(rows), tuple(bets), rounds, dealt, cards, tuple(tags))

    def with_spread(self, spread: Mapping[int, float]) -> CountResult:
        """Return the same rounds with another spread."""
        return CountResult.of(self.rows, spread, self.rounds, self.dealt, self.cards, self.tags)

    def _mean_of(self, *values: float) -> float:
        return sum(row.rounds * value for row, value in zip(self.rows, values, strict=True)) / self.rounds

    @property
    def win_rate(self) -> float:
        """Units won per round, over all rounds seen."""
        return self._mean_of(*(bet * row.edge for row, bet in zip(self.rows, self.bets, strict=True)))

    @property
    def sd(self) -> float:
        """Standard deviation of the units won per round."""
        square = self._mean_of(*(bet**2 * row.square for row, bet in zip(self.rows, self.bets, strict=True)))
        return sqrt(max(square - self.win_rate**2, 0.0))

    @property
    def se(self) -> float:
        """Standard error of the win rate."""
        return self.sd / sqrt(self.rounds)

    @property
    def average_bet(self) -> float:
        """The average first bet in rounds with a bet."""
        played = self._mean_of(*(float(bet > 0) for bet in self.bets))
        return self._mean_of(*self.bets) / played

    @property
    def advantage(self) -> float:
        """Units won per unit of first bets."""
        return self.win_rate / self._mean_of(*self.bets)

    @property
    def n0(self) -> float:
        """Rounds after which the expected win equals its standard deviation."""
        return (self.sd / self.win_rate) ** 2 if self.win_rate > 0 else inf

    @property
    def desirability(self) -> float:
        """The desirability index: 1000 times the win rate divided by the standard deviation."""
        return 1000 * self.win_rate / self.sd

    @property
    def score(self) -> float:
        """SCORE: dollars won in 100 rounds with a bank of $10,000 bet at full Kelly; 0 without an advantage."""
        return self.desirability**2 * HANDS_AN_HOUR * BANK / 1e6 if self.win_rate > 0 else 0.0

    def ruin(self, bank: float) -> float:
        """Return the risk of ever losing a bank of `bank` units."""
        return exp(-2 * self.win_rate * bank / self.sd**2) if self.win_rate > 0 else 1.0

    def bank_for(self, ruin: float) -> float:
        """Return the bank, in units, for this risk of ruin."""
        return -log(ruin) * self.sd**2 / (2 * self.win_rate) if self.win_rate > 0 else inf

    def as_data(self) -> dict[str, Any]:
        """Return the data for JSON."""
        return {
            "tags": list(self.tags),
            "rounds": self.rounds,
            "dealt": self.dealt,
            "cards": self.cards,
            "by_count": [
                {"count": row.count, "share": row.rounds / self.rounds, "edge": row.edge, "se": row.se, "bet": bet}
                for row, bet in zip(self.rows, self.bets, strict=True)
            ],
            "win_rate": self.win_rate,
            "win_rate_se": self.se,
            "sd": self.sd,
            "average_bet": self.average_bet,
            "advantage": self.advantage,
            "n0": None if self.n0 == inf else self.n0,
            "desirability": self.desirability,
            "score": self.score,
        }
