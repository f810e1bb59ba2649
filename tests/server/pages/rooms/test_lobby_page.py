"""The lobby, a game's page and a custom table: their offers, their URLs, and navigation."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pitboss.games import GAMES
from server.support.pages import NewPage, click_first, deal_flop22, play_out

pytestmark = pytest.mark.browser


def test_new_player_gets_guidance_and_returning_player_continues(new_page: NewPage) -> None:
    page = new_page()
    expect(page.get_by_role("heading", level=1)).to_have_text("Casino table games, play money")
    expect(page.get_by_role("button", name=re.compile("^Play "))).to_have_count(len(GAMES))
    deal_flop22(page)
    table = page.url.rpartition("/")[2]
    play_out(page, click_first)
    page.goto(page.url.split("/table")[0])
    expect(page.get_by_role("heading", level=1)).to_have_text("Continue: Flop 22")
    expect(page.locator("[data-key=continue-replay]")).to_have_attribute("href", f"/replay/{table}/1")
    page.locator("[data-key=continue]").click()
    expect(page.locator("[data-key=deal]")).to_be_visible()
    assert page.url.endswith(f"/table/{table}")


def test_rules_of_a_custom_table_are_in_its_url(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{page.url}games/free-bet/custom")
    expect(page.locator(".rule-group legend")).to_have_text(["Shoe", "Rules", "Payouts", "Limits", "Table"])
    page.get_by_label("Decks").fill("8")
    page.get_by_label("Decks").press("Tab")
    page.wait_for_url(re.compile("rules=decks"))
    page.reload()
    expect(page.get_by_label("Decks")).to_have_value("8")
    expect(page.locator("[data-option=decks] .changed-mark")).to_have_text("official: 6")
    expect(page.locator(".changed-mark:visible")).to_have_count(1)
    expect(page.locator(".readout")).to_contain_text("1 rule changed")
    page.get_by_label("Preset").select_option("Official rules")
    expect(page.get_by_label("Decks")).to_have_value("6")
    page.wait_for_url(re.compile("/custom$"))


def test_house_edge_follows_what_is_typed(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{page.url}games/flip-it/custom")
    jokers = page.get_by_label("Jokers")
    jokers.fill("999")
    expect(page.locator("#option-jokers-fault")).to_have_text("must be a whole number from 0 to 96, not 999")
    jokers.fill("20")
    expect(page.locator("output.edge")).to_have_text("4.53% → 3.65% (−0.88 points)", timeout=120_000)
    expect(jokers).to_be_focused()


def test_presets_are_saved_by_name_and_published_tables_fill_the_form(new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{page.url}games/free-bet/custom")
    line = page.get_by_label("Pot of Gold table, 1+ tokens, Pays")
    official = line.input_value()
    page.get_by_label("Pot of Gold table: published tables").select_option("Nevada Pog 04")
    expect(page.locator(".readout")).to_contain_text("1 rule changed")
    fields = page.locator("[data-option=pot_of_gold_table] td input")
    published = [one.input_value() for one in fields.all()]
    page.get_by_role("button", name="Save preset").click()
    page.get_by_role("dialog").get_by_label("Name").last.fill("Nevada")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.get_by_label("Preset").select_option("Official rules")
    expect(line).to_have_value(official)
    page.get_by_label("Preset").select_option("Nevada")
    expect(fields).to_have_count(len(published))
    for row, pays in enumerate(published):
        expect(fields.nth(row)).to_have_value(pays)


@pytest.mark.parametrize(
    ("path", "room"),
    [("/", "Tables"), ("/games/flop22", "Tables"), ("/school", "School"), ("/lab", "Lab"), ("/career", "Career")],
)
def test_header_shows_the_current_room(new_page: NewPage, path: str, room: str) -> None:
    page = new_page()
    page.goto(f"{page.url.rstrip('/')}{path}")
    expect(page.locator("#top nav [aria-current=page]")).to_have_text(room)
