"""The tutorial: every file on the page is the example's own, and every command prints what the page says."""

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


def test_every_file_on_the_page_is_the_example_s_own() -> None:
    shown = dict(FILE.findall(PAGE.read_text(encoding="utf-8")))
    folder = EXAMPLES / "three-card-poker"
    for path, text in shown.items():
        assert text == (folder / path).read_text(encoding="utf-8"), path
    by_hand = {str(path.relative_to(folder)) for path in folder.rglob("*.*") if path.suffix in (".py", ".toml", ".md")}
    told = {"README.md", "src/three_card_poker/deal/__init__.py", "tests/test_contract.py"}
    assert by_hand - shown.keys() == told


def test_every_command_prints_what_the_page_says(tmp_path: Path, rewrite: bool) -> None:
    text = PAGE.read_text(encoding="utf-8")
    shim = tmp_path / "pitboss"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pitboss "$@"\n')
    shim.chmod(0o755)
    true = SHELL.sub(lambda block: "```shell\n" + "".join(said(block[1], tmp_path)) + "```", text)
    if rewrite:
        PAGE.write_text(true, encoding="utf-8")
        return
    assert true == text, "write them anew with make transcripts, and look at the difference"


def said(block: str, programs: Path) -> Iterator[str]:
    """Each command of a block with what it prints, in the folder of the examples, from an empty home."""
    environment = {
        "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(EXAMPLES.parent / "src"), "HOME": str(programs),
        "LANG": "C.UTF-8", "COLUMNS": "80",
    }  # fmt: skip
    for command in re.findall(r"^\$ (.*)$", block, re.M):
        done = subprocess.run(
            ["bash", "-c", command], cwd=EXAMPLES, env=environment, check=False, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        )  # fmt: skip
        yield f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("figure", ["3.3730%", "2.3167%", "Q-6-4"])
def test_the_page_shows_the_published_figures(figure: str) -> None:
    assert figure in PAGE.read_text(encoding="utf-8")
