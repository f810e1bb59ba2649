"""A third-party game with only a script in the browser: betting, dealing, questions, and proofs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from helpers.outside import EXAMPLES
from server.conftest import serving
from server.support.pages import NewPage, axe_faults, choose_in_menu, open_table_with, sit

pytestmark = pytest.mark.browser
CASINO_WAR, BACCARAT = EXAMPLES / "casino-war" / "src", EXAMPLES / "baccarat" / "src"
MOST_ROUNDS = 200  # one round in thirteen is a war: 200 without any come once in nine million times


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server with the example installed: its package is importable and its entry point is found."""
    folder = tmp_path_factory.mktemp("installed")
    info = folder / "casino_war-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: casino-war\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[pitboss.games]\ncasino-war = casino_war\nbaccarat = baccarat\n")
    path = os.pathsep.join([str(folder), str(CASINO_WAR), str(BACCARAT), os.environ.get("PYTHONPATH", "")])
    with serving(folder / "house.db", {**os.environ, "PYTHONPATH": path}) as found:
        yield found


def seated(new_page: NewPage, game: str = "casino-war", title: str = "Casino War") -> Page:
    page = new_page()
    expect(page.get_by_role("button", name=f"Play {title}", exact=True)).to_be_visible()
    page.evaluate("localStorage.setItem('pace', 'instant')")
    open_table_with(page, game, bots=1)
    sit(page, 3)
    return page


def play_until_asked(page: Page) -> None:
    """Play rounds with the ante alone until the player's card ties the dealer's."""
    for _ in range(MOST_ROUNDS):
        page.locator("[data-bet='ante'].mine").click()
        page.locator("[data-key=deal]:enabled").click()
        expect(page.locator(".receipt").or_(page.locator(".option").first).first).to_be_visible()
        if page.locator(".option").count():
            return
    pytest.fail(f"no war in {MOST_ROUNDS} rounds")


def test_war_is_played_hinted_logged_and_verified(new_page: NewPage) -> None:
    page = seated(new_page)
    page.context.set_default_timeout(600_000)  # the first hint enumerates every deal of the script
    page.locator("[data-key=hints]").click()
    play_until_asked(page)
    expect(page.locator(".felt [data-card]:not([data-card='??'])")).not_to_have_count(0)
    war = page.locator("[data-key=option-war]")
    expect(war).to_contain_text(re.compile(r"best|costs \$\d+\.\d\d"), timeout=600_000)
    assert axe_faults(page, "asked") == []
    war.click()
    expect(page.locator(".receipt")).to_have_text(re.compile(r"^([+−]?\$\d+)Ante .+"))
    number = int(re.findall(r"Round (\d+)", page.locator(".receipt").get_attribute("aria-label") or "")[0])
    choose_in_menu(page, "verify")
    expect(page.get_by_role("heading", name=f"Verified: round {number} was fair")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-key=replay]").click()
    expect(page.locator(".worths li")).to_have_count(2, timeout=600_000)
    expect(page.locator(".worths .num").first).to_have_text(re.compile(r"^[+−]\$"))


def test_game_explains_itself_and_its_career_is_stored(new_page: NewPage) -> None:
    page = seated(new_page)
    page.context.set_default_timeout(600_000)
    page.locator("[data-key=how]").click()
    guide = page.locator(".guide")
    expect(guide).to_contain_text("Tie")
    expect(guide).to_contain_text(re.compile(r"18\.65%"), timeout=600_000)
    page.keyboard.press("Escape")
    page.locator("[data-bet='ante'].mine").click()
    page.locator("[data-bet='tie'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    over, option = page.locator(".receipt"), page.locator(".option").first
    expect(over.or_(option).first).to_be_visible()
    if option.count():
        option.click()
    expect(over).to_contain_text("Tie")
    page.goto(f"{page.url.split('/table')[0]}/career")
    expect(page.get_by_role("group", name="By game")).to_contain_text(re.compile(r"Casino War\s*1"), timeout=600_000)


def test_two_dealer_hands_have_a_total_each(new_page: NewPage) -> None:
    page = seated(new_page, "baccarat", "Baccarat")
    page.locator("[data-bet='banker'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".receipt")).to_be_visible()
    totals = page.locator(".dealer .hand-total")
    expect(totals).to_have_count(2)
    assert [re.sub(r"[^A-Z]", "", total.upper()) for total in totals.all_inner_texts()] == ["PLAYER", "BANKER"]
    expect(page.locator(".dealer .say")).to_have_count(0)
    expect(page.locator(".own .slot")).to_have_count(0)
