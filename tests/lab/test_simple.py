"""The simple strategies: what they say follows the rules, and each price has a second witness."""

from __future__ import annotations

from fractions import Fraction

import pytest

from helpers.outside import casino_war
from pitboss.games import GAMES
from pitboss.lab.simple_price import SimpleStrategy, simple_strategy
from pitboss.lab.simulate_question import simulate

FEW = 1_000_000


def told(name: str, *settings: str, rounds: int = FEW) -> SimpleStrategy:
    """The simple strategy of a game with some options changed."""
    found = simple_strategy(GAMES[name], GAMES[name].rules().with_settings(settings), rounds)
    assert found is not None
    return found


@pytest.mark.parametrize("name", list(GAMES))
def test_it_is_worth_no_more_than_best_play_and_costs_little(name: str) -> None:
    found = told(name)
    assert -found.price_error <= found.price < Fraction(1, 50)
    assert found.house_edge - found.best_edge == pytest.approx(float(found.price))
    assert 2 <= len(found.sentences) <= 8
    assert bool(found.rounds) == bool(found.error) == (name == "roll-your-own")


@pytest.mark.parametrize(
    ("name", "bet", "units"),
    [("flop22", "played", 3), ("beat-the-dealer", "main", 1), ("free-bet", "main", 1), ("blackjack", "main", 1)],
)
def test_its_exact_worth_agrees_with_a_simulation_of_its_file(name: str, bet: str, units: int) -> None:
    found = told(name)
    bets = {"flop22": {"field": 0}, "beat-the-dealer": {"two-card": 0, "five-card": 0}}.get(name, {})
    ran = simulate(name, FEW, strategy=found.strategy, seed=5, stakes=bets)
    came = ran.bets[bet if bet in ran.bets else "played"]
    assert found.initial_bet == units
    assert abs(came.mean - float(found.ev)) < 3.5 * came.se


def test_options_change_what_it_says() -> None:
    assert "Call It" in told("flip-it").sentences[0]
    assert "colour" in told("flip-it", "call_it_pays=10:1").sentences[0]
    assert "Match always, whatever has been turned." in told("flop22", "match_pays=20:1").sentences
    assert told("flop22", "bonus_table.Card Total 22=4:1,4:1,4:1").sentences[0].endswith("the better it pays.")
    alike = ["A Spades/A Hearts=15:1,15:1,15:1", "Card Total 22=4:1,4:1,4:1", "Card Total 21=1:1,1:1,1:1"]
    assert told("flop22", *(f"bonus_table.{line}" for line in alike)).sentences[0] == "Play any hands."
    paid = told("free-bet", "free_doubles=no", "free_splits=no", "dealer_22_pushes=no").sentences
    assert any("12 against 4 to 6" in sentence for sentence in paid)
    assert any(sentence.startswith("Double 9 against 3 to 6;") for sentence in paid)


def test_a_side_bet_that_wins_is_to_be_made() -> None:
    assert told("free-bet", "push_22_pays=20:1").sentences[-1].startswith("Bet on the Push 22 as often as you may")


def test_a_game_that_tells_no_simple_play_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    assert simple_strategy(game, game.rules()) is None
