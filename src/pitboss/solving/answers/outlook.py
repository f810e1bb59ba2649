"""The mean and variance of a round before it is dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.play.bets import SeatBets
from pitboss.play.records.record import Record
from pitboss.solving.answers.analysis import Analysis, Number, Spread
from pitboss.statistics.covariances import Covariances


class Placed(NamedTuple):
    """One seat's bets before the deal, and everything a game needs to evaluate them."""

    rules: Any
    bets: SeatBets
    record: Record
    analysis: Callable[[], Analysis]
    """A function that returns the game's odds under these rules, which can take a while."""
    covariances: Callable[[], Covariances | None]
    """A function that returns the covariances of all bets, which can take even longer."""


class Outlook(Struct, frozen=True):
    """One seat's bets in one round with best play: the mean in cents, and the variance in cents squared."""

    mean: float
    variance: float


def outlook(nets: Iterable[tuple[Number, Number]], unit: int = 1) -> Outlook:
    """Return the mean and variance of a distribution of net results in units of `unit` cents."""
    spread = Spread(tuple(nets))
    return Outlook(float(spread.ev * unit), (spread.sd * unit) ** 2)
