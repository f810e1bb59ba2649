"""
How quick the page is, in Chromium: the lobby's weight, the lock at a click, long tasks while dealing, and the heap.

    python bench/page.py [--rounds N] [--keep]

A house of its own; Flop 22 is played at the instant pace, so that as many rounds as wished go by.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser

from kept import LOAD_RESULTS, keep, machine
from playwright.sync_api import Page, sync_playwright
from shots import OPEN, SETTLED, WAIT, chromium, house

LOCK = """() => new Promise((done) => {
    const option = document.querySelector(".option:not(:disabled)");
    const begun = performance.now();
    option.click();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
})"""
WATCH = """() => { window.long = []; new PerformanceObserver((all) => window.long.push(...all.getEntries()
    .map((one) => one.duration))).observe({ entryTypes: ["longtask"] }); }"""


def lobby(page: Page, address: str) -> tuple[int, int]:
    """Requests and bytes of a lobby that the browser has never seen."""
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(address, wait_until="networkidle")
    return len(sizes), sum(sizes)


def play(page: Page, address: str, rounds: int) -> tuple[list[float], list[float]]:
    """How long the lock took at each answer, and the heap after every tenth round, in megabytes."""
    page.goto(f"{address}/table/{page.evaluate(OPEN, 'flop22')}")
    page.locator("[data-key=sit-3]").click()
    page.locator("[data-key=deal]").wait_for()
    page.evaluate(WATCH)
    session = page.context.new_cdp_session(page)
    locks, heaps = [], []
    for number in range(rounds):
        page.locator("[data-bet='ante-1'].mine").click()
        page.locator("[data-key=deal]:enabled").click()
        page.locator(".option:not(:disabled)").first.wait_for()
        locks.append(page.evaluate(LOCK))
        page.wait_for_function(SETTLED)
        page.locator(".receipt").wait_for()
        if number % 10 == 9:
            session.send("HeapProfiler.collectGarbage")
            heaps.append(page.evaluate("() => performance.memory.usedJSHeapSize / 1e6"))
    return locks, heaps


def main() -> None:
    """Measure, tell, and keep the figures if asked to."""
    parser = ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    began = os.getloadavg()[0]
    with house() as address, sync_playwright() as playwright:
        options = ["--no-sandbox", "--enable-precise-memory-info"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=options)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.set_default_timeout(3 * WAIT)
        page = context.new_page()
        requests, weight = lobby(page, address)
        locks, heaps = play(page, address, asked.rounds)
        long = page.evaluate("() => window.long")
        browser.close()
    locks.sort()
    lines = [
        f"- the lobby, cold: {requests} requests, {weight / 1000:.0f} kB (aims: 12 and 120 kB)",
        f"- click to the next frame drawn with the options locked: p95 {locks[int(len(locks) * 0.95)]:.0f} ms, median"
        f" {locks[len(locks) // 2]:.0f} ms of {len(locks)} (aim 50 ms)",
        f"- long tasks over 100 ms while dealing: {sum(one > 100 for one in long)}, the longest"
        f" {max(long, default=0):.0f} ms",
        f"- heap after 10 rounds {heaps[0]:.1f} MB, after {asked.rounds} rounds {heaps[-1]:.1f} MB",
        f"- load of the machine {began:.1f} on {os.cpu_count()} cores",
    ]
    print("\n".join(lines))
    if asked.keep:
        where = f"Machine: {machine()}. Command: `python bench/page.py --rounds {asked.rounds} --keep`."
        keep(LOAD_RESULTS, "The browser table under load", "The page in Chromium", [where, "", *lines])


if __name__ == "__main__":
    main()
