"""Saved rounds replayed: money is conserved, events match, and bad records are reported by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.play.records.record_reader import read_json, show_record

every_game = pytest.mark.parametrize("name", GAMES)
ACES = (
    '{"game": "flop22", "pack": "Ad 7c 5d Ks ...", "wagers": {"1": {"ante-1": 1000, "field": 500}},'
    ' "answers": [{"1": "double"}]}'
)


def saved(tmp_path: Path, name: str, rounds: int, seats: int = 1) -> Path:
    path = tmp_path / f"{name}.jsonl"
    args = ["--auto", "--rounds", str(rounds), "--seed", "1", "--seats", str(seats), "--save", str(path)]
    assert command("deal", name, *args).code == 0
    return path


@every_game
def test_thousand_rounds_conserve_money(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path, name, 1000)
    done = command("replay", str(path), "--json")
    assert done.code == 0
    results = [json.loads(line) for line in done.out.splitlines()]
    assert len(results) == 1000
    assert all(r["bank"] + sum(sum(bets.values()) for bets in r["net"].values()) == 0 for r in results)


@every_game
def test_replay_matches_the_deal(tmp_path: Path, name: str) -> None:
    path = tmp_path / "full.jsonl"
    seats = str(GAMES[name].seats(GAMES[name].rules()))
    args = ["--auto", "--rounds", "20", "--seed", "7", "--seats", seats, "--json", "--save", str(path)]
    events = [json.loads(line) for line in command("deal", name, *args).out.splitlines()]
    of_the_table = {"inspect", "wash", "set-shuffler", "shuffle", "cut-pack", "burn", "clear-board"}
    again = [json.loads(line) for line in command("replay", str(path), "--json").out.splitlines()]
    assert [e for r in again for e in r["events"]] == [
        e for e in events if e.get("motion", "shuffle") not in of_the_table
    ]


def test_json_format_is_stable() -> None:
    done = command("replay", "-", "--json", typed=ACES)
    result = json.loads(done.out)
    assert list(result) == ["events", "net", "bank"]
    assert result["net"] == {"1": {"ante-1": 1000, "field": -500, "double-1": 1000}}
    assert result["bank"] == -1500
    assert result["events"][0] == {
        "event": "wagered", "seat": 1, "bet": "ante-1", "amount": 1000, "motion": "bet",
        "text": "Seat 1 bets $10 on ante-1.",
    }  # fmt: skip


def test_text_output_shows_the_round_and_its_result() -> None:
    done = command("replay", "-", typed=ACES)
    assert "Flop 22, record 1" in done.out
    assert "Seat 1's Ante, hand 1 wins $10: Card Total 17 thru 20, 1 to 1." in done.out
    assert done.out.endswith("Result: seat 1 +$15; the house -$15.\n")
    assert "sweeps a hand" not in done.out
    assert "sweeps a hand" in command("replay", "-", "--motions", typed=ACES).out
    assert "17 thru 20, 1 to 1 (F22-5)." in command("replay", "-", "--rulings", typed=ACES).out


CUT_TO_NOTHING = """game flop22
rules aggregate=$140
pack Ah Ad 2c 3c ...
wagers 1: ante-1 $10
answers 1=both
"""


def test_F22_8_win_cut_to_zero_by_the_aggregate_is_not_a_push() -> None:
    output = " ".join(command("replay", "-", "--rulings", typed=CUT_TO_NOTHING).out.split())
    assert "Seat 1's Double Down, hand 1 is capped at $0: Card Total 22, 4 to 1 (F22-5)." in output
    assert "hand 1: $40 is cut, the game pays at most $140 (F22-8)." in output
    assert "push" not in output


def test_rulings_are_shown_for_free_money_and_void_rounds() -> None:
    free = "game free-bet\npack 6h 9s 5d Kd 2c ...\nwagers 1: main $10\nanswers 1=free-double\n"
    output = " ".join(command("replay", "-", "--rulings", typed=free).out.split())
    assert "free bet on hand 1: 13 against 19, loses nothing (FB-4)." in output
    assert "FB-4" not in command("replay", "-", typed=free).out
    void = "game flip-it\nboard 2h Kd 7c 3s\nwagers 1: red $10\nanswers none\nvoid the pack ran out\n"
    assert "Every wager goes back (C-4)." in command("replay", "-", "--rulings", typed=void).out


def test_text_and_json_may_be_mixed_with_blank_lines_and_a_bom() -> None:
    text = show_record(read_json(ACES, GAMES))
    mixed = f"\ufeff\n\n{text}\n\n\n{ACES}\n{text}\n{ACES}\r\n\n"
    one = command("replay", "-", "--json", typed=ACES).out
    assert command("replay", "-", "--json", typed=mixed).out == one * 4


def test_bad_record_is_reported_by_line_after_the_good_ones(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f"{ACES}\n\n{ACES.replace('7c', 'Ad')}\n{ACES}\n", encoding="utf-8")
    done = command("replay", str(path), "--json")
    assert done.code == 2
    assert len(done.out.splitlines()) == 1
    assert done.err == f"pitboss: {path}, line 3: Ad appears twice\n"


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("{", "line 1: this is not a record in JSON"),
        ("[]", "this is not a record: in text it has a line such as game flop22"),
        (ACES.replace("flop22", "flop23"), "unknown game 'flop23': did you mean 'flop22'?"),
        (ACES.replace('"answers"', '"anwers"'), "a record has no 'anwers': did you mean 'answers'?"),
        (ACES.replace("double", "dabble"), "seat 1 may say none, match, double or both, not 'dabble'"),
        (ACES.replace('[{"1": "double"}]', "[]"), "the dealer asks once more"),
        (ACES.replace("1000", "1001"), "$10.01 is not a whole number of $1 chips"),
        (ACES.replace(" ...", ""), "the pack must hold 52 cards and 48 are missing"),
        (ACES.replace("Ad", "Xd"), "'Xd' is not a card"),
        ("game flop22\npack Ad", "line 1:"),
        (b"\xff\xfe{", "line 1: this is not UTF-8 text"),
    ],
)
def test_record_error_has_its_reason(record: str | bytes, reason: str) -> None:
    done = command("replay", "-", typed=record)
    assert (done.code, done.out) == (2, "")
    assert reason in done.err
    assert done.err.count("\n") == 1


@given(st.data())
def test_no_record_causes_a_traceback(data: st.DataObject) -> None:
    record = json.loads(ACES)
    plain = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["1", "x", "ante-1"]), inner),
        max_leaves=6,
    )
    keys = data.draw(st.lists(st.sampled_from([*record, "board", "gone", "void", "version", "rules"]), max_size=3))
    for key in keys:
        record[key] = data.draw(plain)
    done = command("replay", "-", typed=json.dumps(record))
    assert done.code in (0, 2)
    assert "should not have happened" not in done.err


@given(st.text(max_size=60) | st.text(alphabet="game flop2pckwrsn:; =\n\n123Ah", max_size=80))
def test_no_text_causes_a_traceback(text: str) -> None:
    done = command("replay", "-", typed=text)
    assert done.code in (0, 2)
    assert "should not have happened" not in done.err


def test_file_without_records_is_reported() -> None:
    assert command("replay", "-", typed="\n").out == "- holds no record.\n"
    assert command("replay", "-", "--json", typed="").out == ""


def test_FI_8_four_cards_of_a_record_are_shown(tmp_path: Path) -> None:
    done = command("replay", str(saved(tmp_path, "flip-it", 3)))
    assert done.out.count("  On the table: ") == 2
