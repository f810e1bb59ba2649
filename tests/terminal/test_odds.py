"""`pitboss odds` and `pitboss advise` as users see them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

import pitboss.cli
from helpers.at_the_terminal import command
from pitboss.__main__ import main
from pitboss.compute.disk import cache_files
from pitboss.games import OURS
from pitboss.terminal.interrupt import say_stopped

SRC = Path(__file__).resolve().parents[2] / "src"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_files, "directory", lambda: tmp_path / "solved")


def test_json_is_one_line_and_repeatable() -> None:
    done = command("odds", "flop22", "--json")
    assert done.code == 0
    assert done.out.count("\n") == 1
    assert json.loads(done.out)["bets"]["field"]["ev_exact"] == "-1/13"
    assert command("odds", "flop22", "--json") == done


def test_settings_and_rules_files_are_applied() -> None:
    done = command("odds", "flip-it", "--set", "jokers=0", "--json")
    assert json.loads(done.out)["bets"]["red"]["ev"] == 0
    assert "House rules: jokers=0." in command("odds", "flip-it", "--set", "jokers=0").out


def test_advice_for_people_and_programs() -> None:
    words = ("advise", "flop22", "--card", "Ah", "--hand", "3", "--seen", "5d Ks", "--others=2c 9h")
    assert "double    2.255319 = 106/47   best" in command(*words).out.splitlines()
    assert json.loads(command(*words, "--json").out)["best"] == "double"
    assert (
        json.loads(command("advise", "flop22", "--json", "--card", "Ah", "--set", "match_pays=40").out)["best"]
        == "both"
    )


def test_help_explains_situations() -> None:
    assert "--board CARDS" in command("advise", "flip-it", "--help").out
    assert command("advise", "--help") == command("advise")
    assert "pitboss advise" in command("advise").out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["odds"], "GAME is missing"),
        (["odds", "flop23"], "unknown game 'flop23': did you mean 'flop22'?"),
        (["odds", "flop22", "--set", "macth_pays=3"], "did you mean 'match_pays'?"),
        (["advise", "flop23"], "unknown game 'flop23'"),
        (["advise", "flop22"], "--card is missing"),
        (["advise", "flop22", "--crad", "Ah"], "unknown option --crad: did you mean --card?"),
        (["advise", "flop22", "--card", "Ah", "--seen", "5d", "Ks"], "unexpected 'Ks'"),
        (["advise", "flop22", "--card", "Ah", "--card", "As"], "--card is given twice"),
        (["advise", "flop22", "--card"], "--card takes CARD"),
        (["advise", "flop22", "--card", "--hand", "1"], "--card takes CARD"),
        (["advise", "flop22", "--card", "Ah", "--others", "Ah"], "more often than in the pack"),
    ],
)
def test_error_is_one_sentence_and_exit_code_2(args: list[str], sentence: str) -> None:
    done = command(*args)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert done.err.count("\n") == 1


def start_command(
    cache: Path, *args: str, env: Mapping[str, str] = os.environ, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the real command with an empty cache."""
    settings = {**env, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(SRC)}
    return subprocess.run(
        [sys.executable, "-m", "pitboss", *args], env=settings, input=typed, capture_output=True, text=True,
        check=False, encoding="utf-8",
    )  # fmt: skip


def output_of(cache: Path, *args: str, env: Mapping[str, str] = os.environ) -> tuple[int, str]:
    """Return its output and exit code."""
    done = start_command(cache, *args, env=env)
    return done.returncode, done.stdout


