"""One file of tokens feeds the page and the drawings, and the sizes it names are the only ones a table uses."""

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


def test_the_drawings_take_their_colours_from_the_style_sheet() -> None:
    assert token("brass") == GOLD
    assert token("felt-ink") == IVORY
    with pytest.raises(KeyError):
        token("no-such-token")


def test_every_token_that_a_style_uses_is_there() -> None:
    """Or is set beside its use, as the size of a card is."""
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


def test_the_table_has_no_type_size_of_its_own() -> None:
    for path in TABLE_STYLES:
        sizes = re.findall(r"font-size: ([^;]+);", path.read_text(encoding="utf-8"))
        assert [size for size in sizes if not size.startswith("var(--type-")] == [], path.name


def test_the_page_stays_small() -> None:
    """All of it under 640 kB without the fonts, which come from their own packages; 600 kB is the aim."""
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 640_000
    assert not [path for path in files if path.suffix in (".ttf", ".otf", ".woff", ".woff2")]
