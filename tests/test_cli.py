"""The commands as users meet them: help, refusals in one sentence, no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from at_the_terminal import command
from pitboss import __version__, cli
from pitboss.games import GAMES

PITBOSS = [sys.executable, "-m", "pitboss"]


def test_alone_and_not_at_a_terminal_it_prints_its_help() -> None:
    done = command()
    assert done.code == 0
    assert done.out == command("--help").out
    assert all(name in done.out for name in ("rules", "deal", "replay"))


def test_it_says_its_version() -> None:
    assert command("--version").out == f"pitboss {__version__}\n"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["dael"], "there is no command 'dael': the nearest is 'deal'"),
        (["deal"], f"say which game: {', '.join(list(GAMES)[:-1])} or {list(GAMES)[-1]}"),
        (["rules", "flop23"], "there is no game 'flop23': the nearest is 'flop22'"),
        (["rules", "flop22", "--set", "ante_limt=5"], "Flop 22 has no option 'ante_limt': the nearest is 'ante_limit'"),
        (["rules", "flop22", "--set", "equal_antes=maybe"], "equal_antes: must be true or false, not 'maybe'"),
        (["rules", "flop22", "--set", "chip"], "'chip' is not a setting: write name=value, as in chip=$5"),
        (["rules", "flop22", "--rules", "gone.toml"], "the rules file 'gone.toml' cannot be read: no such file"),
        (["deal", "flop22", "--seats", "7"], "--seats must be 1 to 6 at Flop 22, not 7"),
        (["deal", "flop22", "--seat", "0"], "--seat must be 1 to 6 at Flop 22, not 0"),
        (["deal", "flop22", "--auto", "--seat", "2"], "--seat is the player's"),
        (["deal", "flop22", "--bankroll", "much"], "--bankroll: 'much' is not an amount"),
        (["deal", "flop22", "--bankroll", "0.50"], "$0.50 is too little for Flop 22: one bets $1 or more"),
        (["deal", "flop22", "--auto", "--save", "no/such/place"], "records cannot be saved to 'no/such/place'"),
        (["deal", "flop22", "--rounds", "many"], "'--rounds'"),
        (["replay", "gone.jsonl"], "'gone.jsonl' cannot be read: no such file or directory"),
        (["replay"], "'FILE'"),
    ],
)
def test_a_refusal_is_one_sentence_and_exit_code_2(args: list[str], sentence: str) -> None:
    done = command(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("pitboss: ")
    assert sentence in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('chip = $1"', "this is not TOML: invalid value (at line 1, column 8)"),
        ('seats = "6"', "seats: must be a whole number, not '6'"),
        ("[bonus_table]\n'Card Total 22' = ['1:1', '1:1', '1:1']", "the line 'A Spades/A Hearts' is missing: write"),
        ("chip = '\xff'".encode("latin-1"), "is not a text in UTF-8"),
    ],
)
def test_a_bad_rules_file_is_refused_with_its_name(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = command("deal", "flop22", "--auto", "--rules", str(path))
    assert (done.code, done.out) == (2, "")
    assert str(path) in done.err
    assert sentence in done.err


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30), max_size=5))
def test_no_arguments_whatever_give_a_traceback(args: list[str]) -> None:
    done = command(*args)
    assert done.code in (0, 2)
    assert "should not have happened" not in done.err


def test_a_defect_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("by\nnothing")

    monkeypatch.setattr(cli, "app", fail)
    done = command("deal", "flop22")
    assert done.code == 2
    assert done.err == "pitboss: this should not have happened, please report it: ZeroDivisionError: by nothing\n"


def test_a_reader_who_hangs_up_ends_it_silently() -> None:
    dealing = subprocess.Popen(
        [*PITBOSS, "deal", "flop22", "--auto", "--rounds", "2000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert dealing.stdout
    assert dealing.stderr
    dealing.stdout.read(100)
    dealing.stdout.close()
    assert dealing.stderr.read() == b""
    dealing.stderr.close()
    assert dealing.wait(30) != 0


def test_cards_are_letters_where_the_terminal_has_no_suits() -> None:
    env = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(cli.__file__).parents[1])}
    done = subprocess.run(
        [*PITBOSS, "deal", "flop22", "--auto", "--seed", "1"], capture_output=True, check=True, env=env
    )
    assert done.stderr == b""
    assert b"Seat 1's card: Ad." in done.stdout


def test_help_and_dealing_start_without_the_heavy_packages() -> None:
    program = "import sys; from pitboss.cli import run; run({}); print([n for n in {} if n in sys.modules])"
    for args, heavy in ((["--help"], ["numba", "numpy", "rich", "pitboss.games"]), (["deal"], ["numba", "numpy"])):
        code = program.format(args, heavy)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]", args
