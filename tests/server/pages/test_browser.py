"""The page in a real Chromium: every game from the lobby to the settlement."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pitboss.games import GAMES
from server.support.pages import (
    DelayedSocket,
    NewPage,
    choose_in_menu,
    click_first,
    deal_flop22,
    open_table_with,
    play_out,
    sit,
)

pytestmark = pytest.mark.browser


def test_table_fits_windows_of_every_shape(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "free-bet")
    for seated in (False, True):
        if seated:
            sit(page, 3)
        for width, height in ((1280, 800), (1280, 860), (1280, 1024), (900, 1200), (2560, 1440)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height, seated)


def test_two_browsers_play_at_one_table(new_page: NewPage) -> None:
    one, two = new_page(), new_page()
    open_table_with(one, "flop22")
    two.goto(one.url)
    sit(one, 1)
    sit(two, 2)
    for page in (one, two):
        page.locator("[data-bet='ante-1'].mine").click()
        page.locator("[data-key=deal]:enabled").click()
    for page in (one, two):  # the player's card on the felt, those of one person and two bots on their pods
        expect(page.locator("[data-card]:not([data-card='??'])")).to_have_count(1)
        expect(page.locator(".pod [data-mini]")).to_have_count(3)
    for page in (one, two):
        page.locator(".option").first.click()
    for page in (one, two):
        expect(page.locator(".receipt")).to_be_visible()


def test_reload_in_mid_round_resumes_it(new_page: NewPage) -> None:
    page = new_page(at=None)
    deal_flop22(page)
    before = page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card).sort()")
    page.reload()
    expect(page.locator(".option").first).to_be_visible()
    assert page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card).sort()") == before
    play_out(page, click_first)


def test_chips_undo_clear_rebet_and_double(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flop22")
    sit(page, 3)
    deal, ante = page.locator("[data-key=deal]"), page.locator("[data-bet='ante-1'].mine")
    ante.click()
    expect(deal).to_contain_text("Deal $5")
    page.keyboard.press("x")
    expect(deal).to_contain_text("Deal $10")
    page.keyboard.press("u")
    expect(deal).to_contain_text("Deal $5")
    page.keyboard.press("c")
    expect(deal).to_have_text("Deal")
    expect(deal).to_be_disabled()
    page.keyboard.press("u")
    expect(deal).to_contain_text("Deal $5")
    deal.click()
    play_out(page, click_first)
    expect(page.locator("[data-key=rebet]")).to_be_enabled()
    page.keyboard.press("r")
    expect(deal).to_contain_text("Deal $5")


def test_undo_restores_bets_while_the_server_answers_late(new_page: NewPage) -> None:
    page = new_page(at=None)
    line = DelayedSocket(page)
    open_table_with(page, "flop22")
    sit(page, 3)
    deal = page.locator("[data-key=deal]")
    page.locator("[data-bet='ante-1'].mine").click()
    expect(page.locator("[data-key=deal][aria-busy=false]")).to_contain_text("Deal $5")
    line.is_holding = True
    for key, shown in (("x", "Deal $10"), ("u", "Deal $5")):
        page.keyboard.press(key)
        expect(deal).to_contain_text(shown)
    line.let_one_through()  # the server accepted the $10, which have been taken back since
    page.wait_for_timeout(100)
    page.keyboard.press("c")
    expect(deal).to_have_text("Deal")
    page.keyboard.press("u")
    expect(deal).to_contain_text("Deal $5")
    for _ in range(3):
        line.let_one_through()
    expect(page.locator("[data-key=deal][aria-busy=false]")).to_contain_text("Deal $5")


def test_invalid_house_rules_are_rejected_and_accepted_once_fixed(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name="More about Flop 22").click()
    page.get_by_role("menuitem", name="Custom table").click()
    page.get_by_text("Rules as a file").click()
    area = page.get_by_label("House rules in TOML")
    area.fill("ante_limt = 25")
    error = page.get_by_text("Flop 22 has no option 'ante_limt': did you mean 'ante_limit'?")
    expect(error).to_be_visible()
    area.fill("ante_limit = 25")
    expect(error).to_have_count(0)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".felt .dealer")).to_be_visible()


def test_cards_are_read_once_and_dealer_speech_is_announced(new_page: NewPage) -> None:
    page = new_page(at=None)
    deal_flop22(page)
    assert page.get_by_role("img", name=re.compile(" of .*(yours|dealer's)")).count() == 1
    expect(page.locator("#say")).to_contain_text("Match")
    expect(page.get_by_role("log")).to_have_attribute("aria-live", "off")


CLICK_AS_SOON_AS_THERE_IS_AN_OPTION = """() => {
    const press = () => {
        const option = document.querySelector(".option");
        if (!option) return;
        watch.disconnect();
        option.click();
        window.pressed = true;
    };
    const watch = new MutationObserver(press);
    watch.observe(document.body, { childList: true, subtree: true });
}"""


def test_question_ignores_clicks_and_enter_meant_for_deal(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flop22")
    sit(page, 3)
    page.locator("[data-bet='ante-1'].mine").click()
    page.evaluate(CLICK_AS_SOON_AS_THERE_IS_AN_OPTION)
    page.locator("[data-key=deal]:enabled").click()
    page.wait_for_function("() => window.pressed")
    asked = page.locator("#ask").inner_text()
    page.keyboard.press("Enter")
    page.locator(".option").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".option:enabled").first).to_be_visible()
    assert page.locator("#ask").inner_text() == asked
    assert page.locator(".story").get_by_text(re.compile("^You (match|double|bet)")).count() == 0


def test_hints_show_option_values_and_the_cost_of_a_mistake(new_page: NewPage) -> None:
    page = new_page()
    page.context.set_default_timeout(600_000)  # the first hint loads the kernels, and compiles them on a fresh machine
    deal_flop22(page, offers_clock=3600)
    page.locator("[data-key=hints]").click()
    expect(page.locator(".hint")).to_contain_text(re.compile("Working out|best|equally good"))
    page.locator(".option.best .worth").wait_for()
    expect(page.locator(".option:not(.best) .worth").first).to_have_text(re.compile(r"^costs \$\d+\.\d\d$"))
    expect(page.locator(".option.best .worth")).to_have_text("best")
    assert page.locator(".option .worth").count() == page.locator(".option").count() == 4
    expect(page.locator(".option.best")).to_have_count(1)
    page.locator(".option:not(.best)").last.click()
    expect(page.locator(".story")).to_contain_text(re.compile("You .*That cost"))  # below the answer that cost it


def test_career_shows_net_expected_net_and_luck_of_every_round(new_page: NewPage) -> None:
    page = new_page(at=None)
    deal_flop22(page)
    play_out(page, click_first)
    with page.expect_popup() as opened:
        choose_in_menu(page, "score")
    page = opened.value
    figures = page.locator(".figures")
    expect(figures).to_contain_text("standard deviations", timeout=600_000)  # a background process computes it
    # $5 on the first ante alone loses 75.4 cents on average with the best doubling and matching.
    expect(figures).to_contain_text("Expected net\u2212$0.75")
    plot = page.get_by_role("img", name="Net by round")
    expect(plot).to_have_accessible_name(re.compile(r"expected \u2212\$0\.75"))
    page.get_by_text("Every round as a table").click()
    rows = page.get_by_role("group", name="Every round").get_by_role("row")
    expect(rows).to_have_count(2)
    expect(rows.last).to_contain_text("\u2212$0.75")


def test_lobby_shows_the_edge_of_every_game(new_page: NewPage) -> None:
    page = new_page()
    for game in GAMES:
        edge = page.locator(f"[data-edge='{game}']")
        expect(edge).to_have_text(re.compile(r"^[0-9.]+%"))
        expect(edge).to_have_attribute("title", re.compile("House edge [0-9.]+%"))
