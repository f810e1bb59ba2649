"""The expected hold of the wagers actually made at a table, as a band for one day."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.compute.disk.source_hash import source_digest
from pitboss.games.odds import own_sources
from pitboss.lab.risk.lattice import lattice_of
from pitboss.lab.risk.mixed import MixedWager, mixed, variance_of
from pitboss.lab.risk.round_distribution import RoundDistribution, all_stakes, law_of
from pitboss.play.game import Game
from pitboss.simulation.plan import Plan, default_strategy, has_kernels, simulator
from pitboss.solving.answers.cached_answers import cached_bytes
from pitboss.solving.answers.simulator import Simulator

SHARES = (0.05, 0.5, 0.95)
PAIRS = 1 << 13
"""Number of two-seat rounds dealt to estimate the correlation between seats."""
_SEED = 1
_MAKERS = ("lab/risk/*.py", "simulation/*.py")
"""Source files that invalidate a cached answer, in addition to those of every solved result."""


class SeatBets(NamedTuple):
    """The bets one seat made before the deal, in cents, and the number of rounds with these bets."""

    bets: Mapping[str, int]
    times: int


class HoldBand(Struct, frozen=True):
    """The house win on these wagers, in cents, assuming optimal play."""

    low: float
    middle: float
    high: float
    """The 5%, 50% and 95% quantiles of the house win over such a day."""
    mean: float
    sd: float
    simulated: int
    """Number of simulated rounds behind distributions that cannot be computed exactly; 0 if all are exact."""
    together: float
    """
    The largest correlation, in absolute value, of two seats in a round over all games; 0 if no round had two seats.
    """
    is_convolved: bool


class TableBets(NamedTuple):
    """All wagers made under one game's rules, with the overlap of seats in the same round."""

    game: Game
    rules: Any
    laid: Iterable[SeatBets]
    crossed: int = 0
    """Sum over all rounds of the products of every two seats' bets."""


def hold_band(tables: Iterable[TableBets]) -> HoldBand:
    """
    Return the band of all these wagers together. Tables are independent of each other; seats in a round are not.

    >>> from pitboss.games import GAMES
    >>> band = hold_band([TableBets(GAMES["flip-it"], GAMES["flip-it"].rules(), [SeatBets({"red": 500}, 11)])])
    >>> round(band.mean), band.middle
    (300, 500.0)
    """
    parts: list[MixedWager] = []
    alone = widened = hangs_most = 0.0
    rounds = 0
    for table in tables:
        wagers = _group_by_units(table)
        laws = {bets: _law(table.game, table.rules, dict(bets)) for bets, _ in wagers}
        here = [
            MixedWager(lattice_of((net * unit, chance) for net, chance in laws[bets].nets), times)
            for (bets, unit), times in wagers.items()
        ]
        squares = sum(times * (unit * sum(units for _, units in bets)) ** 2 for (bets, unit), times in wagers.items())
        hangs = seats_together(table.game, table.rules) if table.crossed else 0.0
        variance = variance_of(here)
        alone += variance
        widened += variance * max(1 + hangs * table.crossed / squares, 0.0) if squares else 0.0
        hangs_most = max(hangs, hangs_most, key=abs)
        rounds = max(rounds, *(law.rounds for law in laws.values()), 0)
        parts += here
    found = mixed(parts, [1 - share for share in SHARES], sqrt(widened / alone) if alone else 1.0)
    low, middle, high = (-each for each in found.quantiles)
    return HoldBand(low, middle, high, -found.mean, found.sd, rounds, hangs_most, found.is_convolved)


Units = tuple[tuple[str, int], ...]


def _group_by_units(table: TableBets) -> dict[tuple[Units, int], int]:
    """
    Group wagers by their smallest whole units and the cents per unit: wagers that differ only in size share a
    distribution.
    """
    tokes, found = table.game.tokes(table.rules), dict[tuple[Units, int], int]()
    for bets, times in table.laid:
        held = sorted((name, cents) for name, cents in bets.items() if cents and name not in tokes)
        if held:
            unit = gcd(*(cents for _, cents in held))
            key = tuple((name, cents // unit) for name, cents in held), unit
            found[key] = found.get(key, 0) + times
    return found


def _law(game: Game, rules: Any, stakes: Mapping[str, int]) -> RoundDistribution:
    """Return the distribution for these stakes, from the cache if possible."""
    asked = {"what": "law", "game": game.name, "rules": rules.as_data(), "stakes": stakes}

    def solve() -> bytes:
        law = law_of(game, rules, stakes)
        nets = [[str(Fraction(net)), float(chance)] for net, chance in law.nets]
        return json.dumps({"nets": nets, "rounds": law.rounds, "bet": float(law.initial_bet)}).encode()

    cached = json.loads(cached_bytes([asked, own_sources(game.name), source_digest(_MAKERS)], solve))
    nets = tuple((Fraction(net), chance) for net, chance in cached["nets"])
    return RoundDistribution(nets, cached["bet"], stakes, "", cached["rounds"])


def seats_together(game: Game, rules: Any) -> float:
    """Return the correlation of two seats in a round, estimated by simulation; 0 if no kernel deals the game."""
    asked = {"what": "seats together", "game": game.name, "rules": rules.as_data(), "rounds": PAIRS}
    if not has_kernels(game.name) or game.seats(rules) < 2:
        return 0.0
    cached = cached_bytes(
        [asked, own_sources(game.name), source_digest(_MAKERS)], lambda: str(_simulated(game, rules)).encode()
    )
    return float(cached)


def _simulated(game: Game, rules: Any) -> float:
    bets = [bet for bet in game.bets(rules) if not bet.in_play]
    first = next((bet.name for bet in bets if bet.compulsory), bets[0].name)
    stakes = all_stakes(bets, {first: 1})
    plan = Plan(game.name, 1, _SEED, rules.changed(), 2, default_strategy(game.name), stakes)
    made = simulator(plan)
    if not hasattr(made, "cells_of"):
        return 0.0
    nets = np.array(_dealt(made, list(game.whole_pack(rules))))
    return float(np.corrcoef(nets.T)[0, 1])


def _dealt(made: Simulator, pack: list[Any]) -> Sequence[Sequence[float]]:
    chance, known, found = Random(_SEED), dict[int, float](), []
    for _ in range(PAIRS):
        chance.shuffle(pack)
        cells = made.cells_of(pack)
        known.update(
            {cell: float(sum(each.net for each in made.settle(cell).values())) for cell in cells if cell not in known}
        )
        found.append([known[cell] for cell in cells])
    return found
