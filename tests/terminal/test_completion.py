"""Shell completion: real shells complete the declared commands, options, games and files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from helpers.at_the_terminal import command
from pitboss.cli.commands import COMMANDS
from pitboss.cli.completion import SHELLS
from pitboss.games import GAMES

BASH = shutil.which("bash") or "/bin/bash"


def completed(folder: Path, *words: str) -> list[str]:
    """Return what a real bash offers for the last of these words."""
    (folder / "completion.bash").write_text(command("completion", "bash").out, encoding="utf-8")
    asks = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pitboss; printf "%s\\n" "${COMPREPLY[@]}"'
    program = f"source ./completion.bash; {asks}"
    asked = [BASH, "--norc", "-u", "-c", program, "bash", "pitboss", *words]
    done = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1] if done.stdout != "\n" else []


def test_every_command_is_completed(tmp_path: Path) -> None:
    assert completed(tmp_path, "") == [*COMMANDS, "help", "--version", "--help"]
    assert completed(tmp_path, "re") == ["replay", "report", "restore"]
    assert completed(tmp_path, "help", "od") == ["odds"]


def test_every_option_is_completed(tmp_path: Path) -> None:
    for name in ("games", "deal", "tune", "serve", "advise", "completion"):
        assert completed(tmp_path, name, "-") == [*COMMANDS[name].options, "--help"]
    assert completed(tmp_path, "odds", "flop22", "--sl") == ["--slopes"]


def test_every_game_is_completed(tmp_path: Path) -> None:
    for name in ("odds", "deal", "shuffle-test", "check"):
        assert completed(tmp_path, name, "") == list(GAMES)
    assert completed(tmp_path, "simulate", "--seed", "5", "fl") == ["flop22", "flip-it"]
    assert completed(tmp_path, "completion", "") == list(SHELLS)


def test_file_names_are_completed_where_a_file_is_expected(tmp_path: Path) -> None:
    (tmp_path / "my house.toml").touch()
    (tmp_path / "my-game").mkdir()
    assert sorted(completed(tmp_path, "odds", "flop22", "--rules", "my")) == ["my house.toml", "my-game"]
    assert completed(tmp_path, "odds", "flop22", "--rules", "=", "my-") == ["my-game"]
    assert completed(tmp_path, "replay", "my-") == ["my-game"]
    assert completed(tmp_path, "odds", "./my-") == ["./my-game"]
    assert completed(tmp_path, "odds", "my") == []


def test_other_values_are_not_guessed(tmp_path: Path) -> None:
    assert completed(tmp_path, "deal", "--seed", "") == []
    assert completed(tmp_path, "nonsense", "") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_script_names_every_command_option_and_game(shell: str) -> None:
    done = command("completion", shell)
    assert (done.code, done.err) == (0, "")
    dashes = "-l " if shell == "fish" else "--"
    for name, declared in COMMANDS.items():
        assert name in done.out
        assert all(option.replace("--", dashes, 1) in done.out for option in declared.options)
    assert all(game in done.out for game in GAMES)


def test_unknown_shell_is_rejected() -> None:
    done = command("completion", "powershell")
    assert (done.code, done.err) == (2, "pitboss: unknown shell 'powershell': choose bash, zsh or fish\n")
