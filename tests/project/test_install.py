"""Installing as the README says: with its optional parts into an empty environment, and as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent


def said(*command: str | Path, **more: str) -> str:
    """What this command prints; it must succeed."""
    environment = {**os.environ, **more}
    for ours in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(ours, None)
    done = subprocess.run(
        [*map(str, command)], env=environment, cwd=more.get("HOME"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def the_program_works(pitboss: Path, home: Path) -> None:
    """From an empty home, the program there deals, counts and finds the data that belong to its games."""
    assert "flop22" in said(pitboss, "games", HOME=str(home))
    assert "27.2247%" in said(pitboss, "odds", "flop22", HOME=str(home))
    assert "<svg" in said(pitboss, "layout", "free-bet", HOME=str(home))


def test_pip_install_with_the_optional_parts(tmp_path: Path) -> None:
    uv, python = PROGRAMS / "uv", tmp_path / "venv" / "bin" / "python"
    said(uv, "venv", "--quiet", "--python", sys.executable, tmp_path / "venv")
    said(
        *(uv, "pip", "install", "--quiet", "--python", python, f"{ROOT}[cluster,frames,postgres]"),
        *("--constraints", ROOT / "requirements.lock"),
    )
    said(python, "-c", "import distributed, pandas, psycopg, pyarrow")
    the_program_works(python.with_name("pitboss"), tmp_path)


@pytest.mark.slow
def test_pipx_install(tmp_path: Path) -> None:
    places = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "HOME": str(tmp_path)}
    said(PROGRAMS / "pipx", "install", ROOT, **places)
    the_program_works(tmp_path / "bin" / "pitboss", tmp_path)
