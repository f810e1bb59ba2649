"""
Short animations for the documentation: a round at the table, a lesson, a change in the lab, the terminal table.

    python bench/moving_pictures.py [NAME ...]

They are written to docs/pictures/ as animated WebP. `make shots` writes them again, so that they show the pages as they
are now. Every animation is a handful of screenshots with a pause after each.
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from shots import OPEN, SETTLED, WAIT, chromium, run_server

from pitboss.games import GAMES
from pitboss.terminal.full.table_app import TableApp
from pitboss.terminal.play.deal_command import DealOptions, take_seats
from pitboss.terminal.play.game_view import SessionPreferences

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SCREEN = {"width": 1280, "height": 800}
WIDTH_PIXELS = 960
TERMINAL_SIZE = (120, 36)
LONG_MS, END_MS = 1_800, 3_500
GUARD_MS = 500
"""A new question ignores clicks for its first moment."""
STANDS_FROM = 16
MOST_ROUNDS, ENOUGH_FRAMES = 40, 4


class Animation:
    """Screenshots, each with the time that it stays on the screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._frames: list[Image.Image] = []
        self._times: list[int] = []

    def __len__(self) -> int:
        return len(self._frames)

    def take(self, milliseconds: int) -> None:
        """Add a screenshot of the page after its animations have finished."""
        self.page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
        picture = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        height = round(picture.height * WIDTH_PIXELS / picture.width)
        self._frames.append(picture.resize((WIDTH_PIXELS, height), Image.Resampling.LANCZOS))
        self._times.append(milliseconds)

    def save(self, name: str) -> Path:
        """Write the animation as an endless loop; the last frame is shown longest."""
        path = FOLDER / f"{name}.webp"
        self._times[-1] = END_MS
        first, *rest = self._frames
        first.save(path, save_all=True, append_images=rest, duration=self._times, loop=0, quality=72, method=6)
        return path


def table(page: Page, address: str) -> Animation:
    """Play rounds of Free Bet until one has a free bet and enough questions to be worth watching."""
    page.goto(address)
    page.locator(".game").first.wait_for()
    page.goto(f"{address}/table/{page.evaluate(OPEN, 'free-bet')}?play")
    for _ in range(MOST_ROUNDS):
        shown = play_round(page)
        if len(shown) >= ENOUGH_FRAMES and page.locator(".log, [role=tabpanel]").get_by_text("for free").count():
            break
        page.get_by_role("button", name="Change bets").click()
    return shown


def play_round(page: Page) -> Animation:
    """Play one round: free bets are taken, and hands below 16 hit."""
    shown, deal = Animation(page), page.locator("[data-key=deal]:enabled, [data-key=rebet-deal]:enabled").first
    deal.wait_for()
    shown.take(LONG_MS)
    deal.click()
    page.wait_for_function(SETTLED)
    while not page.locator(".receipt").count():
        shown.take(LONG_MS)
        page.wait_for_timeout(GUARD_MS)
        _answer(page)
        page.wait_for_function(SETTLED)
    shown.take(LONG_MS)
    return shown


def _answer(page: Page) -> None:
    options = page.locator(".option:not(:disabled)")
    free, hit = options.filter(has_text="Free"), options.filter(has_text="Hit")
    found = re.search(r"(\d+) against", page.locator("body").inner_text())
    is_low = found is not None and int(found[1]) < STANDS_FROM
    (free if free.count() else hit if hit.count() and is_low else options).first.click()


def lesson(page: Page, address: str) -> Animation:
    """Watch the first motions of a lesson."""
    shown = Animation(page)
    page.goto(f"{address}/school/free-bet?level=watch&seed=11")
    for _ in range(9):
        page.locator("[data-key=go-on]").wait_for()
        shown.take(LONG_MS)
        page.locator("[data-key=go-on]").click()
    return shown


def lab(page: Page, address: str) -> Animation:
    """Change two rules of Free Bet and look at the edge, the best play and the sensitivity."""
    shown = Animation(page)
    page.goto(f"{address}/lab/free-bet")
    page.locator(".hand, figure svg").first.wait_for()
    shown.take(LONG_MS)
    for rules, view, there in (
        ("blackjack_pays%20%3D%20%226%3A5%22", "", ".changed"),
        ("blackjack_pays%20%3D%20%226%3A5%22", "&tab=strategy", ".grid"),
        ("blackjack_pays%20%3D%20%226%3A5%22", "&tab=slopes", ".tornado"),
    ):
        page.goto(f"{address}/lab/free-bet?rules={rules}{view}")
        page.locator(there).first.wait_for(timeout=10 * WAIT)
        page.wait_for_load_state("networkidle")
        shown.take(2 * LONG_MS)
    return shown


def terminal(page: Page, _address: str) -> Animation:
    """Play a round of Beat the Dealer on the full-screen table of the terminal."""
    shown = Animation(page)
    page.set_viewport_size({"width": 1470, "height": 920})
    with ThreadPoolExecutor(1) as thread:  # Playwright's own event loop is running in this one
        frames = thread.submit(asyncio.run, terminal_frames("beat-the-dealer")).result()
    for drawn in frames:
        page.set_content(f"<body style='margin:0;background:#111'>{drawn}</body>")
        shown.take(LONG_MS)
    return shown


async def terminal_frames(name: str) -> list[str]:
    """Return the screen as SVG before the round, at each question and at the end."""
    game = GAMES[name]
    session, you = take_seats(DealOptions(name, seats=3, seed=1), game, game.rules())
    assert you is not None
    app = TableApp(session, you, SessionPreferences(score=False, pace="instant"))
    frames = []
    async with app.run_test(size=TERMINAL_SIZE) as pilot:
        await pilot.pause()
        frames.append(app.export_screenshot())
        await pilot.press("plus", "enter")
        await pilot.pause()
        while app.offer is not None:
            frames.append(app.export_screenshot())
            await pilot.press("2")
            await pilot.pause()
        frames.append(app.export_screenshot())
    return frames


ANIMATIONS: dict[str, Callable[[Page, str], Animation]] = {
    "table": table, "school": lesson, "lab": lab, "terminal": terminal,
}  # fmt: skip


def record(browser: Browser, address: str, name: str) -> Path:
    """Record one animation in its own browser."""
    context = browser.new_context(viewport=SCREEN, color_scheme="dark", reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(3 * WAIT)
    path = ANIMATIONS[name](context.new_page(), address).save(name)
    context.close()
    return path


def main() -> None:
    """Record all animations, or only the named ones."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, run_server() as address:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name in sys.argv[1:] or ANIMATIONS:
            path = record(browser, address, name)
            print(f"{path.name}: {path.stat().st_size / 1000:,.0f} kB")
        browser.close()


if __name__ == "__main__":
    main()
