"""Installation as in the README: with extras into an empty environment, and with pipx."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(sys.executable).parent


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


@pytest.mark.slow
def test_pip_install_with_extras(tmp_path: Path) -> None:
    uv, python = PROGRAMS / "uv", tmp_path / "venv" / "bin" / "python"
    run_command(uv, "venv", "--quiet", "--python", sys.executable, tmp_path / "venv")
    run_command(
        *(uv, "pip", "install", "--quiet", "--python", python, f"{ROOT}[cluster,frames,postgres]"),
        *("--constraints", ROOT / "requirements.lock"),
    )
    run_command(python, "-c", "import distributed, pandas, psycopg, pyarrow")
    check_program(python.with_name("pitboss"), tmp_path)


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
