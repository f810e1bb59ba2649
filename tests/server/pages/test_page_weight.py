"""Page weight: what each page loads, all pages together, and no file that no page loads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

import pitboss.server
from server.support.pages import NewPage, open_table

STATIC = Path(pitboss.server.__file__).parent / "static"
ALL_PAGES = 600_000
"""Bytes of scripts, styles and drawings that all pages load together. Fonts have their own packages."""
GALLERY = "felt/board/design"
"""The page /design shows the components to developers; no page links to it."""

PAGES = {
    "/": (".game", 140_000),
    "/games/free-bet": (".guide", 175_000),
    "/school?game=free-bet": (".path", 150_000),
    "/school/free-bet/quiz?skill=payout&seed=7": (".scene", 150_000),
    "/school/blackjack?level=guided&seed=11": (".option", 225_000),
    "/lab/blackjack": (".lab .data", 200_000),
    "/career": (".career .panel", 135_000),
}
"""For each page, a selector that shows that it is loaded, and the maximum bytes with an empty cache, without fonts."""
TABLE, TABLE_ON_THE_WIRE = 345_000, 125_000


def pages() -> Iterator[tuple[list[str], str]]:
    """Return the styles and the script of each page, as the router declares them."""
    text = (STATIC / "js" / "main.js").read_text(encoding="utf-8")
    lists = dict(re.findall(r"^const ([A-Z]+) = [\"`](.+)[\"`];$", text, re.MULTILINE))

    def spelled(words: str) -> str:
        return re.sub(r"\$\{([A-Z]+)\}", lambda found: spelled(lists[found[1]]), words)

    for styles, script in re.findall(r"^\t\[/.+?/, ([^\[]+), \"([\w/]+)\", \"\w+\"\],$", text, re.MULTILINE):
        yield spelled(lists.get(styles, styles.strip('"`'))).split(), script


def scripts_from(script: str) -> set[Path]:
    """Return a script and all scripts that it imports, at first or later."""
    found, waiting = set[Path](), [(STATIC / "js" / f"{script}.js").resolve()]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        text = path.read_text(encoding="utf-8")
        imports = re.findall(r"(?:from|import\() ?\"(\.[^\"]+\.js)\"", text)
        waiting += [(path.parent / name).resolve() for name in imports]
    return found


def files_of(styles: list[str], script: str) -> set[Path]:
    """Return the files that a page may load, apart from those that every page loads."""
    return scripts_from(script) | {STATIC / "css" / f"{name}.css" for name in styles}


def files_of_every_page() -> set[Path]:
    """Return the files that index.html loads."""
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    [sheets] = re.findall(r"css/([\w+]+)\.css", html)
    named = {STATIC / "css" / f"{name}.css" for name in sheets.split("+")}
    return named | scripts_from("main") | {STATIC / name for name in ("index.html", "sprite.svg", "icon.svg")}


def test_all_pages_together_are_small_and_no_file_is_unused() -> None:
    everywhere = files_of_every_page()
    seen = {file for styles, script in pages() if script != GALLERY for file in files_of(styles, script)} | everywhere
    gallery = {file for styles, script in pages() if script == GALLERY for file in files_of(styles, script)}
    assert {file.resolve() for file in seen | gallery} == {
        file.resolve() for file in STATIC.rglob("*") if file.is_file()
    }
    assert {file.name for file in gallery - seen} == {"design.js", "design.css"}
    assert sum(file.stat().st_size for file in seen) < ALL_PAGES
    assert not [file for file in seen if file.suffix in (".ttf", ".otf", ".woff", ".woff2")]


class Loaded:
    """The bytes that a page loads: as text and on the wire, without fonts."""

    def __init__(self, page: Page) -> None:
        self.text = self.wire = 0
        self.answers: list[Response] = []
        page.on("response", self._hear)

    def _hear(self, answer: Response) -> None:
        self.answers.append(answer)

    def total(self) -> int:
        """Return the bytes as text, after all answers have come."""
        for answer in self.answers:
            if answer.status == 200 and "/fonts/" not in answer.url:
                self.text += len(answer.body())
                self.wire += answer.request.sizes()["responseBodySize"]
        return self.text


@pytest.mark.browser
@pytest.mark.parametrize("path", list(PAGES))
def test_page_loads_no_more_than_it_needs(new_page: NewPage, path: str) -> None:
    there, most = PAGES[path]
    page = new_page(at=None)
    loaded = Loaded(page)
    page.goto(path)
    expect(page.locator(there).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert 50_000 < loaded.total() < most


@pytest.mark.browser
def test_lobby_and_table_load_no_more_than_they_need(new_page: NewPage) -> None:
    page = new_page(at=None)
    loaded = Loaded(page)
    page.goto("/")
    open_table(page, "blackjack")
    page.wait_for_load_state("networkidle")
    assert 50_000 < loaded.total() < TABLE
    assert loaded.wire < TABLE_ON_THE_WIRE
