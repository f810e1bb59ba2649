"""The command line as users see it: help, one-sentence errors, no tracebacks."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tomllib
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.at_the_terminal import command
from pitboss import __version__, cli
from pitboss.cli.commands import COMMANDS
from pitboss.games import GAMES
from pitboss.play.refused import one_of

PITBOSS = [sys.executable, "-m", "pitboss"]


def test_no_arguments_without_a_terminal_print_help() -> None:
    done = command()
    assert done.code == 0
    assert done.out == command("--help").out
    assert all(name in done.out for name in ("rules", "deal", "replay"))


def test_version_is_printed() -> None:
    assert command("--version").out == f"pitboss {__version__}\n"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("deal flop22 --seed\x1b[1m", "unknown option --seed?[1m: did you mean --seed?"),
        ("rules flop22 --set=--", "--set takes NAME=VALUE: change one option of the rules; may be repeated"),
        ("deal flop22 --seed -- 5", "--seed takes S: random seed of the shuffles"),
        (f"deal {'ab' * 50_000}", f"unknown game '{'ab' * 29}a…{'ab' * 9}': choose {one_of(GAMES)}"),
    ],
)
def test_unknown_arguments_are_rejected(line: str, sentence: str) -> None:
    """The other hundred cases are in docs/errors.md."""
    done = command(*line.split(" "))
    assert (done.code, done.out, done.err) == (2, "", f"pitboss: {sentence}\n")


def test_help_works_as_a_command() -> None:
    assert command("help") == command("--help")
    assert command("help", "deal") == command("deal", "--help")
    assert "unknown command 'nonsense'" in command("help", "nonsense").err


def test_near_misses_suggest_the_correct_form() -> None:
    assert "write decks=1,2 without --set" in command("sweep", "free-bet", "--set", "decks=1,2").err
    assert "write --set decks=8" in command("odds", "free-bet", "decks=8").err
    assert "roll-your-own is a game" in command("compare", "free-bet", "roll-your-own").err
    assert command("compare", "--help").out.startswith("usage: pitboss compare [OPTIONS] GAME A [B]")


@pytest.mark.parametrize("hand", ["8 8", "88"])
def test_suits_may_be_left_out_if_they_do_not_matter(hand: str) -> None:
    with_suits = command("advise", "blackjack", "--hand", "8s 8h", "--dealer", "6c")
    without = command("advise", "blackjack", "--hand", hand, "--dealer", "6")
    assert (without.code, without.out) == (0, with_suits.out)


def test_games_are_listed() -> None:
    done = command("games")
    assert all(f"  {name} " in done.out for name in GAMES)


@pytest.mark.parametrize("name", ["FLOP22", "Flop 22", "flip~it", "Free_Bet", "beatthedealer"])
def test_game_name_spelling_is_flexible(name: str) -> None:
    assert command("rules", name).code == 0


@pytest.mark.parametrize("args", [["deal", "flop22"], ["replay", "-"], ["verify", "-"]])
def test_endless_input_is_rejected_quickly_in_little_memory(args: list[str]) -> None:
    program = (
        "import resource, sys; from pitboss.cli import run; resource.setrlimit(resource.RLIMIT_CPU, (10, 10));"
        f"resource.setrlimit(resource.RLIMIT_DATA, (100_000_000,) * 2); sys.exit(run({args}))"
    )
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run([sys.executable, "-c", program], stdin=zeros, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "too long" in done.stderr or "more than 10,000 characters" in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_help_lists_every_option_and_fits_the_screen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = command(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"usage: pitboss {name} [OPTIONS]")
    output = " ".join(done.out.split())
    assert COMMANDS[name].sentence in output
    assert all(f" {taken.name} " in output and taken.meaning in output for taken in COMMANDS[name].takes)
    assert max(map(len, done.out.splitlines())) <= 80
    assert command(name, "-h") == done
    assert f" {name} " in command("--help").out


def test_help_wins_over_other_arguments() -> None:
    assert command("deal", "flop23", "--nope", "--rounds", "many", "-h") == command("deal", "--help")
    assert command("deal", "--", "--help").code == 2


def test_help_shows_defaults_and_limits() -> None:
    output = " ".join(command("simulate", "--help").out.split())
    assert "number of rounds, for example 1000000 or 1e9 [default: 1e7; 1e5 without kernels]" in output
    assert "random seed [default: 1; at least 0]" in output
    assert "number of workers [default: one per core] [from 1 to 1024]" in output
    assert "open the page in a browser [default]" in command("serve", "--help").out


def test_options_go_anywhere_and_accept_equals_sign() -> None:
    dealt = command("deal", "flop22", "--auto", "--seed", "1", "--rounds", "1")
    assert (dealt.code, dealt.err) == (0, "")
    assert command("deal", "--auto", "--seed=1", "flop22", "--rounds=1") == dealt
    assert command("deal", "--auto", "--seed", "1", "--rounds", "1", "--", "flop22") == dealt


def test_negative_value_is_accepted_as_a_separate_argument() -> None:
    """Covers a month that the house lost, or an edge in the player's favour."""
    month = ("risk", "flip-it", "--set-bet", "red=1", "--rounds", "10", "--json")
    lost = command(*month, "--actual", "-5/100")
    assert (lost.code, lost.err) == (0, "")
    assert lost == command(*month, "--actual=-5/100")
    edges = ("tune", "roll-your-own", "--bet", "bonus", "--json")
    assert command(*edges, "--edge", "-1%..0%") == command(*edges, "--edge=-1%..0%")
    assert command("risk", "flip-it", "--actual", "--json").err.startswith("pitboss: --actual takes WON/BET")


