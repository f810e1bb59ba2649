"""Kernel and script settle every bet alike for the same deck, wagers and strategy."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.following import by_the_kernel, by_the_script
from helpers.stacking import rules_of, shuffled
from helpers.strategy_files import changes_of, examples
from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.simulation.plan import Plan, has_kernels, simulation_of, simulator

FILE = "file"
PACKS = 5
"""Decks per set of rules: a new set of rules is expensive to solve, a deck is cheap."""


def all_strategies() -> list[tuple[str, str]]:
    """Return every game with a kernel, with each of its strategies and with a strategy file."""
    pairs = [(name, strategy) for name in GAMES if has_kernels(name) for strategy in simulation_of(name).STRATEGIES]
    return pairs + [(name, FILE) for name in examples()]


@pytest.mark.parametrize(("name", "strategy"), all_strategies())
@settings(max_examples=settings().max_examples // PACKS)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_kernel_and_script_settle_every_bet_alike(name: str, strategy: str, data: st.DataObject, seed: int) -> None:
    game = GAMES[name]
    rules = data.draw(rules_of(game))
    small = {"chip": "$1", "min_bet": "$1", "max_bet": "$500", "ante_limit": "$1", "field_limit": "$1"}
    small |= {"min_side_bet": "$1", "max_side_bet": "$500"}
    if name in ("free-bet", "blackjack"):
        small["chip"] = "$0.50"  # so that half a unit can be bet on insurance (FB-8, BJ-4)
    changed = rules.changed() | {key: value for key, value in small.items() if key in game.rules.options()}
    try:
        rules = game.rules.read(changed)
    except Refused:
        return
    shared = getattr(rules, "aggregate_scope", "player") == "table"  # F22-8: refused for more than one seat
    seats = 1 if shared else random.Random(seed).randint(1, game.seats(rules))
    on_all = {bet.name: 1 for bet in game.bets(rules) if not bet.in_play}
    start, changes = changes_of(examples()[name]) if strategy == FILE else (strategy, {})
    made = simulator(Plan(name, 1, 1, rules.changed(), seats, start, on_all, changes))
    for shuffle in range(PACKS):
        pack = shuffled(game, rules, seed + shuffle)
        made.luck = seed + shuffle
        assert by_the_kernel(made, pack) == by_the_script(game, made, pack, seats)
