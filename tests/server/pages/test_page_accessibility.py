"""Accessibility of the page: keyboard, screen reader, both themes."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from pitboss.games import GAMES
from server.support.pages import (
    NewPage,
    axe_faults,
    choose_in_menu,
    click_first,
    deal_flop22,
    open_table_with,
    play_out,
    put_chips,
    sit,
)

pytestmark = pytest.mark.browser


def test_focus_is_never_lost_and_deal_is_near_the_spots(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flop22")
    sit(page, 3)
    page.locator("[data-bet='field'].mine").focus()
    page.locator("[data-bet='ante-1'].mine").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=deal]:enabled")).to_be_visible()
    page.locator("[data-bet='field'].mine").focus()
    reached = []
    for _ in range(5):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.key"))
    assert "deal" in reached
    page.locator("[data-key=deal]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".option:enabled").first).to_be_visible()
    expect(page.locator("#ask")).to_be_focused()  # the question, never an answer
    page.keyboard.press("1")
    expect(page.locator(".receipt")).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")


ADD_STYLE = """(text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_low_contrast_is_found_in_both_themes(new_page: NewPage, theme: str) -> None:
    page = new_page()
    expect(page.locator(".game").first).to_be_visible()
    faint = ".button { color: #888; background: #777 }"
    page.evaluate(ADD_STYLE, f"@media (prefers-color-scheme: {theme}) {{ {faint} }}")
    found = axe_faults(page, "lobby")
    assert found
    assert all("color-contrast" in fault for fault in found)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_phase_of_a_table_passes_axe(new_page: NewPage, game: str) -> None:
    page = new_page(at=None)
    open_table_with(page, game)
    faults = axe_faults(page, "watching")
    sit(page, 3)
    put_chips(page)
    faults += axe_faults(page, "betting")
    page.locator("[data-key=deal]").click()
    expect(page.locator(".option, .receipt").first).to_be_visible()
    faults += axe_faults(page, "asked")
    play_out(page, click_first)
    faults += axe_faults(page, "over")
    assert faults == []


def test_other_pages_pass_axe(new_page: NewPage) -> None:
    page = new_page()
    address = page.url.rstrip("/")
    expect(page.locator(".game").first).to_be_visible()
    faults = axe_faults(page, "lobby")
    page.get_by_role("button", name=re.compile("change your nickname")).click()
    faults += axe_faults(page, "nickname")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More about flip~it").click()
    expect(page.get_by_role("menu")).to_be_visible()
    faults += axe_faults(page, "menu")
    for path, there in (
        ("/career", "Choose a game"),
        ("/table/no-such-table", "To the lobby"),
        ("/school?game=flop22", "Guided: Flop 22"),
        ("/lab", "Flop 22"),
        ("/school/flop22?level=guided&seed=1", "Leave the lesson"),
    ):
        page.goto(f"{address}{path}")
        expect(page.get_by_role("link", name=there)).to_be_visible()
        faults += axe_faults(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator(".act button").first).to_be_visible()
    faults += axe_faults(page, "lesson")
    assert faults == []


def test_dialogs_of_a_table_pass_axe(new_page: NewPage) -> None:
    page = new_page(walked=False, at=None)
    deal_flop22(page, rules="seats = 5")
    expect(page.locator(".walk")).to_be_visible()
    faults = axe_faults(page, "walk")
    play_out(page, click_first)
    page.locator(".receipt button").first.click()
    faults += axe_faults(page, "receipt")
    page.keyboard.press("Escape")
    for tab in ("round", "pays", "rules", "chat"):
        page.locator(f"[data-key=tab-{tab}]").click()
        expect(page.locator("#panel h3, #panel .guide").first).to_be_visible()
        faults += axe_faults(page, tab)
    page.locator(".pod").first.click()
    expect(page.locator(".podcard")).to_be_visible()
    faults += axe_faults(page, "pod")
    page.keyboard.press("Escape")
    page.locator("[data-key=menu]").click()
    expect(page.locator(".popover.menu")).to_be_visible()
    faults += axe_faults(page, "menu")
    page.keyboard.press("Escape")
    choose_in_menu(page, "verify")
    expect(page.locator("dialog h2").first).to_be_visible()
    faults += axe_faults(page, "verify")
    page.keyboard.press("Escape")
    page.locator("[data-key=replay]").click()
    expect(page.locator(".step[aria-current]")).to_be_visible()
    faults += axe_faults(page, "replay")
    page.goto(f"{page.url.split('/replay')[0]}/design")
    expect(page.get_by_role("heading", name="Design system")).to_be_visible()
    faults += axe_faults(page, "design")
    assert faults == []


@pytest.mark.parametrize("game", list(GAMES))
def test_round_is_played_from_the_accessibility_tree_alone(new_page: NewPage, game: str) -> None:
    """Elements are found only by roles, names and live regions, as by a screen reader."""
    page = new_page()
    page.get_by_role("button", name=f"Play {GAMES[game].title}", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(GAMES[game].title)
    deal = page.get_by_role("button", name=re.compile(r"^(Deal|Waiting)"))
    expect(deal).to_be_enabled()  # a seat and a bet are ready
    page.get_by_role("button", name="Clear").press("Enter")
    expect(deal).to_be_disabled()
    spots = page.get_by_role("button", name=re.compile(r"no chips\. Wins if")).all()
    for name in [(spot.inner_text()).splitlines()[0] for spot in spots]:
        page.get_by_role("button", name=re.compile(f"^{re.escape(name)}", re.IGNORECASE)).first.press("Enter")
        expect(deal).to_have_attribute("aria-busy", "false")
        if deal.is_enabled():
            break
    deal.press("Enter")
    say = page.get_by_role("status", name="Announcements")
    result = page.get_by_role("group", name=re.compile(r"^Round 1: (you won|you lost|nothing won)"))
    for _ in range(40):
        question = page.locator("[role=group][aria-labelledby=ask]").get_by_role("button", disabled=False)
        expect(result.or_(question).first).to_be_visible()
        if result.count():
            break
        expect(say).to_contain_text("Options: ")
        # the question may disappear while it is being located: a new one follows, or the result
        with suppress(TimeoutError):
            question.first.press(" ", timeout=2000)
    expect(say).to_contain_text("Round 1 is over")


def test_double_click_leaves_focus_on_the_next_control(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flop22")
    sit(page, 3)
    page.locator("[data-bet='ante-1'].mine").click()
    page.locator("[data-key=deal]:enabled").dblclick()
    expect(page.locator(".option:enabled").first).to_be_visible()
    expect(page.locator("#ask")).to_be_focused()
    page.locator(".option").first.dblclick()
    expect(page.locator(".receipt")).to_be_focused()
