"""A report in the browser: it never scrolls sideways on a phone, and in print a caption stays with its table."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.report_made import DATE
from pitboss.documents.blocks import Document, Grid, Picture, Points, Section, Transcript, words
from pitboss.documents.rendering import rendered

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.poppler]

WIDE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 400"><text x="9" y="90">wide</text></svg>'


def _document(lines: int) -> Document:
    before = Points(tuple(words("one line") for _ in range(lines)))
    narrow = Grid("A caption of many words that is far wider than its table", ("a", "b"), (("x", "y"),) * 8, key="a")
    long = Grid("A long table", ("what", "why"), tuple((f"row {at}", "word " * 9) for at in range(60)), key="b")
    rounds = Transcript("An example", tuple(f"line {at}" for at in range(60)))
    return Document("Printed", DATE, (Section("a", "A", (before, narrow, before, long, before, rounds)),))


@pytest.mark.parametrize("lines", range(24, 42, 3))
def test_caption_is_printed_on_the_page_of_its_table(browser: Browser, tmp_path: Path, lines: int) -> None:
    (tmp_path / "a.html").write_bytes(rendered(_document(lines), ".html"))
    page = browser.new_page()
    page.goto(f"file://{tmp_path}/a.html")
    page.pdf(path=tmp_path / "a.pdf", format="Letter")
    page.close()
    extracted = subprocess.run(
        ["pdftotext", "-layout", "a.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    pages = extracted.stdout.split("\f")
    for caption, first in (("wider than its table", "x "), ("A long table", "row 0 "), ("An example", "line 0\n")):
        assert any(caption in text and first in text for text in pages), caption


def test_fixed_size_picture_fits_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    document = Document("Narrow", DATE, (Section("a", "A", (Picture(WIDE, "a wide picture", "", 160),)),))
    (tmp_path / "a.html").write_bytes(rendered(document, ".html"))
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"file://{tmp_path}/a.html")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.close()
