"""Identification lines of a document: rules, software and date."""

from __future__ import annotations

from pitboss import __version__
from pitboss.documents.blocks import Words, words
from pitboss.documents.inputs.input_cache import software_hash
from pitboss.play.game import Game
from pitboss.play.options.rules import HouseRules
from pitboss.school.exam.table_test import rules_hash


def identity(game: Game, rules: HouseRules, date: str) -> tuple[tuple[str, Words], ...]:
    """Return the lines below a document's title."""
    return (
        ("Sheet", words(game.sheet)),
        ("House rules", words("; ".join(rules.settings()) or "default")),
        ("Rules hash", words(rules_hash(rules))),
        ("Software", words(f"pitboss {__version__}, sources {software_hash()}")),
        ("Date", words(date)),
    )
