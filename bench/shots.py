"""
Screenshots of the browser table: every game, phase and screen, and a contact sheet of them all.

    python bench/shots.py [GAME ...]

They go to test-artefacts/shots/. Each screen plays one round of each game with two bots and stops for a picture when
chips are down, when the dealer asks, and when the round is over.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, Page, sync_playwright

from pitboss.games import GAMES

FOLDER = Path(__file__).resolve().parents[1] / "test-artefacts" / "shots"
SCREENS = {
    "desktop": (1440, 900), "laptop": (1366, 768), "large": (1920, 1080), "tablet": (1024, 768), "phone": (390, 844),
    "side": (844, 390), "zoom": (720, 450),
}  # fmt: skip
SEAT, MOST_ANSWERS, WAIT = 3, 20, 10_000
OPEN = """async (game) => {
    localStorage.setItem("pace", "instant");
    localStorage.setItem("walked", "all");
    const body = JSON.stringify({ game, bots: 2, bets_clock: 3600, offers_clock: 3600 });
    const headers = { "Content-Type": "application/json" };
    return (await (await fetch("/api/tables", { method: "POST", headers, body })).json()).id;
}"""
SETTLED = "() => document.querySelector('.receipt') || document.querySelector('.option:not(:disabled)')"


@contextmanager
def run_server() -> Iterator[str]:
    """Run a server and yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pitboss", "serve", "--no-browser", "--port", "0", "--database"]
        server = subprocess.Popen([*command, str(Path(folder) / "house.db")], stdout=subprocess.PIPE, text=True)
        assert server.stdout
        try:
            yield next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
        finally:
            server.terminate()
            server.wait(30)
            server.stdout.close()


def picture(page: Page, *names: str) -> None:
    """Take one screenshot after all animations have finished."""
    page.wait_for_function("() => !document.getAnimations().some((one) => one.playState === 'running')")
    page.screenshot(path=FOLDER / f"{'-'.join(names)}.png")


def play(page: Page, address: str, game: str, screen: str) -> None:
    """Play a round of a game on one screen, with a screenshot of each phase."""
    page.goto(address)
    page.goto(f"{address}/table/{page.evaluate(OPEN, game)}")
    page.locator(f"[data-key=sit-{SEAT}]").click()
    page.locator("[data-key=deal]").wait_for()
    for spot in page.locator("[data-bet].mine:not(.closed)").all()[:6]:
        spot.click()
        page.locator("[data-key=deal][aria-busy=false]").wait_for()
    picture(page, game, "1-bets", screen)
    page.locator("[data-key=deal]:enabled").click()
    page.wait_for_function(SETTLED)
    picture(page, game, "2-asked", screen)
    for _ in range(MOST_ANSWERS):
        if page.locator(".receipt").count():
            break
        page.locator(".option:not(:disabled)").last.click()
        page.wait_for_function(SETTLED)
    picture(page, game, "3-over", screen)


def lobby(page: Page, address: str, screen: str) -> None:
    """Take screenshots of the lobby and of the rules form of a custom table."""
    page.goto(address)
    page.locator(".game").first.wait_for()
    picture(page, "lobby", "1-games", screen)
    page.goto(f"{address}/games/free-bet/custom")
    page.locator(".rule-group").first.wait_for()
    picture(page, "lobby", "2-rules", screen)


def contact_sheet(browser: Browser) -> None:
    """Lay out all screenshots on one page as labelled thumbnails."""
    figures = "".join(
        f'<figure><img src="{path.name}"><figcaption>{path.stem}</figcaption></figure>'
        for path in sorted(FOLDER.glob("*.png"))
        if path.stem != "contact-sheet" and "terminal" not in path.stem
    )
    style = (
        "body{background:#222;color:#eee;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:8px;margin:8px}"
        "figure{margin:0}img{height:300px;display:block}"
    )
    (FOLDER / "index.html").write_text(f"<!doctype html><style>{style}</style>{figures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1900, "height": 400})
    page.goto((FOLDER / "index.html").as_uri())
    page.screenshot(path=FOLDER / "contact-sheet.png", full_page=True)


def main() -> None:
    """Take all screenshots, or those of the named games."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or list(GAMES)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for screen, (width, height) in SCREENS.items():
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark")
            context.set_default_timeout(WAIT)
            page = context.new_page()
            with run_server() as address:  # one server per screen: the number of tables per address is limited
                for game in wanted:
                    play(page, address, game, screen)
                lobby(page, address, screen)
            context.close()
        contact_sheet(browser)
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.name}/, all of them small in contact-sheet.png")


def chromium() -> str:
    """Return the path of this machine's Chromium."""
    names = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")
    found = next(filter(None, map(which, names)), None)
    if found is None:
        sys.exit("there is no Chromium on this machine: apt-get install chromium")
    return found


if __name__ == "__main__":
    main()
