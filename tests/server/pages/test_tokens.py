"""Design tokens: one file feeds the page and the drawings, and tables use only its sizes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss.server
from pitboss.layout.spots import GOLD, IVORY
from pitboss.layout.tokens import token, tokens

STATIC = Path(pitboss.server.__file__).parent / "static"
SET_ON_THE_FELT = {"card", "card-base", "chip", "ring", "felt", "felt-dark", "fill"}
TABLE_STYLES = sorted((STATIC / "css" / "table").glob("*.css"))


def test_drawings_use_the_style_sheet_colours() -> None:
    assert token("brass") == GOLD
    assert token("felt-ink") == IVORY
    with pytest.raises(KeyError):
        token("no-such-token")


def test_every_used_token_is_defined() -> None:
    """A token may also be set next to its use, like the size of a card."""
    known = set(tokens())
    for path in TABLE_STYLES:
        text = path.read_text(encoding="utf-8")
        own = set(re.findall(r"--([a-z0-9-]+):", text)) | {
            "card",
            "card-base",
            "chip",
            "ring",
            "felt",
            "felt-dark",
            "fill",
            "hands",  # the number of hands and their width in cards, set by js/felt/board/board.js
            "fans",
            "whole-card",
            "seats",  # set by js/felt/board/dealers.js
        }
        used = set(re.findall(r"var\(--([a-z0-9-]+)", text))
        assert used <= known | own, (path.name, used - known - own)


def test_table_styles_use_only_token_font_sizes() -> None:
    for path in TABLE_STYLES:
        sizes = re.findall(r"font-size: ([^;]+);", path.read_text(encoding="utf-8"))
        assert [size for size in sizes if not size.startswith("var(--type-")] == [], path.name