def test_repeatable_option_can_be_repeated() -> None:
    settings = ("--set", "chip=$5", "--set=ante_limit=$20")
    output = command("rules", "flop22", "--toml", *settings).out
    assert 'chip = "$5"' in output
    assert 'ante_limit = "$20"' in output


def test_house_rule_can_be_given_as_an_option() -> None:
    settings = [["--set", "jokers=0"], ["--jokers", "0"], ["--jokers=0"]]
    assert len({command("odds", "flip-it", "--json", *setting).out for setting in settings}) == 1
    assert command("rules", "flip-it", "--bonus-table.Two Pair", "3:1").out == (
        command("rules", "flip-it", "--set", "bonus_table.Two Pair=3:1").out
    )
    assert command("odds", "flip-it", "--jokres", "0").err.rstrip().endswith("did you mean --jokers?")
    assert command("odds", "flip-it", "--jokers").code == 2


def test_suggestions_for_short_options_are_close() -> None:
    assert "did you mean" not in command("odds", "flip-it", "--bet", "red").err


def test_sweep_takes_the_varied_options_as_arguments() -> None:
    output = command("sweep", "flip-it", "jokers=0,24", "call_it_pays=11,12", "--json").out
    assert output == command("sweep", "flip-it", "--vary", "jokers=0,24", "--vary", "call_it_pays=11,12", "--json").out