def test_answer_is_cached_until_its_rules_change(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('match_pays = "10:1"\nequal_antes = true\n')
    ask = ("odds", "flop22", "--rules", str(rules), "--json")
    first = output_of(tmp_path, *ask)
    files = {path: path.read_bytes() for path in (tmp_path / "pitboss" / "solved").iterdir()}
    assert len(files) == 1
    assert output_of(tmp_path, *ask) == first
    for path in files:
        path.write_bytes(b"damaged")
    assert output_of(tmp_path, *ask) == first
    assert {path: path.read_bytes() for path in files} == files
    rules.write_text('match_pays = "11:1"\nequal_antes = true\n')
    assert output_of(tmp_path, *ask) != first


@pytest.mark.parametrize("game", sorted(OURS))
def test_first_odds_of_a_fresh_home_are_precomputed(tmp_path: Path, game: str) -> None:
    """Check that they need neither the compiler nor a cache, and that --fresh computes the same."""
    program = (
        f"import sys; from pitboss.cli import run; run(['odds', {game!r}, '--json']);"
        "print('numba' in sys.modules, 'numpy' in sys.modules, file=sys.stderr)"
    )
    env = {**os.environ, "PYTHONPATH": str(SRC), "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["False", "False"]
    assert json.loads(done.stdout)["bets"]
    assert not (tmp_path / "pitboss").exists()


def test_fresh_recomputes_cached_odds(tmp_path: Path) -> None:
    stored = output_of(tmp_path, "odds", "flop22", "--json")
    assert not (tmp_path / "pitboss").exists()
    assert output_of(tmp_path, "odds", "flop22", "--json", "--fresh") == stored
    (file,) = (tmp_path / "pitboss" / "solved").iterdir()
    made = file.stat().st_mtime_ns
    assert output_of(tmp_path, "odds", "flop22", "--json", "--fresh") == stored
    assert file.stat().st_mtime_ns > made


def test_advice_is_cached_by_its_situation(tmp_path: Path) -> None:
    words = ("advise", "flop22", "--card", "Ah")
    first = output_of(tmp_path, *words)
    (file,) = (tmp_path / "pitboss" / "solved").iterdir()
    assert output_of(tmp_path, *words) == first
    assert output_of(tmp_path, "advise", "flop22", "--card", "2h") != first
    file.write_bytes(b"damaged")
    assert output_of(tmp_path, *words) == first


def test_piped_rules_are_read_once_and_applied(tmp_path: Path) -> None:
    ask = ("odds", "flop22", "--rules", "/dev/stdin", "--json")
    for pays in ("11:1", "20:1"):
        done = start_command(tmp_path, *ask, typed=f'match_pays = "{pays}"\n')
        assert json.loads(done.stdout)["rules"]["match_pays"] == pays


def test_damaged_cache_is_reported_in_one_sentence(tmp_path: Path) -> None:
    ask = ("odds", "flop22", "--json", "--set", "equal_antes=true")
    first = start_command(tmp_path, *ask)
    for path in (tmp_path / "pitboss" / "solved").iterdir():
        path.write_bytes(b"damaged")
    done = start_command(tmp_path, *ask)
    assert done.stdout == first.stdout
    assert all(line.startswith("pitboss: a cached result is damaged") for line in done.stderr.splitlines())


def test_ctrl_c_during_startup_gives_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pitboss.cli, "main", interrupted)
    monkeypatch.setattr(sys, "argv", ["pitboss", "odds", "flop22"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130


COUNTING = """
import sys, threading, time
from concurrent.futures import ThreadPoolExecutor
import pitboss.cli
from pitboss.__main__ import main

class Lost:
    def __del__(self):
        print("counting", flush=True)
        time.sleep(20)

def count(args):
    with ThreadPoolExecutor(1) as threads:
        list(threads.map(time.sleep, [20]))

def clear_up(args):
    Lost()

pitboss.cli.run = {how}
threading.Timer(0.5, print, ["counting"], {{"flush": True}}).start()
sys.argv = ["pitboss", "odds", "flop22"]
main()
"""


@pytest.mark.parametrize("how", ["count", "clear_up"])
def test_ctrl_c_waits_for_no_thread_and_is_not_lost_in_cleanup(tmp_path: Path, how: str) -> None:
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(SRC)}
    with subprocess.Popen(
        [sys.executable, "-c", COUNTING.format(how=how)], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        program.stdout.readline()
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=600)
    assert (program.returncode, errors) == (130, b"")


def test_ctrl_c_is_confirmed_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    say_stopped()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    say_stopped()
    assert capsys.readouterr().err == "pitboss: stopped by Ctrl-C\n"


def test_error_is_not_cached(tmp_path: Path) -> None:
    assert output_of(tmp_path, "odds", "flop23")[0] == 2
    assert output_of(tmp_path, "odds", "flop23")[0] == 2
    assert not (tmp_path / "pitboss" / "solved").exists()


def test_cache_key_includes_the_screen_width(tmp_path: Path) -> None:
    ask = ("odds", "flop22")
    narrow = output_of(tmp_path, *ask, env={**os.environ, "COLUMNS": "60"})
    wide = output_of(tmp_path, *ask, env={**os.environ, "COLUMNS": "80"})
    assert narrow != wide
    assert max(map(len, wide[1].splitlines())) <= 80


def test_other_commands_are_never_cached(tmp_path: Path) -> None:
    assert output_of(tmp_path, "rules", "flop22")[0] == 0
    assert not (tmp_path / "pitboss" / "solved").exists()
