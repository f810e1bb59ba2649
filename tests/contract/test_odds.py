"""Requirements on every game's odds: any house rules, complete tables, the documented JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Enum
from math import fsum
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from helpers.stacking import bounds, rules_of
from pitboss.games import GAMES
from pitboss.games.odds import odds_of
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules, kinds
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Analysis

ALL_GAMES = list(GAMES.values())
EXACT = [game for game in ALL_GAMES if game.name in ("flop22", "flip-it")]
"""Games whose odds are exact fractions throughout."""


def check_analysis(game: Game, rules: HouseRules) -> Analysis:
    """
    Analyse the rules and check that all numbers are finite, the JSON matches the schema and the bets are the
    game's.
    """
    analysis = odds_of(game).analyse(rules)
    data = json.loads(json.dumps(analysis.as_data(), allow_nan=False))
    assert list(data) == ["game", "rules", "bets", "played", "strategy", "covariances", "assumptions"]
    assert data["game"] == game.name
    assert game.rules.read(data["rules"]) == rules
    for bet in data["bets"].values():
        assert abs(fsum(outcome["probability"] for outcome in bet["outcomes"]) - 1) < 1e-9
        known = fsum(outcome["probability_error"] * abs(outcome["pays"]) for outcome in bet["outcomes"])
        mean = fsum(outcome["probability"] * outcome["pays"] for outcome in bet["outcomes"])
        assert abs(mean - bet["ev"]) < 1e-9 + known  # lines may have an error even if the mean is exact
        assert bet["house_edge"] == -bet["ev"]
        assert 0 <= bet["hit"] + bet["push"] <= 1 + 1e-9
    played = data["played"]
    assert abs(fsum(chance for _, chance in played["distribution"]) - 1) < 1e-9
    errors = played["errors"] or [0] * len(played["distribution"])
    known = fsum(abs(net) * error for (net, _), error in zip(played["distribution"], errors, strict=True))
    assert abs(fsum(net * chance for net, chance in played["distribution"]) - played["ev"]) < 1e-9 + known
    assert played["average_bet"] >= 0
    assert analysis.assumptions
    if alone := game.provides.edges:
        assert alone(rules) == analysis.edges  # to the last digit: slopes are differences of these
    return analysis


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_default_rules(game: Game) -> None:
    analysis = check_analysis(game, game.rules())
    names = {bet.name for bet in analysis.bets}
    assert len(names) == len(analysis.bets)
    assert all(odds_of(game).SITUATION)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
@settings(max_examples=3)
@given(data=st.data())
def test_random_rules(game: Game, data: st.DataObject) -> None:
    """Vary several options together; each option's limits are tested below."""
    check_analysis(game, data.draw(rules_of(game)))


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
@settings(max_examples=40)
@given(data=st.data())
def test_many_more_random_rules(game: Game, data: st.DataObject) -> None:
    check_analysis(game, data.draw(rules_of(game)))


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_each_option_at_its_limits(game: Game) -> None:
    for name, values in other_values(game).items():
        accepted = [rules for value in values if (rules := rules_with(game, name, value))]
        assert accepted, name
        for rules in accepted:
            check_analysis(game, rules)


def other_values(game: Game) -> dict[str, list[object]]:
    """Return the alternatives to each option's default, except for money and tables: other choices, or the limits."""
    values = {name: _other_values(kinds(game.rules)[name], default) for name, default in game.rules.options().items()}
    return {name: others for name, others in values.items() if others}


def rules_with(game: Game, name: str, value: object) -> HouseRules | None:
    """Return the rules with one option changed, or None if it conflicts with the others."""
    try:
        return game.rules.read({name: value})
    except Refused:
        return None


def _other_values(kind: Any, default: object) -> list[object]:
    if isinstance(default, bool):
        return [not default]
    if isinstance(default, Enum):
        return [str(member.value) for member in type(default) if member is not default]
    if get_origin(kind) is Literal:
        return [value for value in get_args(kind) if value != default]
    return [end for between in bounds(kind) for end in between]


@pytest.mark.parametrize("game", EXACT, ids=lambda game: game.name)
def test_exact_games_contain_no_floats(game: Game) -> None:
    analysis = odds_of(game).analyse(game.rules())
    exact = [name for name, bet in analysis.as_data()["bets"].items() if bet["ev_exact"] is None]  # type: ignore[attr-defined]
    assert exact == []
    assert analysis.played
    assert [number for number in numbers(analysis.played) if isinstance(number, float)] == []


def numbers(value: object) -> Iterator[object]:
    """Yield every stored number of a result."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from numbers(getattr(value, name))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from numbers(item)
    elif not isinstance(value, str):
        yield value
