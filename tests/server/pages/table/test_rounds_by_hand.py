"""
A round of every game from the lobby to its verified deal: by keyboard, by touch, and by roles and names with the mouse.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from server.support.board import faults
from server.support.pages import TITLES, NewPage, choose_in_menu, click_first, focus, play_out
from server.support.visiting import CHECK_LOG

pytestmark = pytest.mark.browser


def press_printed_key(page: Page) -> None:
    """Answer with the key printed on the first option, after checking the question's layout."""
    assert faults(page) == []
    page.keyboard.press(page.locator(".option:not(:disabled) .key").first.inner_text().lower())


def tap_first(page: Page) -> None:
    assert faults(page) == []
    page.locator(".option:not(:disabled)").first.tap()


def verify_round_and_choose_a_seed(page: Page) -> None:
    """Check the last deal and the public log on the page, and choose a seed for the next shuffle."""
    choose_in_menu(page, "verify")
    expect(page.get_by_role("heading", name="Verified: round 1 was fair")).to_be_visible()
    assert page.evaluate(CHECK_LOG)
    assert page.evaluate("JSON.parse(localStorage['log-head']).size") > 0
    page.get_by_role("textbox", name="Your seed").fill("open sesame")
    page.locator("[data-key=seed]").click()
    confirmed = "(name) => JSON.parse(localStorage[name]).mine.join() === 'open sesame'"
    page.wait_for_function(confirmed, arg=f"deal:{page.url.rpartition('/')[2]}")
    expect(page.locator(".seed")).to_contain_text("the house has confirmed it")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("game", list(GAMES))
def test_round_is_played_by_keyboard_alone(new_page: NewPage, game: str) -> None:
    page = new_page()
    focus(page, lambda label: label == f"Play {TITLES[game]}")
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=deal]:enabled")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator("[data-key=deal]")).to_be_disabled()
    page.keyboard.press("2")
    for bet in page.locator("[data-bet].mine").all():
        bet.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-key=deal][aria-busy=false]")).to_contain_text("$")
        if page.locator("[data-key=deal]").is_enabled():
            break
    focus(page, lambda label: label.startswith("Deal"))
    page.keyboard.press("Enter")
    play_out(page, press_printed_key)
    expect(page.locator("[data-key=rebet-deal]")).to_be_visible()
    page.locator("#ask").focus()
    page.keyboard.press("Enter")  # the same bets again, in one press
    play_out(page, lambda page: page.keyboard.press("1"), until=page.locator(".receipt[aria-label^='Round 2']"))


@pytest.mark.parametrize("game", list(GAMES))
def test_round_is_played_by_touch_alone(new_page: NewPage, game: str) -> None:
    page = new_page(390, 844)
    page.get_by_role("button", name=f"Play {TITLES[game]}", exact=True).tap()
    expect(page.locator("[data-key=deal]:enabled")).to_contain_text("$")
    page.locator("[data-bet].mine:not(.closed)").first.tap()
    page.locator("[data-key=deal]:enabled").tap()
    play_out(page, tap_first)
    page.locator(".ticker").tap()
    expect(page.locator(".side.open .rounds li")).to_have_count(1)
    page.locator("[data-key=close-panel]").tap()
    expect(page.locator(".side.open")).to_have_count(0)
    verify_round_and_choose_a_seed(page)


def test_free_bet_round_takes_two_clicks_plus_answers_and_the_next_one(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name=f"Play {TITLES['free-bet']}", exact=True).click()
    page.locator("[data-key=deal]:enabled").click()
    play_out(page, click_first)
    page.locator("[data-key=rebet-deal]:enabled").click()
    expect(page.locator(".receipt")).to_have_count(0)
    play_out(page, click_first)
    expect(page.locator(".receipt")).to_have_attribute("aria-label", re.compile("^Round 2: "))


@pytest.mark.parametrize("game", list(GAMES))
def test_round_is_played_by_roles_and_names_alone(new_page: NewPage, game: str) -> None:
    """Uses what a screen reader finds: regions, card names, chips, options, the result, and announcements."""
    page = new_page()
    page.get_by_role("button", name=f"Play {TITLES[game]}", exact=True).click()
    actions = page.get_by_role("region", name="Your actions")
    expect(actions.get_by_role("radiogroup", name="Chips").get_by_role("radio", checked=True)).to_have_count(1)
    actions.get_by_role("button", name=re.compile(r"^Deal \$")).click()
    play_out(page, lambda _: actions.get_by_role("group").last.get_by_role("button", disabled=False).first.click())
    expect(actions.get_by_role("group", name=re.compile(r"^Round 1: (you (won|lost) \$|nothing won)"))).to_be_visible()
    cards = page.get_by_role("region", name="Dealer").get_by_role("img", name=re.compile(" of (clubs|diamonds|hearts)"))
    joker_or_spade = page.get_by_role("region", name="Dealer").get_by_role("img", name=re.compile("spades|joker"))
    expect(cards.or_(joker_or_spade).first).to_be_visible()
    if GAMES[game].name != "flip-it":  # no card is dealt to a seat
        own = page.get_by_role("region", name="Your hands and bets")
        expect(own.get_by_role("group", name=re.compile("^Your ")).first).to_be_visible()
    expect(page.get_by_role("status", name="Announcements")).to_contain_text("Round 1 is over")
    verify_round_and_choose_a_seed(page)
