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
from pitboss.cli.commands import COMMANDS
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
        (["replay", "gone.jsonl"], "'gone.jsonl' cannot be read: no such file or directory"),
    ],
)
def test_a_refusal_is_one_sentence_and_exit_code_2(args: list[str], sentence: str) -> None:
    done = command(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("pitboss: ")
    assert sentence in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--vers", "there is no option --vers: the nearest is --version"),
        ("deal flop22 --sead=4", "there is no option --sead: the nearest is --seat"),
        ("deal --roun 3 flop22", "there is no option --roun: the nearest is --rounds"),
        ("deal flop22 -j", "there is no option -j: the nearest is --json"),
        ("odds flop22 --hel", "there is no option --hel: the nearest is --help"),
        ("serve --brwser", "there is no option --brwser: the nearest is --browser"),
        ("deal flop22 --seed\x1b[1m", "there is no option --seed?[1m: the nearest is --seed"),
        ("deal flop22 --rounds", "--rounds takes N: stop after this many rounds"),
        ("rules flop22 --set --toml", "--set takes NAME=VALUE: change one option of the rules; may be given again"),
        ("rules flop22 --set=--", "--set takes NAME=VALUE: change one option of the rules; may be given again"),
        ("deal flop22 --seed -- 5", "--seed takes S: fix the shuffle by a number"),
        ("advise flop22 --card Ah --rules", "--rules takes FILE: a house-rules file, as rules --toml writes it"),
        ("odds flop22 --json=yes", "--json takes nothing: it is there or not"),
        ("serve --no-browser=1", "--no-browser takes nothing: it is there or not"),
        ("deal flop22 --rounds many", "--rounds must be a whole number from 1 on, not 'many'"),
        ("deal flop22 --rounds=", "--rounds must be a whole number from 1 on, not ''"),
        ("deal flop22 --rounds 1e3", "--rounds must be a whole number from 1 on, not '1e3'"),
        ("deal flop22 --seats ٣", "--seats must be a whole number, not '٣'"),
        ("deal flop22 --seed -1", "--seed must be a whole number from 0 on, not '-1'"),
        ("simulate flop22 --seed=-1", "--seed must be a whole number from 0 on, not '-1'"),
        ("simulate flop22 --workers 2000", "--workers must be a whole number from 1 to 1024, not '2000'"),
        ("serve --port 65536", "--port must be a whole number from 0 to 65535, not '65536'"),
        ("layout flop22 --seats 0", "--seats must be a whole number from 1 to 12, not '0'"),
        ("deal flop22 flip-it", "'flip-it' is one word too many: pitboss deal takes one GAME"),
        ("deal -- flop22 --auto", "'--auto' is one word too many: pitboss deal takes one GAME"),
        ("audit x", "'x' is one word too many: pitboss audit takes no words but options"),
        ("replay --json", "say which FILE: saved records; - reads them from the input"),
        ("verify", "say which FILE: a round saved from the table; - reads the input"),
        ("deal -- --auto", "there is no game '--auto': the nearest is 'flip-it'"),
        ("advise flop23 --help", "there is no game 'flop23': the nearest is 'flop22'"),
        ("advise flop22 --crad Ah", "there is no option --crad: the nearest is --card"),
        ("advise flop22 -j", "'-j' is not an option: cards that belong together stand in quotes"),
        (f"deal {'ab' * 50_000}", f"there is no game '{'ab' * 29}a…{'ab' * 9}': the nearest is 'flop22'"),
    ],
)
def test_words_that_a_command_does_not_take_are_refused(line: str, sentence: str) -> None:
    done = command(*line.split(" "))
    assert (done.code, done.out, done.err) == (2, "", f"pitboss: {sentence}\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_all_that_a_command_takes_and_fits_the_screen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = command(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"usage: pitboss {name} [OPTIONS]")
    said = " ".join(done.out.split())
    assert COMMANDS[name].sentence in said
    assert all(f" {taken.name} " in said and taken.meaning in said for taken in COMMANDS[name].takes)
    assert max(map(len, done.out.splitlines())) <= 80
    assert command(name, "-h") == done
    assert f" {name} " in command("--help").out


def test_help_is_given_whatever_else_is_said() -> None:
    assert command("deal", "flop23", "--nope", "--rounds", "many", "-h") == command("deal", "--help")
    assert command("deal", "--", "--help").code == 2


def test_help_says_defaults_and_limits() -> None:
    said = " ".join(command("simulate", "--help").out.split())
    assert "how many rounds, as in 1000000 or 1e9; if not said 1e7, for a script alone 1e5" in said
    assert "fixes every shuffle of the run [default: 1; from 0 on]" in said
    assert "threads; one a core if not said [from 1 to 1024]" in said
    assert "open the page [default]" in command("serve", "--help").out


def test_an_option_may_stand_anywhere_and_have_its_value_after_a_sign() -> None:
    dealt = command("deal", "flop22", "--auto", "--seed", "1", "--rounds", "1")
    assert (dealt.code, dealt.err) == (0, "")
    assert command("deal", "--auto", "--seed=1", "flop22", "--rounds=1") == dealt
    assert command("deal", "--auto", "--seed", "1", "--rounds", "1", "--", "flop22") == dealt


def test_an_option_that_may_be_given_again_is() -> None:
    settings = ("--set", "chip=$5", "--set=ante_limit=$20")
    said = command("rules", "flop22", "--toml", *settings).out
    assert 'chip = "$5"' in said
    assert 'ante_limit = "$20"' in said


def test_the_words_of_a_situation_may_stand_among_the_options() -> None:
    asked = command("advise", "flop22", "--card", "Ah", "--json")
    assert (asked.code, asked.err) == (0, "")
    assert command("advise", "--json", "flop22", "--set", "chip=$1", "--card=Ah") == asked
    assert command("advise", "flop22", "--json", "--", "--card", "Ah") == asked
    assert command("advise", "--json") == command("advise", "--help")
    assert "A situation of Flop 22" in command("advise", "flop22", "--card", "Ah", "-h").out


def test_the_page_is_opened_unless_told_not_to(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("pitboss.server.run.serve", lambda *args: asked.append(args))
    for args in ([], ["--browser"], ["--no-browser"], ["--port", "0", "--database", "here.db"]):
        assert command("serve", *args).code == 0
    none = ("127.0.0.1", None, None)
    assert asked == [(*none, True), (*none, True), (*none, False), ("127.0.0.1", 0, "here.db", True)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('chip = $1"', "this is not TOML: invalid value (at line 1, column 8)"),
        (f"seats = {'9' * 5000}", "this is not TOML: exceeds the limit (4300 digits)"),
        ('seats = "6"', "seats: must be a whole number from 1 to 12, not '6'"),
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


def test_a_sentence_holds_no_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[1mhouse.toml"
    path.write_text("chips = 1")
    said = command("rules", "flop22", "--rules", str(path)).err
    assert said.endswith("/?[1mhouse.toml: Flop 22 has no option 'chips': the nearest is 'chip'\n")


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30), max_size=5))
def test_no_arguments_whatever_give_a_traceback(args: list[str]) -> None:
    done = command(*args)
    assert done.code in (0, 2)
    assert "should not have happened" not in done.err


def test_a_defect_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("by\nnothing")

    monkeypatch.setattr(cli, "obey", fail)
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


@pytest.mark.parametrize(
    ("closed", "args", "code"),
    [
        (">&-", ["rules", "flop22"], 0),
        (">&-", ["odds", "flop22"], 0),
        (">&-", ["deal", "flop23"], 2),
        ("2>&-", ["deal", "flop23"], 2),
        ("<&-", ["deal", "flop22"], 0),
        ("<&- >&- 2>&-", [], 0),
    ],
)
def test_a_closed_stream_is_as_good_as_an_empty_one(closed: str, args: list[str], code: int) -> None:
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh"]
    done = subprocess.run([*shell, *PITBOSS, *args], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert done.stderr in ("", "pitboss: there is no game 'flop23': the nearest is 'flop22'\n")


def test_cards_are_letters_where_the_terminal_has_no_suits() -> None:
    env = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(cli.__file__).parents[2])}
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
