"""Risk from the player's side: a session of many rounds with a bankroll and an optional goal."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import floor, sqrt

import numpy as np
from msgspec import Struct

from pitboss.lab.risk import normal
from pitboss.lab.risk.lattice import NEVER, Floats, Lattice, Sum
from pitboss.lab.risk.round_distribution import RoundDistribution
from pitboss.lab.risk.ruin import fair_share, first_out, ruin_curve, ruin_ever

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
FAN = (0.05, 0.25, 0.5, 0.75, 0.95)
PATHS = 10
_POINTS = 50
_BARS = 61
MAX_PLACES = 300_000
"""Maximum number of steps between ruin and the goal."""


class RiskSession(Struct, frozen=True):
    """Figures of a session, in units."""

    mean: float
    sd: float
    ahead: float
    """The probability of a net above zero."""
    even: float
    quantiles: Mapping[str, float]
    ruin_within: float
    ruin_ever: float
    goal_first: float | None
    """The probability of reaching the goal before ruin, without a time limit."""
    error: float
    """Upper bound on the rounding error of the probabilities above."""


class Curves(Struct, frozen=True):
    """Data for the charts, in units."""

    bars: tuple[tuple[float, float, float], ...]
    """The distribution of the session's net: from, to, and the probability of that interval."""
    fan: tuple[tuple[int, tuple[float, ...]], ...]
    """Quantiles of the net at `FAN`, by number of rounds."""
    paths: tuple[tuple[float, ...], ...]
    """Random sessions, sampled at the rounds of the fan."""
    ruin: tuple[tuple[float, float], ...]
    """The probability of ruin within the session, by bankroll."""


class SessionWalk:
    """A random walk from a bankroll with a given distribution of a round."""

    def __init__(
        self, law: RoundDistribution, lattice: Lattice, rounds: int, bankroll: Fraction, goal: Fraction | None
    ) -> None:
        self.law, self.lattice, self.rounds, self.bankroll, self.goal = law, lattice, rounds, bankroll, goal
        self.initial = Fraction(law.initial_bet).limit_denominator(10**6)
        self.step = lattice.step
        self.mean, self.sd = law.mean, law.sd
        self.place = floor((bankroll - self.initial) / self.step)
        self.sum = lattice.after(rounds)
        self.ruin = ruin_curve(lattice, rounds)
        self.ever = ruin_ever(lattice, self.mean)

    def session(self) -> RiskSession:
        """Return the session's figures by convolution."""
        quantiles = self.sum.quantiles(SHARES)
        return RiskSession(
            mean=self.mean * self.rounds,
            sd=self.sd * sqrt(self.rounds),
            ahead=self.sum.above(0),
            even=max(self.sum.above(-1) - self.sum.above(0), 0.0),
            quantiles={str(share): float(net * self.step) for share, net in zip(SHARES, quantiles, strict=True)},
            ruin_within=fair_share(self.ruin, self.place),
            ruin_ever=fair_share(self.ever, self.place),
            goal_first=self._goal_first(),
            error=self.sum.error + 4 * NEVER * self.rounds,  # no round of the walk to ruin adds more
        )

    def _goal_first(self) -> float | None:
        if self.goal is None:
            return None
        places = -floor(-(self.goal - self.bankroll) / self.step) + self.place
        return 1 - fair_share(first_out(self.lattice, places), self.place)

    def by_normal(self) -> RiskSession:
        """Return the same figures by the normal approximation, which splits a net of zero in half."""
        mean, sd, depth = self.mean * self.rounds, self.sd * sqrt(self.rounds), float((self.place + 1) * self.step)
        height = None if self.goal is None else float(self.goal - self.bankroll)
        stopped = self.place < 0
        return RiskSession(
            mean=mean,
            sd=sd,
            ahead=normal.below(mean / sd),
            even=0.0,
            quantiles={str(share): normal.quantile(share, mean, sd) for share in SHARES},
            ruin_within=1.0 if stopped else normal.ruin_within(depth, self.mean, self.sd, self.rounds),
            ruin_ever=1.0 if stopped else normal.ruin_ever(depth, self.mean, self.sd),
            goal_first=None if height is None else normal.goal_first(depth, height, self.mean, self.sd),
            error=float("nan"),
        )

    def curves(self, seed: int) -> Curves:
        """Return the data for the charts."""
        gap = max(self.rounds // _POINTS, 1)
        times = list(range(gap, self.rounds + 1, gap))
        fan = [(time, self.lattice.after(time).quantiles(FAN)) for time in times]
        return Curves(
            bars=tuple(self._bars()),
            fan=tuple((time, tuple(float(net * self.step) for net in nets)) for time, nets in fan),
            paths=tuple(self._path(np.random.default_rng([seed, number]), gap, len(times)) for number in range(PATHS)),
            ruin=tuple(self._ruin_points()),
        )

    def _path(self, chance: np.random.Generator, gap: int, points: int) -> tuple[float, ...]:
        """Sample one session every `gap` rounds, drawing each stretch from the distribution of its sum."""
        stretch: Sum = self.lattice.after(gap)
        steps = chance.choice(len(stretch.chances), points, p=stretch.chances / stretch.chances.sum())
        nets = np.cumsum(steps + stretch.lowest)
        return tuple((nets * float(self.step)).tolist())

    def _bars(self) -> list[tuple[float, float, float]]:
        """Bin the net into bars of whole steps between its extreme quantiles."""
        low, high = self.sum.quantiles((0.0005, 0.9995))
        wide = max(-(-(high - low + 1) // _BARS), 1)
        bars = []
        for begin in range(low, high + 1, wide):
            chance = self.sum.below(begin + wide) - self.sum.below(begin)
            bars.append((float(begin * self.step), float((begin + wide - 1) * self.step), chance))
        return bars

    def _ruin_points(self) -> list[tuple[float, float]]:
        far = max(self.place, _first_below(self.ruin, 0.01), 1)
        places = sorted({round(far * 1.2 * point / _POINTS) for point in range(_POINTS + 1)} | {max(self.place, 0)})
        return [(float(self.initial + place * self.step), fair_share(self.ruin, place)) for place in places]


def _first_below(curve: Floats, share: float) -> int:
    """Return the first place from which the probability is below `share`."""
    return int(np.searchsorted(-curve, -share))
