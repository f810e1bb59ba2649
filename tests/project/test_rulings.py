"""Every ruling of the implemented games has a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.games import GAMES, OURS
from pitboss.play.options.rules import COMMON

TESTS = Path(__file__).parents[1]
RULINGS = TESTS.parent / "docs" / "rulings.md"
PREFIXES = "|".join([COMMON, *(GAMES[name].rules.rulings for name in OURS)])


def rulings() -> set[str]:
    return set(re.findall(rf"^- ((?:{PREFIXES})-\d+) ", RULINGS.read_text(encoding="utf-8"), re.M))


def named_in_tests() -> set[str]:
    names = " ".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    return {f"{prefix}-{number}" for prefix, number in re.findall(rf"def test_({PREFIXES})_(\d+)_", names)}


def test_every_ruling_has_a_test_named_after_it() -> None:
    assert rulings() - named_in_tests() == set()


def test_every_game_has_rulings_of_its_own() -> None:
    assert {ruling.split("-")[0] for ruling in rulings()} == set(PREFIXES.split("|"))
    assert len(PREFIXES.split("|")) == 1 + len(OURS)


def test_no_test_is_named_after_an_unknown_ruling() -> None:
    assert named_in_tests() - rulings() == set()
