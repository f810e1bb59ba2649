"""The common result of an analysis: figures derived from outcomes, and refusals."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from pitboss.cards import parse_cards
from pitboss.play.refused import Refused
from pitboss.solving.answers.analysis import Advice, Analysis, BetOdds, Chart, Outcome, Played
from pitboss.solving.answers.situation import Ask, Situation, refuse_twice
from pitboss.statistics.exactness import NotWhole

ROULETTE = BetOdds("red", (Outcome("red", 1, Fraction(18, 38)), Outcome("other", -1, Fraction(20, 38))))


def test_figures_of_a_bet_follow_from_its_outcomes() -> None:
    assert ROULETTE.ev == Fraction(-1, 19)
    data = ROULETTE.as_data()
    assert data["ev_exact"] == "-1/19"
    assert data["house_edge"] == 1 / 19
    assert data["hit"] == float(Fraction(9, 19))
    assert data["push"] == 0
    assert ROULETTE.sd == pytest.approx(sqrt(1 - 1 / 19**2), rel=1e-15)
    assert data["outcomes"] == [
        {"name": "red", "pays": 1, "probability": 9 / 19, "probability_exact": "9/19", "probability_error": 0},
        {"name": "other", "pays": -1, "probability": 10 / 19, "probability_exact": "10/19", "probability_error": 0},
    ]


def test_one_float_makes_the_result_inexact() -> None:
    bet = BetOdds("main", (Outcome("win", Fraction(3, 2), 0.25), Outcome("push", 0, 0.25), Outcome("loss", -1, 0.5)))
    data = bet.as_data()
    assert data["ev_exact"] is None
    assert data["ev"] == -0.125
    assert data["push"] == 0.25
    assert bet.as_data()["outcomes"][0] == {  # type: ignore[index]
        "name": "win",
        "pays": 1.5,
        "probability": 0.25,
        "probability_exact": None,
        "probability_error": 0,
    }


@pytest.mark.parametrize(
    "chances",
    [
        (Fraction(1, 2), Fraction(1, 2) - Fraction(1, 10**12)),
        (0.5, 0.4999),
        (Fraction(3, 2), Fraction(-1, 2)),
        (1.5, -0.5),
        (),
    ],
)
def test_probabilities_that_do_not_sum_to_one_are_refused(chances: tuple[Fraction | float, ...]) -> None:
    with pytest.raises(NotWhole):
        BetOdds("bet", tuple(Outcome(str(number), 1, chance) for number, chance in enumerate(chances)))
    with pytest.raises(NotWhole):
        Played(1, 1, tuple((number, chance) for number, chance in enumerate(chances)))


def test_played_game_figures() -> None:
    played = Played(2, Fraction(5, 2), ((-3, Fraction(1, 2)), (2, Fraction(1, 2))))
    assert played.as_data() == {
        "strategy": "best",
        "errors": [],
        "ev": -0.5,
        "initial_bet": 2,
        "average_bet": 2.5,
        "house_edge": 0.25,
        "element_of_risk": 0.2,
        "sd": 2.5,
        "distribution": [[-3, 0.5], [2, 0.5]],
    }


def test_json_has_exactly_the_documented_keys() -> None:
    chart = Chart("fold", "When to fold", ("suited", "offsuit"), (("3-2", ("play", Fraction(-1, 2))),))
    analysis = Analysis("x", {"chip": "$1"}, (ROULETTE,), None, (chart,), ("All of it is exact.",))
    data = analysis.as_data()
    assert list(data) == ["game", "rules", "bets", "played", "strategy", "covariances", "assumptions"]
    assert data["strategy"] == {"fold": {"3-2": {"suited": "play", "offsuit": -0.5}}}
    assert list(data["bets"]) == ["red"]  # type: ignore[call-overload]


def test_ragged_chart_is_refused() -> None:
    with pytest.raises(ValueError, match="ragged"):
        Chart("x", "x", ("a", "b"), (("row", (1,)),))


def test_first_of_equal_options_is_best() -> None:
    advice = Advice({"none": Fraction(0), "double": Fraction(0), "match": Fraction(-1, 3)})
    assert advice.as_data() == {"options": {"none": 0.0, "double": 0.0, "match": -1 / 3}, "best": "none"}


ASKS = (Ask("card", "CARD", "your card", required=True), Ask("hand", "N", "the hand"), Ask("free", "", "a free hand"))


@pytest.mark.parametrize(
    ("situation", "sentence"),
    [
        ({}, "--card is missing"),
        ({"card": "Ah", "hnd": "1"}, "did you mean --hand?"),
        ({"card": "Ah As"}, "--card takes 1 card, not 2"),
        ({"card": "1h"}, "in --card, '1h' is not a card"),
        ({"card": "Ah", "hand": "4"}, "--hand must be a whole number from 1 to 3, not '4'"),
        ({"card": "Ah", "hand": "²"}, "--hand must be a whole number"),
    ],
)
def test_invalid_situations_are_refused_with_a_message(situation: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        _read(Situation(ASKS, situation))


def _read(situation: Situation) -> tuple[str, int, bool]:
    (card,) = situation.cards("card", (1,))
    return str(card), situation.number("hand", 1, 3, 1), situation.has("free")


def test_situation_is_parsed() -> None:
    assert _read(Situation(ASKS, {"card": "10h", "hand": None, "free": True})) == ("Th", 1, True)
    assert _read(Situation(ASKS, {"card": "Ah", "hand": "3", "free": False})) == ("Ah", 3, False)


def test_duplicate_card_is_refused() -> None:
    refuse_twice(parse_cards("Ah As"))
    with pytest.raises(Refused, match=r"Ah.*1") as fault:
        refuse_twice(parse_cards("Ah As Ah"))
    assert fault.value.code == "card-twice"
    with pytest.raises(Refused, match="no joker"):
        refuse_twice(parse_cards("Jk"))
    (ace, joker) = parse_cards("Ah Jk")
    refuse_twice((ace, ace, joker), {ace: 2, joker: 1})
    with pytest.raises(Refused, match=r"Ah.*2") as fault:
        refuse_twice((ace,) * 3, {ace: 2})
    assert fault.value.code == "card-twice"
