"""Parts of a report about its own game: its deck is shuffled, its rulings are printed."""

from __future__ import annotations

import json

import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from helpers.outside import casino_war
from helpers.report_made import DATE, SEED, grids, sample_report
from pitboss.documents.inputs.material import Material
from pitboss.documents.report import SCRIPT_ROUNDS, default_rounds
from pitboss.documents.sections.method import method_part
from pitboss.documents.sections.summary import overview_part


def test_shuffle_figures_match_the_command() -> None:
    words = ["shuffle-test", "flop22", "--shuffles", "20000", "--seed", str(SEED), "--json"]
    found = json.loads(command(*words).out)
    attached = json.loads(next(file.text for file in sample_report().attachments if file.name == "shuffles.json"))
    assert [test["families"] for test in attached] == [test["families"] for test in found["tests"]]
    for test in found["tests"]:
        smallest = [row[4].number for row in grids(sample_report())[f"shuffle {test['name']}"].rows]  # type: ignore[union-attr]
        assert smallest == [min(family["p_values"]) for family in test["families"]]


def test_game_shuffles_its_own_deck() -> None:
    material = Material(pb.rules("flip-it"), 0, SEED, DATE)
    assert (material.pack_size, material.shuffle_count) == (440, 2_363)


def test_rulings_about_other_games_are_left_out() -> None:
    others = ("flip~it", "Beat the Dealer", "Roll Your Own", "Free Bet")
    readings = " ".join(str(row[2]) for row in grids(sample_report())["rulings"].rows)
    assert not [name for name in others if name in readings]
    assert "Flop 22: one card to each seat" in readings


def test_report_of_a_script_only_game_claims_no_check_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = casino_war(monkeypatch)
    assert default_rounds(game.name) == SCRIPT_ROUNDS
    material = Material(game.rules(), 0, SEED, DATE)
    shown = str((method_part(material), overview_part(material)))
    assert "kernels" not in shown
    assert "There is one implementation of the rules" in shown
    assert "No information that can be counted" not in shown
    ours = Material(pb.rules("flop22"), 0, SEED, DATE)
    assert "Three implementations" in str(method_part(ours))
