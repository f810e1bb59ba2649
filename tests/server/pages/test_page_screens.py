"""Every screen: the felt is large, can be read and bet on, and does not jump."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from server.support.pages import (
    NewPage,
    click_first,
    open_table_with,
    play_out,
    put_chips,
    sit,
)

pytestmark = pytest.mark.browser

SCREENS = [(844, 390), (932, 430), (1366, 640), (1024, 768), (1440, 900), (390, 844), (720, 450)]
"""A phone on its side, a large one, laptops, a tablet, a desk, a phone, and 1440×900 at twice its size."""

FELT = """() => {
    const box = (node) => node.getBoundingClientRect();
    const felt = box(document.querySelector("svg.felt"));
    const desk = box(document.querySelector(".desk"));
    const texts = [...document.querySelectorAll("svg.felt text")].map((text) => {
        const matrix = text.getScreenCTM();
        return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
    });
    const spots = [...document.querySelectorAll("[data-bet].mine")].map((spot) => box(spot));
    const top = document.querySelector("#top").offsetHeight;
    return { share: felt.height / (innerHeight - top), print: Math.min(...texts), desk: [desk.width, desk.height],
        wide: document.documentElement.scrollWidth <= innerWidth,
        inside: spots.every((spot) => spot.left >= 0 && spot.right <= innerWidth && spot.top >= 0
            && spot.bottom <= innerHeight && spot.width >= 24 && spot.height >= 16) };
}"""


@pytest.mark.parametrize("game", list(GAMES))
def test_every_screen_has_a_large_felt_that_can_be_read_and_bet_on(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900)
    open_table_with(page, game)
    sit(page, 3)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        drawn = page.locator(f"svg.felt[viewBox^='0 0 {_drawn(page)}']")
        expect(drawn).to_be_visible()
        found: dict[str, Any] = page.evaluate(FELT)
        where = (width, height, found)
        assert found["share"] >= 0.6, where
        assert found["print"] >= 9.9, where
        assert found["wide"], where
        assert found["inside"], where


def _drawn(page: Page) -> str:
    """The size that the felt must have been drawn for, as it stands in its viewBox."""
    wide, high = page.evaluate(
        "(() => { const s = document.querySelector('.stage'); return [s.clientWidth, s.clientHeight] })()"
    )
    return f"{wide // 10 * 10} {high // 10 * 10}"


def test_text_of_twice_the_size_leaves_felt_and_desk_on_the_screen(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    page.get_by_role("button", name="Play Flop 22", exact=True).click()
    expect(page.locator("svg.live")).to_be_visible()
    sit(page, 3)
    desk = page.locator("[data-key=deal]").bounding_box()
    assert desk is not None
    assert desk["y"] + desk["height"] <= 900
    assert page.evaluate(FELT)["share"] >= 0.6


def test_the_felt_does_not_jump_between_the_phases(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    open_table_with(page, "beat-the-dealer")
    sit(page, 3)
    page.evaluate(
        "() => { window.shift = 0; new PerformanceObserver((all) => { for (const one of all.getEntries())"
        " window.shift += one.value; }).observe({ type: 'layout-shift' }); }"
    )
    before = page.evaluate(FELT)["desk"]
    put_chips(page)
    page.locator("[data-key=deal]").click()
    play_out(page, click_first)
    assert page.evaluate(FELT)["desk"] == before
    assert page.evaluate("window.shift") < 0.02
