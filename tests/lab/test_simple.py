"""The simple strategies: their sentences follow the rules, and each cost is checked by a second computation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.outside import casino_war
from pitboss.games import GAMES
from pitboss.lab.simple_price import SimpleStrategy, simple_strategy
from pitboss.lab.simulate_question import simulate

ROUNDS = 1_000_000


def simple_for(name: str, *settings: str, rounds: int = ROUNDS) -> SimpleStrategy:
    """Return the simple strategy of a game with some options changed."""
    found = simple_strategy(GAMES[name], GAMES[name].rules().with_settings(settings), rounds)
    assert found is not None
    return found


@pytest.mark.parametrize("name", list(GAMES))
def test_costs_little_compared_with_best_play(name: str) -> None:
    found = simple_for(name)
    assert -found.price_error <= found.price < Fraction(1, 50)
    assert found.house_edge - found.best_edge == pytest.approx(float(found.price))
    assert 2 <= len(found.sentences) <= 8
    assert bool(found.rounds) == bool(found.error) == (name == "roll-your-own")


@pytest.mark.parametrize(
    ("name", "bet", "units"),
    [("flop22", "played", 3), ("beat-the-dealer", "main", 1), ("free-bet", "main", 1), ("blackjack", "main", 1)],
)
def test_exact_value_agrees_with_a_simulation_of_its_file(name: str, bet: str, units: int) -> None:
    found = simple_for(name)
    bets = {"flop22": {"field": 0}, "beat-the-dealer": {"two-card": 0, "five-card": 0}}.get(name, {})
    simulated = simulate(name, ROUNDS, strategy=found.strategy, seed=5, stakes=bets)
    figure = simulated.bets[bet if bet in simulated.bets else "played"]
    assert found.initial_bet == units
    assert abs(figure.mean - float(found.ev)) < 3.5 * figure.se


def test_options_change_its_sentences() -> None:
    assert "Call It" in simple_for("flip-it").sentences[0]
    assert "colour" in simple_for("flip-it", "call_it_pays=10:1").sentences[0]
    assert "Match always, whatever has been turned." in simple_for("flop22", "match_pays=20:1").sentences
    assert simple_for("flop22", "bonus_table.Card Total 22=4:1,4:1,4:1").sentences[0].endswith("the better it pays.")
    alike = ["A Spades/A Hearts=15:1,15:1,15:1", "Card Total 22=4:1,4:1,4:1", "Card Total 21=1:1,1:1,1:1"]
    assert simple_for("flop22", *(f"bonus_table.{line}" for line in alike)).sentences[0] == "Play any hands."
    paid = simple_for("free-bet", "free_doubles=no", "free_splits=no", "dealer_22_pushes=no").sentences
    assert any("12 against 4 to 6" in sentence for sentence in paid)
    assert any(sentence.startswith("Double 9 against 3 to 6;") for sentence in paid)


def test_favourable_side_bet_is_recommended() -> None:
    assert (
        simple_for("free-bet", "push_22_pays=20:1").sentences[-1].startswith("Bet on the Push 22 as often as you may")
    )


def test_game_without_a_simple_strategy_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    assert simple_strategy(game, game.rules()) is None
