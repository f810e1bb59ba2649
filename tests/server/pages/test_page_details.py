"""Page details: closed tables, lost connections, names, and lost seats."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from server.support.pages import (
    NewPage,
    deal_flop22,
    open_table_with,
    sit,
)

pytestmark = pytest.mark.browser


def test_closed_table_says_so_and_links_to_the_lobby(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{page.url}table/no-such-table")
    expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()


def test_reconnect_dims_controls_and_restores_state(new_page: NewPage) -> None:
    page = new_page(at=None)
    deal_flop22(page)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator(".away")).to_be_visible()
    expect(page.locator(".actions")).to_have_class(re.compile("dimmed"))
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".away")).to_be_hidden()
    expect(page.locator(".option").first).to_be_visible()
    expect(page.locator(".story .lines")).to_contain_text("You have")


FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
"""Two women, a girl and a boy: seven code points, one visible character."""


def test_long_name_with_joined_emoji_stays_whole_inside_its_pod(new_page: NewPage) -> None:
    guest, other = new_page(), new_page(1440, 900)
    guest.get_by_role("button", name=re.compile("change your nickname")).click()
    guest.get_by_role("textbox", name="Nickname").fill(f"abcdefgh{FAMILY}ijklmnopq")
    guest.get_by_role("button", name="Save").click()
    expect(guest.locator("#me")).to_contain_text(f"abcdefgh{FAMILY}ijklmnopq")
    table = open_table_with(guest, "flop22", bots=1)
    sit(guest, 3)
    other.goto(f"{other.url}table/{table}")
    sit(other, 4)
    name = other.locator(".pod b").filter(has_text="abcdefgh")
    expect(name).to_have_text(f"abcdefgh{FAMILY}ijklmnopq")
    assert name.evaluate(
        "(name) => name.getBoundingClientRect().right <= name.closest('.pod').getBoundingClientRect().right"
    )


def test_three_timeouts_lose_the_seat_with_a_message(new_page: NewPage) -> None:
    silent, other = new_page(), new_page()
    table = open_table_with(silent, "flip-it", bots=0, bets_clock=3)
    sit(silent, 1)
    other.goto(f"{other.url}table/{table}")
    sit(other, 3)
    for number in range(1, 4):
        other.locator("[data-bet='red'].mine").click()
        other.locator("[data-key=deal]:enabled").click()  # and the other player's clock runs out
        expect(other.locator(".receipt")).to_have_attribute(
            "aria-label", re.compile(f"^Round {number}:"), timeout=600_000
        )
    expect(silent.locator("#alert")).to_contain_text("or you missed three rounds")
    expect(silent.locator("[data-key='sit-1']")).to_be_visible()


def test_lobby_lists_tables_with_players_and_a_way_back(new_page: NewPage) -> None:
    guest, other = new_page(), new_page()
    table = open_table_with(guest, "flop22", bots=0)
    sit(guest, 3)
    rows = other.locator(".opens tbody tr")
    mine = rows.filter(has=other.locator(f"a[href^='/table/{table}']"))
    other.reload()
    expect(mine).to_contain_text(re.compile(r"Flop 22.*Guest \d+.*5 of 6.*Join", re.S))
    guest.goto(guest.url.split("/table")[0])
    back = guest.locator(f".opens a[href='/table/{table}']")
    expect(back).to_have_accessible_name(re.compile("^Back to your seat: Flop 22"))
    back.click()
    expect(guest.locator("[data-key=deal]")).to_be_visible()


def test_deal_button_says_what_is_missing(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "free-bet", bots=0)
    sit(page, 3)
    deal = page.locator("[data-key=deal]")
    expect(deal).to_have_attribute("title", "Put chips on a spot first")
    page.locator("[data-bet='push-22'].mine").click()
    expect(page.locator(".ask.fault")).to_be_visible()
    expect(deal).to_be_disabled()
    expect(deal).to_have_attribute("title", page.locator(".ask.fault strong").inner_text())


def test_fast_navigation_shows_the_last_page(new_page: NewPage) -> None:
    page = new_page(at=None)
    table = open_table_with(page, "flop22", bots=0)
    page.evaluate(
        "(paths) => { for (const path of paths) { history.pushState(null, '', path);"
        " dispatchEvent(new PopStateEvent('popstate')); } }",
        ["/school", "/career", "/", f"/table/{table}", "/", f"/table/{table}"],
    )
    expect(page.locator("[data-key='sit-3']")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("heading", level=1)).to_have_text("Flop 22")
    expect(page.locator("body.seated")).to_have_count(1)
    expect(page.locator(".lobby, .career, .school")).to_have_count(0)


def test_double_click_on_deal_and_held_key_do_not_answer(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "beat-the-dealer", bots=0)
    sit(page, 3)
    page.locator("[data-bet='ante'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    option = page.locator(".option:enabled").first
    expect(option).to_be_visible()
    option.dispatch_event("click", {"detail": 2})  # the second half of a double-click that began on Deal
    held = "new KeyboardEvent('keydown', { key: '1', repeat: true, bubbles: true, cancelable: true })"
    page.evaluate(f"() => document.activeElement.dispatchEvent({held})")
    expect(page.locator(".option.chosen")).to_have_count(0)
    expect(option).to_be_enabled()
    option.click()
    expect(page.locator(".receipt")).to_be_visible()


def test_browser_without_storage_plays_a_round(new_page: NewPage) -> None:
    page = new_page()
    page.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('nothing is kept'); } })"
    )
    page.reload()
    open_table_with(page, "flip-it", bots=0)
    page.locator("[data-key=leave-walk]").click()
    sit(page, 3)
    page.locator("[data-bet='red'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".receipt")).to_have_text(re.compile(r"^[+−]\$\d+Red "))
