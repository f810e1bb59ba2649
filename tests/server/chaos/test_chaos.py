"""A short chaos test with every kind of fault once; `make chaos` runs longer ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from server.chaos.books import Books, FileBooks, PostgresBooks
from server.chaos.checks import first_faults
from server.chaos.faults import EVERYWHERE, OF_BOOKS
from server.chaos.run import attack, summary
from server.chaos.target import BehindProxy, OneServer, Target

pytestmark = pytest.mark.timeout(1800)


def attacked(
    books: Books, folder: Path, only: tuple[str, ...], house: Callable[[Books, Path], Target] = OneServer
) -> None:
    lines: list[str] = []
    try:
        chaos = asyncio.run(attack(house(books, folder), Random(7), len(only), lines.append, only))
    finally:
        books.close()
    assert chaos.faults == [], first_faults(chaos.faults)
    assert set(chaos.done) == set(only)
    assert len(lines) == len(only)
    assert chaos.answers >= 5 * len(only)
    assert "0 cents lost, 0 acknowledged answers lost, 0 rounds settled twice" in summary([chaos])


def test_five_games_survive_every_fault_on_sqlite(tmp_path: Path) -> None:
    attacked(FileBooks(tmp_path), tmp_path, (*EVERYWHERE, *OF_BOOKS["sqlite"]))


@pytest.mark.postgres
def test_five_games_survive_every_fault_of_postgresql(tmp_path: Path, postgres_bin: Path) -> None:
    attacked(PostgresBooks(tmp_path, postgres_bin), tmp_path, ("kill", "full-disk", *OF_BOOKS["postgresql"]))


@pytest.mark.postgres
def test_five_games_survive_every_fault_of_two_processes(tmp_path: Path, postgres_bin: Path) -> None:
    faults = ("kill", "end", "stop-past-lease", "cut-proxy", "crash-database")
    attacked(PostgresBooks(tmp_path, postgres_bin), tmp_path, faults, BehindProxy)
