"""A server whose methods can be changed, and visitors who play there and watch for the page's warnings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from server.conftest import PAGE_TIMEOUT_MS, serving
from server.support.pages import click_first, play_out, put_chips

PROGRAM = """
import sys
from pathlib import Path
import pytest
from pitboss.server.run import serve
from pitboss.server.tables import registry
from server.support.dishonest import EVIL
class Quiet:
    def __lt__(self, seconds):  # an empty table closes when the test says so, not when time has passed
        return Path(sys.argv[1] + ".close").exists()
registry.IDLE_SECONDS = Quiet()
if sys.argv[3] == "wrong signature":
    from pitboss.server.store import house_log
    house_log.SIGNED = house_log.SIGNED.replace("{size}", "0{size}")
if sys.argv[3] in EVIL:
    EVIL[sys.argv[3]](pytest.MonkeyPatch())
limits = ["requests=1000", "player-requests=1000", "questions=1000", "player-messages=1000"]
serve(port=int(sys.argv[2]), database=sys.argv[1], open_browser=False, limits=limits)
"""
TESTS = Path(__file__).parents[2]
CHECK_LOG = "import('/static/js/proof/heads.js').then((its) => its.checkLog())"


@contextmanager
def run_server(database: Path, evil: str = "honest", port: int = 0) -> Iterator[str]:
    """Run a server with one method changed and yield its address."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    with serving(database, environment, PROGRAM, (str(port), evil)) as address:
        yield address


@contextmanager
def visit(browser: Browser, user_agent: str | None = None) -> Iterator[Page]:
    """Open a page in a browser that has never been here."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 860}, reduced_motion="reduce", user_agent=user_agent
    )  # fmt: skip
    context.set_default_timeout(PAGE_TIMEOUT_MS)
    context.add_init_script("localStorage.setItem('walked', 'all'); localStorage.setItem('pace', 'instant')")
    yield context.new_page()
    context.close()


def port_of(address: str) -> int:
    return int(address.rstrip("/").rpartition(":")[2])


def play(page: Page, rounds: int = 1) -> None:
    """Play rounds with the smallest bets."""
    for _ in range(rounds):
        deal(page)
        play_out(page, click_first)


def deal(page: Page) -> None:
    """Deal with the bets on the table, or with the first bets that are accepted."""
    ready = page.locator("[data-key=deal]:enabled, [data-key=rebet-deal]:enabled").first
    expect(page.locator("[data-key=deal], [data-key=rebet-deal]").first).to_be_visible()
    if not ready.count():
        put_chips(page)
    ready.click()


def checked(page: Page, number: int) -> None:
    """Wait until the page has verified the proof of this round."""
    page.wait_for_function(
        "(number) => Object.keys(localStorage).some((name) => name.startsWith('deal:')"
        " && JSON.parse(localStorage[name]).checked >= number)",
        arg=number,
    )


def warned(page: Page, code: str) -> None:
    """Wait for the warning, without any user action."""
    expect(page.locator(f"dialog.alarm [data-code={code}]").first).to_be_visible()
    expect(page.locator("#alarm[role=alert]")).to_be_visible()
