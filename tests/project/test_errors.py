"""The table of bad inputs in docs/errors.md: each row is typed, and answered with that sentence and that exit code."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from helpers.at_the_terminal import command

PAGE = Path(__file__).resolve().parents[2] / "docs" / "errors.md"
ROW = re.compile(r"^\| `pitboss (.*)` \| (\d+) \| (.*) \|$")
LEAST_ROWS = 100


class Row(NamedTuple):
    """One row of the page."""

    typed: str
    code: int
    said: str

    def __str__(self) -> str:
        return f"| `pitboss {self.typed}` | {self.code} | {self.said} |"

    def holds(self, true: Row) -> bool:
        """Whether this is what happens; … stands for a list that grows with the commands and their options."""
        pattern = ".+".join(map(re.escape, self.said.split("…")))
        return self.code == true.code and re.fullmatch(pattern, true.said) is not None


def rows() -> list[Row]:
    found = map(ROW.match, PAGE.read_text(encoding="utf-8").splitlines())
    return [Row(match[1], int(match[2]), match[3]) for match in found if match]


def answered(typed: str) -> Row:
    """What really happens."""
    done = command(*shlex.split(typed.replace("\\|", "|")))
    assert done.out == ""
    assert done.err.startswith("pitboss: ")
    assert done.err.count("\n") == 1
    return Row(typed, done.code, done.err.strip().removeprefix("pitboss: ").replace("|", "\\|"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which they are typed."""
    here = tmp_path_factory.mktemp("typed")
    rules = command("rules", "free-bet", "--toml").out
    (here / "folder").mkdir()
    assert command("deal", "flop22", "--auto", "--seed", "2", "--save", str(here / "record.jsonl")).code == 0
    record = (here / "record.jsonl").read_text(encoding="utf-8")
    texts = {
        "free-bet.toml": rules,
        "old.toml": rules.split("\n", 2)[2],
        "words.txt": "game flop22\npack Kd Ks ...\nwagers 1: ante-1 $10\n",
        "odds.json": command("odds", "flip-it", "--json").out,
        "half.jsonl": record[:200],
        "empty.json": "",
        "README.md": "# A table\n",
    }
    for name, text in texts.items():
        (here / name).write_text(text, encoding="utf-8")
    (here / "latin.toml").write_bytes("chip = '\xff'".encode("latin-1"))
    return here


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.typed)
def test_every_row_is_what_happens(row: Row, folder: Path, monkeypatch: pytest.MonkeyPatch, rewrite: bool) -> None:
    monkeypatch.chdir(folder)
    true = answered(row.typed)
    if rewrite and not row.holds(true):
        PAGE.write_text(PAGE.read_text(encoding="utf-8").replace(str(row), str(true)), encoding="utf-8")
        return
    assert row.holds(true), f"{true}: write them anew with make transcripts, and look at the difference"


def test_a_hundred_are_shown_and_none_twice() -> None:
    typed = [row.typed for row in rows()]
    assert len(set(typed)) == len(typed) >= LEAST_ROWS
