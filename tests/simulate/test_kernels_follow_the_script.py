"""Two tellings of one round: for the same pack, wagers and strategy, kernel and script settle every bet alike."""

from __future__ import annotations

import importlib.util
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import Card
from pitboss.counting.simulator import Simulator
from pitboss.games import GAMES
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.ledger import net
from pitboss.play.refused import Refused
from pitboss.play.round import Round
from pitboss.play.steps import Seat
from pitboss.play.view import view
from pitboss.simulation.plan import Plan, simulator
from stacking import rules_of, shuffled

UNIT = 100


def simulated() -> list[tuple[str, str]]:
    """Every game that has a simulation, with each of its strategies."""
    pairs = []
    for name in GAMES:
        path = f"pitboss.games.{name.replace('-', '_')}.simulation"
        if importlib.util.find_spec(path) is None:
            continue
        module = importlib.import_module(path)
        pairs += [(name, strategy) for strategy in module.STRATEGIES]
    return pairs


def by_the_script(game: Game, made: Simulator, pack: tuple[Card, ...], seats: int) -> dict[int, dict[str, Fraction]]:
    """What each seat wins when the script deals this pack to seats that play as the kernel does, one unit a bet."""
    rules = game.rules.read(made.rules.changed())  # type: ignore[attr-defined]
    dealt = Round(game, rules, pack)
    for left_out in ("", "bonus"):
        placed = {bet.name: Cents(UNIT) for bet in game.bets(rules) if not bet.in_play and bet.name != left_out}
        try:
            dealt.place({Seat(seat): placed for seat in range(1, seats + 1)})
            break
        except Refused:
            continue
    while dealt.pending:
        for seat in list(dealt.pending.options):
            dealt.say(seat, made.answer(view(dealt.events, seat), dealt.pending, seat))
    return {seat: {bet: Fraction(won, UNIT) for bet, won in bets.items()} for seat, bets in net(dealt.events).items()}


@pytest.mark.parametrize(("name", "strategy"), simulated())
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_kernel_and_script_settle_every_bet_alike(name: str, strategy: str, data: st.DataObject, seed: int) -> None:
    game = GAMES[name]
    rules = data.draw(rules_of(game))
    small = {"chip": "$1", "min_bet": "$1", "max_bet": "$500", "ante_limit": "$1", "field_limit": "$1"}
    changed = rules.changed() | {key: value for key, value in small.items() if key in game.rules.model_fields}
    try:
        rules = game.rules.read(changed)
    except Refused:
        return
    shared = getattr(rules, "aggregate_scope", "player") == "table"  # F22-8: refused for more than one seat
    seats = 1 if shared else random.Random(seed).randint(1, game.seats(rules))
    made = simulator(Plan(name, 1, 1, rules.changed(), seats, strategy))
    pack = shuffled(game, rules, seed)
    script = by_the_script(game, made, pack, seats)
    for seat, cell in enumerate(made.cells_of(pack), 1):
        kernel = {bet: result.net for bet, result in made.settle(cell).items()}
        assert kernel == script[Seat(seat)]
