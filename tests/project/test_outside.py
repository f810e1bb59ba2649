"""Third-party games: the examples installed and run as users run them, and broken games."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from sysconfig import get_path
from urllib.request import urlopen

import pytest

from helpers.outside import EXAMPLES
from pitboss.contract.new_game import write_game
from pitboss.games import GAMES, GROUP, OURS, installed
from pitboss.play.refused import Refused

CASINO_WAR = EXAMPLES / "casino-war"
SPOTS = {"three-card-poker": "PLAY", "baccarat": "BANKER", "let-it-ride": "BET 3", "mississippi-stud": "STREET"}
"""The examples other than Casino War, each with a text printed on its felt."""
SRC = EXAMPLES.parent / "src"
PROGRAMS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    Create a fresh environment with only the examples installed, and return its Python.

    The dependencies of pitboss come from the test environment, so no network is needed.
    """
    folder = tmp_path_factory.mktemp("fresh")
    uv, made = PROGRAMS / "uv", folder / "venv" / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder / "venv"], check=True)
    packages = next((folder / "venv" / "lib").glob("python*/site-packages"))
    borrowed = f"import site; site.addsitedir({get_path('purelib')!r}); import sys; sys.path.insert(0, {str(SRC)!r})\n"
    (packages / "borrowed.pth").write_text(borrowed)
    install: list[str | Path] = [
        uv,
        "pip",
        "install",
        "--quiet",
        "--offline",
        "--no-deps",
        "--no-build-isolation",
        "--python",
        made,
    ]
    subprocess.run([*install, CASINO_WAR, *(EXAMPLES / name for name in SPOTS)], check=True)
    return made


RunPitboss = Callable[..., str]


@pytest.fixture
def run_pitboss(python: Path, tmp_path: Path) -> RunPitboss:
    """Return a function that runs `pitboss` in that environment, in an empty folder with an empty home."""

    def run_words(*words: str) -> str:
        environment = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "COLUMNS": "80"}
        environment.pop("PYTHONPATH", None)
        command = [str(python), "-m", "pitboss", *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run_words


def test_installed_game_works_in_every_command(run_pitboss: RunPitboss) -> None:
    assert "casino-war" in run_pitboss("games")
    assert "pays 10 to 1" in run_pitboss("rules", "casino-war")
    assert "Casino War, round 1" in run_pitboss("deal", "casino-war", "--auto", "--seed", "3")
    assert "<svg" in run_pitboss("layout", "casino-war")
    advice = json.loads(run_pitboss("advise", "casino-war", "--dealt", "8h 8s", "--json"))
    assert advice["best"] == "war"
    assert "18.6495%" in run_pitboss("sweep", "casino-war", "--vary", "decks=6,8")
    assert "tie_pays" in run_pitboss("odds", "casino-war", "--slopes")
    assert "casino-war" in run_pitboss("risk", "casino-war", "--json")


@pytest.mark.parametrize("name", SPOTS)
def test_every_example_can_be_dealt_drawn_and_reported(run_pitboss: RunPitboss, name: str, tmp_path: Path) -> None:
    """Exact figures are checked in tests/solving/test_examples.py."""
    title = name.replace("-", " ").title()
    assert f"{title}, round 1" in run_pitboss("deal", name, "--auto", "--seed", "3")
    assert SPOTS[name] in run_pitboss("layout", name)
    run_pitboss("sheet", name)
    assert list(tmp_path.glob("*.pdf"))


@pytest.mark.parametrize("name", SPOTS)
def test_every_example_passes_its_ruling_tests(python: Path, name: str) -> None:
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_sheet.py"]
    done = subprocess.run(command, cwd=EXAMPLES / name, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_exact_figures_of_the_example(run_pitboss: RunPitboss) -> None:
    """Six decks: 18.65% on the tie bet, 2.33% of the ante when going to war with the tied-war bonus."""
    odds = json.loads(run_pitboss("odds", "casino-war", "--json"))
    assert set(odds["bets"]) == {"ante", "tie"}
    assert round(odds["bets"]["tie"]["house_edge"], 4) == 0.1865
    assert round(odds["bets"]["ante"]["house_edge"], 4) == 0.0233
    without = json.loads(run_pitboss("odds", "casino-war", "--json", "--set", "tied_war_pays=push"))
    assert round(without["bets"]["ante"]["house_edge"], 4) == 0.0288  # without the bonus


def test_rounds_are_saved_and_replayed(run_pitboss: RunPitboss, tmp_path: Path) -> None:
    run_pitboss("deal", "casino-war", "--auto", "--rounds", "3", "--seed", "7", "--save", "rounds.jsonl")
    assert run_pitboss("replay", "rounds.jsonl").count("Casino War") >= 1


def test_installed_game_is_in_the_lobby(python: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment.pop("PYTHONPATH", None)
    command = [
        str(python),
        "-m",
        "pitboss",
        "serve",
        "--port",
        "0",
        "--no-browser",
        "--database",
        str(tmp_path / "books"),
    ]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout
            address = re.search(r"http://[\d.:]+", serving.stdout.readline())
            assert address
            with urlopen(f"{address[0]}/api/games", timeout=300) as answer:
                games = {game["name"]: game for game in json.load(answer)}
            assert [bet["name"] for bet in games["casino-war"]["bets"]] == ["ante", "tie", "war"]
            with urlopen(f"{address[0]}/api/games/casino-war/layout", timeout=300) as answer:
                assert b"TIE PAYS 10 TO 1" in answer.read()
        finally:
            serving.terminate()


def test_simulation_is_independent_of_worker_count(run_pitboss: RunPitboss) -> None:
    words = ("simulate", "casino-war", "--rounds", "9000", "--json")
    one, two = (json.loads(run_pitboss(*words, "--workers", many)) for many in ("1", "2"))
    assert one["bets"] == two["bets"]
    assert one["bets"]["tie"]["exact"] == pytest.approx(-58 / 311)
    assert abs(one["bets"]["tie"]["z"]) < 4


def test_unloadable_game_is_logged_and_server_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a_broken_game.py").write_text("import nothing_of_the_kind")
    (tmp_path / "a_nameless_game.py").write_text("GAME = 3")
    monkeypatch.syspath_prepend(tmp_path)
    points = [EntryPoint(name, name.replace("-", "_"), GROUP) for name in ("a-broken-game", "a-nameless-game")]
    points.append(EntryPoint("flop22", "a_thief", GROUP))
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    installed.cache_clear()
    try:
        loaded = {game.name for game in GAMES.values()}
        assert loaded >= set(OURS)
        assert not loaded & {"a-broken-game", "a-nameless-game"}
        assert "nothing_of_the_kind" in caplog.text
        with pytest.raises(Refused, match="a_broken_game") as fault:
            GAMES["a-broken-game"]
        assert fault.value.code == "broken-game"
        with pytest.raises(Refused, match="a-nameless-game") as fault:
            GAMES["a-nameless-game"]
        assert fault.value.code == "broken-game"
        assert GAMES["flop22"].title == "Flop 22"
    finally:
        installed.cache_clear()


def test_code_in_the_current_folder_runs_only_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game("lurking-game")
    assert "lurking-game" in GAMES
    assert "lurking-game" not in list(GAMES)
    assert "lurking_game" not in sys.modules
    assert "../lurking-game" not in GAMES
    monkeypatch.chdir(CASINO_WAR)
    assert GAMES["casino-war"].title == "Casino War"


def test_example_s_own_tests_pass() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=CASINO_WAR, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
