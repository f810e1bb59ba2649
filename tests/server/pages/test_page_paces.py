"""The dealing speeds: the longest wait at each, and saving the player's choice."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from server.support.pages import NewPage, open_table_with, sit

pytestmark = pytest.mark.browser
KINDS = ("dealt", "turned", "moved", "answered", "motioned", "hand-read", "settled", "discarded", "round-ended")
WAITED = """async ([pace, events, waiting]) => {
    localStorage.setItem("pace", pace);
    const { Pace } = await import("/static/js/pace.js");
    let now = 0;
    performance.now = () => now;
    window.setTimeout = (then, milliseconds) => { now += milliseconds; queueMicrotask(then); return 0; };
    const motions = new Pace();
    motions.begin(events, waiting, 3);
    for (const event of events) await motions.wait(event);
    motions.begin(waiting, [], 3);
    for (const event of waiting) await motions.wait(event);
    return now;
}"""
"""Measures how long the motions of these events take, on a clock advanced only by them."""


def waited(new_page: NewPage, pace: str, events: list[dict[str, Any]], waiting: list[dict[str, Any]]) -> float:
    found: float = new_page(moves=True).evaluate(WAITED, [pace, events, waiting])
    return found


@pytest.mark.parametrize(("pace", "most"), [("calm", 9000), ("normal", 4000), ("quick", 1500), ("instant", 0)])
def test_pace_limits_the_wait_however_long_the_deal(new_page: NewPage, pace: str, most: int) -> None:
    busy = [{"event": kind, "seat": seat} for seat in range(1, 8) for kind in KINDS for _ in range(3)]
    assert waited(new_page, pace, busy, busy) <= most + 1


def test_short_deal_is_shown_long_enough_and_longer_at_the_calm_pace(new_page: NewPage) -> None:
    few: list[dict[str, Any]] = [
        {"event": "dealt", "seat": 3},
        {"event": "turned", "seat": None},
        {"event": "settled", "seat": 3},
    ]
    calm, normal, quick = (waited(new_page, pace, few, []) for pace in ("calm", "normal", "quick"))
    assert calm > normal > quick > 100
    assert normal > 500  # a card, a turn, and the player's own result


def test_pace_is_chosen_in_the_bar_and_saved(new_page: NewPage) -> None:
    page = new_page(moves=True, at=None)
    open_table_with(page, "beat-the-dealer", bots=5)
    sit(page, 1)
    for _ in range(2):
        page.locator("[data-key=pace]").click()
    expect(page.locator("[data-key=pace]")).to_have_accessible_name("Pace: instant")
    page.reload()
    page.locator("[data-bet='ante'].mine").click()
    page.evaluate(
        "() => { window.skips = 0; new MutationObserver(() => {"
        " window.skips += document.querySelectorAll('[data-key=skip]').length; })"
        ".observe(document.body, { childList: true, subtree: true }); }"
    )
    page.locator("[data-key=deal]:enabled").click()
    for key in ("flop", "check", "check"):
        page.locator(f"[data-key=option-{key}]:enabled").click()
    expect(page.locator(".receipt")).to_be_visible()
    assert page.evaluate("window.skips") == 0  # nothing was animated, so there was nothing to skip
    expect(page.locator("[data-key=pace]")).to_have_accessible_name("Pace: instant")
