"""A database and files that fail at the n-th write, fsync, rename or commit: an error, a short write or a crash."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitboss.server.store.database import Database, connect
from pitboss.server.store.postgres import Postgres, Row, Statement

WRITES = ("INSERT", "UPDATE", "DELETE", "CREATE", "ALTER")
KINDS = ("error", "short", "crash")
LOST = "lost"
"""The connection to PostgreSQL breaks at that point, and everything after it fails naturally."""


class Injector:
    """A counter of write points that fails at one of them."""

    def __init__(self, folder: Path, fail_at: int = 0, kind: str = "error") -> None:
        self.folder, self.fail_at, self.kind = folder, fail_at, kind
        self.points: list[str] = []
        self.is_dead = False
        self.left = folder.with_name(f"{folder.name}-left")
        """The files that a dead server leaves on disk."""
        self.cut: Callable[[], None] = lambda: None
        """Breaks the connection to PostgreSQL."""

    @property
    def was_hit(self) -> bool:
        """Return whether the point was reached."""
        return 0 < self.fail_at <= len(self.points)

    def point(self, name: str, part: Callable[[], object] = lambda: None) -> None:
        """Pass a point, or fail there. `part` does half of the work, for a short write."""
        if self.is_dead:
            raise OSError("the house is dead")
        self.points.append(name)
        if len(self.points) != self.fail_at:
            return
        if self.kind == LOST:
            self.cut()
            return
        if self.kind == "crash":
            self.is_dead = True
            shutil.copytree(self.folder, self.left, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
            self.cut()
        elif self.kind == "short":
            part()
        raise OSError(f"planted at {name}")


class Faulty:
    """A database in which every write is a fault point."""

    def __init__(self, real: Database, injector: Injector) -> None:
        self._real, self._injector = real, injector
        if isinstance(real, Postgres):
            injector.cut = real._cut

    def run(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        if sql.lstrip().upper().startswith(WRITES):
            self._injector.point(f"write {sql.split()[2] if len(sql.split()) > 2 else sql}")
        elif self._injector.is_dead:
            raise OSError("the house is dead")
        return self._real.run(sql, values)

    def run_all(self, statements: Iterable[Statement]) -> list[list[Row]]:
        return [self.run(*statement) for statement in statements]

    def run_many(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        every = list(rows)
        half = every[: len(every) // 2]
        self._injector.point(f"rows {sql.split()[2]}", lambda: self._write_some(sql, half))
        self._real.run_many(sql, every)

    def _write_some(self, sql: str, rows: list[Sequence[object]]) -> None:
        if rows:
            self._real.run_many(sql, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._real.transaction():
            yield
            self._injector.point("commit")
        if self._injector.kind == "crash":  # committed but not acknowledged
            self._injector.point("committed")

    def snapshot(self) -> AbstractContextManager[None]:
        return self._real.snapshot()

    def has_table(self, name: str) -> bool:
        return self._real.has_table(name)

    def close(self) -> None:
        self._real.close()

    @property
    def is_lost(self) -> bool:
        return self._real.is_lost

    def reopen(self) -> None:
        self._real.reopen()

    def abort(self) -> None:
        self._real.abort()


def inject(monkeypatch: pytest.MonkeyPatch, injector: Injector) -> None:
    """Route every opened store, and every file in its folder, through the fault points."""

    def faulty(database: str, *, alone: bool = True, with_server: bool = False) -> Database:
        real = connect(database, alone=alone, with_server=with_server)
        return Faulty(real, injector) if alone and not with_server else real

    monkeypatch.setattr("pitboss.server.store.store.connect", faulty)
    fsync, replace, pwrite = os.fsync, os.replace, os.pwrite

    def is_ours(where: int | str | os.PathLike[str]) -> bool:
        path = os.readlink(f"/proc/self/fd/{where}") if isinstance(where, int) else os.fspath(where)
        return path.startswith(f"{injector.folder}/")

    def faulty_fsync(handle: int) -> None:
        if is_ours(handle):
            injector.point("fsync")
        fsync(handle)

    def faulty_replace(source: Any, target: Any, **where: Any) -> None:
        if is_ours(target):
            injector.point("rename")
        replace(source, target, **where)

    def faulty_pwrite(handle: int, content: bytes, at: int) -> int:
        if is_ours(handle):
            injector.point("write head", lambda: pwrite(handle, content[: len(content) // 2], at))
        return pwrite(handle, content, at)

    monkeypatch.setattr(os, "fsync", faulty_fsync)
    monkeypatch.setattr(os, "replace", faulty_replace)
    monkeypatch.setattr(os, "pwrite", faulty_pwrite)
