"""A game with only a script, simulated by running it: any strategy, any number of workers, a cluster."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import pitboss
from helpers.outside import casino_war
from pitboss.games import GAMES
from pitboss.money import Cents
from pitboss.play.refused import Refused
from pitboss.play.steps import Dealt
from pitboss.simulation.exact import exact_figures
from pitboss.simulation.plan import SCRIPT_CHUNK, Plan
from pitboss.simulation.run import run
from pitboss.simulation.strategy import write_strategy
from pitboss.simulation.tally import PLAYED
from pitboss.solving.script.random_rounds import ChancePack, Rounds

ROUNDS = 2 * SCRIPT_CHUNK + 17


@pytest.fixture(autouse=True)
def use_casino_war(monkeypatch: pytest.MonkeyPatch) -> None:
    casino_war(monkeypatch)


@pytest.mark.parametrize("strategy", ["bot", "best", "random"])
def test_totals_are_the_same_for_any_number_of_workers(strategy: str) -> None:
    plan = Plan("casino-war", ROUNDS, seed=5, strategy=strategy, players=1 if strategy == "best" else 3)
    one, two = run(plan, workers=1), run(plan, workers=2)
    assert one.cells == two.cells
    assert one.rounds == two.rounds == ROUNDS
    assert one.cells.total() == ROUNDS * plan.players
    assert run(Plan("casino-war", ROUNDS, seed=6, strategy="bot"), workers=1).cells != one.cells


def test_FB_1_script_burns_the_first_card_of_a_new_shoe_too() -> None:
    game = GAMES["free-bet"]
    shuffled_cards = ChancePack(game.whole_pack(game.rules()), Random(4)).cards
    for shoe, first in ((False, 0), (True, 1)):
        table = Rounds(game, game.rules(), 1, {"main": Cents(100)}, shoe)
        (events,) = table.dealt(1, Random(4), lambda _events, offer, seat: offer.options[seat][0].name)
        assert next(event.card for event in events if isinstance(event, Dealt)) == shuffled_cards[first]


def test_cluster_gives_the_same_totals() -> None:
    distributed = pytest.importorskip("distributed")
    plan = Plan("casino-war", ROUNDS, seed=5, strategy="bot")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc"
    ) as cluster:
        assert run(plan, dask=cluster.scheduler_address).cells == run(plan, workers=1).cells


def test_strategy_file_changes_the_answers(tmp_path: Path) -> None:
    always = {"when": [{"asked": "surrender or go to war", "say": "surrender"}]}
    found = pitboss.simulate("casino-war", 5000, strategy=always).figures()
    assert "war" not in found
    assert Fraction(-1, 2) in dict(found["ante"].counts)
    file = tmp_path / "war.toml"
    file.write_text(write_strategy(Plan("casino-war", 1, 1, strategy="bot")))
    by_file, by_bot = (pitboss.simulate("casino-war", 3000, strategy=how).cells for how in (str(file), "bot"))
    assert by_file == by_bot


@pytest.mark.parametrize("lines", ["war", [{"asked": "x"}], [3]])
def test_strategy_file_without_answers_is_refused(lines: object) -> None:
    with pytest.raises(Refused, match="when"):
        pitboss.simulate("casino-war", 10, strategy={"when": lines})


def test_exact_means_of_the_same_play_are_reported() -> None:
    plan = Plan("casino-war", 1, 1, strategy="bot")
    means = exact_figures(plan, run(Plan("casino-war", 500, 1, strategy="bot"), 1).figures())
    tie, tied_war = Fraction(23, 311), Fraction(22 * 21 + 12 * 24 * 23, 310 * 309)
    assert means["tie"] == pytest.approx(float(11 * tie - 1))
    ante = tie * (tied_war - (1 - tied_war) / 2)  # the ante alone: a tied war pays a bonus, and a lost war loses it
    assert means["ante"] == pytest.approx(float(ante))
    assert means[PLAYED] == pytest.approx(float(11 * tie - 1 + tie * (2 * tied_war - (1 - tied_war) / 2)))
