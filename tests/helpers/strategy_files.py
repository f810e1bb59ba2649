"""Strategy files shown on the page of `simulate`, for tests to play."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands" / "simulate.md"


def examples() -> dict[str, str]:
    """Return the text of each example by its game."""
    texts = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    return {str(tomllib.loads(text)["game"]): text for text in texts}


def changes_of(text: str) -> tuple[str, dict[str, Any]]:
    """Return the strategy that a file starts from, and its changes."""
    data = tomllib.loads(text)
    data.pop("game")
    return data.pop("start", "best"), data
