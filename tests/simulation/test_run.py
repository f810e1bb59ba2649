"""Simulation: the same totals however the work is divided, and cells that settle like the dealer."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.compute.streams import below, draw, stream
from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.simulation.plan import CHUNK, Plan, simulator, work
from pitboss.simulation.run import run


def test_bounded_number_is_uniform_and_a_shuffle_deals_every_card_once() -> None:
    state = stream(1, "flop22", 0)
    counts = np.bincount([int(below(state, np.uint64(6))) for _ in range(60_000)], minlength=6)
    assert counts.sum() == 60_000
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5  # chi-square, five degrees, 0.1%
    pack = np.arange(52, dtype=np.uint8)
    assert sorted(int(draw(state, pack, np.uint64(place))) for place in range(52)) == list(range(52))


def test_streams_differ_by_seed_game_and_chunk_and_are_reproducible() -> None:
    words = {tuple(stream(seed, game, chunk)) for seed in (1, 2) for game in ("a", "b") for chunk in (0, 1)}
    assert len(words) == 8
    assert (stream(1, "a", 0) == stream(1, "a", 0)).all()


@pytest.mark.parametrize("game", ["flop22", "flip-it"])
def test_same_seed_gives_the_same_totals_on_any_number_of_threads(game: str) -> None:
    plan = Plan(game, 3 * CHUNK + 17, seed=5)
    one, four = run(plan, workers=1), run(plan, workers=4)
    assert (one.cells == four.cells).all()
    assert one.rounds == four.rounds == plan.rounds == one.cells.sum()
    assert not (run(Plan(game, plan.rounds, seed=6), workers=2).cells == one.cells).all()


def test_repeated_chunk_counts_the_same() -> None:
    plan = Plan("flip-it", CHUNK, seed=3)
    assert (work(plan, 0) == work(plan, 0)).all()


def test_every_cell_settles_with_the_given_stakes() -> None:
    plan = Plan("flop22", 10_000, seed=1, stakes={"ante-3": 4, "field": 0})
    tally = run(plan, workers=1)
    for cell in tally.cells.nonzero()[0]:
        settled = simulator(plan).settle(int(cell))
        assert settled["ante-3"].stake == 4
        assert "field" not in settled


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan("flop22", 10, 1, strategy="wild"), "best"),
        (Plan("flop22", 10, 1, players=7), "1 to 6"),
        (Plan("flop22", 10, 1, stakes={"ante-9": 1}), "did you mean"),
        (Plan("flop22", 10, 1, shoe=True), "fresh pack"),
    ],
)
def test_invalid_plan_is_refused_with_a_message(plan: Plan, words: str) -> None:
    assert plan.game in GAMES
    with pytest.raises(Refused, match=words):
        simulator(plan)


def test_F22_8_seats_sharing_one_aggregate_win_less_than_with_one_each() -> None:
    """Run shared rounds by the script; a table's payouts never exceed its aggregate."""
    held = {"aggregate": "$60"}
    rounds, players = 400, 3
    separate = run(Plan("flop22", rounds, 3, rules=held, players=players), workers=1)
    shared = run(Plan("flop22", rounds, 3, rules=held | {"aggregate_scope": "table"}, players=players), workers=1)
    assert separate.rounds == shared.rounds == rounds
    assert shared.figures()["played"].times == rounds * players
    assert shared.figures()["played"].mean < separate.figures()["played"].mean
