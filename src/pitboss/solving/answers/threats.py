"""
What a game's protection says: what cards gone do to each bet, and what it is worth to know more than the sheet gives.

How a game plugs in. Its `simulate/removal.py` has `removal(rules, tell) -> Removal`, its `simulate/threats.py` has
`threats(rules, tell) -> Iterator[Threat]`. Changes and edges are the player's, in units of the bet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from pitboss.statistics.exactness import Number, as_fraction

Tell: TypeAlias = Callable[[str], None]
"""Told what is being worked on, for who waits."""

SHUFFLE = 20.0
"""Seconds that a shuffle by hand is taken to need for each deck; a machine beside the table needs none."""
DEPTHS = (50, 75, 80, 90)
"""How much of a shoe is dealt before the cut card comes, in percent."""


def silent(words: str) -> None:
    """Nobody waits."""


class Removal(Struct, frozen=True):
    """By bet and rank: how the player's edge changes when one such card is gone from the full pack."""

    best: Mapping[str, Mapping[str, Number]]
    """The best play found anew for what is left."""
    kept: Mapping[str, Mapping[str, Number]]
    """The play of the full pack kept; only for bets that play bears on."""
    start: Mapping[str, Number]
    """The player's edge with no card gone."""
    note: str = ""

    def as_data(self) -> dict[str, dict[str, float]]:
        """By bet and rank, as `protect --json` gives it."""
        return _plain(self.best)

    def with_play_kept(self) -> dict[str, Mapping[str, Number]]:
        """By bet and rank with the play of the full pack: a bet that no play bears on changes all the same."""
        return {bet: self.kept.get(bet, ranks) for bet, ranks in self.best.items()}


def _plain(table: Mapping[str, Mapping[str, Number]]) -> dict[str, dict[str, float]]:
    return {bet: {rank: float(change) for rank, change in ranks.items()} for bet, ranks in table.items()}


class Closing(Struct, frozen=True):
    """The one procedure that closes a threat, its clause, and what it costs the house in pace."""

    procedure: str
    clause: str
    seconds: float
    """Added to a round, on average."""

    def rounds_lost(self, hour: int) -> float:
        """Of this many rounds an hour, those that are no longer dealt."""
        return hour - 3600 / (3600 / hour + self.seconds)


def shuffling(decks: float, rounds_before: float, rounds_after: float) -> float:
    """Seconds that a shuffle after fewer rounds adds to each, by hand: `SHUFFLE` for each deck."""
    return SHUFFLE * decks * (1 / rounds_after - 1 / rounds_before)


class Threat(Struct, frozen=True):
    """One way to know more than the sheet gives, and what it is worth."""

    name: str
    knows: str
    who: str
    """Who can have the information."""
    bet: str
    edge: Number
    """What the player wins of a unit bet, when betting."""
    share: Number
    """In how many of the rounds it is bet."""
    per_round: Number
    """Units won a round, betting a unit wherever it pays, averaged over all rounds."""
    sd: float
    """Of what is won a round."""
    closing: Closing
    se: float = 0.0
    """The standard error of the edge; nothing where it is exact."""
    exact: bool = True
    note: str = ""
    share_se: float = 0.0
    """The standard error of the share."""
    per_round_se: float = 0.0
    """The standard error of the units won a round."""

    @property
    def bets_a_round(self) -> float:
        """How many units are bet a round, averaged over the rounds with a bet."""
        edge, share = float(self.edge), float(self.share)
        return float(self.per_round) / (edge * share) if edge and share else 0.0

    @property
    def per_100(self) -> float:
        """Units won in a hundred rounds."""
        return 100 * float(self.per_round)

    @property
    def n0(self) -> float:
        """Rounds after which the gain is as large as its standard deviation."""
        return (self.sd / float(self.per_round)) ** 2 if self.per_round > 0 else inf

    @property
    def desirability(self) -> float:
        """A thousand times the gain over its standard deviation, as counters rank games."""
        return 1000 * float(self.per_round) / self.sd if self.sd > 0 else 0.0

    def an_hour(self, rounds: int, limit: float) -> float:
        """What it wins an hour with the limit on every bet."""
        return float(self.per_round) * rounds * limit

    def as_data(self, rounds: int, limit: float) -> dict[str, Any]:
        """The row as `protect --json` gives it."""
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
    """The standard deviation a round of a bet that is made in a share of the rounds."""
    return sqrt(max(share * (sd**2 + edge**2) - (share * edge) ** 2, 0.0))
