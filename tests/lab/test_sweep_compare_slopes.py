"""Sweep, compare and slopes: each figure compared with the one from `odds`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pitboss as pb
from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.lab.whatif.slopes import Slopes
from pitboss.lab.whatif.sweep import values_of
from pitboss.solving.answers.analysis import PLAYED
from pitboss.statistics.exactness import Number

every_game = pytest.mark.parametrize("game", list(GAMES))
ONE_MORE = {
    "flop22": ("bonus_table.Card Total 21.Hand 3", "4:1"),
    "flip-it": ("bonus_table.Two Pair.Paytable 1", "3:1"),
    "beat-the-dealer": ("five_card_table.Flush", "6:1"),
    "roll-your-own": ("bonus_table.Flush", "4:1"),
    "free-bet": ("pot_of_gold_table.1+ tokens", "4:1"),
    "blackjack": ("perfect_pairs_table.Mixed pair", "7:1"),
}


@every_game
def test_each_row_matches_the_odds_of_those_rules(game: str) -> None:
    name, value = ONE_MORE[game]
    found = pb.sweep(game, {name: ["sheet" if "." not in name else value, value]}, workers=1)
    assert len(found.figures) == 2
    odds = pb.odds(pb.rules(game, **{name: value}))
    for row in found.figures:
        for bet in odds.bets:
            assert (row[bet.name].edge, row[bet.name].hit, row[bet.name].sd) == (bet.house_edge, bet.hit, bet.sd)
        assert odds.played
        assert row[PLAYED].edge == odds.played.house_edge
    assert len(found.to_frame()) == 2
    assert "<svg" in found._repr_html_()


def test_grid_is_the_same_in_processes_and_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.lab.whatif import grid

    monkeypatch.setattr(grid, "_WORTH_IT", 0)
    asked: dict[str, Any] = {"call_it_pays": "10..12", "jokers": [0, 24]}
    done: list[tuple[int, int]] = []
    here = pb.sweep("flip-it", workers=1, **asked)
    there = pb.sweep("flip-it", workers=2, progress=lambda *many: done.append(many), **asked)
    assert here == there
    assert done == [(number, 6) for number in range(1, 7)]


def test_sweep_stopped_immediately_shows_no_empty_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.lab.whatif.sweep.count_all", lambda *asked, **how: ([], "by hand"))
    output = command("sweep", "flip-it", "--vary", "jokers=0,24").out
    assert "Stopped early: no set of rules was finished." in output
    assert "House edge" not in output


def test_wide_sweep_is_split_into_two_tables() -> None:
    """Check that nine columns, too wide for 80 characters, go into two tables, each with the varied option."""
    output = command("sweep", "beat-the-dealer", "--vary", "five_card_table=sheet").out
    edges = output[output.index("House edge") : output.index("How often")].splitlines()
    assert [line.split()[0] for line in edges if line.strip()].count("sheet") == 2
    assert "five_card_table      main   two-card   five-card       ante       flop" in edges[1]
    assert all(len(line) <= 80 for line in edges)


def test_script_is_run_once_with_any_number_of_processes(tmp_path: Path) -> None:
    script = tmp_path / "plain.py"
    lines = [
        "import pitboss as pb", "from pitboss.lab.whatif import grid", "grid._WORTH_IT = 0", "print('begin')",
        "print(len(pb.sweep('flip-it', jokers=[0, 12, 24], workers=2).figures))",
    ]  # fmt: skip
    script.write_text("\n".join(lines), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["begin", "3"]


@pytest.mark.parametrize("workers", [0, -1, 1.5, "two", True])
def test_workers_must_be_a_whole_number(workers: Any) -> None:
    with pytest.raises(pb.Refused, match="workers must be a whole number from 1 to 1024"):
        pb.sweep("flip-it", jokers=[0, 24], workers=workers)


def test_range_that_is_too_long_is_refused() -> None:
    with pytest.raises(pb.Refused, match="at most 10,000 values"):
        pb.sweep("flip-it", jokers="0..1000000000")


@pytest.mark.parametrize(("workers", "counts"), [(1, 1), (None, 2)])
def test_one_worker_uses_one_thread(monkeypatch: pytest.MonkeyPatch, workers: int | None, counts: int) -> None:
    from pitboss.compute.cores import threads
    from pitboss.lab.whatif import grid

    seen: list[int] = []
    counted = grid.figures_of

    def count(game: str, settings: tuple[str, ...]) -> grid.Figures:
        seen.append(threads())
        return counted(game, settings)

    monkeypatch.setattr("pitboss.lab.whatif.sweep.figures_of", count)
    pb.sweep("flip-it", call_it_pays=["11:1"], workers=workers)
    assert (seen, threads()) == ([counts], 2)


def test_stopped_sweep_returns_finished_rows() -> None:
    def stop(done: int, whole: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    found = pb.sweep("flip-it", call_it_pays="10..12", workers=1, progress=stop)
    assert (len(found.figures), found.stopped) == (2, "by hand")


@pytest.mark.parametrize(
    ("game", "name", "text", "values"),
    [
        ("free-bet", "decks", "1,2,6..8", ["1", "2", "6", "7", "8"]),
        ("free-bet", "push_22_pays", "9:1..13:1", [f"{pays}:1" for pays in range(9, 14)]),
        ("free-bet", "push_22_pays", "9:2..11:2", ["9:2", "11:2"]),
        ("free-bet", "push_22_pays", "10..11..1/2", ["10:1", "21:2", "11:1"]),
        ("free-bet", "max_bet", "$100..$300..$100", ["$100", "$200", "$300"]),
        ("free-bet", "hits_soft_17", "*", [True, False]),
        ("flop22", "bonus_pays", "*", ["ante-and-double", "double-only"]),
        ("beat-the-dealer", "five_card_table", "*", ["sheet", "mississippi-stud"]),
        ("flop22", "bonus_table.Card Total 22.hand 1", "4..6", ["4:1", "5:1", "6:1"]),
    ],
)
def test_values_and_ranges(game: str, name: str, text: str, values: list[object]) -> None:
    assert values_of(pb.rules(game), name, text) == values


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ("decks", "varies nothing: write name=values"),
        ("decks=", "varies nothing"),
        ("deck=1..2", "has no option 'deck'"),
        ("decks=8..1", "is not a range"),
        ("decks=1..2..0", "is not a range"),
        ("decks=one..two", "is not a range"),
        ("hits_soft_17=no..yes", "is not a range"),
        ("decks=1..99", "decks: must be a whole number from 1 to 16, not 17"),
        ("pot_of_gold_table=woo", "unknown pay table 'woo'"),
        ("pot_of_gold_table.9 tokens=1..2", "unknown line '9 tokens'"),
        ("max_bet=*", "takes unlimited values"),
        ("decks.x=1", "decks is not a paytable"),
    ],
)
def test_invalid_ranges_are_refused_with_a_message(vary: str, words: str) -> None:
    done = command("sweep", "free-bet", "--vary", vary)
    assert done.code == 2
    assert words in done.err


@cache
def slopes_of(game: str) -> Slopes:
    """Return the slopes, computed once for all tests, as in the command."""
    return pb.slopes(game)


def as_computed(changes: Mapping[str, Number]) -> dict[str, object]:
    """Return the changes to compare with: fractions exactly, floats to within the rounding of two processors."""
    return {
        bet: pytest.approx(change, rel=0, abs=1e-12) if isinstance(change, float) else change
        for bet, change in changes.items()
    }


@every_game
def test_slopes_are_differences_of_the_odds(game: str) -> None:
    name, value = ONE_MORE[game]
    found = slopes_of(game)
    (slope,) = (one for one in found.slopes if one.option == name)
    assert slope.after == value
    before, after = pb.odds(game), pb.odds(pb.rules(game, **{name: value}))
    expected = {bet.name: after.bets[bet.name].house_edge - bet.house_edge for bet in before.bets}
    assert before.played
    assert after.played
    expected[PLAYED] = after.played.house_edge - before.played.house_edge
    assert slope.changes == as_computed({bet: change for bet, change in expected.items() if abs(change) > 1e-12})
    assert len(found.to_frame()) == sum(len(one.changes) for one in found.slopes)
    assert "seats" in found.without_effect


def test_slope_of_hand_3_of_flop_22_matches_the_hand_calculation() -> None:
    """Expect 64/663 a round of three antes for each step on Card Total 21, Hand 3 (field.md 3.2)."""
    slope = next(one for one in slopes_of("flop22").slopes if one.option == "bonus_table.Card Total 21.Hand 3")
    assert slope.changes[PLAYED] == Fraction(-64, 663 * 3)


@every_game
def test_compare_lists_the_differences(game: str) -> None:
    name, value = ONE_MORE[game]
    here, there = pb.rules(game), pb.rules(game, **{name: value})
    found = pb.compare(here, there)
    assert len(found.options) == 1
    assert found.in_words()[0].startswith(name.split(".")[0])
    slope = next(one for one in slopes_of(game).slopes if one.option == name)
    assert {it.bet: it.edge for it in found.changed if it.edge} == as_computed(slope.changes)
    assert pb.compare(here, here).in_words() == ["The two houses have the same rules."]
    assert "<table" in found._repr_html_()


def test_changed_plays_match_the_charts(tmp_path: Path) -> None:
    stands = pb.rules("free-bet", hits_soft_17=False)
    found = pb.compare("free-bet", stands)
    (tmp_path / "a.toml").write_text("hits_soft_17 = false\n", encoding="utf-8")
    printed = json.loads(command("compare", "free-bet", str(tmp_path / "a.toml"), "--json").out)
    assert printed == json.loads(found.to_json())
    here, there = pb.odds("free-bet"), pb.odds(stands)
    assert found.plays
    for play in found.plays:
        cells = [odds.strategy[play.chart].as_data()[play.row][play.column] for odds in (here, there)]
        assert cells == [play.one, play.other]
