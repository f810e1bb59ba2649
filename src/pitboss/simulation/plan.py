"""What is to be simulated, as plain data that any worker can rebuild."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pitboss.counting.simulator import Counts, Simulator
from pitboss.counting.streams import stream
from pitboss.games import GAMES
from pitboss.play.refused import Refused, nearest, one_of

CHUNK = 1 << 18
"""Rounds in a chunk: part of a run's identity, since every chunk has a stream of its own."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides a run's totals, to the last bit."""

    game: str
    rounds: int
    seed: int
    rules: Mapping[str, Any] = field(default_factory=dict)
    """Only what differs from the defaults, as in a record."""
    players: int = 1
    strategy: str = "best"
    stakes: Mapping[str, int] = field(default_factory=dict)
    """Units on each bet, where that is not one."""
    shoe: bool = False
    """Dealt from shoes down to the cut card, instead of a fresh pack each round."""

    @property
    def chunks(self) -> int:
        """How many chunks the rounds are cut into, the last one short."""
        return -(-self.rounds // CHUNK)

    def rounds_in(self, chunk: int) -> int:
        """How many rounds this chunk has."""
        return min(CHUNK, self.rounds - chunk * CHUNK)

    def key(self) -> tuple[Any, ...]:
        """What a worker keeps its simulator under."""
        return (self.game, repr(dict(self.rules)), self.players, self.strategy, tuple(self.stakes.items()), self.shoe)


_made: dict[tuple[Any, ...], Simulator] = {}


def simulator(plan: Plan) -> Simulator:
    """The game's simulator for this plan, made once in each process."""
    if plan.key() not in _made:
        _made[plan.key()] = _make(plan)
    return _made[plan.key()]


def _make(plan: Plan) -> Simulator:
    game = GAMES[plan.game]
    rules = game.rules.read(plan.rules)
    module = importlib.import_module(f"pitboss.games.{plan.game.replace('-', '_')}.simulation")
    if plan.strategy not in module.STRATEGIES:
        names = list(module.STRATEGIES)
        raise Refused("no-such-strategy", f"{game.title} is played {one_of(names)}, not {plan.strategy!r}")
    if not 1 <= plan.players <= game.seats(rules):
        raise Refused("no-such-seat", f"{game.title} has 1 to {game.seats(rules)} players, not {plan.players}")
    names = [bet.name for bet in game.bets(rules) if not bet.in_play]
    for name in plan.stakes:
        if name not in names:
            raise Refused(
                "no-such-bet", f"there is no bet {name!r} before the deal: the nearest is {nearest(name, names)!r}"
            )
    if plan.shoe and game.cut_card is None:
        raise Refused("no-shoe", f"{game.title} is dealt from a fresh pack every round: there is no shoe to deal down")
    more = {"shoe": plan.shoe} if game.cut_card else {}
    made: Simulator = module.Simulation(rules, plan.players, plan.strategy, plan.stakes, **more)
    return made


def work(plan: Plan, chunk: int) -> Counts:
    """One chunk, from its own stream: the same counts on any machine, however often it is done."""
    made = simulator(plan)
    counts = np.zeros(made.cells, np.int64)
    made.chunk(stream(plan.seed, plan.game, chunk), plan.rounds_in(chunk), counts)
    return counts
