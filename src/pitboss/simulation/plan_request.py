"""Simulation plans from user input, validated before a round is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.games import GAMES, use_folder
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.simulation.plan import Plan, default_strategy, simulator
from pitboss.simulation.stakes import bet_alone
from pitboss.simulation.strategy import strategy_called


def plan_of(
    game: str,
    rounds: int,
    *,
    rules: Mapping[str, Any],
    strategy: str | Mapping[str, Any] | None,
    seed: int,
    players: int,
    stakes: Mapping[str, int],
    shoe: bool,
) -> Plan:
    """Return a validated plan; an invalid one is refused here rather than in a worker."""
    called = game_called(use_folder(game), GAMES)
    changed = called.rules.read(rules).changed()
    start, changes, file = strategy_called(called, default_strategy(called.name) if strategy is None else strategy)
    only, laid = _alone(called, changed, stakes)
    plan = Plan(called.name, rounds, seed, changed, players, start, laid, changes, file, shoe, only)
    simulator(plan)
    return plan


def _alone(game: Game, rules: Mapping[str, Any], stakes: Mapping[str, int]) -> tuple[str, dict[str, int]]:
    """Return the bet that is considered on its own, if any, and the stakes of each round."""
    bets = [bet for bet in game.bets(game.rules.read(rules)) if not bet.in_play]
    alone = bet_alone(bets, stakes)
    return ("", dict(stakes)) if alone is None else (alone.bet.name, alone.stakes(bets))
