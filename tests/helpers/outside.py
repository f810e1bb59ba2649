"""External games for the tests: the examples folder, and a game in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.play.game import Game

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def casino_war(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return the example, found from within the examples folder."""
    monkeypatch.chdir(EXAMPLES)
    return GAMES["casino-war"]
