"""Every ruling of the games that are dealt has a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.games import GAMES

TESTS = Path(__file__).parent
RULINGS = TESTS.parent / "docs" / "rulings.md"
PREFIXES = {"flop22": "F22", "flip-it": "FI", "beat-the-dealer": "BD", "roll-your-own": "RY", "free-bet": "FB"}


def rulings() -> set[str]:
    return set(re.findall(r"^- ((?:C|F22|FI|BD|RY|FB)-\d+) ", RULINGS.read_text(encoding="utf-8"), re.M))


def named_in_tests() -> set[str]:
    names = " ".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    return {f"{prefix}-{number}" for prefix, number in re.findall(r"def test_(C|F22|FI|BD|RY|FB)_(\d+)_", names)}


def test_every_ruling_has_a_test_named_after_it() -> None:
    dealt = {"C", *(PREFIXES[name] for name in GAMES)}
    untested = {ruling for ruling in rulings() if ruling.split("-")[0] in dealt} - named_in_tests()
    assert untested == set()


def test_no_test_is_named_after_a_ruling_that_does_not_exist() -> None:
    assert named_in_tests() - rulings() == set()
