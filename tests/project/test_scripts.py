"""Scripts and styles of the page are short, in small folders, and import each other in one direction."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "src" / "pitboss" / "server" / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html"))
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
MOST_LINES, LONGEST, MOST_FILES = 500, 120, 15
IMPORT = re.compile(r'(?:from|import) "(\.[^"]+)"')
"""What a file needs before it can begin; what is asked for later, with import(), may look back."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(STATIC)))
def test_a_file_is_short_and_so_are_its_lines(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST] == []


def test_no_folder_holds_more_than_the_eye_takes_in() -> None:
    folders = {path.parent for path in FILES}
    assert {str(folder): many for folder in folders if (many := len(list(folder.glob("*.*")))) > MOST_FILES} == {}


def needed(path: Path) -> set[Path]:
    """The scripts that this one needs at once."""
    return {(path.parent / found).resolve() for found in IMPORT.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(STATIC)))
def test_no_script_needs_itself_in_the_end(path: Path) -> None:
    seen: set[Path] = set()
    waiting = needed(path)
    while waiting:
        other = waiting.pop()
        assert other.is_file(), f"{path.name} imports {other}, which is not there"
        assert other != path, f"{path.name} is needed by what it needs"
        seen.add(other)
        waiting |= needed(other) - seen
