"""A session at the terminal: its output, its input, and how it ends."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.money import show_money
from pitboss.play.records.ledger import net
from pitboss.play.records.record_reader import read_json
from pitboss.play.round import replay_whole
from pitboss.play.steps import Seat
from pitboss.terminal.play.narrate import signed

every_game = pytest.mark.parametrize("name", GAMES)


def test_flop22_round_from_wagers_to_result() -> None:
    done = command("deal", "flop22", "--seed", "1", "--rounds", "1", typed="ante-1 10 f 5\nd\n")
    assert done.code == 0
    for line in (
        "Flop 22, round 1",
        "You have $1,000.",
        "Your wagers [ante-1 1]: ante-1 10 f 5",
        "▸ You bet $10 on Ante, hand 1; $5 on Field.",
        "  Dealer: flop 1 face down, flop 2 face down, flop 3 face down.",
        "▸ Your Field loses $5: all other card values.",
        "Match or double down on hand 1?",
        "Your answer [none]: d",
        "You played 1 round and leave with ",
    ):
        assert f"\n{line}" in done.out, line
    assert "▸ You, seat 1: card A♦; bets ante-1 $10; has $985." in done.out
    numbered = [line for line in done.out.splitlines() if re.match(r"  \d \w", line)]
    assert [line[2] for line in numbered] == ["1", "2", "3", "4"]
    assert "type none; Enter means this" in numbered[0]
    assert " for $10 (type double)" in numbered[2]


@every_game
def test_end_of_input_exits_cleanly(name: str) -> None:
    done = command("deal", name)
    assert (done.code, done.err) == (0, "")
    assert "You played 0 rounds and leave with $1,000 (even)." in done.out


@pytest.mark.parametrize(
    "typed", ["ante-1 10 ante-2 10\n", "ante-1 10 ante-2 10\nd\n", "10\nq\ny\n", "10\nq\nn\nquit\nyes\n"]
)
def test_leaving_in_mid_round_returns_no_bet_and_gives_default_answers(tmp_path: Path, typed: str) -> None:
    path = tmp_path / "left.jsonl"
    done = command("deal", "flop22", "--seed", "1", "--seats", "3", "--save", str(path), typed=typed)
    assert (done.code, done.err) == (0, "")
    assert "You leave: the rest is played with default answers.\n" in done.out
    if "q" in typed:
        assert "Leaving gives no bet back: your $10 on the table stays in play" in done.out
    dealt = replay_whole(read_json(path.read_text(encoding="utf-8"), GAMES))
    won = sum(net(dealt.events)[Seat(1)].values())
    assert dealt.void_reason is None
    assert f"leave with {show_money(100_000 + won)} ({signed(won)})." in done.out


def test_repeated_wagers_leave_out_those_not_allowed_now() -> None:
    done = command("deal", "flip-it", "--seed", "5", "--rounds", "3", typed="red 10 call-7 5\n\nr\n")
    assert done.out.count("▸ You bet $10 on Red, $5 on Call It 7.") == 3


def test_sitting_out_alone_deals_no_card() -> None:
    done = command("deal", "flip-it", "--seed", "5", "--rounds", "3", typed="s\nsit\nred 5\n")
    assert done.out.count("Nobody has bet, so no card is dealt.") == 2
    assert done.out.count("Dealer: cards 5♣ K♠ 3♦ 7♦.") == 3


def test_bots_play_on_while_sitting_out() -> None:
    done = command("deal", "flop22", "--seed", "1", "--seats", "2", "--seat", "2", "--rounds", "1", typed="s\n")
    assert "  Seat 1 bets" in done.out
    assert "Your answer" not in done.out
    assert "leave with $1,000 (even)" in done.out


def test_unaffordable_option_is_reported_and_not_taken() -> None:
    done = command("deal", "flop22", "--bankroll", "10", "--seed", "1", "--rounds", "1", typed="10\ndouble\n\ny\n")
    assert " for $10, more than you have (type double)" in done.out
    assert "double costs $10, and you have $0" in done.out
    assert "You bet no bonus." in done.out
    assert "Your Double Down" not in done.out


def test_wagers_over_the_bankroll_are_rejected() -> None:
    done = command("deal", "flop22", "--bankroll", "10", typed="ante-1 10 field 5\nq\n")
    assert "that is $15 in all, and you have $10" in done.out


def test_broke_player_is_thanked() -> None:
    typed = "10\nnone\n" * 50
    done = command("deal", "flop22", "--bankroll", "10", "--seed", "2", typed=typed)
    assert "You have $0 left, too little to bet." in done.out
    assert "leave with $0 (-$10)" in done.out


def test_help_lists_every_bet_and_command() -> None:
    done = command("deal", "flip-it", typed="?\nq\n")
    for bet in GAMES["flip-it"].bets(GAMES["flip-it"].rules()):
        assert f"  {bet.name} " in done.out or bet.name.startswith("call-")
        assert f"pays {bet.pays}" in " ".join(done.out.split())
    assert "call-2 to call-K" in done.out
    assert "s sits this round out" in " ".join(done.out.split())


WORDS = ["", "?", "s", "r", "q", "d", "10", "1", "2", "9" * 4000, "\x00", "\x1b[2J", "١٠", "ante-1 ²", "$", "-5"]
PARTS = ["ante-1", "red", "b", "10", "$5", "=", ",", "on", "1,000", "0"]
NASTY = st.one_of(
    st.text(max_size=40),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(PARTS), max_size=6).map(" ".join),
    st.integers(500, 5000).map("x".__mul__),
)


@every_game
@given(lines=st.lists(NASTY, max_size=12))
def test_no_input_crashes_it(name: str, lines: list[str]) -> None:
    typed = "\n".join(lines).encode("utf-8", "surrogatepass")
    done = command("deal", name, "--seed", "1", "--seats", "2", typed=typed)
    assert (done.code, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert "\x00" not in done.out
    printed = [
        line for line in done.out.splitlines() if not line.startswith(("Your ", "> "))
    ]  # prompts share their line
    assert max(map(len, printed)) <= 80


@every_game
@given(raw=st.binary(max_size=60))
def test_no_bytes_crash_it(name: str, raw: bytes) -> None:
    done = command("deal", name, "--seed", "1", typed=raw)
    assert (done.code, done.err) == (0, "")


@every_game
def test_json_is_one_event_per_line_and_hides_other_cards(name: str) -> None:
    done = command("deal", name, "--seed", "3", "--seats", "2", "--rounds", "3", "--json", typed="\ny\n" * 200)
    events = [json.loads(line) for line in done.out.splitlines()]
    assert {"shuffled", "wagered", "dealt", "settled"} <= {event["event"] for event in events}
    assert all(event["card"] == "??" for event in events if event.get("face") == "down")
    assert all(event["card"] == "??" for event in events if event.get("face") == "own" and event.get("seat") != 1)
    assert "Your wagers" in done.err


@every_game
def test_json_of_bots_hides_nothing(name: str) -> None:
    done = command("deal", name, "--seed", "3", "--auto", "--rounds", "5", "--json")
    assert done.err == ""
    assert "??" not in done.out


@every_game
def test_seed_fixes_the_whole_table(name: str) -> None:
    args = ("deal", name, "--auto", "--rounds", "20", "--seats", "3")
    assert command(*args, "--seed", "4") == command(*args, "--seed", "4")
    assert command(*args, "--seed", "4") != command(*args, "--seed", "5")
    assert command(*args) != command(*args)


@every_game
def test_broke_bots_rebuy(name: str) -> None:
    done = command("deal", name, "--auto", "--rounds", "300", "--seed", "1", "--bankroll", "5")
    assert done.code == 0
    assert "Seat 1 buys in for $5." in done.out
    assert "300 rounds dealt" in done.out


@every_game
def test_piped_output_fits_80_columns_without_escape_codes(name: str) -> None:
    seats = str(GAMES[name].seats(GAMES[name].rules()))
    played = command("deal", name, "--seed", "1", "--seats", seats, "--rounds", "3", typed="\ny\n" * 200)
    watched = command("deal", name, "--seed", "1", "--seats", seats, "--rounds", "3", "--auto")
    for done in (played, watched):
        assert "\x1b" not in done.out
        assert max(map(len, done.out.splitlines())) <= 80
        assert all(line == line.rstrip() for line in done.out.splitlines() if not line.startswith(("Your ", "> ")))


def test_house_rules_are_applied(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('ante_limit = "$50"\n', encoding="utf-8")
    args = ("deal", "flop22", "--rules", str(path), "--set", "seats=2", "--save", str(tmp_path / "r.jsonl"))
    done = command(*args, typed="50\nnone\n")
    assert "You bet $50 on Ante, hand 1." in done.out
    assert json.loads((tmp_path / "r.jsonl").read_text(encoding="utf-8"))["rules"] == {"ante_limit": "$50", "seats": 2}
    assert "--seats must be 1 to 2" in command(*args, "--seats", "3").err
