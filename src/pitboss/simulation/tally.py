"""The result of a run: counts of cells that merge exactly, and the figures derived from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.simulation.cells import Cells, counted
from pitboss.simulation.line_scores import OutcomeLine, lines_of
from pitboss.simulation.plan import Plan, simulator
from pitboss.solving.answers.simulator import Chances, Ending, Result

if TYPE_CHECKING:
    import pandas

PLAYED = "played"
E = TypeVar("E")


@dataclass(frozen=True)
class Figures:
    """One bet's results over a run: the count of each net result, in units of the bet."""

    counts: tuple[tuple[Fraction, int], ...]
    rounds: int
    """The number of rounds with the bet. All seats of a round count as one, because their results are correlated."""
    exact: float | None = None
    chances: Chances = field(default_factory=dict)
    """The probability of each result, if known."""
    endings: Mapping[Ending, int] = field(default_factory=dict)
    """The count of each result, or of each named line."""

    @cached_property
    def lines(self) -> tuple[OutcomeLine, ...]:
        """Return each result with its probability, if known."""
        return tuple(lines_of(self.endings, self.chances, self.rounds)) if self.chances else ()

    @property
    def times(self) -> int:
        """Return how often the bet was made."""
        return sum(count for _, count in self.counts)

    @property
    def mean_exact(self) -> Fraction:
        """Return the mean as a fraction."""
        return sum((net * count for net, count in self.counts), Fraction(0)) / max(self.times, 1)

    @property
    def mean(self) -> float:
        """Return the mean net result of one unit."""
        return float(self.mean_exact)

    @property
    def sd(self) -> float:
        """Return the standard deviation of one bet."""
        squares = sum((net * net * count for net, count in self.counts), Fraction(0)) / max(self.times, 1)
        return sqrt(squares - self.mean_exact**2)

    @property
    def se(self) -> float:
        """Return the standard error of the mean; for several seats an upper bound, as if all had the same results."""
        return self.sd / sqrt(max(self.rounds, 1))

    @property
    def hit(self) -> float:
        """Return the share of bets that won."""
        return sum(count for net, count in self.counts if net > 0) / max(self.times, 1)

    @property
    def push(self) -> float:
        """Return the share of bets that pushed."""
        return sum(count for net, count in self.counts if net == 0) / max(self.times, 1)

    @property
    def z(self) -> float | None:
        """Return the deviation of the mean from the exact figure, in standard errors."""
        return None if self.exact is None or not self.se else (self.mean - self.exact) / self.se

    def as_data(self) -> dict[str, Any]:
        """Return the figures as `simulate --json` prints them."""
        return {
            "rounds": self.rounds,
            "mean": self.mean,
            "se": self.se,
            "sd": self.sd,
            "hit": self.hit,
            "push": self.push,
            "exact": self.exact,
            "z": self.z,
            "distribution": [[float(net), count] for net, count in self.counts],
            "lines": [line.as_data() for line in self.lines],
        }


@dataclass(frozen=True)
class Tally:
    """The totals of a run: whole numbers, identical for the same plan on any machine."""

    plan: Plan
    rounds: int
    cells: Cells
    seconds: float = 0.0
    stopped: str = ""
    """The reason why the run ended early; empty if it did not."""

    def figures(
        self, exact: Mapping[str, float] | None = None, chances: Mapping[str, Chances] | None = None
    ) -> dict[str, Figures]:
        """
        Return each bet's figures by name, and as `played` those of all bets together, without tokes (FB-9).

        If the plan is about one bet alone, return only that bet's figures.
        """
        game = GAMES[self.plan.game]
        tokes = game.tokes(game.rules.read(self.plan.rules))
        results: dict[str, dict[Fraction, int]] = {}
        endings: dict[str, dict[Ending, int]] = {}
        for cell, count in counted(self.cells):
            settled = _settled(self.plan, cell)
            for bet, result in settled.items():
                if self.plan.only not in ("", bet):
                    continue
                net = result.net / result.stake if result.stake else result.net
                _add(results, bet, net, count)
                _add(endings, bet, result.line or net, count)
            if not self.plan.only:
                net = sum((result.net for bet, result in settled.items() if bet not in tokes), Fraction(0))
                _add(results, PLAYED, net, count)
                _add(endings, PLAYED, net, count)
        known, likely = exact or {}, chances or {}
        return {
            bet: Figures(
                tuple(sorted(counts.items())), self._rounds(counts), known.get(bet), likely.get(bet, {}), endings[bet]
            )
            for bet, counts in sorted(results.items(), key=lambda found: found[0] == PLAYED)
        }

    def _rounds(self, counts: Mapping[Fraction, int]) -> int:
        return -(-sum(counts.values()) // self.plan.players)

    def to_frame(self) -> pandas.DataFrame:
        """Return a table with the count of each bet's results."""
        try:
            import pandas  # noqa: PLC0415  (an extra, and slow to load)
        except ImportError:
            raise Refused("no-frames", "a table needs pandas: pip install 'pitboss[frames]'") from None
        rows = [(bet, float(net), count) for bet, figures in self.figures().items() for net, count in figures.counts]
        return pandas.DataFrame(rows, columns=["bet", "net", "count"])


_settled_cells: dict[tuple[Any, ...], dict[Any, Mapping[str, Result]]] = {}


def _settled(plan: Plan, cell: Any) -> Mapping[str, Result]:
    """Return the results of a cell, which is settled only once."""
    known = _settled_cells.setdefault(plan.key(), {})
    if cell not in known:
        known[cell] = simulator(plan).settle(cell)
    return known[cell]


def _add(results: dict[str, dict[E, int]], bet: str, ending: E, count: int) -> None:
    counts = results.setdefault(bet, {})
    counts[ending] = counts.get(ending, 0) + count
