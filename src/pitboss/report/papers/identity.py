"""What every paper says of itself: which rules, which software, which day."""

from __future__ import annotations

import hashlib
import json

from pitboss import __version__
from pitboss.counting.disk.sources import source_digest
from pitboss.play.game import Game
from pitboss.play.rules import HouseRules
from pitboss.report.blocks import Words, words

SOFTWARE = ("**/*.py", "**/*.toml")
"""Every source that a paper may come from."""


def rules_hash(game: Game, rules: HouseRules) -> str:
    """SHA-256 of a game's rules, every option with its value."""
    told = json.dumps({"game": game.name, "rules": rules.as_data()}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()


def identity(game: Game, rules: HouseRules, date: str) -> tuple[tuple[str, Words], ...]:
    """The lines under a paper's title."""
    changed = rules.settings()
    house = "as the sheet is read here" if not changed else "; ".join(changed)
    return (
        ("Sheet", words(game.sheet)),
        ("House rules", words(house)),
        ("Rules hash", words(f"SHA-256 {rules_hash(game, rules)}")),
        ("Software", words(f"pitboss {__version__}, sources {source_digest(SOFTWARE)}")),
        ("Date", words(date)),
    )
