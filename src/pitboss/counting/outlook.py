"""What a round may be expected to win before it is dealt, and how far from that luck usually takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pitboss.counting.analysis import Analysis, Number, Spread
from pitboss.counting.simulator import Simulator
from pitboss.counting.streams import stream
from pitboss.play.bets import SeatBets
from pitboss.play.record import Record

SIMULATED_ROUNDS = 1 << 18
"""Enough for a standard deviation within a percent or so, in a tenth of a second."""
_SEED = 1


class Placed(NamedTuple):
    """What one seat put down before the deal, and all that a game may need to say what that is worth."""

    rules: Any
    bets: SeatBets
    record: Record
    analysis: Callable[[], Analysis]
    """The game's odds under these rules, for who asks: they may take a while."""


@dataclass(frozen=True)
class Outlook:
    """One seat's bets of one round at best play: the mean in cents, and the variance in cents squared."""

    mean: float
    variance: float


def outlook(nets: Iterable[tuple[Number, Number]], unit: int = 1) -> Outlook:
    """The outlook of a round whose nets have these chances; a net is in units of so many cents."""
    spread = Spread(tuple(nets))
    return Outlook(float(spread.ev * unit), (spread.sd * unit) ** 2)


def simulated_variance(game: str, simulator: Simulator, unit: int) -> float:
    """The variance of all bets of a round together, in cents squared, over rounds that are always the same."""
    counts = np.zeros(simulator.cells, np.int64)
    simulator.chunk(stream(_SEED, game, 0), SIMULATED_ROUNDS, counts)
    nets = [
        (sum(result.net for result in simulator.settle(int(cell)).values()), int(counts[cell]))
        for cell in counts.nonzero()[0]
    ]
    dealt = sum(count for _, count in nets)
    mean = sum(net * count for net, count in nets) / dealt
    return float(sum((net - mean) ** 2 * count for net, count in nets) / dealt * unit**2)
