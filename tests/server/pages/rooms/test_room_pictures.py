"""Every page except the tables, on five screens and in both themes: no overlaps, legible text, large targets."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from server.support.pages import NewPage
from server.support.rooms import OPEN_PAGES, open_page, page_faults, room_faults

pytestmark = pytest.mark.browser


def test_every_page_is_drawn_without_a_fault(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    address = page.url.rstrip("/")
    found = []
    for name in OPEN_PAGES:
        open_page(page, address, name)
        found += page_faults(page, name)
    assert found == []


PLANTED = {
    "small": "document.querySelector('.game h3').style.fontSize = '9px'",
    "texts": "document.querySelector('.game h3').style.translate = '0 34px'",
    "target": "Object.assign(document.querySelector('.go .button').style, { minHeight: 0, height: '20px' })",
    "wider": "document.querySelector('.game').style.width = '3000px'",
}


@pytest.mark.parametrize("fault", list(PLANTED))
def test_planted_fault_is_caught(new_page: NewPage, fault: str) -> None:
    page = new_page(1440, 900)
    expect(page.locator(".game").first).to_be_visible()
    page.evaluate(f"() => {{ {PLANTED[fault]}; }}")
    assert any(f"1440x900 {fault}" in one for one in room_faults(page, "lobby"))
