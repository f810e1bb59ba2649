"""
The results of a game protection study: effects of removal, and the value of extra information.

A game provides `removal(rules, progress) -> Removal` in its `simulate/removal.py` and `threats(rules, progress) ->
Iterator[Threat]` in its `simulate/threats.py`. Changes and edges are the player's, in units of the bet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from pitboss.statistics.exactness import Number, as_fraction

Progress: TypeAlias = Callable[[str], None]
"""A progress callback that receives a description of the current step."""

SHUFFLE = 20.0
"""The assumed seconds per deck of a hand shuffle. A shuffling machine needs none."""
DEPTHS = (50, 75, 80, 90)
"""The percentages of the shoe dealt before the cut card."""


def ignore_progress(words: str) -> None:
    """Discard a progress report."""


class Removal(Struct, frozen=True):
    """The change in the player's edge when one card is removed from the full pack, by bet and rank."""

    best: Mapping[str, Mapping[str, Number]]
    """The change with re-optimised play."""
    fixed_play: Mapping[str, Mapping[str, Number]]
    """The change with the full-pack strategy; only for bets that play affects."""
    start: Mapping[str, Number]
    """The player's edge with no card removed."""
    note: str = ""

    def as_data(self) -> dict[str, dict[str, float]]:
        """Return the changes by bet and rank, as in `protect --json`."""
        return _plain(self.best)

    def with_fixed_play(self) -> dict[str, Mapping[str, Number]]:
        """Return the changes with the full-pack strategy. Bets that play does not affect keep their changes."""
        return {bet: self.fixed_play.get(bet, ranks) for bet, ranks in self.best.items()}


def _plain(table: Mapping[str, Mapping[str, Number]]) -> dict[str, dict[str, float]]:
    return {bet: {rank: float(change) for rank, change in ranks.items()} for bet, ranks in table.items()}


class Countermeasure(Struct, frozen=True):
    """The procedure that closes a threat, its clause, and how much it slows the game."""

    procedure: str
    clause: str
    seconds: float
    """The seconds added to an average round."""

    def rounds_lost(self, hour: int) -> float:
        """Return the number of rounds lost out of `hour` rounds an hour."""
        return hour - 3600 / (3600 / hour + self.seconds)


def shuffling(decks: float, rounds_before: float, rounds_after: float) -> float:
    """Return the extra seconds per round if a hand shuffle (`SHUFFLE` per deck) comes after fewer rounds."""
    return SHUFFLE * decks * (1 / rounds_after - 1 / rounds_before)


class Threat(Struct, frozen=True):
    """One way to gain extra information, and its value."""

    name: str
    knows: str
    who: str
    """The people who can have the information."""
    bet: str
    edge: Number
    """The player's edge on a bet of one unit, in rounds in which it is made."""
    share: Number
    """The share of rounds in which the bet is made."""
    per_round: Number
    """The units won per round, betting one unit whenever it pays, averaged over all rounds."""
    sd: float
    """The standard deviation of the units won per round."""
    closing: Countermeasure
    se: float = 0.0
    """The standard error of the edge; 0 if it is exact."""
    exact: bool = True
    note: str = ""
    share_se: float = 0.0
    """The standard error of the share."""
    per_round_se: float = 0.0
    """The standard error of the units won per round."""

    @property
    def bets_a_round(self) -> float:
        """The average number of units bet, over the rounds with a bet."""
        edge, share = float(self.edge), float(self.share)
        return float(self.per_round) / (edge * share) if edge and share else 0.0

    @property
    def per_100(self) -> float:
        """The units won in 100 rounds."""
        return 100 * float(self.per_round)

    @property
    def n0(self) -> float:
        """The number of rounds after which the expected gain equals its standard deviation."""
        return (self.sd / float(self.per_round)) ** 2 if self.per_round > 0 else inf

    @property
    def desirability(self) -> float:
        """The desirability index: 1000 times the gain divided by its standard deviation."""
        return 1000 * float(self.per_round) / self.sd if self.sd > 0 else 0.0

    def an_hour(self, rounds: int, limit: float) -> float:
        """Return the hourly win if every bet is at the limit."""
        return float(self.per_round) * rounds * limit

    def as_data(self, rounds: int, limit: float) -> dict[str, Any]:
        """Return the data for `protect --json`."""
        return {
            "name": self.name,
            "knows": self.knows,
            "who": self.who,
            "bet": self.bet,
            "edge": float(self.edge),
            "edge_exact": as_fraction(self.edge) if self.exact else None,
            "share": float(self.share),
            "share_se": self.share_se,
            "bets_a_round": self.bets_a_round,
            "per_100": self.per_100,
            "per_100_se": 100 * self.per_round_se,
            "se": self.se,
            "exact": self.exact,
            "an_hour": self.an_hour(rounds, limit),
            "n0": None if self.n0 == inf else self.n0,
            "desirability": self.desirability,
            "closed_by": self.closing.procedure,
            "clause": self.closing.clause,
            "rounds_lost_an_hour": self.closing.rounds_lost(rounds),
            "note": self.note,
        }


def sd_of(share: float, edge: float, sd: float) -> float:
    """Return the standard deviation per round of a bet made in a share of the rounds."""
    return sqrt(max(share * (sd**2 + edge**2) - (share * edge) ** 2, 0.0))
