"""What the lab answers about a way of playing: the figures of the library, exact where they are counted."""

from __future__ import annotations

from typing import Any

import pytest

import pitboss as pb
from pitboss.games import GAMES
from pitboss.lab.simple_price import simple_strategy
from pitboss.play.refused import Refused
from pitboss.server.jobs.lab_answers import odds, play, simple, tune
from pitboss.solving.answers.cached_answers import StoredAnswer


def nobody(*how_far: object) -> None:
    """Nobody is told how far it is."""


@pytest.mark.parametrize("game", ["flop22", "free-bet"])
def test_a_simple_strategy_put_on_the_chart_costs_what_the_library_says(game: str) -> None:
    rules = pb.rules(game)
    told, known = simple(rules, {}, nobody), simple_strategy(GAMES[game], rules)
    assert known is not None
    priced = play(rules, {"strategy": told["strategy"], "rounds": 1000}, nobody)
    assert priced["exact"]
    assert priced["cost"] == pytest.approx(float(known.price * known.initial_bet), abs=1e-12)


@pytest.mark.parametrize("game", ["beat-the-dealer", "roll-your-own", "free-bet"])
def test_the_edges_are_told_first_and_are_those_of_the_whole_answer(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StoredAnswer, "stored", lambda answer: None)
    parts: list[dict[str, Any]] = []
    whole = odds(pb.rules(game), {}, lambda done, of, what, part: parts.append(part))
    (first,) = parts
    edges = {name: bet["house_edge"] for name, bet in first["bets"].items()}
    assert edges == {name: bet["house_edge"] for name, bet in whole["bets"].items()}
    assert first["played"]["house_edge"] == whole["played"]["house_edge"]
    assert [row[:2] for row in first["tables"][0]["rows"]] == [row[:2] for row in whole["tables"][0]["rows"]]


def test_words_that_are_no_numbers_are_refused_with_a_sentence() -> None:
    asked = {"bet": "field", "edge": "4%..5%"}
    with pytest.raises(Refused, match="joint: 'x' is no whole number"):
        tune(pb.rules("flop22"), {**asked, "joint": "x"}, nobody)
    assert tune(pb.rules("flop22"), {**asked, "pays": 5}, nobody)["count"] == 0
