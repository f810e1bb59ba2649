"""Bad input: each row of docs/errors.md gives its message and exit code, and any command answers nonsense with one
line.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from helpers.at_the_terminal import command
from pitboss.cli.command import GAME_WORD, Command, Flag, ValueOption
from pitboss.cli.commands import COMMANDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "errors.md"
ROW = re.compile(r"^\| `pitboss (.*)` \| (\d+) \| (.*) \|$")
LEAST_ROWS = 100
NONSENSE = (
    "flop23",
    "no/such/file",
    "",
    "--",
    "-x",
    "--nonsense=1",
    "\x1b[2J",
    "decks=",
    "9" * 400,
    "é\u202e",
    "=",
    "--set",
)


class Row(NamedTuple):
    """One row of the page."""

    typed: str
    code: int
    said: str

    def __str__(self) -> str:
        return f"| `pitboss {self.typed}` | {self.code} | {self.said} |"

    def holds(self, true: Row) -> bool:
        """Return whether this matches the actual result. "…" stands for a list that grows with the commands and
        options."""
        pattern = ".+".join(map(re.escape, self.said.split("…")))
        return self.code == true.code and re.fullmatch(pattern, true.said) is not None


def rows() -> list[Row]:
    found = map(ROW.match, PAGE.read_text(encoding="utf-8").splitlines())
    return [Row(match[1], int(match[2]), match[3]) for match in found if match]


def run_typed(typed: str) -> Row:
    """Run the command and return the actual result."""
    done = command(*shlex.split(typed.replace("\\|", "|")))
    assert done.out == ""
    assert done.err.startswith("pitboss: ")
    assert done.err.count("\n") == 1
    return Row(typed, done.code, done.err.strip().removeprefix("pitboss: ").replace("|", "\\|"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create the folder in which the commands are run."""
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
def test_every_row_matches_the_real_result(
    row: Row, folder: Path, monkeypatch: pytest.MonkeyPatch, rewrite: bool
) -> None:
    monkeypatch.chdir(folder)
    true = run_typed(row.typed)
    if rewrite and not row.holds(true):
        PAGE.write_text(PAGE.read_text(encoding="utf-8").replace(str(row), str(true)), encoding="utf-8")
        return
    assert row.holds(true), f"{true}: rewrite them with make transcripts, and look at the difference"


def test_there_are_a_hundred_rows_without_duplicates() -> None:
    typed = [row.typed for row in rows()]
    assert len(set(typed)) == len(typed) >= LEAST_ROWS


def nonsense(declared: Command) -> list[list[str]]:
    """Return argument lists that no command understands; most of them start with the arguments that it needs."""
    first = "flop22" if any(word.into == GAME_WORD for word in declared.words) else "nowhere/nothing"
    needed = [first] if declared.words else []
    lists = [[*needed, "--nonsense"], [*needed, "--nonsense", "1"], [*needed, "-x"], ["--", "--help", "--help", "x"]]
    lists += [[*needed, *["too", "many"] * 3, word, "--no-such-option"] for word in NONSENSE if word != "--"]
    for one in declared.takes:
        if isinstance(one, ValueOption):
            lists.append([*needed, one.name])
            lists += [[*needed, f"{one.name}={word}"] for word in ("-1x", "") if one.whole is not None]
        elif isinstance(one, Flag):
            lists.append([*needed, f"{one.name}=yes"])
    return lists


@pytest.mark.parametrize("name", COMMANDS)
def test_nonsense_is_refused_in_one_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for args in nonsense(COMMANDS[name]):
        done = command(name, *args)
        assert (done.code, done.out) == (2, ""), args
        assert done.err.startswith("pitboss: "), args
        assert done.err.count("\n") == 1, args
        assert "unexpected error" not in done.err, args
        assert "\x1b" not in done.err, args
        assert len(done.err) < 1500, args
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [name for name, one in COMMANDS.items() if GAME_WORD in [w.into for w in one.words]])
@pytest.mark.parametrize("word", ["flop23", "no/such/folder", "\x1b[2J", "9" * 400, "..", "=", "é\u202e"])
def test_unknown_game_is_refused_in_one_line(name: str, word: str, tmp_path: Path) -> None:
    done = command(name, word)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("pitboss: ")
    assert done.err.count("\n") == 1
    assert "unexpected error" not in done.err
    assert "\x1b" not in done.err
