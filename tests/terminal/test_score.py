"""The score of a session, and `pitboss deal --stats`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.terminal.full.table_app import TableApp
from pitboss.terminal.play.coach import PricedAnswer, Score, ScoredRound, save, saved, score_file
from pitboss.terminal.play.deal_command import DealOptions, take_seats
from pitboss.terminal.play.game_view import SessionPreferences
from terminal.piloted import piloted

RECORD = {
    "game": "flop22", "pack": "Ad 7c 5d Ks ...", "wagers": {"1": {"ante-1": 1000}}, "answers": [{"1": "double"}],
}  # fmt: skip


def scored(won: int, cost: float, expected: float | None = -25.0) -> ScoredRound:
    return ScoredRound("flop22", won, dict(RECORD), expected, [PricedAnswer("hand 1", "Match", "Double Down", cost)])


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_score_totals_rounds_expectation_and_mistakes() -> None:
    score = Score([scored(1000, 0.0), scored(-500, 98.0), scored(0, 340.0)])
    assert (score.won, score.expected, score.given_up) == (500, -75.0, 438.0)
    assert score.worst is not None
    assert score.worst[1].cost == 340.0
    assert "33% best answers" in score.line()


def test_incomplete_expectation_is_not_shown() -> None:
    score = Score([scored(100, 0.0), scored(100, 0.0, None)])
    assert score.expected is None
    assert "expected" not in score.line()


def test_stats_are_printed_and_the_worst_round_can_be_replayed() -> None:
    save([scored(1000, 0.0), scored(-500, 98.0)])
    save([scored(0, 340.0)])
    score_file().write_bytes(score_file().read_bytes() + b"not a round\n")
    shown = command("deal", "--stats")
    assert shown.code == 0
    assert "Flop 22: 3 rounds, +$5 (expected -$0.75)" in " ".join(shown.out.split())
    path = Path(shown.out.split("pitboss replay ")[1].strip())
    assert json.loads(path.read_text(encoding="utf-8")) == RECORD
    assert command("replay", str(path)).code == 0
    assert "Flop 22" not in command("deal", "free-bet", "--stats").out


def test_later_results_of_a_round_replace_the_saved_ones() -> None:
    early, late = scored(1000, 0.0, None), scored(1000, 98.0)
    early.id = late.id = "a"
    save([early])
    assert [each.expected for each in saved()] == [None]
    save([late, scored(0, 0.0)])
    assert [(each.id, each.won, each.expected) for each in saved()] == [("a", 1000, -25.0), ("", 0, -25.0)]


def test_round_counts_as_soon_as_it_is_over() -> None:
    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert len(app.table.history) == len(saved()) == 1

    session, you = take_seats(DealOptions("flip-it", seed=1), GAMES["flip-it"], GAMES["flip-it"].rules())
    assert you is not None
    piloted(TableApp(session, you, SessionPreferences(score=True, pace="instant")), play, (80, 24))
    assert len(saved()) == 1


def test_without_rounds_stats_say_so() -> None:
    shown = command("deal", "--stats")
    assert shown.code == 0
    assert not score_file().exists()


def test_unknown_pace_is_rejected() -> None:
    done = command("deal", "flop22", "--pace", "fast")
    assert done.code == 2
    assert "calm" in done.err