@pytest.mark.parametrize(
    "line",
    [
        "odds flip-it",
        "odds flip-it --slopes",
        "advise flop22 --card Ah",
        "shuffle-test --shuffles 1000",
        "sweep flip-it jokers=0,24",
        "tune flip-it --bet call --edge 1%..30%",
        "simulate flip-it --rounds 1000",
        "risk flip-it --rounds 50",
        "games",
        "rules flip-it",
        "check examples/casino-war",
        "drill flop22 --count 3 --seed 1",
        "drill flop22 --progress",
        "drill flop22 --class",
        "deal --stats",
    ],
)
def test_tables_can_be_printed_as_csv_and_markdown(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    rows = command(*line.split(), "--csv").out.splitlines()
    tables = [list(group) for filled, group in groupby(rows, bool) if filled]
    for table in tables:
        assert len({len(row) for row in csv.reader(table)}) == 1
    marked = command(*line.split(), "--md").out
    assert marked.count("\n### ") + marked.startswith("### ") == len(tables)


def test_rules_in_tables_and_json_are_those_of_the_rules_file() -> None:
    changed = ("rules", "flip-it", "--set", "jokers=0", "--set", "bonus_table.Two Pair=3:1,3:1")
    found = json.loads(command(*changed, "--json").out)
    assert {"game": found["title"], **found["rules"]} == tomllib.loads(command(*changed, "--toml").out)
    shown = command(*changed, "--csv").out
    assert "\njokers,0,24," in shown
    assert "\nTwo Pair,3:1,3:1\n" in shown
    assert command("deal", "flip-it", "--auto", "--csv").err.startswith("pitboss: --csv is for tables")


def test_situation_words_and_options_can_be_mixed() -> None:
    asked = command("advise", "flop22", "--card", "Ah", "--json")
    assert (asked.code, asked.err) == (0, "")
    assert command("advise", "--json", "flop22", "--set", "chip=$1", "--card=Ah") == asked
    assert command("advise", "flop22", "--json", "--", "--card", "Ah") == asked
    assert command("advise", "--json") == command("advise", "--help")
    assert "A situation of Flop 22" in command("advise", "flop22", "--card", "Ah", "-h").out


def test_browser_is_opened_unless_disabled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("pitboss.server.run.serve", lambda *args, **more: asked.append((*args, *more.values())))
    behind = ["--url", "https://a.b", "--proxy", "10.0.0.1", "--proxy", "10.0.0.2", "--limit", "sockets=3"]
    watched = ["--watcher", "10.0.0.3", "--log", "json", "--operator", "X-Who=ada", "--processes", "2"]
    watched += ["--peer", "10.0.0.4:9000"]
    for args in ([], ["--browser"], ["--no-browser"], ["--port", "0", "--database", "here.db", *behind, *watched]):
        assert command("serve", *args).code == 0
    none = ("127.0.0.1", None, None)
    assert asked == [
        *((*none, opens, None, [], [], [], "text", [], 1, None) for opens in (True, True, False)),
        (
            "127.0.0.1",
            0,
            "here.db",
            True,
            "https://a.b",
            ["10.0.0.1", "10.0.0.2"],
            ["sockets=3"],
            ["10.0.0.3"],
            "json",
            ["X-Who=ada"],
            2,
            "10.0.0.4:9000",
        ),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('chip = $1"', "this is not TOML: invalid value (at line 1, column 8)"),
        (f"seats = {'9' * 5000}", "this is not TOML: exceeds the limit (4300 digits)"),
        ('seats = "6"', "seats: must be a whole number from 1 to 12, not '6'"),
        ("[bonus_table]\n'Card Total 22' = ['1:1', '1:1']", "the line 'Card Total 22' needs 3 payouts"),
        (
            "bonus_table = 'casino-2'",
            "unknown pay table 'casino-2': write a line of the table, or sheet",
        ),
        ("chip = '\xff'".encode("latin-1"), "is not UTF-8 text"),
    ],
)
def test_bad_rules_file_is_rejected_by_name(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = command("deal", "flop22", "--auto", "--rules", str(path))
    assert (done.code, done.out) == (2, "")
    assert str(path) in done.err
    assert sentence in done.err


def test_error_messages_contain_no_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "\x1b[1mhouse.toml"
    path.write_text("chips = 1")
    error = command("rules", "flop22", "--rules", str(path)).err
    assert error.endswith("/?[1mhouse.toml: Flop 22 has no option 'chips': did you mean 'chip'?\n")


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30), max_size=5))
def test_no_arguments_cause_a_traceback(args: list[str]) -> None:
    done = command(*args)
    assert done.code in (0, 2)
    assert "should not have happened" not in done.err


def test_internal_error_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError("by\nnothing")

    monkeypatch.setattr(cli, "run_command", fail)
    done = command("deal", "flop22")
    assert done.code == 2
    assert done.err == "pitboss: unexpected error, please report it: ZeroDivisionError: by nothing\n"


def test_broken_pipe_exits_silently() -> None:
    dealing = subprocess.Popen(
        [*PITBOSS, "deal", "flop22", "--auto", "--rounds", "2000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert dealing.stdout
    assert dealing.stderr
    dealing.stdout.read(100)
    dealing.stdout.close()
    assert dealing.stderr.read() == b""
    dealing.stderr.close()
    assert dealing.wait(300) != 0


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
def test_closed_stream_is_treated_as_empty(closed: str, args: list[str], code: int) -> None:
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh"]
    done = subprocess.run([*shell, *PITBOSS, *args], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert done.stderr in ("", "pitboss: unknown game 'flop23': did you mean 'flop22'?\n")


def test_cards_are_letters_if_the_encoding_lacks_suits() -> None:
    env = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(cli.__file__).parents[2])}
    done = subprocess.run(
        [*PITBOSS, "deal", "flop22", "--auto", "--seed", "1"], capture_output=True, check=True, env=env
    )
    assert done.stderr == b""
    assert b"Seat 1's card: Ad." in done.stdout


def test_help_and_dealing_load_no_heavy_packages() -> None:
    program = "import sys; from pitboss.cli import run; run({}); print([n for n in {} if n in sys.modules])"
    for args, heavy in ((["--help"], ["numba", "numpy", "rich", "pitboss.games"]), (["deal"], ["numba", "numpy"])):
        code = program.format(args, heavy)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == "[]", args


def test_risk_with_cached_odds_needs_no_compiler() -> None:
    asked = "from pitboss.cli import run; run(['risk', 'flip-it', '--rounds', '10'])"
    program = f"import sys; {asked}; print('numba' in sys.modules)"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
