"""
Pictures of every page beside the tables: five screens, both themes, whole pages.

    python bench/shots_rooms.py [NAME ...]

They go to test-artefacts/shots/rooms/, as NAME-SCREEN-THEME.png. A round is played first, so that there is something to
continue, a mistake to replay and a table at the desk.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from shots import FOLDER, OPEN, SETTLED, WAIT, chromium

ROOMS = {
    "lobby": "/",
    "how-to-play": "/games/free-bet",
    "custom-table": "/games/free-bet/custom",
    "custom-table-changed": "/games/flop22/custom?rules=seats%20%3D%204",
    "documents": "/games/free-bet/documents",
    "school": "/school?game=free-bet",
    "trainers": "/school/trainers",
    "progress": "/school/free-bet/progress",
    "question-payout": "/school/free-bet/quiz?skill=payout&seed=7",
    "question-settle": "/school/free-bet/quiz?skill=settle&seed=7",
    "question-order": "/school/beat-the-dealer/quiz?skill=order&seed=7",
    "question-read": "/school/beat-the-dealer/quiz?skill=read&seed=7",
    "question-spot": "/school/free-bet/quiz?skill=spot&seed=5",
    "question-legal": "/school/flop22/quiz?skill=legal&seed=5",
    "question-irregular": "/school/blackjack/quiz?skill=irregular&seed=5",
    "question-talk": "/school/roll-your-own/quiz?skill=talk&seed=5",
    "question-count": "/school/flip-it/quiz?skill=count&seed=9",
    "lesson": "/school/free-bet?level=guided&seed=11",
    "lesson-watch": "/school/blackjack?level=watch&seed=11",
    "table-test": "/school/free-bet/test?seed=3",
    "career": "/career",
    "desk": "/house",
    "desk-days": "/house?view=days",
    "desk-rounds": "/house?view=rounds",
    "lab": "/lab",
    "lab-overview": "/lab/beat-the-dealer",
    "lab-changed": "/lab/free-bet?rules=blackjack_pays%20%3D%20%226%3A5%22",
    "lab-compared": "/lab/flip-it?versus=call_it_pays%20%3D%20%2211%3A1%22",
    "lab-strategy": "/lab/blackjack?tab=strategy",
    "lab-strategy-changed": "/lab/free-bet?tab=strategy&view=change",
    "lab-sensitivity": "/lab/free-bet?tab=slopes",
    "lab-paytables": "/lab/free-bet?tab=tune",
    "lab-bankroll": "/lab/roll-your-own?tab=risk",
    "lab-protection": "/lab/blackjack?tab=protect&dealt=75",
}
SCREENS = {
    "desktop": (1440, 900), "laptop": (1366, 768), "large": (1920, 1080), "phone": (390, 844), "side": (844, 390),
}  # fmt: skip
QUIET_MS = 600


@contextmanager
def house() -> Iterator[tuple[str, str]]:
    """Run a house of its own; yield its address and the link to its desk."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pitboss", "serve", "--no-browser", "--port", "0", "--database"]
        server = subprocess.Popen([*command, str(Path(folder) / "house.db")], stdout=subprocess.PIPE, text=True)
        assert server.stdout
        try:
            links = [_link(server.stdout.readline()) for _ in range(2)]
            yield links[0].rstrip("/"), links[1]
        finally:
            server.terminate()
            server.wait(30)
            server.stdout.close()


def _link(line: str) -> str:
    return next(word for word in line.split() if word.startswith("http"))


def play_round(page: Page, address: str) -> None:
    """Play one round with the last option of every question: hardly ever the best."""
    page.goto(address)
    page.goto(f"{address}/table/{page.evaluate(OPEN, 'free-bet')}?play")
    page.locator("[data-key=deal]:enabled").click()
    page.wait_for_function(SETTLED)
    while not page.locator(".receipt").count():
        page.locator(".option:not(:disabled)").last.click()
        page.wait_for_function(SETTLED)


def pictures(browser: Browser, address: str, desk: str, theme: str, wanted: list[str]) -> None:
    """Take the pictures of one theme."""
    context = browser.new_context(color_scheme="light" if theme == "light" else "dark", reduced_motion="reduce")
    context.set_default_timeout(3 * WAIT)
    page = context.new_page()
    play_round(page, address)
    page.goto(desk)
    page.get_by_role("tab", name="Tables").wait_for()
    for name in wanted:
        for screen, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{address}{ROOMS[name]}")
            page.locator("h1").first.wait_for()
            page.wait_for_function("() => !document.querySelector('.working')")
            page.wait_for_timeout(QUIET_MS)
            page.screenshot(path=FOLDER / "rooms" / f"{name}-{screen}-{theme}.png", full_page=True)
    context.close()


def main() -> None:
    """Take them all, or those named."""
    wanted = sys.argv[1:] or list(ROOMS)
    if unknown := sorted(set(wanted) - ROOMS.keys()):
        sys.exit(f"there is no page {unknown[0]!r}: choose from {', '.join(ROOMS)}")
    (FOLDER / "rooms").mkdir(parents=True, exist_ok=True)
    with house() as (address, desk), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for theme in ("dark", "light"):
            pictures(browser, address, desk, theme, wanted)
        browser.close()
    print(f"{len(list((FOLDER / 'rooms').glob('*.png')))} pictures in {FOLDER.name}/rooms/")


if __name__ == "__main__":
    main()
