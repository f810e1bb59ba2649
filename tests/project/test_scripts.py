"""Scripts and styles of the page are short, in small folders, and have no circular imports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).resolve().parents[2] / "src" / "pitboss" / "server" / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html"))
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
MAX_LINES, MAX_LINE_LENGTH, MAX_FILES = 500, 120, 15
IMPORT = re.compile(r'(?:from|import) "(\.[^"]+)"')
"""Static imports. Dynamic imports with import() may be circular."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(STATIC)))
def test_files_and_lines_are_short(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MAX_LINES
    assert [number for number, line in enumerate(lines, 1) if len(line) > MAX_LINE_LENGTH] == []


def test_folders_are_small() -> None:
    folders = {path.parent for path in FILES}
    assert {str(folder): many for folder in folders if (many := len(list(folder.glob("*.*")))) > MAX_FILES} == {}


def static_imports(path: Path) -> set[Path]:
    """Return the scripts that this one imports statically."""
    return {(path.parent / found).resolve() for found in IMPORT.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(STATIC)))
def test_scripts_have_no_circular_imports(path: Path) -> None:
    seen: set[Path] = set()
    waiting = static_imports(path)
    while waiting:
        other = waiting.pop()
        assert other.is_file(), f"{path.name} imports {other}, which is not there"
        assert other != path, f"{path.name} is needed by what it needs"
        seen.add(other)
        waiting |= static_imports(other) - seen
