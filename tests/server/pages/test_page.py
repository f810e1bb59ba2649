"""The table page: correct state while dealing, explanations, layout on every screen, and a first-visit tour."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from server.support.pages import (
    NewPage,
    click_first,
    deal_flop22,
    open_table_with,
    play_out,
    put_chips,
    sit,
)

pytestmark = pytest.mark.browser


def test_click_locks_the_options_and_a_second_click_does_nothing(new_page: NewPage) -> None:
    page = new_page(moves=True, at=None)
    open_table_with(page, "beat-the-dealer")
    sit(page, 3)
    page.locator("[data-bet='ante'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".option:enabled")).to_have_count(2)
    page.evaluate(
        "() => { window.skipped = []; new MutationObserver(() => {"
        " const skip = document.querySelector('[data-key=skip]'); if (!skip || window.skipped.length) return;"
        " window.skipped = [document.querySelectorAll('.option').length, document.querySelector('#ask').innerText];"
        " skip.click(); }).observe(document.body, { childList: true, subtree: true }); }"
    )
    locked = page.evaluate(
        "() => { const option = document.querySelector('[data-key=option-flop]'); option.click(); option.click();"
        " const all = [...document.querySelectorAll('.option')];"
        " return all.every((one) => one.disabled) && option.classList.contains('chosen'); }"
    )
    assert locked
    page.wait_for_function("() => window.skipped.length")
    options, words = page.evaluate("() => window.skipped")
    assert options == 0  # the answered question is hidden while its answer is dealt
    assert words
    expect(page.locator("#ask")).to_contain_text("heck or bet the turn")
    assert page.locator("#alert.shown").count() == 0


def test_result_stays_on_spots_and_receipt_until_the_next_bet(new_page: NewPage) -> None:
    page = new_page(at=None)
    deal_flop22(page)
    play_out(page, click_first)
    expect(page.locator(".pill.result")).to_have_count(1)
    receipt = page.locator(".receipt")
    expect(receipt).to_have_text(re.compile(r"^([+−]?\$\d+)Ante, hand 1 .+$"))
    receipt.get_by_role("button").first.click()
    expect(page.locator("dialog")).to_contain_text(re.compile(r"Your Ante, hand 1: .*F22-\d"))
    page.keyboard.press("Escape")
    page.locator("[data-bet='ante-1'].mine").click()
    expect(page.locator(".pill.result")).to_have_count(0)


def test_round_replay_shows_the_value_of_each_answer(new_page: NewPage) -> None:
    page = new_page()
    page.context.set_default_timeout(600_000)  # the first hint loads the kernels, and compiles them on a fresh machine
    deal_flop22(page)
    play_out(page, click_first)
    page.locator("[data-key=replay]").click()
    expect(page).to_have_url(re.compile(r"/replay/[\w-]+/1$"))
    expect(page.locator(".worthbox h2")).to_have_text("Match or double down on hand 1?")
    worth = page.locator(".worths .num").first
    expect(worth).to_have_text(re.compile(r"^[+−]\$\d+\.\d\d$"), timeout=600_000)  # it loads the solver
    assert page.locator(".worths li").count() == 4
    expect(page.locator(".worthbox .badge")).to_have_text(re.compile(r"^(best|cost \$\d+\.\d\d)$"))
    expect(page.locator(".replay .foot")).to_contain_text("matches its seal")
    here = page.locator(".step[aria-current]")
    before = int(here.get_attribute("data-step") or 0)
    page.keyboard.press("ArrowRight")
    expect(here).to_have_attribute("data-step", str(before + 1))
    page.keyboard.press("End")
    expect(page.locator(".felt .pill.result")).to_have_count(1)
    other = new_page()  # anyone with the link sees the same round from the same seat
    other.goto(f"{page.url}?seat=3")
    expect(other.locator(".rhead h1")).to_have_text("Round 1 · Flop 22")
    expect(other.locator(".step")).to_have_count(page.locator(".step").count())


def test_table_explains_its_game_house_rules_and_every_spot(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flip-it", rules="paytable = 2")
    expect(page.locator(".top .meta")).to_have_text(re.compile(r"1 house rule$"))
    sit(page, 3)
    page.locator("[data-key=how]").click()
    guide = page.locator(".guide")
    expect(guide.locator("ul").first.locator("li")).to_have_count(5)
    expect(guide).to_contain_text("Here: 2. On the sheet: 1.")
    expect(guide).to_contain_text("14:1")
    assert not re.search(r"[A-Z]+-\d", guide.inner_text())
    page.keyboard.press("Escape")
    page.locator("[data-bet='red']").hover()
    expect(page.locator(".spotcard")).to_contain_text(re.compile("Red.*heart or a diamond.*1:1", re.S))


def test_FI_5_unavailable_bonus_is_grey_with_its_reason_before_betting(new_page: NewPage) -> None:
    page = new_page()
    for _ in range(12):  # most boards have no pair
        open_table_with(page, "flip-it")
        sit(page, 3)
        if page.locator("[data-bet='bonus'].closed").count():
            break
    spot = page.locator("[data-bet='bonus'].closed")
    expect(spot).to_have_accessible_name(re.compile("cannot be bet now: the bonus"))
    spot.click(force=True)
    expect(page.locator("#alert")).to_contain_text("The bonus cannot be bet now")
    expect(page.locator("[data-key=deal]")).to_be_disabled()


def test_first_visit_tour_covers_a_round_and_can_be_left(new_page: NewPage) -> None:
    page = new_page(walked=False, at=None)
    open_table_with(page, "free-bet")
    walk = page.locator(".walk")
    expect(walk).to_contain_text("Take a free seat")
    sit(page, 3)
    expect(walk).to_contain_text("press WAGER")
    expect(page.locator("[data-bet='main'].pointed")).to_be_visible()
    page.locator("[data-key=leave-walk]").click()
    expect(walk).to_have_count(0)
    page.reload()
    expect(page.locator("[data-key=deal]")).to_be_visible()
    expect(walk).to_have_count(0)


def test_RY_3_one_card_hand_is_chosen_by_pressing_the_card(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "roll-your-own", bots=0)
    sit(page, 3)
    put_chips(page)
    page.locator("[data-key=deal]").click()
    cards = page.locator(".choice")
    expect(cards).to_have_count(3)
    chosen = cards.first.get_attribute("data-card")
    cards.first.click()
    expect(page.locator(".choice")).to_have_count(0)
    card, over = page.locator(f".own [data-card='{chosen}']"), page.locator(".receipt")
    expect(card.or_(over).first).to_be_visible()  # a dealer blackjack ends it immediately


def test_house_rules_form_and_file_agree(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{page.url}games/free-bet/custom")
    page.get_by_label("Hits soft 17").select_option("false")
    page.get_by_label("Pot of Gold table, 1+ tokens, Pays").fill("4:1")
    page.get_by_label("Pot of Gold table, 1+ tokens, Pays").press("Tab")
    page.get_by_text("Rules as a file").click()
    expect(page.get_by_label("House rules in TOML")).to_have_value(
        re.compile(r"^hits_soft_17 = false\n\n\[pot_of_gold_table\]")
    )
    expect(page.locator(".option-field.differs")).to_have_count(2)
    page.get_by_label("Decks").fill("99")
    page.get_by_label("Decks").press("Tab")
    fault = page.locator("#option-decks-fault")
    expect(fault).to_have_text("must be a whole number from 1 to 16, not 99")
    page.get_by_label("Decks").fill("8")
    page.get_by_label("Decks").press("Tab")
    expect(fault).to_have_text("")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".top .meta")).to_contain_text("3 house rules")
