"""`pitboss serve --processes`: a parent, its children, and their shutdown."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from server.chaos.books import PostgresBooks
from server.chaos.player import ask

pytestmark = pytest.mark.postgres
TIMEOUT_SECONDS = 120


@pytest.fixture(scope="module")
def books(postgres_bin: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresBooks]:
    books = PostgresBooks(tmp_path_factory.mktemp("key"), postgres_bin)
    yield books
    books.close()


@contextmanager
def served(books: PostgresBooks) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server of two processes and yield its address."""
    command = [sys.executable, "-m", "pitboss", "serve", "--no-browser", "--port", "0", "--processes", "2"]
    with subprocess.Popen(
        [*command, "--database", books.url], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, **books.environment},
    ) as parent:  # fmt: skip
        try:
            assert parent.stdout
            yield parent, parent.stdout.readline().split()[3].removeprefix("http://").rstrip("/")
        finally:
            parent.kill()


def children(parent: int) -> set[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {int(pid) for pid in found}


def wait_until_gone(pids: set[int]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    for pid in pids:
        with suppress(ProcessLookupError):
            while Path(f"/proc/{pid}/stat").exists():
                assert time.monotonic() < deadline
                time.sleep(0.02)


def test_dead_child_is_restarted_and_all_stop_together(books: PostgresBooks) -> None:
    with served(books) as (parent, address):
        cookie = ask(address, "/api/me")[1]
        first = children(parent.pid)
        assert len(first) == 2
        killed = min(first)
        os.kill(killed, signal.SIGKILL)
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not (len(now := children(parent.pid)) == 2 and killed not in now):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert ask(address, "/api/tables", cookie)[0] == []
        parent.terminate()
        assert parent.wait(TIMEOUT_SECONDS) == 0
        wait_until_gone(now)


def test_killed_parent_takes_its_children_with_it(books: PostgresBooks) -> None:
    with served(books) as (parent, _):
        both = children(parent.pid)
        parent.kill()
        parent.wait()
        wait_until_gone(both)
