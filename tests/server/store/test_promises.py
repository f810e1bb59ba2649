"""The page of promises: each is quoted word for word from the page it names, and each test that shows it exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[2]
DOCS = TESTS.parent / "docs"
PAGE = DOCS / "promises.md"
ROW = re.compile(r"\| (.+) \| (`[^|]+`) \|")


def promises() -> dict[str, dict[str, list[str]]]:
    """Return the tests of each promise, by page."""
    found: dict[str, dict[str, list[str]]] = {}
    for part in PAGE.read_text().split("\nFrom ")[1:]:
        page = re.split(r"[\]`]", part[1:], maxsplit=1)[0]
        rows = (ROW.fullmatch(line) for line in part.splitlines())
        found[page] = {row[1]: re.findall(r"`([^`]+)`", row[2]) for row in rows if row}
    return found


@pytest.mark.parametrize("page", list(promises()))
def test_each_promise_is_on_its_page(page: str) -> None:
    text = " ".join((DOCS / page).read_text().split())
    assert [promise for promise in promises()[page] if promise not in text] == []


def test_each_test_of_a_promise_exists() -> None:
    named = {name for of_page in promises().values() for tests in of_page.values() for name in tests}
    missing = [
        name
        for name in named
        for path, _, function in [name.partition("::")]
        if not (TESTS / path).is_file() or f"\ndef {function}(" not in (TESTS / path).read_text()
    ]
    assert missing == []
    assert len(named) > 50


def test_every_statement_about_cheating_is_a_promise_or_a_limit() -> None:
    """Every paragraph and list item about who detects what has a promise, a tested kind of cheating, or a limit."""
    text = (
        (DOCS / "honest-deal.md")
        .read_text()
        .partition("## What the page, the verifier and the audit detect")[2]
        .partition("\n## ")[0]
    )
    parts = [" ".join(part.split()) for part in re.split(r"\n\n|\n(?=- )", text.strip())]
    kinds = re.findall(r"^\| ([a-z' ]+?) \|", text, re.M)
    limits = ("The times in the log come from the house's own clock", "The page itself comes from the house")

    def is_covered(part: str) -> bool:
        named = [name.lower().rstrip("s") for name in re.findall(r"\*([A-Za-z' -]+?)\*", part)]
        of_a_kind = any(name in kind or name.replace("-", " ") in kind for name in named for kind in kinds)
        return of_a_kind or any(promise in part for promise in promises()["honest-deal.md"]) or part.startswith(limits)

    assert len(parts) > 15
    assert [part for part in parts if not part.startswith("|") and not is_covered(part)] == []
