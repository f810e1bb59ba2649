"""Every page except the tables, and checks of its layout: overlapping text, small print, small targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page, expect

from server.support.pages import axe_faults

PAGE_TIMEOUT_MS = 600_000
SCREENS = [(1440, 900), (1366, 768), (1920, 1080), (390, 844), (844, 390)]


class RoomPage(NamedTuple):
    """A page: its URL, a selector that shows it is loaded, and the steps before a screenshot."""

    path: str
    there: str
    prepare: Callable[[Page], None] = lambda page: None


def _menu(page: Page) -> None:
    page.locator("[data-key=more-free-bet]").click()
    expect(page.get_by_role("menu")).to_be_visible()


def _answered(page: Page) -> None:
    page.locator(".option").first.click()
    expect(page.locator(".judged")).to_be_visible()


def _unfolded(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Change rules").click()


OPEN_PAGES = {
    "lobby": RoomPage("/", ".game"),
    "menu": RoomPage("/", ".game", _menu),
    "how-to-play": RoomPage("/games/free-bet", ".guide"),
    "custom-table": RoomPage("/games/free-bet/custom", ".rule-group"),
    "custom-table-changed": RoomPage("/games/flop22/custom?rules=seats%20%3D%204", ".differs"),
    "documents": RoomPage("/games/flip-it/documents", ".papers li"),
    "school": RoomPage("/school?game=free-bet", ".path"),
    "trainers": RoomPage("/school/trainers", ".classes"),
    "progress": RoomPage("/school/flop22/progress", ".standing"),
    "question-payout": RoomPage("/school/free-bet/quiz?skill=payout&seed=7", ".scene"),
    "question-settle": RoomPage("/school/free-bet/quiz?skill=settle&seed=7", ".scene"),
    "question-order": RoomPage("/school/beat-the-dealer/quiz?skill=order&seed=7", ".scene"),
    "question-read": RoomPage("/school/beat-the-dealer/quiz?skill=read&seed=7", ".scene"),
    "question-spot": RoomPage("/school/free-bet/quiz?skill=spot&seed=5", ".motions"),
    "question-judged": RoomPage("/school/flop22/quiz?skill=legal&seed=5", ".option", _answered),
    "question-irregular": RoomPage("/school/blackjack/quiz?skill=irregular&seed=5", ".scene"),
    "question-talk": RoomPage("/school/roll-your-own/quiz?skill=talk&seed=5", ".scene"),
    "question-count": RoomPage("/school/flip-it/quiz?skill=count&seed=9", ".scene"),
    "lesson": RoomPage("/school/blackjack?level=guided&seed=11", ".option"),
    "lesson-watch": RoomPage("/school/beat-the-dealer?level=watch&seed=11", "[data-key=go-on]"),
    "table-test": RoomPage("/school/free-bet/test?seed=3", "[data-key=begin]"),
    "career": RoomPage("/career", ".career .panel"),
    "lab": RoomPage("/lab", ".labs .panel"),
    "lab-overview": RoomPage("/lab/beat-the-dealer", ".hand"),
    "lab-changed": RoomPage("/lab/flip-it?rules=call_it_pays%20%3D%20%2211%3A1%22", ".changed"),
    "lab-rules": RoomPage("/lab/free-bet?rules=blackjack_pays%20%3D%20%226%3A5%22", ".changed", _unfolded),
    "lab-compared": RoomPage("/lab/flip-it?versus=call_it_pays%20%3D%20%2211%3A1%22", ".side .changed"),
    "lab-strategy": RoomPage("/lab/blackjack?tab=strategy", ".grid"),
    "lab-strategy-changed": RoomPage("/lab/free-bet?tab=strategy&view=change", ".grid"),
    "lab-sensitivity": RoomPage("/lab/free-bet?tab=slopes&aim=1.5", ".tornado"),
    "lab-paytables": RoomPage("/lab/roll-your-own?tab=tune&edge=4%25..5%25&top=100:1", ".data"),
    "lab-bankroll": RoomPage("/lab/roll-your-own?tab=risk", "figure svg"),
    "lab-protection": RoomPage("/lab/blackjack?tab=protect", ".removal"),
}
"""The pages that a guest may open, by name."""


def open_page(page: Page, address: str, name: str, pages: dict[str, RoomPage] = OPEN_PAGES) -> None:
    """Open a page on a desktop, and wait until it is fully loaded."""
    path, there, prepare = pages[name]
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{address}{path}")
    expect(page.locator(there).first).to_be_visible(timeout=PAGE_TIMEOUT_MS)
    expect(page.locator(".working")).to_have_count(0, timeout=PAGE_TIMEOUT_MS)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    prepare(page)


def page_faults(page: Page, name: str) -> list[str]:
    """Return the axe faults of a page and its layout faults on every screen."""
    return axe_faults(page, name) + room_faults(page, name)


FAULTS = """() => {
    const faults = [];
    const stuck = [...document.querySelectorAll("main *")]
        .filter((node) => getComputedStyle(node).position === "sticky");
    for (const node of stuck) node.style.position = "static"; // what is behind it comes out when the page is scrolled
    const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !node.closest(".sr, .skip, [inert]");
    const box = (node) => node.getBoundingClientRect();
    const meets = (a, b, by) => a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by
        && b.top < a.bottom - by;
    const clipped = (rect, node) => { // what is left of a text that a box around it cuts off
        let { left, right, top, bottom } = rect;
        for (let at = node; at && at !== document.body; at = at.parentElement) {
            const { overflowX, overflowY, clipPath } = getComputedStyle(at);
            if (clipPath === "inset(50%)") return { left: 0, right: 0, top: 0, bottom: 0 }; // only to be heard
            const edge = box(at);
            if (overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
            if (overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        return { left, right, top, bottom };
    };
    const isOver = (node) => node.closest("dialog, [popover], .toast");
    const top = document.querySelector("dialog[open], [popover]:popover-open") ?? document.body;
    const texts = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const parent = node.parentElement;
        if (!node.data.trim() || !shown(parent) || parent.closest("option, noscript, .art, .stack, pb-card")) continue;
        if (top === document.body && isOver(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const one of range.getClientRects()) {
            const rect = clipped(one, parent);
            if (rect.right - rect.left > 1 && rect.bottom - rect.top > 1)
                texts.push({ words: node.data.trim(), rect, parent });
        }
        if (parent.closest("svg")) continue;
        const size = parseFloat(getComputedStyle(parent).fontSize);
        if (size < 13) faults.push(`small: ${node.data.trim()} at ${size} px`);
    }
    texts.sort((one, two) => one.rect.top - two.rect.top);
    texts.forEach((one, n) => {
        for (const two of texts.slice(n + 1)) {
            if (two.rect.top >= one.rect.bottom) break;
            if (one.parent !== two.parent && meets(one.rect, two.rect, 3))
                faults.push(`texts: ${one.words} / ${two.words}`);
        }
    });
    const targets = "button, a[href], input:not([type=checkbox], [type=radio], [type=range]), select, summary,"
        + " [role=button]";
    for (const node of top.querySelectorAll(targets)) {
        if (!shown(node) || node.closest("p, li.line, dd, .within")) continue; // a link in a sentence is as high as it
        if (node.matches("[aria-disabled=true][tabindex='-1']")) continue; // a spot that is only looked at
        const { width, height } = box(node);
        const name = node.textContent.trim() || node.ariaLabel;
        if (width < 43.5 || height < 43.5) faults.push(`target: ${name} ${width.toFixed(0)}x${height.toFixed(0)}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) {
        const wide = [...document.querySelectorAll("main *")].filter((node) => box(node).right > innerWidth + 1);
        faults.push(`wider than the screen: ${wide.slice(0, 3).map((node) => node.className || node.tagName)}`);
    }
    for (const node of stuck) node.style.position = "";
    return faults;
}"""


def room_faults(page: Page, name: str) -> list[str]:
    """Return the layout faults of a page on every screen."""
    return [fault for width, height in SCREENS for fault in faults_on(page, name, width, height)]


def faults_on(page: Page, name: str, width: int, height: int) -> list[str]:
    """Return the layout faults of a page on one screen."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return [f"{name} {width}x{height} {fault}" for fault in page.evaluate(FAULTS)]
