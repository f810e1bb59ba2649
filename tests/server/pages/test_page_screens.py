"""Stability of the table layout, with large text and from phase to phase."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from server.support.pages import NewPage, click_first, open_table, open_table_with, play_out, put_chips, sit

pytestmark = pytest.mark.browser

SIZES = """() => [".stage", ".actions"].map((name) => {
    const { width, height } = document.querySelector(name).getBoundingClientRect();
    return [Math.round(width), Math.round(height)];
})"""


def test_double_size_text_keeps_felt_and_bar_on_the_screen(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    open_table(page, "flop22")
    deal = page.locator("[data-key=deal]").bounding_box()
    assert deal is not None
    assert deal["y"] + deal["height"] <= 900


def test_felt_does_not_move_between_phases(new_page: NewPage) -> None:
    page = new_page(1440, 900, at=None)
    open_table_with(page, "beat-the-dealer")
    sit(page, 3)
    before = page.evaluate(SIZES)
    put_chips(page)
    assert page.evaluate(SIZES) == before
    page.locator("[data-key=deal]").click()
    expect(page.locator(".option").first).to_be_visible()
    assert page.evaluate(SIZES) == before
    play_out(page, click_first)
    assert page.evaluate(SIZES) == before
