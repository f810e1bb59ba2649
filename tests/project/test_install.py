"""Installation: the wheel outside the repository, with every command and a server with its pages; and pipx."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from pitboss.cli.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent
ROUND = ROOT / "tests" / "table" / "stored_rounds" / "1.0.0" / "flop22.json"
TOOK_SECONDS = 600
RUNS: dict[str, str] = {
    "games": "",
    "rules": "flop22 --toml",
    "deal": "free-bet --auto --seed 1 --save rounds.jsonl",
    "replay": "rounds.jsonl",
    "simulate": "flop22 --rounds 1e4",
    "odds": "free-bet --json",
    "sweep": "flip-it jokers=1..2 --csv",
    "tune": "flop22 --bet field --edge 4%..5%",
    "compare": "flop22 rules.toml",
    "advise": "beat-the-dealer --hole AsKd --md",
    "risk": "flop22",
    "protect": "flop22",
    "shuffle-test": "flop22 --shuffles 1000",
    "report": "flop22 --rounds 0 --out report.pdf",
    "mcp": "",
    "drill": "flop22 --skill payout --count 1 --json",
    "verify": "round.json",
    "audit": "--database house.db",
    "backup": "copy --database house.db",
    "restore": "copy --database restored.db",
    "key": "rotate --database house.db",
    "warm": "--help",
    "layout": "free-bet --out felt.svg",
    "sheet": "flop22 --out sheet.html",
    "card": "flop22 --out card.pdf",
    "new": "my-game",
    "check": "./my-game",
    "completion": "bash",
}
"""Arguments for each command, ordered so that each finds the files written by earlier ones. `warm` takes minutes."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel, as `make dist` builds it, into a new environment in a folder that is also an empty home."""
    folder = tmp_path_factory.mktemp("away")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("pitboss-*.whl")
    uv, python = str(PROGRAMS / "uv"), str(folder / "venv" / "bin" / "python")
    for words in (
        ["venv", "--quiet", "--python", sys.executable, str(folder / "venv")],
        ["pip", "install", "--quiet", "--python", python, f"{wheel}[cluster,frames,mcp,postgres,report]",
         "--constraints", str(ROOT / "requirements.lock")],
    ):  # fmt: skip
        subprocess.run([uv, *words], check=True)
    (folder / "rules.toml").write_text('game = "flop22"\nseats = 3\n', encoding="utf-8")
    (folder / "round.json").write_bytes(ROUND.read_bytes())
    return folder


def environment(place: Path) -> dict[str, str]:
    """Return an environment with an empty home and without this repository."""
    ours = ("PYTHONPATH", "XDG_DATA_HOME", "XDG_CACHE_HOME", "PYTHONDONTWRITEBYTECODE")
    return {name: value for name, value in os.environ.items() if name not in ours} | {
        "HOME": str(place), "PITBOSS_WARM": "0",
    }  # fmt: skip


def run_program(place: Path, *words: str) -> str:
    """Run the installed program, which must succeed, and return its output."""
    done = subprocess.run(
        [str(place / "venv" / "bin" / "pitboss"), *words], cwd=place, env=environment(place), check=False,
        stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=TOOK_SECONDS,
    )  # fmt: skip
    assert done.returncode == 0, f"pitboss {' '.join(words)}: {done.stderr}"
    return done.stdout


@pytest.mark.slow
def test_server_from_the_wheel_serves_its_pages(place: Path) -> None:
    program = [str(place / "venv" / "bin" / "pitboss"), "serve", "--no-browser", "--database", "house.db"]
    with subprocess.Popen(
        program, cwd=place, env=environment(place), stdout=subprocess.PIPE, encoding="utf-8"
    ) as house:
        assert house.stdout
        (address,) = re.findall(r"http://\S+", house.stdout.readline())

        def get(path: str) -> str:
            with urllib.request.urlopen(address.rstrip("/") + path, timeout=60) as answer:
                return str(answer.read().decode("utf-8"))

        page = get("/")
        files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
        assert files
        assert all(get(file) for file in files)
        assert get("/lab") == get("/school") != page  # only the lobby preloads its files
        assert {game["name"] for game in json.loads(get("/api/games"))} >= {"flop22", "free-bet"}
        house.send_signal(signal.SIGINT)
        house.stdout.read()
    assert house.returncode == 0


@pytest.mark.slow
def test_every_command_of_the_wheel_runs(place: Path) -> None:
    assert RUNS.keys() | {"serve"} == COMMANDS.keys()
    outputs = {name: run_program(place, name, *words.split()) for name, words in RUNS.items()}
    assert json.loads(outputs["odds"])["game"] == "free-bet"
    assert (place / "report.pdf").read_bytes().startswith(b"%PDF")
    assert "every figure agrees" in run_program(place, "report", "--check", "report.pdf")


@pytest.mark.slow
def test_library_from_the_wheel_has_its_shipped_answers(place: Path) -> None:
    program = (
        "import pitboss as pb, sys; from pitboss.games.odds import analysis_question as asked;"
        "rules = pb.rules('roll-your-own'); from pitboss.games import GAMES;"
        "assert asked(GAMES['roll-your-own'], rules).is_shipped(); pb.odds(rules); assert 'numba' not in sys.modules"
    )
    subprocess.run(
        [str(place / "venv" / "bin" / "python"), "-c", program], cwd=place, env=environment(place), check=True
    )


def run_command(*command: str | Path, **more: str) -> str:
    """Run a command that must succeed, and return its output."""
    environment = {**os.environ, **more}
    for ours in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(ours, None)
    done = subprocess.run(
        [*map(str, command)], env=environment, cwd=more.get("HOME"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_program(pitboss: Path, home: Path) -> None:
    """Check that the installed program deals, computes odds and finds its games' data, starting with an empty home."""
    assert "flop22" in run_command(pitboss, "games", HOME=str(home))
    assert "27.2247%" in run_command(pitboss, "odds", "flop22", HOME=str(home))
    assert "<svg" in run_command(pitboss, "layout", "free-bet", HOME=str(home))


WITHOUT_POSIX = """
import sys
sys.modules.update(dict.fromkeys(["fcntl", "resource", "pwd"]))
"""
IMPORT_ALL = """
import importlib, pkgutil, pitboss
for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
    if module.name.rpartition(".")[2] not in ("__main__", "mcp_server"):  # the SDK of MCP chooses by the system's name
        importlib.import_module(module.name)
"""
RUN_TESTS = """
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]]))
"""
PORTABLE = ("tests/core/test_rules.py", "tests/table/test_table.py", "tests/server/store/test_keys.py")


def test_modules_that_only_posix_has_are_optional() -> None:
    run_command(sys.executable, "-c", WITHOUT_POSIX + IMPORT_ALL)
    files = [ROOT / path for path in PORTABLE]
    run_command(sys.executable, "-c", WITHOUT_POSIX + RUN_TESTS, *files, PYTEST_ADDOPTS="-p no:xdist")


@pytest.mark.slow
def test_pipx_install(tmp_path: Path) -> None:
    places = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "HOME": str(tmp_path)}
    run_command(PROGRAMS / "pipx", "install", ROOT, **places)
    check_program(tmp_path / "bin" / "pitboss", tmp_path)
