"""User actions on the page, for the tests in Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Locator, Page, WebSocketRoute, expect

from pitboss.games import GAMES

TITLES = {name: game.title for name, game in GAMES.items()}
NewPage = Callable[..., Page]


def is_fault(said: ConsoleMessage) -> bool:
    """Return whether a console message is a fault. Chromium also logs rejections and lost connections as errors."""
    return said.type == "error" and "422" not in said.text and "ERR_INTERNET_DISCONNECTED" not in said.text


def open_table(page: Page, game: str) -> None:
    """Press Play in the lobby: a seat in the middle, with a bet ready."""
    page.get_by_role("button", name=f"Play {TITLES[game]}", exact=True).click()
    expect(page.locator("[data-key=deal][aria-busy=false]")).to_contain_text("$")


def sit(page: Page, seat: int) -> None:
    """Take a seat, unless Play gave one."""
    expect(page.locator(f"[data-key='sit-{seat}'], [data-key=deal]").first).to_be_visible()
    if page.locator("[data-key=deal]").count() == 0:
        page.locator(f"[data-key='sit-{seat}']").click()
    expect(page.locator("[data-key=deal]")).to_be_visible()


def put_chips(page: Page) -> None:
    """Put chips on the main spots until the dealer accepts them."""
    deal = page.locator("[data-key=deal]")
    for spot in page.locator("[data-bet].mine").all():
        if deal.count() and deal.is_enabled():
            return
        spot.click()
        expect(page.locator("[data-key=deal][aria-busy=false]")).to_contain_text("$")


def play_out(page: Page, answer: Callable[[Page], None], until: Locator | None = None) -> None:
    """Answer until the round is over and its receipt shows, or until something else does."""
    over, option = until or page.locator(".receipt"), page.locator(".option:not(:disabled)").first
    while True:
        expect(over.or_(option).first).to_be_visible()
        if over.count():
            return
        before = page.locator("#ask").inner_text()
        answer(page)
        page.wait_for_function(
            "(before) => document.querySelector('#ask')?.innerText !== before || document.querySelector('.receipt')"
            " || !document.querySelector('.option:not(:disabled)')",
            arg=before,
        )


def choose_in_menu(page: Page, key: str) -> None:
    """Choose an item in the table's menu."""
    page.locator("[data-key=menu]").click()
    page.locator(f".popover [data-key={key}]").click()


def click_first(page: Page) -> None:
    page.locator(".option:not(:disabled)").first.click()


def focus(page: Page, wanted: Callable[[str], bool]) -> None:
    """Press Tab until the wanted element has the focus."""
    for _ in range(150):
        page.keyboard.press("Tab")
        label = page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")
        if wanted(label or ""):
            return
    pytest.fail("the focus never came there")


def open_table_with(page: Page, game: str, **wanted: object) -> str:
    """Open a table without time limits, or with the given ones."""
    asked = {"game": game, "bots": 2, "offers_clock": 3600, "bets_clock": 3600, **wanted}
    page.request.get("/api/me")  # a cookie, as the lobby sets it
    name: str = page.request.post("/api/tables", data=asked).json()["id"]
    page.goto(f"/table/{name}")
    expect(page.locator(".felt .dealer")).to_be_visible()
    return name


def deal_flop22(page: Page, **wanted: object) -> None:
    """Open a table of Flop 22, take seat 3, put $5 on the first ante, and deal."""
    open_table_with(page, "flop22", **wanted)
    sit(page, 3)
    page.locator("[data-bet='ante-1'].mine").click()
    page.locator("[data-key=deal]:enabled").click()
    expect(page.locator(".option").first).to_be_visible()


OTHER_THEME = "() => matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark'"
CONTRAST = "() => axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] }).then((its) => its.violations)"


def axe_faults(page: Page, phase: str) -> list[str]:
    """Return the faults that axe finds on the current page, with the contrast of both themes."""
    found = Axe().run(page).response["violations"]
    other = page.evaluate(OTHER_THEME)
    page.emulate_media(color_scheme=other)
    found += page.evaluate(CONTRAST)
    page.emulate_media(color_scheme="dark" if other == "light" else "light")
    return [
        f"{phase}: {fault['id']}: {node['target']} {node['failureSummary'][:200]}"
        for fault in found
        for node in fault["nodes"]
    ]


class DelayedSocket:
    """A page's socket on which server messages can be held back."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_holding = False
        self._held: list[str | bytes] = []
        page.route_web_socket(re.compile("/ws/"), self._between)

    def _between(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.connect_to_server().on_message(self._hear)

    def _hear(self, said: str | bytes) -> None:
        if self.is_holding:
            self._held.append(said)
        else:
            self._socket.send(said)

    def let_one_through(self) -> None:
        """Release the first message held back, waiting for it if necessary."""
        while not self._held:
            self.page.wait_for_timeout(10)
        self._socket.send(self._held.pop(0))
