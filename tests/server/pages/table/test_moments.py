"""Table animations: winnings fly to the purse, the last cards show on load, and reduced motion is respected."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from server.support.pages import NewPage, choose_in_menu, deal_flop22, open_table_with, put_chips, sit

pytestmark = pytest.mark.browser
FLIGHTS = """() => {
    window.flights = 0;
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) if (node.classList?.contains("flying")) window.flights += 1;
    }).observe(document.body, { childList: true });
}"""


def play_until_won(page: Page) -> None:
    """Bet on red and on black: one of them wins, unless the joker is flipped."""
    for _ in range(4):
        for bet in ("red", "black"):
            page.locator(f"[data-bet='{bet}'].mine").click()
            expect(page.locator("[data-key=deal][aria-busy=false]")).to_be_visible()
        page.locator("[data-key=deal]:enabled").click()
        expect(page.locator(".receipt")).to_be_visible()
        if page.locator(".spot .result.won").count():
            return
    pytest.fail("four jokers in a row")


@pytest.mark.parametrize("moves", [True, False])
def test_winnings_fly_to_the_purse_unless_motion_is_reduced(new_page: NewPage, moves: bool) -> None:
    page = new_page(moves=moves, at=None)
    open_table_with(page, "flip-it", bots=0)
    sit(page, 3)
    page.evaluate(FLIGHTS)
    play_until_won(page)
    if moves:
        page.wait_for_function("() => window.flights > 0")
        expect(page.locator(".flying")).to_have_count(0)
    else:
        assert page.evaluate("window.flights") == 0


PURSE_WHILE_DEALING = """() => {
    window.shown = [];
    new MutationObserver(() => {
        if (document.querySelector(".actions").dataset.mode !== "busy") return;
        window.shown.push(document.querySelector(".table .purse").textContent);
    }).observe(document.querySelector(".table"), { subtree: true, childList: true, characterData: true });
}"""


def test_bankroll_does_not_give_the_result_away_while_the_dealer_works(new_page: NewPage) -> None:
    page = new_page(moves=True, at=None)
    open_table_with(page, "flip-it", bots=0)
    sit(page, 3)
    page.evaluate(PURSE_WHILE_DEALING)
    for bet in ("red", "black"):  # one of them is paid, unless the joker is flipped
        page.locator(f"[data-bet='{bet}'].mine").click()
        expect(page.locator("[data-key=deal][aria-busy=false]")).to_be_visible()
    expect(page.locator(".table .purse")).to_have_text("$990")
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".receipt")).to_be_visible()
    assert set(page.evaluate("window.shown")) == {"$990"}


def test_chips_and_results_do_not_move_the_cells_of_a_field(new_page: NewPage) -> None:
    page = new_page(390, 844, at=None)
    open_table_with(page, "flip-it", bots=0)
    sit(page, 3)
    heights = "() => [...document.querySelectorAll('.cell')].map((one) => Math.round(one.clientHeight))"
    empty = page.evaluate(heights)
    for spot in page.locator("[data-bet].mine:not(.closed)").all():
        spot.click()
        expect(page.locator("[data-key=deal][aria-busy=false]")).to_be_visible()
    assert page.evaluate(heights)[:-1] == empty[:-1]
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".receipt")).to_be_visible()
    assert page.evaluate(heights)[:-1] == empty[:-1]


CLOSE_THE_NEXT_SOCKET = """() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function () { this.close(); WebSocket.prototype.send = send; };
}"""


def test_log_is_the_same_after_a_lost_connection(new_page: NewPage) -> None:
    page = new_page(at=None)
    deal_flop22(page, bots=0)
    before = page.locator(".lines").inner_text()
    assert "You have" in before
    page.evaluate(CLOSE_THE_NEXT_SOCKET)
    page.locator(".option:not(:disabled)").first.click()
    expect(page.locator(".away")).to_be_visible()
    expect(page.locator(".away")).to_be_hidden()
    assert page.locator(".lines").inner_text().startswith(before)


def test_last_cards_are_shown_on_page_load(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flip-it", bots=0)
    sit(page, 3)
    put_chips(page)
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".receipt")).to_be_visible()
    card = page.locator(".last [data-mini]").first.get_attribute("data-mini")
    page.reload()
    expect(page.locator(".last")).to_have_attribute("aria-label", re.compile("Last 1"))
    assert page.locator(".last [data-mini]").first.get_attribute("data-mini") == card


def test_felt_can_be_chosen_and_is_saved(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flip-it", bots=0)
    colour = "getComputedStyle(document.querySelector('.felt')).getPropertyValue('--felt')"
    own = page.evaluate(colour)
    choose_in_menu(page, "felt")
    chosen = page.evaluate(colour)
    assert chosen != own
    page.reload()
    expect(page.locator(".felt .dealer")).to_be_visible()
    assert page.evaluate(colour) == chosen


def test_F22_8_the_hand_that_is_asked_about_is_framed(new_page: NewPage) -> None:
    page = new_page(at=None)
    deal_flop22(page, bots=0)
    expect(page.locator(".trio.turn [data-bet='ante-1']")).to_be_visible()
    expect(page.locator(".trio.turn")).to_have_count(1)
