"""Server and browser fixtures for the page tests."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from server.support.pages import NewPage, is_fault

Theme = Literal["dark", "light"]
ARTEFACTS = Path(__file__).resolve().parents[2] / "test-artefacts"
PAGE_TIMEOUT_MS = 60_000
"""Milliseconds that a page may take on a busy machine."""
expect.set_options(timeout=PAGE_TIMEOUT_MS)
FAILED = pytest.StashKey[bool]()
QUICK = [
    *("requests=1000", "player-requests=1000", "questions=1000", "newcomers=100000"),
    *("tables=100000", "address-tables=100000", "sockets=10000"),
]
"""
Limits for one server that serves all page tests of a process, faster than people play. Limits are tested in
tests/server/gate.
"""
PROGRAM = (
    "import sys; from pitboss.server.run import serve;"
    f" serve(port=0, database=sys.argv[1], open_browser=False, limits={QUICK})"
)


@contextmanager
def serving(
    database: Path, environment: dict[str, str] | None = None, program: str = PROGRAM, arguments: tuple[str, ...] = ()
) -> Iterator[str]:  # fmt: skip
    """Run `pitboss serve`, or a program that changes it first, and yield its address."""
    command = [sys.executable, "-c", program, str(database), *arguments]
    house = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert house.stdout is not None
    try:
        first_line = house.stdout.readline()
        found = re.search(r"http://\S+", first_line)
        assert found, first_line
        yield found[0]
    finally:
        house.terminate()
        house.wait(300)
        house.stdout.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run one server for all pages of this test process. Each test brings its own players and tables."""
    with serving(tmp_path_factory.mktemp("house") / "house.db") as found:
        yield found


@pytest.fixture
def new_page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Return a factory of separate browsers. Console errors and requests to other machines fail the test."""
    pages: list[Page] = []
    wrong: list[str] = []

    def make(
        width: int = 1280, height: int = 860, *, moves: bool = False, walked: bool = True, theme: Theme = "dark",
        at: str | None = "/",
    ) -> Page:  # fmt: skip
        context = browser.new_context(
            base_url=address, viewport={"width": width, "height": height},
            reduced_motion="no-preference" if moves else "reduce", has_touch=width < 500, color_scheme=theme,
        )  # fmt: skip
        context.set_default_timeout(PAGE_TIMEOUT_MS)
        if walked:
            context.add_init_script("localStorage.setItem('walked', 'all')")
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if is_fault(said) else None)
        page.on("pageerror", lambda fault: wrong.append(str(fault)))
        page.on("request", lambda asked: None if asked.url.startswith((address, "blob:")) else wrong.append(asked.url))
        if at:
            page.goto(at)
        pages.append(page)
        return page

    yield make
    has_failed = request.node.stash.get(FAILED, False) or wrong
    for number, page in enumerate(pages):
        if has_failed:
            ARTEFACTS.mkdir(exist_ok=True)
            name = re.sub(r"[^\w-]+", "-", request.node.name)
            page.screenshot(path=ARTEFACTS / f"{name}-{number}.png")
        page.context.close()
    assert wrong == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Record whether a test failed: screenshots are taken only then."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report
