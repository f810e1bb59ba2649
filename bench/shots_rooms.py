"""
Checked screenshots of every page except the tables: five screens, both themes, full pages.

    PYTHONPATH=tests python bench/shots_rooms.py [NAME ...]

They go to test-artefacts/shots/rooms/, as NAME-WIDTHxHEIGHT-THEME.png. First three guests play some rounds and answer
some questions in a class, so that there is something to continue, to replay and to see at the desk. Each page is
checked as in the tests (overlapping text, small print, small targets, horizontal overflow, axe). Faults are printed and
make the command fail.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from shots import FOLDER, OPEN, WAIT, chromium

from server.support.pages import axe_faults
from server.support.rooms import OPEN_PAGES, PAGE_TIMEOUT_MS, SCREENS, RoomPage, faults_on, open_page

GUESTS = ("North", "East", "West")
ROUNDS, QUESTIONS = 3, 6
GAMES_PLAYED = ("free-bet", "flip-it")
DESK_PAGES = {
    f"desk-{view}": RoomPage(f"/house?view={view}", there)
    for view, there in {
        "tables": ".data", "days": ".data", "rounds": ".data tbody tr", "rules": "code", "operators": ".soft, .data",
        "export": ".sheets",
    }.items()
}  # fmt: skip


class GuestServer(NamedTuple):
    """A server with guests: its address, the desk link, the trainer's page, and the first guest."""

    address: str
    desk: str
    trainer: str
    guest: BrowserContext


@contextmanager
def run_server() -> Iterator[tuple[str, str]]:
    """Run a server and yield its address and the link to its desk."""
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


def furnish(browser: Browser, address: str, desk: str) -> GuestServer:
    """Have three guests play, and two of them train in the first guest's class."""
    contexts = [browser.new_context(reduced_motion="reduce") for _ in GUESTS]
    trainer = code = ""
    for name, context in zip(GUESTS, contexts, strict=True):
        context.set_default_timeout(3 * WAIT)
        page = context.new_page()
        page.goto(address)
        page.locator(".game").first.wait_for()
        page.request.put(f"{address}/api/me", data={"nick": name})
        for game in GAMES_PLAYED:
            play_rounds(page, address, game)
        if not code:
            opened = page.request.post(f"{address}/api/school/classes", data={"name": "Night shift"}).json()
            trainer, code = f"/school/class/{opened['key']}", opened["code"]
        else:
            page.request.post(f"{address}/api/school/classes/{code}/join")
        answer_questions(page, address)
    return GuestServer(address, desk, trainer, contexts[0])


def play_rounds(page: Page, address: str, game: str) -> None:
    """Play some rounds, always choosing the last option, which is rarely the best."""
    page.goto(f"{address}/table/{page.evaluate(OPEN, game)}?play")
    for number in range(1, ROUNDS + 1):
        over = page.locator(f".receipt[aria-label^='Round {number}:']")
        page.locator("[data-key=deal]:enabled, [data-key=rebet-deal]:enabled").first.click()
        option = page.locator(".option:not(:disabled)").last
        over.or_(option).first.wait_for()
        while not over.count():
            option.click()
            over.or_(option).first.wait_for()


def answer_questions(page: Page, address: str) -> None:
    """Answer some questions of Flop 22 with the first option."""
    page.goto(f"{address}/school/flop22/quiz?skill=legal&seed=3")
    for _ in range(QUESTIONS):
        page.locator(".option:not(:disabled)").first.click()
        page.locator("[data-key=next]").click()
        page.locator(".judged").wait_for(state="detached")


def pictures(found: GuestServer, theme: str, wanted: dict[str, RoomPage]) -> list[str]:
    """Take the screenshots of one theme and return the faults."""
    page = found.guest.new_page()
    page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    page.goto(found.desk)
    page.get_by_role("tab", name="Tables").wait_for()
    faults = []
    for name in wanted:
        open_page(page, found.address, name, wanted)
        expect(page.get_by_text("omputing")).to_have_count(0, timeout=PAGE_TIMEOUT_MS)
        faults += axe_faults(page, f"{name} {theme}")
        for width, height in SCREENS:
            faults += faults_on(page, f"{name} {theme}", width, height)
            path = FOLDER / "rooms" / f"{name}-{width}x{height}-{theme}.png"
            page.screenshot(path=path, full_page=True)
    page.close()
    return faults


def main() -> None:
    """Take all screenshots, or the named ones."""
    (FOLDER / "rooms").mkdir(parents=True, exist_ok=True)
    with run_server() as (address, desk), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        found = furnish(browser, address, desk)
        pages = {**OPEN_PAGES, **DESK_PAGES, "class": RoomPage(found.trainer, ".data")}
        wanted = {name: pages[name] for name in sys.argv[1:] or pages if name in pages}
        if unknown := sorted(set(sys.argv[1:]) - pages.keys()):
            sys.exit(f"there is no page {unknown[0]!r}: choose from {', '.join(pages)}")
        faults = [fault for theme in ("dark", "light") for fault in pictures(found, theme, wanted)]
        browser.close()
    print(f"{2 * len(SCREENS) * len(wanted)} pictures in {FOLDER.name}/rooms/, {len(faults)} faults")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
