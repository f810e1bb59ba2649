"""A dishonest house on a real server: a real page notices by itself what docs/honest-deal.md promises."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.conftest import PATIENCE
from server.support.dishonest import EVIL
from server.support.pages import choose_in_menu, click_first, open_table, play_out, put_chips

pytestmark = pytest.mark.browser
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
registry.QUIET_SECONDS = Quiet()
if sys.argv[3] in EVIL:
    EVIL[sys.argv[3]](pytest.MonkeyPatch())
limits = ["requests=1000", "player-requests=1000", "questions=1000"]
serve(port=int(sys.argv[2]), database=sys.argv[1], open_browser=False, limits=limits)
"""
TESTS = Path(__file__).parents[3]
NOTICED = {
    "stacked shoe": "bad-proof",
    "stacked shoe never opened": "never-opened",
    "ground seed": "seed-replaced",
    "dropped player's seed": "seed-left-out",
    "swapped next seal": "next-changed",
}
"""The first fault that the page shows, by what the house does."""


@contextmanager
def house(database: Path, evil: str = "honest", port: int = 0) -> Iterator[str]:
    """The address of a house with a changed method."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-c", PROGRAM, str(database), str(port), evil]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert running.stdout is not None
    try:
        said = running.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said
        yield found[0]
    finally:
        running.terminate()
        running.wait(30)
        running.stdout.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
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
    """Deal, with the bets that are there or the first that the house takes."""
    ready = page.locator("[data-key=deal]:enabled, [data-key=rebet-deal]:enabled").first
    expect(page.locator("[data-key=deal], [data-key=rebet-deal]").first).to_be_visible()
    if not ready.count():
        put_chips(page)
    ready.click()


def checked(page: Page, number: int) -> None:
    """Wait until the page has checked the proof of this round."""
    page.wait_for_function(
        "(number) => Object.keys(localStorage).some((name) => name.startsWith('deal:')"
        " && JSON.parse(localStorage[name]).checked >= number)",
        arg=number,
    )


def warned(page: Page, code: str) -> None:
    """Wait for the warning, which nobody asked for."""
    expect(page.locator(f"dialog.alarm [data-code={code}]").first).to_be_visible()
    expect(page.locator("#alarm[role=alert]")).to_be_visible()


def leave_until_closed(page: Page, address: str, folder: Path) -> str:
    """Leave the table, have the house close it, and come back to the lobby."""
    table = page.url.rpartition("/")[2]
    page.goto(address)
    (folder / "house.db.close").touch()
    page.wait_for_function("(table) => fetch(`/api/tables/${table}`).then((said) => !said.ok)", arg=table)
    page.goto(address)
    return table


def keep_playing(page: Page) -> None:
    """Close the warning's dialog; its banner stays."""
    page.get_by_role("button", name="Keep the warning").click()
    expect(page.locator("dialog.alarm")).to_have_count(0)
    expect(page.locator("#alarm")).to_be_visible()


def test_every_kind_of_dishonest_house_is_in_the_list() -> None:
    assert set(NOTICED) == set(EVIL)


@pytest.mark.parametrize("evil", list(EVIL))
def test_the_page_warns_by_itself_of_a_dishonest_house(page: Page, evil: str, tmp_path: Path) -> None:
    with house(tmp_path / "house.db", evil) as address:
        page.goto(address)
        page.get_by_role("button", name="Play flip~it", exact=True).click()
        expect(page.locator("[data-key=deal]").first).to_be_visible()
        if evil.startswith("stacked"):
            play(page, 2)
            checked(page, 2)
            assert page.locator("#alarm").count() == 0  # nothing to see before the shoe is opened
            choose_in_menu(page, "stand")
        if evil == "stacked shoe never opened":
            leave_until_closed(page, address, tmp_path)
        warned(page, NOTICED[evil])
        keep_playing(page)
        page.goto(address)  # away from the table, where the house may go on cheating
        expect(page.locator("#alarm")).to_be_visible()  # until it is dismissed
        page.locator("#alarm").get_by_role("button", name="Details").click()
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save the evidence").click()
        assert NOTICED[evil] in saved.value.path().read_text()
        page.locator("[data-key=dismiss]").click()
        expect(page.locator("#alarm")).to_have_count(0)


@pytest.mark.parametrize("game", ["flop22", "flip-it"])
def test_an_honest_house_raises_no_alarm(page: Page, game: str, tmp_path: Path) -> None:
    with house(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, game)
        play(page, 2)
        page.reload()
        play(page, 2)
        checked(page, 4)
        if game == "flip-it":
            choose_in_menu(page, "new-shoe")
            page.wait_for_function(
                "() => Object.keys(localStorage).some((name) => name.startsWith('deal:')"
                " && JSON.parse(localStorage[name]).shoes.length > 1)"
            )
            play(page)
            checked(page, 6)
        page.evaluate("import('/static/js/proof/heads.js').then((its) => its.checkLog())")
        choose_in_menu(page, "verify")
        expect(page.locator("dialog .checks li.no")).to_have_count(0)
        expect(page.locator("dialog .checks")).to_contain_text("contains every head")
        page.keyboard.press("Escape")
        choose_in_menu(page, "stand")
        expect(page.locator("[data-key^=sit-]").first).to_be_visible()
        table = leave_until_closed(page, address, tmp_path)
        page.wait_for_function("(name) => !(name in localStorage)", arg=f"deal:{table}")  # opened and done with
        assert page.locator("#alarm").count() == 0


@pytest.mark.parametrize("evil", ["ground seed", "dropped player's seed"])
def test_what_was_announced_before_a_reload_binds_the_house_after_it(page: Page, evil: str, tmp_path: Path) -> None:
    with house(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
        checked(page, 1)
    with house(tmp_path / "house.db", evil, port_of(address)):
        page.reload()
        expect(page.locator("[data-key=deal]")).to_be_visible()
        assert page.locator("#alarm").count() == 0
        deal(page)
        play_out(page, click_first, page.locator("dialog.alarm"))
        warned(page, NOTICED[evil])


def test_books_that_were_rolled_back_are_noticed_by_a_returning_browser(page: Page, tmp_path: Path) -> None:
    books, earlier = tmp_path / "books", tmp_path / "earlier"
    books.mkdir(0o700)
    with house(books / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
    shutil.copytree(books, earlier)
    with house(books / "house.db", port=port_of(address)):
        page.reload()
        play(page)
        checked(page, 2)
    shutil.rmtree(books)
    shutil.copytree(earlier, books)
    with house(books / "house.db", port=port_of(address)):
        page.goto(address)
        warned(page, "books-rolled-back")


def test_new_books_at_the_same_address_are_another_house_and_no_accusation(page: Page, tmp_path: Path) -> None:
    with house(tmp_path / "house.db") as address:
        page.goto(address)
        open_table(page, "flop22")
        play(page)
        checked(page, 1)
    with house(tmp_path / "other.db", port=port_of(address)):
        page.goto(address)
        warned(page, "another-house")
        page.locator("[data-key=dismiss]").click()
        page.reload()
        expect(page.get_by_role("button", name="Play Flop 22", exact=True)).to_be_visible()
        page.wait_for_function("() => JSON.parse(localStorage['log-head'])")
        assert page.locator("#alarm").count() == 0
