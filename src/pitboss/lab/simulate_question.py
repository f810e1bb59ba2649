"""Fast simulation of many rounds: `pitboss.simulate`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.lab.api import as_int, resolve_game
from pitboss.lab.display import FigureTable, ResultView
from pitboss.lab.svg_charts import ResultChart, Series
from pitboss.lab.whatif.grid import check_workers
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused, rather
from pitboss.simulation.exact import exact_figures, exact_lines
from pitboss.simulation.number_reading import read_rounds
from pitboss.simulation.plan import Plan
from pitboss.simulation.plan_request import plan_of
from pitboss.simulation.run import Progress, run
from pitboss.simulation.tally import PLAYED, Figures, Tally


@dataclass(frozen=True, repr=False)
class SimulationResult(Tally, ResultView):
    """The result of a simulation: a count of every outcome, and each bet's figures next to the exact ones."""

    @classmethod
    def of(cls, tally: Tally) -> SimulationResult:
        """Wrap a tally for use in programs and notebooks."""
        return cls(tally.plan, tally.rounds, tally.cells, tally.seconds, tally.stopped)

    @cached_property
    def bets(self) -> Mapping[str, Figures]:
        """Figures by bet; the last entry, `played`, covers all bets of a round together."""
        means = exact_figures(self.plan, self.figures())
        return self.figures(means, exact_lines(self.plan, means))

    @property
    def rate(self) -> float:
        """Rounds per second."""
        return self.rounds / self.seconds if self.seconds else 0.0

    def tables(self) -> tuple[FigureTable, ...]:
        """Return the figures of each bet, then the count of every result."""
        figures = tuple((bet, it.mean, it.se, it.sd, it.hit, it.push, it.exact, it.z) for bet, it in self.bets.items())
        counts = tuple((bet, net, count) for bet, it in self.bets.items() for net, count in it.counts)
        heads = ("bet", "mean", "se", "sd", "hit", "push", "exact", "z")
        title = f"{self.plan.game}: {self.rounds:,} rounds, seed {self.plan.seed}"
        return FigureTable(title, heads, figures), FigureTable(
            "Frequency of each result", ("bet", "net", "count"), counts
        )

    def plot(self, bet: str = "") -> ResultChart:
        """Return a bar chart of the net results of a bet, or of all bets together: the share of rounds with each."""
        bet = bet or self.plan.only or PLAYED
        if bet not in self.bets:
            raise Refused("no-such-bet", f"unknown bet {bet!r}: {rather(bet, self.bets)}")
        found = self.bets[bet]
        shares = tuple((float(net), count / found.times) for net, count in found.counts)
        title = f"{self.plan.game}, {bet}: {found.times:,} results"
        return ResultChart(title, "net, in units", "share", (Series(bet, shares, "bars"),), percent_y=True)

    def as_data(self) -> dict[str, Any]:
        """Return the data that `pitboss simulate --json` prints."""
        figures = self.bets
        return {
            "game": self.plan.game,
            "rules": dict(self.plan.rules),
            "strategy": strategy_data(self.plan),
            "seed": self.plan.seed,
            "players": self.plan.players,
            "rounds": self.rounds,
            "asked": self.plan.rounds,
            "stopped": self.stopped,
            "seconds": self.seconds,
            "rounds_per_second": self.rate,
            "bets": {bet: found.as_data() for bet, found in figures.items() if bet != PLAYED},
            "played": figures[PLAYED].as_data() if PLAYED in figures else None,
        }

    def __repr__(self) -> str:
        played = self.bets.get(self.plan.only or PLAYED)
        came = f", {played.mean:+.5f} ± {played.se:.5f} a round" if played else ""
        return f"<{self.plan.game}: {self.rounds:,} rounds, seed {self.plan.seed}{came}>"


def strategy_data(plan: Plan) -> object:
    """Return the strategy's name, or the contents of its file."""
    if not plan.file and not plan.changes:
        return plan.strategy
    return {"file": plan.file, "start": plan.strategy, "changes": dict(plan.changes)}


def simulate(
    game: str | HouseRules,
    rounds: float | str,
    *,
    rules: Mapping[str, Any] | None = None,
    strategy: str | Mapping[str, Any] | None = None,
    seed: int = 1,
    players: int = 1,
    stakes: Mapping[str, int] | None = None,
    shoe: bool = False,
    workers: int | None = None,
    dask: str | None = None,
    progress: Progress | None = None,
) -> SimulationResult:
    """
    Simulate rounds and compare each bet's figures with the exact ones.

    The game is a name or the result of `pitboss.rules`; `rounds` may be text such as "1e6"; `rules` holds options to
    change. A strategy is a name, a strategy file, or a mapping with the contents of such a file. The default is optimal
    play, or the bot's play for a game that has only a script. Stakes are units by bet; `stakes={"ante": 0,
    "five-card": 1}` analyses a side bet alone, which no table would allow. `workers` threads share the work (default:
    one per core), or the Dask scheduler at the address `dask` distributes it; the totals are the same. `progress` is
    called with the tally so far. Ctrl-C ends the run early with a partial result; see `stopped`.

    >>> import pitboss as pb
    >>> found = pb.simulate("flip-it", 1000, seed=7)
    >>> found.bets["red"].times, found.bets["red"].exact
    (1000, -0.05454545454545454)
    >>> list(found.to_frame().columns)
    ['bet', 'net', 'count']
    """
    check_workers(workers)
    called, parsed = resolve_game(game)
    number = read_rounds(rounds) if isinstance(rounds, str) else as_int(rounds)
    parsed = parsed.with_changes(**(rules or {}))
    plan = plan_of(
        called.name, number, rules=parsed.changed(), strategy=strategy, seed=seed, players=players,
        stakes=stakes or {}, shoe=shoe,
    )  # fmt: skip
    return SimulationResult.of(run(plan, workers, dask, progress))
