"""
The pictures of the table and of a replay in the documentation.

    python bench/still_pictures.py

They are written to docs/ as JPEG: a split hand of Free Bet with hints, the same question in its replay, and the first
question of Flop 22. `make shots` writes them again, so that they show the page as it is now.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from shots import OPEN, SETTLED, WAIT, chromium, run_server

DOCS = Path(__file__).resolve().parents[1] / "docs"
GUARD_MS = 500
"""A new question ignores clicks for its first moment."""


def picture(page: Page, name: str) -> None:
    """Save a picture of the page once nothing moves."""
    page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
    page.screenshot(path=DOCS / f"{name}.jpg", type="jpeg", quality=80)


def sit_down(page: Page, address: str, game: str) -> str:
    """Open a table, take a seat with a bet ready, and return the table's address."""
    page.goto(address)
    page.locator(".game").first.wait_for()
    opening = OPEN.replace("bets_clock: 3600, offers_clock: 3600", "clock_alone: false")
    name = page.evaluate(opening, game)
    page.goto(f"{address}/table/{name}?play")
    page.locator("[data-key=deal]:enabled").wait_for()
    return str(name)


def deal(page: Page) -> None:
    """Deal, and wait for a question or the end of the round."""
    page.locator("[data-key=deal]:enabled, [data-key=rebet-deal]:enabled").first.click()
    page.wait_for_function(SETTLED)


def answer(page: Page, key: str = "") -> None:
    """Give the answer with this letter, or the first one."""
    page.wait_for_timeout(GUARD_MS)
    page.locator(f".option[data-letter={key}]" if key else ".option").first.click()
    page.wait_for_function("() => document.querySelector('.receipt, .option:not(:disabled)')")


def free_bet(page: Page, address: str) -> None:
    """Play until a pair can be split for free; take a picture after the split, and of the replay."""
    table = sit_down(page, address, "free-bet")
    page.locator("[data-bet=pot-of-gold].mine").click()
    page.locator("[data-key=deal][aria-busy=false]").wait_for()
    split = page.locator(".option[data-letter=P]", has_text="Free")
    number = 1
    deal(page)
    while not split.count():
        while not page.locator(".receipt").count():
            answer(page)
        deal(page)
        number += 1
    answer(page, "P")
    if page.locator(".option").count():
        page.locator(".option.best").wait_for(timeout=10 * WAIT)
    picture(page, "table")
    while not page.locator(".receipt").count():
        answer(page)
    page.goto(f"{address}/replay/{table}/{number}")
    page.locator(".worths .best").wait_for(timeout=10 * WAIT)
    page.locator(".foot .good").wait_for()
    picture(page, "replay")


def flop22(page: Page, address: str) -> None:
    """Bet on all three hands and the field; take a picture of the first question."""
    sit_down(page, address, "flop22")
    for spot in ("ante-2", "ante-3", "field"):
        page.locator(f"[data-bet={spot}].mine").click()
        page.locator("[data-key=deal][aria-busy=false]").wait_for()
    deal(page)
    page.locator(".option.best").wait_for(timeout=10 * WAIT)
    picture(page, "flop22")


def main() -> None:
    """Take all pictures."""
    with sync_playwright() as playwright, run_server() as address:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark")
        context.set_default_timeout(3 * WAIT)
        context.add_init_script("localStorage.setItem('hints', 'on')")
        page = context.new_page()
        free_bet(page, address)
        flop22(page, address)
        browser.close()


if __name__ == "__main__":
    main()
