"""What the figures say: hints in dollars, mistakes, the career."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from server.pages import (
    NewPage,
    deal_flop22,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def test_the_career_sums_up_by_game_and_tells_mistakes_by_kind(new_page: NewPage) -> None:
    page = new_page()
    page.context.set_default_timeout(90_000)  # on a fresh machine the odds are worked out first
    deal_flop22(page)
    page.locator(".option").last.click()  # Match and Double Down: hardly ever the best
    expect(page.locator(".receipt")).to_be_visible()
    page.goto(f"{page.url.split('/table')[0]}/career")
    expect(page.get_by_role("region", name="By game")).to_contain_text(re.compile(r"Flop 22\s*1"), timeout=90_000)
    assert _axe(page, "career") == []
