"""Hints are prepared in advance, once for each game and its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.compute.jobs.worker import Worker
from pitboss.games import GAMES, odds
from pitboss.server.jobs.hint_tasks import HintWorkers, prepare


@pytest.mark.parametrize("game", GAMES)
def test_preparation_plays_a_round_to_an_offer_and_answers_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    best = odds.best_answer(GAMES[game])

    def answer(*about: Any) -> str:
        asked.append(about)
        return best(*about)

    monkeypatch.setattr(odds, "best_answer", lambda _game: answer)
    prepare(game, {})
    assert bool(asked) == (game != "flip-it")  # flip~it asks nothing


def test_the_same_rules_are_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    submitted: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Worker, "run", lambda _self, _timeout, _job, *about: submitted.append(about))
    house, game = HintWorkers(), GAMES["flop22"]
    for rules in _rules(game):
        house.prepare(game, rules)
    assert submitted == [("flop22", {}), ("flop22", {"seats": 3})]


def _rules(game: Any) -> Iterator[Any]:
    yield game.rules()
    yield game.rules()
    yield game.rules.read({"seats": 3})
    yield game.rules.read({"seats": 3})
