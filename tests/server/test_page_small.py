"""Small things: dead tables, lost lines, names, being stood up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from server.pages import (
    NewPage,
    deal_flop22,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


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
