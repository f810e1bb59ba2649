"""The page in a real Chromium: every game from the lobby to the settlement."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from pitboss.games import GAMES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]
ARTEFACTS = Path(__file__).resolve().parents[2] / "test-artefacts"
TITLES = {name: game.title for name, game in GAMES.items()}
PROGRAM = "import sys; from pitboss.server.run import serve; serve(port=0, database=sys.argv[1], open_browser=False)"
NewPage = Callable[..., Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house of its own, as `pitboss serve` runs it."""
    database = tmp_path_factory.mktemp("house") / "house.db"
    house = subprocess.Popen([sys.executable, "-c", PROGRAM, str(database)], stdout=subprocess.PIPE, text=True)
    assert house.stdout is not None
    said = house.stdout.readline()
    found = re.search(r"http://\S+", said)
    assert found, said
    yield found[0]
    house.terminate()
    house.wait(30)
    house.stdout.close()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Browsers of different people; nothing may go wrong in their consoles or leave the machine."""
    pages: list[Page] = []
    wrong: list[str] = []

    def make(width: int = 1280, height: int = 860) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=width < 500
        )
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if is_fault(said) else None)
        page.on("pageerror", lambda fault: wrong.append(str(fault)))
        page.on("request", lambda asked: None if asked.url.startswith((address, "blob:")) else wrong.append(asked.url))
        page.goto(address)
        pages.append(page)
        return page

    yield make
    ARTEFACTS.mkdir(exist_ok=True)
    for number, page in enumerate(pages):
        name = re.sub(r"[^\w-]+", "-", request.node.name)
        page.screenshot(path=ARTEFACTS / f"{name}-{number}.png")
        page.context.close()
    assert wrong == []


def is_fault(said: ConsoleMessage) -> bool:
    """Chromium logs a refusal as an error too, which the page shows as a sentence."""
    return said.type == "error" and "422" not in said.text


def open_table(page: Page, game: str) -> None:
    page.get_by_role("button", name=f"Play {TITLES[game]}", exact=True).click()
    expect(page.locator("svg.live")).to_be_visible()


def sit(page: Page, seat: int) -> None:
    page.locator(f"[data-key='sit-{seat}']").click()
    expect(page.locator("[data-key=deal]")).to_be_visible()


def put_chips(page: Page) -> None:
    """Chips on the main spots, until the dealer takes them."""
    deal = page.locator("[data-key=deal]")
    for spot in page.locator("[data-bet].mine").all():
        spot.click()
        expect(deal).to_contain_text("$")
        if deal.is_enabled():
            return


def play_out(page: Page, answer: Callable[[Page], None]) -> None:
    """Answer until the round is over and its deal can be verified."""
    over = page.locator("[data-key=verify]")
    option = page.locator(".option").first
    while True:
        expect(over.or_(option).first).to_be_visible()
        if over.count():
            return
        before = page.locator("#ask").inner_text()
        answer(page)
        page.wait_for_function(
            "(before) => document.querySelector('#ask')?.innerText !== before"
            " || !document.querySelector('.option') || document.querySelector('[data-key=verify]')",
            arg=before,
        )


def click_first(page: Page) -> None:
    page.locator(".option").first.click()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("game", list(GAMES))
def test_each_game_is_played_with_the_mouse_from_the_lobby_to_the_settlement(
    new_page: NewPage, game: str, width: int
) -> None:
    page = new_page(width, 844)
    open_table(page, game)
    sit(page, 3)
    put_chips(page)
    page.locator("[data-key=deal]").click()
    play_out(page, click_first)
    page.locator("[data-key=verify]").click()
    expect(page.get_by_role("heading", name="Round 1 was dealt as it was sealed")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("game", list(GAMES))
def test_each_game_is_played_with_the_keyboard_alone(new_page: NewPage, game: str) -> None:
    page = new_page()
    focus(page, lambda label: label == f"Play {TITLES[game]}")
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='sit-3']")).to_be_visible()
    focus(page, lambda label: label == "Seat 3")
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=deal]")).to_be_visible()
    page.keyboard.press("2")
    for bet in page.locator("[data-bet].mine").all():
        bet.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-key=deal]")).to_contain_text("$")
        if page.locator("[data-key=deal]").is_enabled():
            break
    focus(page, lambda label: label.startswith("Deal"))
    page.keyboard.press("Enter")
    play_out(page, lambda page: page.keyboard.press("1"))


def focus(page: Page, wanted: Callable[[str], bool]) -> None:
    """Tab on until the wanted thing has the focus."""
    for _ in range(150):
        page.keyboard.press("Tab")
        label = page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")
        if wanted(label or ""):
            return
    pytest.fail("the focus never came there")


def test_two_browsers_play_at_one_table(new_page: NewPage) -> None:
    one, two = new_page(), new_page()
    open_table(one, "flop22")
    two.goto(one.url)
    sit(one, 1)
    sit(two, 2)
    for page in (one, two):
        page.locator("[data-bet='ante-1'].mine").click()
        page.locator("[data-key=deal]:enabled").click()
    for page in (one, two):
        expect(page.locator("[data-card]:not([data-card='??'])")).to_have_count(4)  # two people and two bots
    for page in (one, two):
        page.locator(".option").first.click()
    for page in (one, two):
        expect(page.locator("[data-key=verify]")).to_be_visible()


def test_a_reload_in_the_middle_of_a_round_comes_back_to_it(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "flop22")
    sit(page, 3)
    page.locator("[data-bet='ante-1'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".option").first).to_be_visible()
    before = page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card).sort()")
    page.reload()
    expect(page.locator(".option").first).to_be_visible()
    assert page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.dataset.card).sort()") == before
    play_out(page, click_first)


def test_chips_undo_clear_rebet_and_double(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "flop22")
    sit(page, 3)
    deal, ante = page.locator("[data-key=deal]"), page.locator("[data-bet='ante-1'].mine")
    ante.click()
    expect(deal).to_have_text("Deal · $5")
    page.keyboard.press("d")
    expect(deal).to_have_text("Deal · $10")
    page.keyboard.press("u")
    expect(deal).to_have_text("Deal · $5")
    page.keyboard.press("c")
    expect(deal).to_have_text("Sit this one out")
    expect(deal).to_be_disabled()
    page.keyboard.press("u")
    expect(deal).to_have_text("Deal · $5")
    deal.click()
    play_out(page, click_first)
    expect(page.locator("[data-key=rebet]")).to_be_enabled()
    page.keyboard.press("r")
    expect(deal).to_have_text("Deal · $5")


def test_house_rules_are_refused_in_the_lobby_and_taken_when_they_are_mended(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name="Open a table of Flop 22 with house rules").click()
    area = page.get_by_label("House rules in TOML")
    area.fill("ante_limt = 25")
    expect(page.locator("dialog .fault")).to_have_text("Flop 22 has no option 'ante_limt': the nearest is 'ante_limit'")
    area.fill("ante_limit = 25")
    expect(page.locator("dialog .fault")).to_have_text("")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("svg.live")).to_be_visible()


def test_cards_are_read_once_and_the_dealers_words_are_announced(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "flop22")
    sit(page, 3)
    page.locator("[data-bet='ante-1'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".option").first).to_be_visible()
    assert page.get_by_role("img", name=" of ").count() == page.locator("[data-card]:not([data-card='??'])").count()
    expect(page.locator("#words")).to_contain_text("Match")
    expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")
