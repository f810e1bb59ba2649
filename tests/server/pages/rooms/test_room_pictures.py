"""Every page beside the tables, on five screens and in both themes: texts apart, print and targets large enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from server.support.pages import NewPage, axe_faults
from server.support.rooms import room_faults

pytestmark = pytest.mark.browser


def _menu(page: Page) -> None:
    page.locator("[data-key=more-free-bet]").click()
    expect(page.get_by_role("menu")).to_be_visible()


def _stay(page: Page) -> None:
    """Do nothing: the page as it opens."""


def _worked_out(page: Page) -> None:
    expect(page.locator(".working")).to_have_count(0, timeout=60_000)


def _answered(page: Page) -> None:
    page.locator(".option").first.click()
    expect(page.locator(".judged")).to_be_visible()


ROOMS: dict[str, tuple[str, str, Callable[[Page], None]]] = {
    "lobby": ("/", ".game", _stay),
    "menu": ("/", ".game", _menu),
    "how to play": ("/games/free-bet", ".guide", _stay),
    "custom table": ("/games/free-bet/custom", ".rule-group", _stay),
    "custom table with changes": ("/games/flop22/custom?rules=seats%20%3D%204", ".differs", _stay),
    "school": ("/school?game=free-bet", ".path", _stay),
    "trainers": ("/school/trainers", ".classes", _stay),
    "payout": ("/school/free-bet/quiz?skill=payout&seed=7", ".scene", _stay),
    "settle": ("/school/free-bet/quiz?skill=settle&seed=7", ".scene", _stay),
    "order": ("/school/beat-the-dealer/quiz?skill=order&seed=7", ".scene", _stay),
    "spot": ("/school/free-bet/quiz?skill=spot&seed=5", ".told", _stay),
    "judged": ("/school/flop22/quiz?skill=legal&seed=5", ".option", _answered),
    "irregular": ("/school/blackjack/quiz?skill=irregular&seed=5", ".scene", _stay),
    "read": ("/school/beat-the-dealer/quiz?skill=read&seed=7", ".scene", _stay),
    "lesson": ("/school/blackjack?level=guided&seed=11", ".option", _stay),
    "lab": ("/lab", ".labs .panel", _stay),
    "lab overview": ("/lab/beat-the-dealer", ".hand", _worked_out),
    "lab changed": ("/lab/flip-it?rules=call_it_pays%20%3D%20%2211%3A1%22", ".changed", _worked_out),
    "lab compared": ("/lab/flip-it?versus=call_it_pays%20%3D%20%2211%3A1%22", ".side .changed", _worked_out),
    "lab strategy": ("/lab/blackjack?tab=strategy", ".grid", _worked_out),
    "lab strategy to change": ("/lab/free-bet?tab=strategy&view=change", ".grid", _worked_out),
    "lab sensitivity": ("/lab/free-bet?tab=slopes", ".tornado", _worked_out),
    "lab pay tables": ("/lab/roll-your-own?tab=tune&edge=4%25..5%25&top=100:1", ".data", _worked_out),
    "lab bankroll": ("/lab/roll-your-own?tab=risk", "figure svg", _worked_out),
    "lab protection": ("/lab/blackjack?tab=protect", ".removal", _worked_out),
    "progress": ("/school/flop22/progress", ".standing", _stay),
    "career": ("/career", ".career .button", _stay),
    "documents": ("/games/flip-it/documents", ".papers li", _stay),
}
"""The pages by name: address, what shows that it is there, and what is done before the picture."""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_page_is_drawn_without_a_fault(new_page: NewPage, theme: str) -> None:
    page = new_page(1440, 900, theme=theme)
    address = page.url.rstrip("/")
    found = []
    for name, (path, there, prepare) in ROOMS.items():
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(f"{address}{path}")
        expect(page.locator(there).first).to_be_visible(timeout=60_000)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        prepare(page)
        found += axe_faults(page, name)
        found += room_faults(page, name)
    assert found == []


PLANTED = {
    "small": "document.querySelector('.game h3').style.fontSize = '9px'",
    "texts": "document.querySelector('.game h3').style.translate = '0 34px'",
    "target": "Object.assign(document.querySelector('.go .button').style, { minHeight: 0, height: '20px' })",
    "wider": "document.querySelector('.game').style.width = '3000px'",
}


@pytest.mark.parametrize("fault", list(PLANTED))
def test_a_planted_fault_is_caught(new_page: NewPage, fault: str) -> None:
    page = new_page(1440, 900)
    expect(page.locator(".game").first).to_be_visible()
    page.evaluate(f"() => {{ {PLANTED[fault]}; }}")
    assert any(f"1440x900 {fault}" in one for one in room_faults(page, "lobby"))
