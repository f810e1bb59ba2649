"""The career page: hints in dollars, mistakes, results by game and by day."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from server.support.pages import NewPage, axe_faults, deal_flop22, open_table_with, sit
from server.support.rooms import room_faults

pytestmark = pytest.mark.browser


def test_career_is_totalled_by_game_and_day_with_mistakes_by_kind(new_page: NewPage) -> None:
    page = new_page()
    page.context.set_default_timeout(600_000)  # on a fresh machine the odds are computed first
    deal_flop22(page)
    page.locator(".option:enabled").last.click()  # Match and Double Down: rarely the best
    expect(page.locator(".receipt")).to_be_visible()
    first = datetime.now()
    page.goto(f"{page.url.split('/table')[0]}/career")
    expect(page.get_by_role("group", name="By game")).to_contain_text(re.compile(r"Flop 22\s*1"), timeout=600_000)
    expect(page.get_by_role("status").filter(has_text="Computing")).to_have_count(0, timeout=600_000)
    days = page.get_by_role("group", name="By day").get_by_role("row")
    assert days.count() == 2  # the headings and today, or yesterday if midnight passed during the test
    assert days.last.inner_text().split("\t")[:2] in [
        [f"{day:%a}, {day.day} {day:%b} {day.year}", "1"] for day in (first, datetime.now())
    ]
    expect(page.locator(".figures")).to_contain_text(re.compile(r"Luck\s*(About average|Lucky|Unlucky|Very|Extremely)"))
    expect(page.locator(".career")).to_contain_text(re.compile("instead of|No mistakes so far"))
    for slip in page.locator(".slips li").all():
        expect(slip.get_by_role("link", name=re.compile("^Replay round"))).to_be_visible()
    assert axe_faults(page, "career") == []
    assert room_faults(page, "career") == []


def test_flip_it_hints_show_the_value_of_each_spot_in_dollars(new_page: NewPage) -> None:
    page = new_page(at=None)
    open_table_with(page, "flip-it")
    sit(page, 3)
    page.locator("[data-key=hints]").click()
    tags = page.locator(".spot .worth")
    expect(tags.first).to_be_visible(timeout=600_000)  # the first hint loads the solver
    spots = page.locator("[data-bet].mine:not(.closed)").count()
    assert tags.count() == spots
    expect(page.locator("#ask .hint")).to_have_text(re.compile(r"^On this board .+ worth most: [+−]\$\d\.\d\d"))
    red = page.locator("[data-bet='red'].mine")
    worth = red.locator(".worth").inner_text()
    assert re.fullmatch(r"[+−]\$\d\.\d\d", worth)
    red.click()
    expect(page.locator("#ask .hint")).to_have_text(f"On this board your chips are worth {worth} on average")
    page.locator("[data-key=hints]").click()
    expect(tags).to_have_count(0)
