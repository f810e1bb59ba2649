"""Recovery after a fault at any write: nothing acknowledged is lost, and the audit is clean."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg
import pytest

from pitboss.server.store.keys import KEY_FILE
from pitboss.server.store.store import open_store
from server.faults.evening import faults_of, play
from server.faults.faulty import KINDS, LOST, Injector, inject
from server.store.test_postgres import url as url  # noqa: PLC0414  a fixture

SAMPLE = 5
"""Fault points of each kind that `make test` tries."""


def play_with_fault(folder: Path, fail_at: int, kind: str, database: str = "") -> tuple[Injector, list[str]]:
    """Play with a fault at one point, reopen the database, and return the faults found."""
    folder.mkdir(mode=0o700)
    injector = Injector(folder, fail_at, kind)
    with pytest.MonkeyPatch.context() as patched:
        if database:
            patched.setenv(KEY_FILE, str(folder / "house.key"))
        inject(patched, injector)
        acknowledged = play(database or str(folder / "house.db"))
    left = injector.left if injector.is_dead else folder
    with pytest.MonkeyPatch.context() as patched:
        if database:
            patched.setenv(KEY_FILE, str(left / "house.key"))
        store = open_store(database or str(left / "house.db"))
        try:
            found = faults_of(store, acknowledged)
        finally:
            store.close()
    if kind != "crash" and injector.was_hit and not acknowledged.is_whole and acknowledged.player:
        found.append("the house did not go on after a single fault")
    return injector, found


def points(many: int, whole: bool) -> list[int]:
    """Return every point, or a few spread over all of them."""
    return list(range(1, many + 1)) if whole else [1 + number * many // SAMPLE for number in range(SAMPLE)]


def try_faults(folder: Path, kind: str, fresh: Callable[[], str], *, whole: bool) -> None:
    """Play once without a fault to count the points, then once for each point. `fresh` empties the database."""
    clean, found = play_with_fault(folder / "clean", 0, kind, fresh())
    assert found == []
    assert {name.split()[0] for name in clean.points} >= {"write", "rows", "commit", "fsync", "rename"}
    tried = points(len(clean.points), whole)
    hit, wrong = 0, list[str]()
    for number in tried:
        injector, found = play_with_fault(folder / f"at-{number}", number, kind, fresh())
        hit += injector.was_hit
        wrong += [f"{kind} at {number}, {injector.points[-1]}: {fault}" for fault in found]
    sys.stdout.write(f"{kind}: {len(clean.points)} points, {hit} faults tried, {len(wrong)} wrong\n")
    assert wrong == []
    assert hit >= 0.9 * len(tried)  # how writes are grouped into commits depends on timing, so the last points vary


def in_file() -> str:
    return ""


@pytest.mark.parametrize("kind", KINDS)
def test_sample_of_faults_on_sqlite(kind: str, tmp_path: Path) -> None:
    try_faults(tmp_path, kind, in_file, whole=False)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_fault_at_every_point_on_sqlite(kind: str, tmp_path: Path) -> None:
    try_faults(tmp_path, kind, in_file, whole=True)


def emptied(url: str) -> str:
    """Empty the database, disconnecting any other client."""
    with psycopg.connect(url, autocommit=True) as connection:
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid, 5000) {others}")
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return url


@pytest.mark.postgres
@pytest.mark.parametrize("kind", [*KINDS, LOST])
def test_sample_of_faults_on_postgresql(kind: str, url: str, tmp_path: Path) -> None:
    try_faults(tmp_path, kind, partial(emptied, url), whole=False)


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("kind", [*KINDS, LOST])
def test_fault_at_every_point_on_postgresql(kind: str, url: str, tmp_path: Path) -> None:
    try_faults(tmp_path, kind, partial(emptied, url), whole=True)


def test_acknowledging_before_writing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check detects a store that loses a round but acknowledges it."""
    from pitboss.server.store.store import Store

    honest = Store._write

    def forgetful(self: Store, writings: list[object]) -> list[Exception | None]:
        if any(getattr(writing, "finished", ()) for writing in writings):
            return [None] * len(writings)
        return honest(self, writings)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "_write", forgetful)
    _, found = play_with_fault(tmp_path / "house", 0, "error")
    assert found
