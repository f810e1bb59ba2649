"""Risk from the house's side: its hold over many rounds and the losses it must be able to bear."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, inf, sqrt

from msgspec import Struct

from pitboss.lab.risk import normal
from pitboss.lab.risk.lattice import Lattice
from pitboss.lab.risk.round_distribution import RoundDistribution

CONFIDENCE = 0.95
ONE_IN_20 = 0.05
BANDS = (0.025, 0.05, 0.25, 0.5, 0.75, 0.95, 0.975)
VOLATILITY_Z = 1.645
"""Standard deviations around the mean that cover 90% of results: the volatility index of PAR sheets."""
MAX_ROUNDS = 10**9
_SIZES = (1, 2, 5)


class Month(Struct, frozen=True):
    """The house's actual month compared with the expected one."""

    won: float
    bet: float
    rounds: int
    hold: float
    expected: float
    percentile: float
    """The probability of a hold this low or lower."""
    is_usual: bool
    """Whether the hold is within the 95% band."""


class HouseRisk(Struct, frozen=True):
    """The house's prospects, in units of a bet unless stated otherwise."""

    edge: float
    """House edge relative to the initial bet."""
    sure_after: float
    """Rounds after which the house is ahead with 95% probability; infinite if it has no edge."""
    sure_after_normal: float
    bands: tuple[tuple[int, tuple[float, ...]], ...]
    """Quantiles of the hold at `BANDS`, by number of rounds, as a share of the initial bets."""
    liability: float
    """The most that one seat can win in one round."""
    month_rounds: int
    one_in_20: float
    """The 5% quantile of the house's monthly win."""
    largest_limit: float | None
    """The largest bet that keeps `one_in_20` within the accepted loss; None if impossible or no loss was given."""
    month: Month | None


class HouseMonth:
    """The distribution of a round, seen from the house's side."""

    def __init__(self, law: RoundDistribution, lattice: Lattice) -> None:
        self.law, self.lattice = law, lattice
        self.initial = float(law.initial_bet)
        self.mean, self.sd = -law.mean, law.sd

    def holds(self, rounds: int) -> tuple[float, ...]:
        """Return the quantiles of the hold over `rounds` rounds."""
        nets = self.lattice.after(rounds).quantiles([1 - share for share in BANDS])
        return tuple(-float(net * self.lattice.step) / (rounds * self.initial) for net in nets)

    def bands(self, most: int) -> tuple[tuple[int, tuple[float, ...]], ...]:
        """Return the hold bands from 100 rounds up to `most`."""
        powers = range(2, len(str(most)))
        rounds = sorted({size * 10**power for power in powers for size in _SIZES if size * 10**power < most} | {most})
        return tuple((each, self.holds(each)) for each in rounds)

    def ahead(self, rounds: int) -> float:
        """Return the probability that the house is ahead after `rounds` rounds."""
        return self.lattice.after(rounds).below(0)

    def sure_after(self) -> float:
        """Return a number of rounds after which the house is ahead with 95% probability, but not one round earlier."""
        if self.mean <= 0:
            return inf
        guess = max(ceil(normal.rounds_until_sure(CONFIDENCE, self.mean, self.sd)), 1)
        low, high = 0, guess
        while high <= MAX_ROUNDS and self.ahead(high) < CONFIDENCE:
            low, high = high, high * 2
        if high > MAX_ROUNDS:
            return float(guess)
        while high - low > 1:
            middle = (low + high) // 2
            if self.ahead(middle) < CONFIDENCE:
                low = middle
            else:
                high = middle
        return high

    def month(self, won: Fraction, bet: Fraction) -> Month:
        """Compare the house's actual month, its win and the total of initial bets in units, with the expected one."""
        rounds = max(round(bet / Fraction(self.law.initial_bet)), 1)
        steps = ceil(-won / self.lattice.step)
        share = 1 - self.lattice.after(rounds).below(steps)
        usual = ONE_IN_20 / 2 <= share <= 1 - ONE_IN_20 / 2
        return Month(float(won), float(bet), rounds, float(won / bet), self.mean / self.initial, share, usual)

    def worst_month(self, rounds: int) -> float:
        """Return the 5% quantile of the house's win over `rounds` rounds, in units."""
        return -float(self.lattice.after(rounds).quantiles([1 - ONE_IN_20])[0] * self.lattice.step)

    def house(self, rounds: int, accepted: Fraction | None, actual: tuple[Fraction, Fraction] | None) -> HouseRisk:
        """Return all house figures for a month of `rounds` rounds."""
        month = None if actual is None else self.month(*actual)
        worst = self.worst_month(rounds)
        most = max(rounds, month.rounds if month else 0)
        return HouseRisk(
            edge=self.mean / self.initial,
            sure_after=self.sure_after(),
            sure_after_normal=normal.rounds_until_sure(CONFIDENCE, self.mean, self.sd),
            bands=self.bands(most),
            liability=float(max(net for net, chance in self.law.nets if chance)),
            month_rounds=rounds,
            one_in_20=worst,
            largest_limit=None if accepted is None or worst >= 0 else float(accepted) / -worst,
            month=month,
        )


def n0(mean: float, sd: float) -> float:
    """Return the number of rounds after which the mean equals the standard deviation."""
    return (sd / mean) ** 2 if mean else inf


def volatility_index(sd: float) -> float:
    """Return the PAR sheet volatility index: divided by √n, it is the half-width of the 90% band after n rounds."""
    return VOLATILITY_Z * sd


def band(sd: float, rounds: int) -> float:
    """Return the half-width of the 90% band after `rounds` rounds."""
    return VOLATILITY_Z * sd / sqrt(rounds)
