"""What all tests share: how hard Hypothesis searches, and which tests this machine cannot run."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from helpers.postgres import find_postgres
from pitboss.games import _asked_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Neither profile has a deadline: the first call of a kernel compiles it, and machines are shared.
_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("steady", settings(derandomize=True, **_PATIENT))  # type: ignore[arg-type]
settings.register_profile("search", settings(max_examples=2000, **_PATIENT))  # type: ignore[arg-type]
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


# Each test process has a data folder of its own: houses on PostgreSQL keep their keys there.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="pitboss-tests-")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

os.environ["PITBOSS_WARM"] = "0"  # no house of a test compiles in the background

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A job in the background ignores Ctrl-C, and so would every program that the tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def find_chromium() -> str | None:
    """The Chromium to drive, as Playwright's `executable_path`."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def find_pdftotext() -> str | None:
    """The program that reads the words of a PDF."""
    return shutil.which("pdftotext")


def find_proxies() -> str | None:
    """The folders of nginx and HAProxy, which Debian keeps off the usual path; nothing if one is missing."""
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin"))
    return path if shutil.which("nginx", path=path) and shutil.which("haproxy", path=path) else None


NEEDS = {
    "proxies": ("nginx and HAProxy", find_proxies),
    "browser": ("Chromium", find_chromium),
    "postgres": ("PostgreSQL", find_postgres),
    "poppler": ("pdftotext", find_pdftotext),
}


@pytest.fixture(autouse=True, scope="module")
def only_games_of_this_module() -> Iterator[None]:
    """A game in a folder that a test asked for is known in its process: the next module's tests must not see it."""
    before = dict(_asked_for)
    yield
    _asked_for.clear()
    _asked_for.update(before)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of this machine's Chromium; the test is marked `browser`."""
    path = find_chromium()
    assert path, "mark this test with pytest.mark.browser"
    return path


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A real Chromium, for the tests of one file."""
    from playwright.sync_api import sync_playwright  # only tests of pages load it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def postgres_bin() -> Path:
    """The directory of this machine's PostgreSQL programs; the test is marked `postgres`."""
    directory = find_postgres()
    assert directory, "mark this test with pytest.mark.postgres"
    return directory


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew instead of compared."""
    return bool(request.config.getoption("--rewrite"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write golden transcripts anew instead of comparing")


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    for marker, (program, find) in NEEDS.items():
        if find() is None:
            for item in items:
                if item.get_closest_marker(marker):
                    item.add_marker(pytest.mark.skip(reason=f"no {program} on this machine"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reasons = [str(report.longrepr) for report in terminalreporter.getreports("skipped")]
    for program, _ in NEEDS.values():
        left_out = sum(f"no {program} on this machine" in reason for reason in reasons)
        if left_out:
            words = f"*** {left_out} test(s) LEFT OUT: no {program} on this machine, and it could not be installed ***"
            terminalreporter.write_line(words, red=True, bold=True)
