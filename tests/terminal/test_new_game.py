"""`pitboss new` and `pitboss check`: a game in a folder, from nothing to passing every check."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.contract.new_game import check_name, words_for, write_game
from pitboss.games import use_folder
from pitboss.play.refused import Refused
from pitboss.terminal.analysis.run_checks import check_game


def test_new_game_passes_every_check_and_its_own_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_game("my-first-game")
    assert "pitboss check my-first-game" in capsys.readouterr().out
    check_game("my-first-game", output="json")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) > 15
    assert all(line["kept"] for line in lines)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd="my-first-game", capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_broken_game_fails_after_every_check_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_game("my-broken-game")
    script = tmp_path / "my-broken-game" / "src" / "my_broken_game" / "deal" / "round.py"
    broken = script.read_text().replace('for bet in ("ante", "play"):', 'for bet in ("ante",):')
    script.write_text(broken.replace("from pitboss.kit import (", "import random\nfrom pitboss.kit import ("))
    with pytest.raises(Refused, match="My Broken Game breaks"):
        check_game(use_folder(str(tmp_path / "my-broken-game")), output="")
    output = capsys.readouterr().out
    assert "✗ Every stake is settled once" in output
    assert "was settled or returned" in " ".join(output.split())
    assert "deal/round.py imports random" in " ".join(output.split())
    assert "✓ A refused answer changes nothing." in output


@pytest.mark.parametrize("name", ["", "My Game", "../up", "a_b", "2go", "class", "-x", "x--y", "é", "a" * 60])
def test_invalid_name_is_rejected(name: str) -> None:
    with pytest.raises(Refused, match="my-game") as fault:
        check_name(name)
    assert fault.value.code == "bad-name"


@pytest.mark.parametrize("name", ["flop22", "random", "json", "pitboss"])
def test_taken_name_is_rejected(name: str) -> None:
    with pytest.raises(Refused) as fault:
        check_name(name)
    assert fault.value.code == "name-taken"


def test_existing_files_are_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-game").write_text("a file")
    with pytest.raises(Refused, match="there is a 'my-game' here already"):
        write_game("my-game")
    assert (tmp_path / "my-game").read_text() == "a file"


def test_ruling_prefix_is_not_the_shared_one() -> None:
    assert words_for("my-game")["prefix"] == "MG"
    assert words_for("chance")["prefix"] == "CX"
