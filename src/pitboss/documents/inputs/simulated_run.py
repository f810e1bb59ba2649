"""The simulation of a report: a count of every outcome, stored so that a report can be written without running it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.documents.inputs.input_cache import PlainAnswer, packed, report_question, unpacked
from pitboss.games.odds import analysis_of
from pitboss.lab.simulate_question import SimulationResult, simulate
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.simulation.plan import simulator
from pitboss.simulation.run import Progress
from pitboss.simulation.tally import PLAYED, Figures
from pitboss.statistics.exactness import Nearly, Number

DIGITS = 9
"""Significant digits of the exact odds that identify the play that was simulated."""


class SimulatedRun(Struct, frozen=True):
    """Rounds, seed, the strategy as a sentence, and the figures of each bet beside the exact ones."""

    game: str
    rules: Mapping[str, Any]
    rounds: int
    seed: int
    strategy: str
    bets: Mapping[str, Figures]

    def as_data(self) -> dict[str, Any]:
        """Return the data of `pitboss simulate --json`, without what was measured by the clock."""
        return {
            "game": self.game, "rules": dict(self.rules), "strategy": "best", "seed": self.seed, "players": 1,
            "rounds": self.rounds, "asked": self.rounds, "stopped": "",
            "bets": {bet: found.as_data() for bet, found in self.bets.items() if bet != PLAYED},
            "played": self.bets[PLAYED].as_data() if PLAYED in self.bets else None,
        }  # fmt: skip


def run_question(
    game: Game, rules: HouseRules, rounds: int, seed: int, progress: Progress | None = None
) -> PlainAnswer:
    """
    Return the question for the counts of a run.

    They depend on the kernels and on the play. The exact odds stand for the play: a solver that finds the same odds
    plays alike, so the counts of a long run survive a rewrite of the solver.
    """
    exact = {name: f"{float(edge):.{DIGITS}g}" for name, edge in analysis_of(game, rules).edges.items()}

    def solve() -> Any:
        found = simulate(rules, rounds, seed=seed, progress=progress)
        if found.stopped:
            raise KeyboardInterrupt
        return _plain(found)

    more = {"rounds": rounds, "seed": seed, "odds": exact}
    return report_question(game, rules, "simulation", more, solve, ("simulation/*.py",))


def simulated_run(
    game: Game, rules: HouseRules, rounds: int, seed: int, progress: Progress | None = None
) -> SimulatedRun:
    """Return the simulation, stored or run."""
    kept = run_question(game, rules, rounds, seed, progress).get()
    bets = {bet: _figures(each) for bet, each in kept["bets"].items()}
    return SimulatedRun(game.name, rules.changed(), rounds, seed, kept["strategy"], bets)


def _plain(found: SimulationResult) -> dict[str, Any]:
    return {
        "strategy": simulator(found.plan).strategy,
        "bets": {
            bet: {
                "counts": [[packed(net), count] for net, count in each.counts],
                "rounds": each.rounds,
                "exact": each.exact,
                "chances": [[_name(ending), _chance(chance)] for ending, chance in each.chances.items()],
                "endings": [[_name(ending), count] for ending, count in each.endings.items()],
            }
            for bet, each in found.bets.items()
        },
    }


def _figures(kept: dict[str, Any]) -> Figures:
    return Figures(
        tuple((Fraction(net), count) for net, count in kept["counts"]),
        kept["rounds"],
        kept["exact"],
        {_ending(name): _read(chance) for name, chance in kept["chances"]},
        {_ending(name): count for name, count in kept["endings"]},
    )


def _name(ending: Fraction | str) -> list[str]:
    return ["line", ending] if isinstance(ending, str) else ["net", str(ending)]


def _ending(kept: list[str]) -> Fraction | str:
    kind, text = kept
    return text if kind == "line" else Fraction(text)


def _chance(chance: Number) -> Any:
    return [float(chance), chance.error] if isinstance(chance, Nearly) else packed(chance)


def _read(kept: Any) -> Number:
    return Nearly(*kept) if isinstance(kept, list) else unpacked(kept)
