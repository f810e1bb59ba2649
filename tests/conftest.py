"""Shared test setup: Hypothesis profiles, and skips for tests that this machine cannot run."""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from helpers.postgres import find_postgres
from pitboss.games import _asked_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Neither profile has a deadline: the first call of a kernel compiles it, and CI machines are shared.
_NO_DEADLINE = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("steady", settings(derandomize=True, **_NO_DEADLINE))  # type: ignore[arg-type]
settings.register_profile("search", settings(max_examples=2000, **_NO_DEADLINE))  # type: ignore[arg-type]
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


# Each test process has its own data folder, because servers on PostgreSQL store their keys there.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="pitboss-tests-")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

os.environ["PITBOSS_WARM"] = "0"  # no test server compiles in the background

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Background jobs ignore Ctrl-C, and so would every program that the tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def find_chromium() -> str | None:
    """Return the Chromium to drive, as Playwright's `executable_path`: without a window, a page takes half the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def find_pdftotext() -> str | None:
    """Return the path of pdftotext."""
    return shutil.which("pdftotext")


def find_proxies() -> str | None:
    """Return the folders of nginx and HAProxy, which Debian installs outside PATH; empty if one is missing."""
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin"))
    return path if shutil.which("nginx", path=path) and shutil.which("haproxy", path=path) else None


def find_posix() -> str | None:
    """Return the kind of this system if it is a POSIX system."""
    return os.name if os.name == "posix" else None


NEEDS = {
    "posix": ("POSIX system", find_posix),
    "proxies": ("nginx and HAProxy", find_proxies),
    "browser": ("Chromium", find_chromium),
    "postgres": ("PostgreSQL", find_postgres),
    "poppler": ("pdftotext", find_pdftotext),
}


@pytest.fixture(autouse=True, scope="module")
def unregister_games_of_this_module() -> Iterator[None]:
    """Unregister games that a test loaded from a folder, so that the next module doesn't see them."""
    before = dict(_asked_for)
    yield
    _asked_for.clear()
    _asked_for.update(before)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of this machine's Chromium. Its tests are marked `browser`."""
    path = find_chromium()
    assert path, "mark this test with pytest.mark.browser"
    return path


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Start a real Chromium for the tests of one file."""
    from playwright.sync_api import sync_playwright  # imported here because only page tests need it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def postgres_bin() -> Path:
    """Return the folder of this machine's PostgreSQL programs. Its tests are marked `postgres`."""
    directory = find_postgres()
    assert directory, "mark this test with pytest.mark.postgres"
    return directory


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Return whether to rewrite golden files instead of comparing them."""
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


@pytest.fixture(autouse=True)
def freed_memory() -> Iterator[None]:
    """Return memory to the system after a test that used a lot: the script solver's tables are large and contain
    cycles.
    """
    before = _resident_mb()
    yield
    if _resident_mb() > before + _MUCH_MB:
        gc.collect()
        with suppress(OSError, AttributeError):  # only glibc can
            ctypes.CDLL("libc.so.6").malloc_trim(0)


_MUCH_MB = 150


def _resident_mb() -> float:
    """Return the resident memory of this process in MB, or 0 if it can't be read."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0
