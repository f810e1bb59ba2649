"""
Time to first page: from the server's startup line to the lobby drawn in Chromium.

    python bench/first_page.py [--save]

The server and the database are new. The browser is already open with an empty page and an empty cache. The page counts
as ready when it is loaded and all five games can be played.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Request, sync_playwright
from shots import chromium
from stored_figures import LOAD_RESULTS, machine, store

from pitboss.games import GAMES

RUNS = 5
TARGET_SECONDS = 2.0


def first_page(browser: Browser, folder: Path) -> tuple[float, int, int]:
    """Return the seconds from startup to the page, the number of requests, and the bytes received."""
    page = browser.new_page()
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))  # noqa: PLW0108  built-ins are rejected
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
    """Measure several times. Print and save the figures, including the worst."""
    began = os.getloadavg()[0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        runs = []
        for _ in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                runs.append(first_page(browser, Path(folder)))
        browser.close()
    seconds = sorted(run[0] for run in runs)
    lines = [
        f"- seconds from the line that says the server is up to the whole lobby: median {seconds[RUNS // 2]:.2f},"
        f" worst {seconds[-1]:.2f} of {RUNS} (aim {TARGET_SECONDS:.0f}); load of the machine {began:.1f} on"
        f" {os.cpu_count()} cores",
        f"- {runs[-1][1]} requests, {runs[-1][2] / 1000:.0f} kB",
    ]
    print("\n".join(lines))
    if "--save" in sys.argv:
        title, where = "The first page", f"Machine: {machine()}. Command: `python bench/first_page.py --save`."
        store(LOAD_RESULTS, "The browser table under load", title, [where, "", *lines])


if __name__ == "__main__":
    main()
