"""
Page speed in Chromium: lobby weight, input lock on click, long tasks while dealing, and heap size.

    python bench/page.py [--rounds N] [--save]

Uses a dedicated server and real clicks. The first rounds of Flop 22 are dealt at the normal pace, with every motion
animated; the rest at the instant pace, to get through many rounds. Times are wall time and depend on how busy the
machine is, so its load and the CPU time of the page's main thread are printed next to them.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, sync_playwright
from shots import OPEN, SETTLED, WAIT, chromium, run_server
from stored_figures import LOAD_RESULTS, machine, store

DRAWN = 10
"""Rounds dealt at the normal pace."""
PLAYS = 5
"""Number of times Play is pressed in the lobby with a warm browser cache."""
AIMS = {"lock": 50, "long": 100, "requests": 12, "kB": 120, "play": 500}
WATCH = """() => {
    window.long = [];
    window.locks = [];
    new PerformanceObserver((all) => window.long.push(...all.getEntries().map((one) => one.duration)))
        .observe({ entryTypes: ["longtask"] });
    addEventListener("click", (event) => {
        const pressed = event.target.closest(".option, [data-key=deal]");
        if (!pressed) return;
        const begun = event.timeStamp;
        requestAnimationFrame(() => {
            const locked = pressed.disabled || !pressed.isConnected;
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => window.locks.push([performance.now() - begun, locked]);
            port2.postMessage(null);
        });
    }, true);
}"""
"""Measures from the mouse click to the end of the next frame, in which the pressed control is locked."""


class Measured(NamedTuple):
    """The measurements at one table."""

    locks: list[float]
    unlocked: int
    long: list[float]
    heaps: list[float]
    work: float
    """CPU seconds of the page's main thread per round at the instant pace."""


def lobby(page: Page, address: str) -> tuple[int, int]:
    """Return the requests and bytes of a lobby loaded with an empty cache."""
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(address, wait_until="networkidle")
    return len(sizes), sum(sizes)


PRESSED = """() => {
    addEventListener("click", (event) => {
        if (!event.target.closest("[aria-label^='Play ']")) return;
        const begun = event.timeStamp;
        const look = () => {
            const done = () => { window.drawn = performance.now() - begun; };
            requestAnimationFrame(document.querySelector(".felt .dealer") ? done : look);
        };
        look();
    }, true);
}"""
"""Measures from the click on Play to the frame after the felt is first in the page."""


def press_play(page: Page, address: str) -> list[float]:
    """Return the milliseconds from Play to the table's first paint, skipping the first press (it loads scripts)."""
    took = []
    for _ in range(PLAYS + 1):
        page.goto(address)
        page.locator("[aria-label^='Play ']").first.wait_for()
        page.evaluate(PRESSED)
        page.get_by_role("button", name="Play Free Bet Blackjack", exact=True).click()
        page.wait_for_function("() => window.drawn")
        took.append(float(page.evaluate("() => window.drawn")))
    return sorted(took[1:])


def play(page: Page, address: str, rounds: int) -> Measured:
    """Play round after round, sampling the heap after every tenth."""
    page.goto(f"{address}/table/{page.evaluate(OPEN, 'flop22')}")
    page.evaluate("() => localStorage.setItem('pace', 'normal')")
    page.locator("[data-key=sit-3]").click()
    page.locator("[data-key=deal]").wait_for()
    page.evaluate(WATCH)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    heaps, begun = [], 0.0
    for number in range(rounds):
        if number == DRAWN:
            page.evaluate("() => localStorage.setItem('pace', 'instant')")
            begun = work(session)
        page.locator("[data-bet='ante-1'].mine").click()
        page.locator("[data-key=deal]:enabled").click()
        page.locator(".option:not(:disabled)").first.click()
        page.wait_for_function(SETTLED)
        page.locator(".receipt").wait_for()
        if number % 10 == 9:
            session.send("HeapProfiler.collectGarbage")
            heaps.append(page.evaluate("() => performance.memory.usedJSHeapSize / 1e6"))
    each = (work(session) - begun) / max(rounds - DRAWN, 1)
    locks = page.evaluate("() => window.locks")
    unlocked = sum(not locked for _, locked in locks)
    return Measured(sorted(took for took, _ in locks), unlocked, page.evaluate("() => window.long"), heaps, each)


def work(session: CDPSession) -> float:
    """Return the CPU seconds used so far by the page's main thread."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "ThreadTime"))


def main() -> None:
    """Measure, print, and save the figures if asked to."""
    parser = ArgumentParser()
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--save", action="store_true")
    asked = parser.parse_args()
    began = os.getloadavg()[0]
    with run_server() as address, sync_playwright() as playwright:
        options = ["--no-sandbox", "--enable-precise-memory-info"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=options)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.set_default_timeout(3 * WAIT)
        page = context.new_page()
        requests, weight = lobby(page, address)
        opened = press_play(page, address)
        found = play(page, address, asked.rounds)
        browser.close()
    locks, long = found.locks, found.long
    lines = [
        f"- the lobby, cold: {requests} requests, {weight / 1000:.0f} kB"
        f" (aims: under {AIMS['requests']} and {AIMS['kB']} kB)",
        f"- Play to the first paint of the table, warm: median {opened[len(opened) // 2]:.0f} ms, longest"
        f" {opened[-1]:.0f} ms of {PLAYS} (aim {AIMS['play']} ms)",
        "- click to the end of the next frame, with what was pressed locked:"
        f" p95 {locks[int(len(locks) * 0.95)]:.0f} ms, median {locks[len(locks) // 2]:.0f} ms of {len(locks)}"
        f" (aim {AIMS['lock']} ms);"
        f" not locked by then: {found.unlocked}",
        f"- long tasks over {AIMS['long']} ms while dealing: {sum(one > AIMS['long'] for one in long)}, the longest"
        f" {max(long, default=0):.0f} ms; {DRAWN} rounds at the normal pace, {asked.rounds - DRAWN} at the instant one",
        f"- CPU time of the page's main thread for a round at the instant pace: {found.work * 1000:.0f} ms",
        f"- heap after 10 rounds {found.heaps[0]:.1f} MB, after {asked.rounds} rounds {found.heaps[-1]:.1f} MB",
        f"- load of the machine {began:.1f} on {os.cpu_count()} cores",
    ]
    print("\n".join(lines))
    if asked.save:
        where = f"Machine: {machine()}. Command: `python bench/page.py --rounds {asked.rounds} --save`."
        store(LOAD_RESULTS, "The browser table under load", "The page in Chromium", [where, "", *lines])


if __name__ == "__main__":
    main()
