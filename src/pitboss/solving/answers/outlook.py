"""What a round may be expected to win before it is dealt, and how far from that luck usually takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.play.bets import SeatBets
from pitboss.play.records.record import Record
from pitboss.solving.answers.analysis import Analysis, Number, Spread
from pitboss.statistics.covariances import Covariances


class Placed(NamedTuple):
    """What one seat put down before the deal, and all that a game may need to say what that is worth."""

    rules: Any
    bets: SeatBets
    record: Record
    analysis: Callable[[], Analysis]
    """The game's odds under these rules, when they are asked for: they may take a while."""
    covariances: Callable[[], Covariances | None]
    """Those of all bets, where more is needed than the odds tell: they may take longer still."""


class Outlook(Struct, frozen=True):
    """One seat's bets of one round at best play: the mean in cents, and the variance in cents squared."""

    mean: float
    variance: float


def outlook(nets: Iterable[tuple[Number, Number]], unit: int = 1) -> Outlook:
    """The outlook of a round whose nets have these chances; a net is in units of this many cents."""
    spread = Spread(tuple(nets))
    return Outlook(float(spread.ev * unit), (spread.sd * unit) ** 2)
