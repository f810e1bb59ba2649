"""Simulations of a report: a count of every outcome, and the cut-card effect."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, convert

from pitboss.documents.inputs.input_cache import PlainAnswer, packed, report_question, unpacked
from pitboss.documents.inputs.values import play_of
from pitboss.games.odds import analysis_of
from pitboss.lab.simulate_question import SimulationResult, simulate
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.play.refused import Refused
from pitboss.simulation.plan import simulator
from pitboss.simulation.run import Progress
from pitboss.simulation.tally import PLAYED, Figures
from pitboss.statistics.exactness import Nearly, Number

DIGITS = 9
"""Significant digits of the exact odds that identify the play that was simulated."""


class SimulatedRun(Struct, frozen=True):
    """A simulation: rounds, seed, strategy in words, and the figures of each bet with the exact ones."""

    game: str
    rules: Mapping[str, Any]
    rounds: int
    seed: int
    strategy: str
    bets: Mapping[str, Figures]

    def as_data(self) -> dict[str, Any]:
        """Return the data of `pitboss simulate --json`, without timings."""
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

    They depend on the kernels and on the strategy. The exact odds identify the strategy: a solver with the same odds
    plays the same way, so the counts of a long run stay valid after a rewrite of the solver.
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
    """Return the simulation, from the cache if it is there."""
    stored = run_question(game, rules, rounds, seed, progress).get()
    bets = {bet: _figures(each) for bet, each in stored["bets"].items()}
    return SimulatedRun(game.name, rules.changed(), rounds, seed, stored["strategy"], bets)


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


def _figures(stored: dict[str, Any]) -> Figures:
    return Figures(
        tuple((Fraction(net), count) for net, count in stored["counts"]),
        stored["rounds"],
        stored["exact"],
        {_ending(name): _read(chance) for name, chance in stored["chances"]},
        {_ending(name): count for name, count in stored["endings"]},
    )


def _name(ending: Fraction | str) -> list[str]:
    return ["line", ending] if isinstance(ending, str) else ["net", str(ending)]


def _ending(stored: list[str]) -> Fraction | str:
    kind, text = stored
    return text if kind == "line" else Fraction(text)


def _chance(chance: Number) -> Any:
    return [float(chance), chance.error] if isinstance(chance, Nearly) else packed(chance)


def _read(stored: Any) -> Number:
    return Nearly(*stored) if isinstance(stored, list) else unpacked(stored)


CUT_CARD_ROUNDS = 200_000_000


class CutCard(Struct, frozen=True):
    """The cut-card effect: the mean net of a round from a shoe, simulated, and from a fresh shoe, exact."""

    mean: float
    se: float
    fresh: float
    rounds: int
    bet: str = ""
    """The bet that the mean is for, if a round has no stakes of its own."""

    @property
    def effect(self) -> float:
        """The cost of the cut card to the player."""
        return self.fresh - self.mean

    @property
    def is_measured(self) -> bool:
        """Whether the effect is larger than twice its standard error."""
        return abs(self.effect) > 2 * self.se


def cut_card_question(game: Game, rules: HouseRules, rounds: int, seed: int) -> PlainAnswer:
    """
    Return the question for the cut-card effect; the answer is empty if it cannot be simulated.

    The cut shoe and a fresh shoe are compared for the same stakes: the stakes of the game as played if the report names
    them, else one unit on the game's first bet.
    """
    analysis, stakes = analysis_of(game, rules), play_of(game.name).stakes
    bet = "" if stakes else analysis.bets[0].name

    def solve() -> Any:
        fresh = analysis.bet(bet) if bet else analysis.played
        if fresh is None:
            return []
        try:
            bets = simulate(rules, rounds, seed=seed, stakes=stakes, shoe=True).bets
        except Refused:
            return []
        found = bets[bet or "played"]
        row = {"mean": found.mean, "se": found.se, "fresh": float(fresh.ev), "rounds": rounds}
        return [row | ({"bet": bet} if bet else {})]

    edges = {name: f"{float(edge):.{DIGITS}g}" for name, edge in analysis.edges.items()}
    more = {"rounds": rounds, "seed": seed, "odds": edges} | ({"bet": bet} if bet else {})
    return report_question(game, rules, "cut card", more, solve)


def cut_card_effect(game: Game, rules: HouseRules, rounds: int, seed: int) -> CutCard | None:
    """Return the effect, from the cache or simulated; None without a shoe or without rounds."""
    if game.cut_card is None or not rounds:
        return None
    stored = cut_card_question(game, rules, rounds, seed).get()
    return convert(stored[0], CutCard) if stored else None
