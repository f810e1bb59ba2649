"""The page tells the truth while the dealer works, explains itself, fits every screen, and everybody can play."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, TimeoutError, expect

from pitboss.games import GAMES
from server.pages import (
    NewPage,
    choose_in_menu,
    click_first,
    deal_flop22,
    open_table_with,
    play_out,
    put_chips,
    sit,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]
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


def test_at_the_click_the_options_lock_and_a_second_click_does_and_says_nothing(new_page: NewPage) -> None:
    page = new_page(moves=True)
    open_table_with(page, "beat-the-dealer")
    sit(page, 3)
    page.locator("[data-bet='ante'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".option")).to_have_count(2)
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
    assert options == 0  # the answered question is gone while its answer is dealt
    assert words
    expect(page.locator("#ask")).to_contain_text("heck or bet the turn")
    assert page.locator("#alert.shown").count() == 0


@pytest.mark.parametrize(("pace", "most"), [("normal", 4000), ("instant", 1000)])
def test_nobody_waits_long_for_the_dealer(new_page: NewPage, pace: str, most: int) -> None:
    page = new_page(moves=True)
    page.evaluate("(pace) => localStorage.setItem('pace', pace)", pace)
    open_table_with(page, "beat-the-dealer", bots=5)
    sit(page, 1)
    page.locator("[data-bet='ante'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    page.locator("[data-key=option-flop]").click()
    page.locator("[data-key=option-check]").click()
    page.locator(".option").first.wait_for()
    page.evaluate(
        "() => { window.waited = null; const begun = performance.now(); new MutationObserver(() => {"
        " if (document.querySelector('.receipt')) window.waited ??= performance.now() - begun; })"
        ".observe(document.body, { childList: true, subtree: true }); }"
    )
    page.locator(".option").last.click()
    page.wait_for_function("() => window.waited != null")
    planned = page.evaluate("(async () => (await import('/static/js/settings.js')).pace().most)()")
    assert planned <= most  # what the page plans; a busy machine may take longer to draw it


def test_the_result_stays_on_the_spots_and_in_a_receipt_until_you_bet_again(new_page: NewPage) -> None:
    page = new_page()
    deal_flop22(page)
    play_out(page, click_first)
    expect(page.locator(".pill.result")).to_have_count(1)
    receipt = page.locator(".receipt")
    expect(receipt).to_have_text(re.compile(r"^Ante, hand 1 .+ = .+$"))
    receipt.get_by_role("button").first.click()
    expect(page.locator("dialog")).to_contain_text(re.compile(r"Your Ante, hand 1: .*F22-\d"))
    page.keyboard.press("Escape")
    page.locator("[data-bet='ante-1'].mine").click()
    expect(page.locator(".pill.result")).to_have_count(0)


def test_a_round_is_gone_through_again_with_the_worth_of_each_answer(new_page: NewPage) -> None:
    page = new_page()
    page.context.set_default_timeout(90_000)  # the first hint loads, and on a fresh machine compiles, the kernels
    deal_flop22(page)
    play_out(page, click_first)
    choose_in_menu(page, "rounds")
    page.get_by_role("button", name="Flop 22, round 1").click()
    asked = page.locator(".asked")
    expect(asked).to_contain_text("Match or double down on hand 1?")
    asked.locator("b").first.wait_for()
    assert asked.locator("li b").count() == 4
    expect(page.locator(".review [data-card]:not([data-card='??'])")).to_have_count(3)  # you and two bots
    page.locator("[data-key=step-next]").click()
    expect(page.locator(".review .now")).to_contain_text(re.compile(r"^\d+ of \d+: "))


def test_the_table_explains_its_game_its_house_and_every_spot(new_page: NewPage) -> None:
    page = new_page()
    open_table_with(page, "flip-it", rules="paytable = 2")
    expect(page.locator(".badge")).to_have_text("House rules: 1 differ")
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


def test_FI_5_a_bonus_that_cannot_be_bet_now_is_grey_with_its_reason_before_a_chip_is_laid(new_page: NewPage) -> None:
    page = new_page()
    for _ in range(12):  # most boards hold no pair
        open_table_with(page, "flip-it")
        sit(page, 3)
        if page.locator("[data-bet='bonus'].closed").count():
            break
    spot = page.locator("[data-bet='bonus'].closed")
    expect(spot).to_have_attribute("aria-label", re.compile("cannot be bet now: the bonus"))
    spot.click()
    expect(page.locator("#alert")).to_contain_text("The bonus cannot be bet now")
    expect(page.locator("[data-key=deal]")).to_be_disabled()


def test_a_first_visit_is_led_through_a_round_and_can_leave_it(new_page: NewPage) -> None:
    page = new_page(walked=False)
    open_table_with(page, "free-bet")
    walk = page.locator(".walk")
    expect(walk).to_contain_text("Take any free seat")
    sit(page, 3)
    expect(walk).to_contain_text("press the spot Blackjack wager")
    page.locator("[data-key=leave-walk]").click()
    expect(walk).to_have_count(0)
    page.reload()
    expect(page.locator("[data-key=deal]")).to_be_visible()
    expect(walk).to_have_count(0)


def test_RY_3_the_card_that_stands_alone_is_chosen_by_pressing_it(new_page: NewPage) -> None:
    page = new_page()
    open_table_with(page, "roll-your-own", bots=0)
    sit(page, 3)
    put_chips(page)
    page.locator("[data-key=deal]").click()
    cards = page.locator(".choice")
    expect(cards).to_have_count(3)
    chosen = cards.first.get_attribute("data-card")
    cards.first.click()
    expect(page.locator(".choice")).to_have_count(0)
    expect(page.locator(f".live [data-card='{chosen}']")).to_have_count(1)


def test_house_rules_are_a_form_and_the_file_says_the_same(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name="House rules… of Free Bet Blackjack").click()
    page.get_by_label("hits soft 17").select_option("false")
    page.get_by_label("pot_of_gold_table, 1+ tokens, Pays").fill("4:1")
    page.get_by_label("pot_of_gold_table, 1+ tokens, Pays").press("Tab")
    page.get_by_text("As a file").click()
    expect(page.get_by_label("House rules in TOML")).to_have_value(
        re.compile(r"^hits_soft_17 = false\n\n\[pot_of_gold_table\]")
    )
    expect(page.locator(".option-field.differs")).to_have_count(2)
    page.get_by_label("decks").fill("99")
    page.get_by_label("decks").press("Tab")
    expect(page.locator("dialog .fault")).to_contain_text("decks: must be a whole number from 1 to 16, not 99")
    page.get_by_label("decks").fill("8")
    page.get_by_label("decks").press("Tab")
    expect(page.locator("dialog .fault")).to_have_text("")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".badge")).to_have_text("House rules: 3 differ")


def test_a_table_that_is_gone_says_so_and_shows_the_way_out(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{page.url}table/no-such-table")
    expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="Pick a table")).to_be_visible()


def test_a_lost_line_is_told_the_desk_dimmed_and_all_is_there_again_afterwards(new_page: NewPage) -> None:
    page = new_page()
    deal_flop22(page)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator(".away")).to_be_visible()
    expect(page.locator(".desk")).to_have_class(re.compile("dimmed"))
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".away")).to_be_hidden()
    expect(page.locator(".option").first).to_be_visible()
    expect(page.locator(".story .lines")).to_contain_text("Your card")


def test_the_keyboard_is_never_left_with_nothing_and_deal_is_near_the_spots(new_page: NewPage) -> None:
    page = new_page()
    open_table_with(page, "flop22")
    sit(page, 3)
    page.locator("[data-bet='field'].mine").focus()
    page.locator("[data-bet='ante-1'].mine").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=deal]:enabled")).to_be_visible()
    page.locator("[data-bet='field'].mine").focus()
    reached = []
    for _ in range(3):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.key"))
    assert "deal" in reached
    page.locator("[data-key=deal]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".option").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".receipt")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("game", list(GAMES))
def test_axe_finds_nothing_on_any_phase_of_a_table(new_page: NewPage, game: str, theme: str) -> None:
    page = new_page(theme=theme)
    open_table_with(page, game)
    faults = _axe(page, "watching")
    sit(page, 3)
    put_chips(page)
    faults += _axe(page, "betting")
    page.locator("[data-key=deal]").click()
    expect(page.locator(".option, .receipt").first).to_be_visible()
    faults += _axe(page, "asked")
    play_out(page, click_first)
    faults += _axe(page, "over")
    assert faults == []


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_in_the_lobby_and_in_the_dialogs(new_page: NewPage, theme: str) -> None:
    page = new_page(theme=theme)
    expect(page.locator(".game").first).to_be_visible()
    faults = _axe(page, "lobby")
    page.get_by_role("button", name="House rules… of flip~it").click()
    expect(page.locator("dialog")).to_be_visible()
    faults += _axe(page, "rules")
    page.keyboard.press("Escape")
    open_table_with(page, "free-bet")
    for key in ("how", "menu"):
        page.locator(f"[data-key={key}]").click()
        expect(page.locator("dialog")).to_be_visible()
        faults += _axe(page, key)
        page.keyboard.press("Escape")
    assert faults == []


def _axe(page: Page, phase: str) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{phase}: {fault['id']}: {node['target']} {node['failureSummary'][:200]}"
        for fault in found
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_round_is_played_by_what_the_accessibility_tree_says_alone(new_page: NewPage, game: str) -> None:
    """Nothing is looked up by how it is drawn: only roles, names and live regions, as a screen reader has them."""
    page = new_page()
    page.get_by_role("button", name=f"Play {GAMES[game].title}", exact=True).press("Enter")
    page.get_by_role("button", name=re.compile("^Seat 3$")).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{GAMES[game].title}: the table")
    deal = page.get_by_role("button", name=re.compile(r"^(Deal|Waiting)"))
    expect(deal).to_be_visible()
    spots = page.get_by_role("button", name=re.compile(r"no chips\. Wins if")).all()
    for name in [(spot.get_attribute("aria-label") or "").split(", no chips")[0] for spot in spots]:
        page.get_by_role("button", name=re.compile(f"^{re.escape(name)},")).press("Enter")
        expect(deal).to_have_attribute("aria-busy", "false")
        if deal.is_enabled():
            break
    deal.press("Enter")
    say = page.get_by_role("status", name="What concerns you")
    result = page.get_by_role("group", name=re.compile(r"^Round 1: (you won|you lost|nothing won)"))
    for _ in range(40):
        question = page.get_by_role("group", name=re.compile(r"\?")).get_by_role("button", disabled=False)
        expect(result.or_(question).first).to_be_visible()
        if result.count():
            break
        expect(say).to_contain_text("Silence means")
        with suppress(TimeoutError):  # the question went while it was looked for: a new one comes, or the result
            question.first.press("Enter", timeout=2000)
    expect(say).to_contain_text("Round 1 is over")


def test_the_career_sums_up_by_game_and_tells_mistakes_by_kind(new_page: NewPage) -> None:
    page = new_page()
    page.context.set_default_timeout(90_000)  # on a fresh machine the odds are worked out first
    deal_flop22(page)
    page.locator(".option").last.click()  # Match and Double Down: hardly ever the best
    expect(page.locator(".receipt")).to_be_visible()
    page.goto(f"{page.url.split('/table')[0]}/career")
    expect(page.get_by_role("region", name="By game")).to_contain_text(re.compile(r"Flop 22\s*1"), timeout=90_000)
    assert _axe(page, "career") == []
