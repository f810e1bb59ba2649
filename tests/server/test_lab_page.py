"""The lab on the page: every figure is the library's, edits follow one another, and a link holds the whole question."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import pitboss as pb
from pitboss.counting.figures import percent
from server.pages import NewPage, put_chips, sit

pytestmark = pytest.mark.browser
SLOW = 600_000
"""On a fresh and busy machine the kernels are compiled and the game is solved first."""
LINES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "flop22": ("bonus_table, Card Total 22, Hand 1", "5:1", {"bonus_table": {"Card Total 22": ["5:1", "8:1", "10:1"]}}),
    "flip-it": ("call it pays", "11:1", {"call_it_pays": "11:1"}),
    "beat-the-dealer": ("two_card_table, AA, Pays", "25:1", {"two_card_table": {"AA": "25:1"}}),
    "roll-your-own": ("bonus_table, Flush, Pays", "4:1", {"bonus_table": {"Flush": "4:1"}}),
    "free-bet": ("push 22 pays", "12:1", {"push_22_pays": "12:1"}),
}


def open_lab(page: Page, game: str, query: str = "") -> None:
    page.context.set_default_timeout(SLOW)
    page.goto(re.sub(r"^(https?://[^/]+).*", rf"\1/lab/{game}{query}", page.url))


def edges(page: Page) -> dict[str, str]:
    """Bets at a glance, as the page shows them."""
    glance = page.locator(".answer table").first
    expect(page.locator(".old")).to_have_count(0, timeout=SLOW)
    expect(glance).to_be_visible(timeout=SLOW)
    rows = glance.locator("tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").first.inner_text() for row in rows}


def told(rules: Any) -> dict[str, str]:
    """The same as the library tells it."""
    return {bet.name: percent(bet.house_edge) for bet in pb.odds(rules).bets}


@pytest.mark.parametrize("game", LINES)
def test_a_line_is_edited_and_every_figure_is_what_the_library_says(new_page: NewPage, game: str) -> None:
    label, pays, changed = LINES[game]
    page = new_page()
    open_lab(page, game)
    assert edges(page) == told(game)
    field = page.get_by_label(label, exact=True)
    field.fill(pays)
    field.press("Tab")
    wanted = told(pb.rules(game, **changed))
    expect(page.locator(".answer table").first).to_contain_text(
        next(iter(set(wanted.values()) - set(told(game).values()))), timeout=SLOW
    )
    assert edges(page) == wanted
    assert "rules=" in page.url


def test_the_first_of_two_quick_edits_is_never_the_last_answer(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it")
    edges(page)
    field = page.get_by_label("call it pays", exact=True)
    for pays in ("9:1", "10:1", "11:1", "12:1", "9:1", "11:1"):
        field.fill(pays)
        field.dispatch_event("change")
    wanted = told(pb.rules("flip-it", call_it_pays="11:1"))
    expect(page.locator(".answer table").first).to_contain_text(wanted["call"], timeout=SLOW)
    assert edges(page) == wanted
    page.wait_for_timeout(1500)  # an answer that came late would show by now
    assert edges(page) == wanted


def test_a_link_holds_the_whole_question(new_page: NewPage) -> None:
    page, other = new_page(), new_page()
    open_lab(page, "flip-it")
    field = page.get_by_label("call it pays", exact=True)
    field.fill("10:1")
    field.press("Tab")
    page.get_by_role("tab", name="Risk").click()
    page.get_by_label("Rounds", exact=True).fill("500")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".answer")).to_contain_text("500 rounds", timeout=SLOW)
    open_lab(other, "flip-it", "?" + page.url.partition("?")[2])
    expect(other.locator(".answer")).to_contain_text("500 rounds", timeout=SLOW)
    expect(other.get_by_label("call it pays", exact=True)).to_have_value("10:1")
    assert other.locator(".answer table").first.inner_text() == page.locator(".answer table").first.inner_text()


def test_wrong_entries_are_refused_beside_the_rules_in_their_own_words(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flip-it")
    edges(page)
    field = page.get_by_label("call it pays", exact=True)
    field.fill("eleven")
    field.press("Tab")
    expect(page.get_by_role("alert").first).to_contain_text("call_it_pays", timeout=SLOW)
    field.fill("12:1")
    field.press("Tab")
    expect(page.locator(".rules .fault")).to_have_text("", timeout=SLOW)


def test_a_table_that_was_tuned_is_taken_into_the_rules(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "roll-your-own", "?tab=tune&bet=bonus&edge=4%25..5%25&top=100:1&rank=edge")
    expect(page.locator(".answer")).to_contain_text("137 tables", timeout=SLOW)
    page.get_by_role("button", name="Use table 1", exact=True).click()
    first = pb.tune("roll-your-own", "bonus", edge="4%..5%", top=100, rank="edge").first[0].table
    expect(page.get_by_label("bonus_table, Flush, Pays")).to_have_value(first["Flush"])


def strategy_in(page: Page) -> str:
    """The strategy that the address holds."""
    return str(page.evaluate("() => new URLSearchParams(location.search).get('strategy')"))


def test_a_strategy_is_clicked_priced_and_played_at_a_table(new_page: NewPage) -> None:
    page = new_page()
    open_lab(page, "flop22", "?tab=strategy")
    row = page.get_by_role("group", name="hand 1").last
    priced = page.locator("[data-cost]")
    for card in ("9", "10", "8"):
        row.get_by_role("button", name=card, exact=True).click()
        expect(priced).to_have_attribute("data-for", strategy_in(page), timeout=SLOW)
    expect(priced).to_contain_text("The last click")
    said = json.loads(strategy_in(page))
    shown = float(priced.get_attribute("data-cost") or "nan")
    own, best = (pb.simulate("flop22", 2_000_000, strategy=how, seed=3).bets["played"] for how in (said, None))
    assert abs(shown - (best.mean - own.mean)) < 4 * (own.se**2 + best.se**2) ** 0.5
    assert own.exact is not None
    assert best.exact is not None
    assert shown == pytest.approx(best.exact - own.exact, abs=1e-9)
    page.get_by_role("button", name="Play it at a table").click()
    page.wait_for_url("**/table/*")
    sit(page, 1)
    put_chips(page)
    page.locator("[data-key=deal]").click()
    page.locator("[data-key=by-strategy]").click(timeout=SLOW)
    expect(page.locator(".option.chosen").or_(page.locator(".receipt")).first).to_be_attached()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_everybody_can_use_it(new_page: NewPage, theme: Any) -> None:
    page = new_page(390, 844, theme=theme)
    open_lab(page, "flop22")
    edges(page)
    for tab in ("Odds", "Strategy", "Tune", "Risk"):
        page.get_by_role("tab", name=tab).click()
        expect(page.locator(".working")).to_have_count(0, timeout=SLOW)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("tab", name="Risk").press("ArrowLeft")
    expect(page.get_by_role("tab", name="Tune")).to_be_focused()
