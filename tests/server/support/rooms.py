"""What a picture of any page may get wrong: texts that meet, small print, small targets, a page that is too wide."""

from __future__ import annotations

from playwright.sync_api import Page

SCREENS = [(1440, 900), (1366, 768), (1920, 1080), (390, 844), (844, 390)]

FAULTS = """() => {
    const faults = [];
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
    const isOver = (node) => node.closest("dialog, [popover], .toast, .readout");
    const top = document.querySelector("dialog[open], [popover]:popover-open") ?? document.body;
    const texts = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const parent = node.parentElement;
        if (!node.data.trim() || !shown(parent) || parent.closest("option, noscript, .art, .stack")) continue;
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
    return faults;
}"""


def room_faults(page: Page, name: str) -> list[str]:
    """Return what is wrong with the picture of a page on every screen."""
    found = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found += [f"{name} {width}x{height} {fault}" for fault in page.evaluate(FAULTS)]
    return found
