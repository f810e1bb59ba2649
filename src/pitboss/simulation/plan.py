"""A simulation plan: plain data from which any worker can rebuild the simulator."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from pitboss.compute.streams import copy_stream, stream
from pitboss.games import GAMES
from pitboss.games.interface import GameInterface, Simulations
from pitboss.play.refused import Refused, one_of
from pitboss.simulation.by_script import BOT, ScriptSimulation, script_simulations
from pitboss.simulation.cells import Cells
from pitboss.simulation.stakes import check_required_bets, check_units
from pitboss.solving.answers.simulator import Simulator

CHUNK = 1 << 18
"""The number of rounds in a chunk. It affects the totals of a run: every chunk has its own random stream."""
SCRIPT_CHUNK = 1 << 11
"""The number of rounds in a chunk if the script itself is run: a few tenths of a second of work."""


@dataclass(frozen=True)
class Plan:
    """Everything that the totals of a run depend on."""

    game: str
    rounds: int
    seed: int
    rules: Mapping[str, Any] = field(default_factory=dict)
    """Options that differ from the default rules, as in a record."""
    players: int = 1
    strategy: str = "best"
    stakes: Mapping[str, int] = field(default_factory=dict)
    """The units on each bet, if not 1."""
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Changes that a strategy file makes to the strategy, as plain data, so that workers don't need the file."""
    file: str = ""
    """The name of the strategy file. It has no effect on the totals."""
    shoe: bool = False
    """Whether rounds are dealt from shoes down to the cut card instead of from fresh packs."""
    only: str = ""
    """The only bet whose figures are reported; empty for all bets. It has no effect on the rounds."""

    def __post_init__(self) -> None:
        for what, number, least in (("rounds", self.rounds, 1), ("seed", self.seed, 0)):
            if isinstance(number, bool) or not isinstance(number, int) or number < least:
                raise Refused(f"bad-{what}", f"{what} must be a whole number from {least} up, not {number!r}")

    @property
    def chunks(self) -> int:
        """Return the number of chunks. The last one may be short."""
        return -(-self.rounds // self.in_a_chunk)

    def rounds_in(self, chunk: int) -> int:
        """Return the number of rounds in this chunk."""
        return min(self.in_a_chunk, self.rounds - chunk * self.in_a_chunk)

    @property
    def in_a_chunk(self) -> int:
        """Return the number of rounds in every chunk but the last."""
        return SCRIPT_CHUNK if runs_script(self) else CHUNK

    def key(self) -> tuple[Any, ...]:
        """Return the key under which a worker caches its simulator."""
        changes = json.dumps(self.changes, sort_keys=True, default=str)  # TOML has dates
        strategy = self.strategy, changes
        return (self.game, repr(dict(self.rules)), self.players, strategy, tuple(self.stakes.items()), self.shoe)


_made: dict[tuple[Any, ...], Simulator] = {}


def simulator(plan: Plan) -> Simulator:
    """Return the simulator for this plan, created once per process."""
    if plan.key() not in _made:
        _made[plan.key()] = _make(plan)
    return _made[plan.key()]


@cache
def has_kernels(game: str) -> bool:
    """Whether a game has kernels. If not, its script is run."""
    return GAMES[game].provides.has(GameInterface.simulation)


def runs_script(plan: Plan) -> bool:
    """Whether to run the script itself: for lack of kernels, or because no kernel supports how the seats interact."""
    if not has_kernels(plan.game):
        return True
    game = GAMES[plan.game]
    together = game.provides.seats_together
    return together is not None and together(game.rules.read(plan.rules), plan.players)


def simulation_of(game: str) -> Simulations:
    """Return the strategies and simulator of a game: its own if any, otherwise those that run its script."""
    return GAMES[game].provides.simulation or script_simulations(GAMES[game])


def default_rounds(game: str) -> int:
    """Return the default number of rounds: a few seconds of work."""
    return 10**7 if has_kernels(game) else 10**5


def default_strategy(game: str) -> str:
    """Return the default strategy: best play, or the bot's for a game that has only its script."""
    return "best" if has_kernels(game) else BOT


def _make(plan: Plan) -> Simulator:
    game = GAMES[plan.game]
    rules = game.rules.read(plan.rules)
    module = simulation_of(plan.game)
    if plan.strategy not in module.STRATEGIES:
        names = list(module.STRATEGIES)
        reason = f"{game.title} is played {one_of(names)}, or by a strategy file, not {plan.strategy!r}"
        raise Refused("no-such-strategy", reason)
    if not 1 <= plan.players <= game.seats(rules):
        raise Refused("no-such-seat", f"{game.title} has 1 to {game.seats(rules)} players, not {plan.players}")
    bets = [bet for bet in game.bets(rules) if not bet.in_play]
    check_units(bets, plan.stakes)
    if plan.shoe and game.cut_card is None:
        raise Refused("no-shoe", f"{game.title} is dealt from a fresh pack every round: there is no shoe to deal down")
    more = {"shoe": plan.shoe} if game.cut_card else {}
    try:
        together = has_kernels(plan.game) and runs_script(plan)
        seats = 1 if together else plan.players
        made = module.Simulation(rules, seats, plan.strategy, plan.stakes, changes=plan.changes, **more)
    except Refused as refused:
        if refused.code != "bad-strategy" or not plan.file:
            raise
        raise Refused(refused.code, f"{plan.file}: {refused.reason}") from None
    check_required_bets(bets, plan.stakes)
    if together:
        shared: Any = ScriptSimulation(game, rules, plan.players, plan.strategy, plan.stakes, like=made)
        made = shared
    return made


def work(plan: Plan, chunk: int) -> Cells:
    """Play one chunk from its own stream. The counts are the same on any machine."""
    made = simulator(plan)
    if isinstance(made, ScriptSimulation):
        return made.play(stream(plan.seed, plan.game, chunk), plan.rounds_in(chunk))
    counts = copy_stream(np.zeros(made.cells, np.int64))
    made.chunk(stream(plan.seed, plan.game, chunk), plan.rounds_in(chunk), counts)
    return counts
