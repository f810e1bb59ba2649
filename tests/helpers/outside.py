"""Games from outside for the tests: the example's folder, and a game that a test writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.play.game import Game

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def casino_war(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The example, found as a person in the folder of the examples finds it."""
    monkeypatch.chdir(EXAMPLES)
    return GAMES["casino-war"]
