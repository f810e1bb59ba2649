"""
How soon the first page is there: from the line that says the server is up to the lobby drawn in Chromium.

    python bench/first_page.py [--keep]

The server and the database are new, the browser stands open with an empty page and an empty cache. The page counts as
there when it is loaded and all five games can be played.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kept import LOAD_RESULTS, keep, machine
from playwright.sync_api import Browser, Request, sync_playwright

from pitboss.games import GAMES

TIMES = 5
AIM = 2.0


def first_page(browser: Browser, folder: Path) -> tuple[float, int, int]:
    """Seconds from "up" to the page, how many requests it took and how many bytes came."""
    page = browser.new_page()
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))  # noqa: PLW0108  it takes no built-in method
    command = [sys.executable, "-m", "pitboss", "serve", "--no-browser", "--port", "0", "--database"]
    server = subprocess.Popen([*command, str(folder / "house.db")], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    try:
        address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        start = time.perf_counter()
        page.goto(address, wait_until="load")
        for game in GAMES.values():
            page.get_by_role("button", name=f"Play {game.title}", exact=True).wait_for()
        taken = time.perf_counter() - start
        page.wait_for_load_state("networkidle")
        sizes = [request.sizes()["responseBodySize"] for request in asked]
        return taken, len(sizes), sum(sizes)
    finally:
        page.close()
        server.terminate()
        server.wait(30)


def main() -> None:
    """Measure a few times, tell and keep the worst too."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("there is no Chromium on this machine: apt-get install chromium")
    began = os.getloadavg()[0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        runs = []
        for _ in range(TIMES):
            with tempfile.TemporaryDirectory() as folder:
                runs.append(first_page(browser, Path(folder)))
        browser.close()
    seconds = sorted(run[0] for run in runs)
    lines = [
        f"- seconds from the line that says the server is up to the whole lobby: median {seconds[TIMES // 2]:.2f},"
        f" worst {seconds[-1]:.2f} of {TIMES} (aim {AIM:.0f}); load of the machine {began:.1f} on"
        f" {os.cpu_count()} cores",
        f"- {runs[-1][1]} requests, {runs[-1][2] / 1000:.0f} kB",
    ]
    print("\n".join(lines))
    if "--keep" in sys.argv:
        title, where = "The first page", f"Machine: {machine()}. Command: `python bench/first_page.py --keep`."
        keep(LOAD_RESULTS, "The browser table under load", title, [where, "", *lines])


if __name__ == "__main__":
    main()
