"""Lab answers about strategies: the figures match the library, and are exact if computed without simulation."""

from __future__ import annotations

from typing import Any

import pytest

import pitboss as pb
from pitboss.games import GAMES
from pitboss.lab.simple_price import simple_strategy
from pitboss.play.refused import Refused
from pitboss.server.jobs.lab_answers import odds, play, simple
from pitboss.server.jobs.lab_tasks import LabInput, answer
from pitboss.solving.answers.cached_answers import StoredAnswer


def ignore_progress(*how_far: object) -> None:
    """Ignore progress reports."""


@pytest.mark.parametrize("game", ["flop22", "free-bet"])
def test_price_of_a_simple_strategy_matches_the_library(game: str) -> None:
    rules = pb.rules(game)
    simplified, known = simple(rules, ignore_progress), simple_strategy(GAMES[game], rules)
    assert known is not None
    priced = play(rules, ignore_progress, strategy=simplified["strategy"], rounds=1000)
    assert priced["exact"]
    assert priced["cost"] == pytest.approx(float(known.price * known.initial_bet), abs=1e-12)


@pytest.mark.parametrize("game", ["beat-the-dealer", "roll-your-own", "free-bet"])
def test_edges_come_first_and_match_the_full_answer(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StoredAnswer, "stored", lambda answer: None)
    parts: list[dict[str, Any]] = []
    whole = odds(pb.rules(game), lambda done, of, what, part: parts.append(part))
    (first,) = parts
    edges = {name: bet["house_edge"] for name, bet in first["bets"].items()}
    assert edges == {name: bet["house_edge"] for name, bet in whole["bets"].items()}
    assert first["played"]["house_edge"] == whole["played"]["house_edge"]
    assert [row[:2] for row in first["tables"][0]["rows"]] == [row[:2] for row in whole["tables"][0]["rows"]]


def test_non_numeric_input_is_rejected() -> None:
    asked = LabInput("tune", "flop22", {}, {"bet": "field", "edge": "4%..5%", "joint": "x"})
    with pytest.raises(Refused) as refused:
        answer(ignore_progress, asked)
    assert refused.value.code == "bad-number"
    assert answer(ignore_progress, asked._replace(wanted={**asked.wanted, "joint": "", "pays": 5}))["count"] == 0
