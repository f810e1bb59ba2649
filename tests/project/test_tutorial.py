"""The tutorial: every file on the page is identical to the example's, and every command prints what the page shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.outside import EXAMPLES

PAGE = EXAMPLES.parent / "docs" / "adding-a-game.md"
FILE = re.compile(r"^`([\w/.-]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)
SHELL = re.compile(r"^```shell\n(.*?)^```$", re.M | re.S)


def test_files_on_the_page_match_the_example() -> None:
    shown = dict(FILE.findall(PAGE.read_text(encoding="utf-8")))
    folder = EXAMPLES / "three-card-poker"
    for path, text in shown.items():
        assert text == (folder / path).read_text(encoding="utf-8"), path
    by_hand = {str(path.relative_to(folder)) for path in folder.rglob("*.*") if path.suffix in (".py", ".toml", ".md")}
    mentioned = {"README.md", "src/three_card_poker/deal/__init__.py", "tests/test_contract.py"}
    assert by_hand - shown.keys() == mentioned


def test_commands_print_what_the_page_shows(tmp_path: Path, rewrite: bool) -> None:
    text = PAGE.read_text(encoding="utf-8")
    shim = tmp_path / "pitboss"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pitboss "$@"\n')
    shim.chmod(0o755)
    true = SHELL.sub(lambda block: "```shell\n" + "".join(run_block(block[1], tmp_path)) + "```", text)
    if rewrite:
        PAGE.write_text(true, encoding="utf-8")
        return
    assert true == text, "rewrite them with make transcripts, and look at the difference"


def run_block(block: str, programs: Path) -> Iterator[str]:
    """Run each command of a block in the examples folder with an empty home, and return it with its output."""
    environment = {
        "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(EXAMPLES.parent / "src"), "HOME": str(programs),
        "LANG": "C.UTF-8", "COLUMNS": "80",
    }  # fmt: skip
    for command in re.findall(r"^\$ (.*)$", block, re.M):
        done = subprocess.run(
            ["bash", "-c", command], cwd=EXAMPLES, env=environment, check=False, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        )  # fmt: skip
        assert done.stdout, f"an example that shows nothing: {command}"
        yield f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("figure", ["3.3730%", "2.3167%", "Q-6-4"])
def test_page_shows_the_published_figures(figure: str) -> None:
    assert figure in PAGE.read_text(encoding="utf-8")
