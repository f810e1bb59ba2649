"""The writer and its store: behaviour with a lost or locked database."""

from __future__ import annotations

import asyncio
import io
import logging
import sqlite3
import sys
from pathlib import Path

import pytest

from pitboss.play.refused import Refused
from pitboss.server.store.balances import Accounts
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.database import Sqlite
from pitboss.server.store.store import Store
from pitboss.server.store.writer import Writer
from pitboss.table.transfers import Transfer
from pitboss.terminal.screen import OneLine
from server.support.house import new_store, run_server

PAID = (Transfer("grants", "player/ann", 500, "play money"),)


class LosableDatabase(Sqlite):
    """A database that can be lost."""

    is_lost = False

    def reopen(self) -> None:
        self.is_lost = False


def test_write_before_the_database_was_lost_counts_once(tmp_path: Path) -> None:
    async def play() -> None:
        store, bank = new_store(LosableDatabase(str(tmp_path / "house.db"))), Accounts({})
        writer = Writer(store, bank)

        def lose(_store: Store) -> None:
            store.database.is_lost = True  # type: ignore[misc]
            raise OSError("the line is cut")

        writing = writer.write(CommandWrites(transfers=PAID))
        await asyncio.gather(writing, writer.read(lose), writer.read(Store.balances), return_exceptions=True)
        assert bank.balance("player/ann") == 500
        assert await writer.read(Store.balances) == {"player/ann": 500, "grants": -500}
        await writer.close()
        store.database.close()

    asyncio.run(play())


def test_failed_query_and_failed_statement_have_their_own_codes(tmp_path: Path) -> None:
    def fail(_store: Store) -> None:
        raise OSError("no space left on device")

    async def play() -> None:
        store = new_store(LosableDatabase(str(tmp_path / "house.db")))
        writer = Writer(store, Accounts({}))
        with pytest.raises(Refused) as query:
            await writer.read(fail)
        with pytest.raises(Refused) as statement:
            await writer.execute(fail)
        assert (query.value.code, statement.value.code) == ("not-read", "not-written")
        await writer.close()
        store.database.close()

    asyncio.run(play())


def test_database_that_cannot_be_rechecked_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_store(LosableDatabase(str(tmp_path / "house.db")))
    store.write([CommandWrites(transfers=PAID)])
    store.database.is_lost = True  # type: ignore[misc]
    with monkeypatch.context() as patch:
        patch.setattr(Store, "balances", lambda _store: 1 // 0)
        assert [type(error) for error in store.write([CommandWrites(transfers=PAID)])] == [ZeroDivisionError]
    assert store.write([CommandWrites(transfers=PAID)]) == [None]
    assert store.take_found() == {"player/ann": 500, "grants": -500}
    store.database.close()


def test_locked_database_is_waited_for_once_not_per_table(tmp_path: Path) -> None:
    database = Sqlite(str(tmp_path / "house.db"))
    store = new_store(database)
    database.run("PRAGMA busy_timeout=50")
    begun: list[str] = []
    database._connection.set_trace_callback(lambda sql: begun.append(sql) if sql.startswith("BEGIN") else None)
    other = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    writings = [CommandWrites(player=(f"player {number}", "Ann")) for number in range(5)]
    assert [str(error) for error in store.write(writings)] == ["database is locked"] * 5
    assert len(begun) == 1
    other.execute("COMMIT")
    other.close()
    assert store.write(writings) == [None] * 5
    database.close()


class FullDiskStream(io.StringIO):
    """An error stream on a full disk."""

    def write(self, text: str) -> int:
        raise OSError("no space left on device")


def test_unwritable_log_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no space left on device")

    log, handler = logging.getLogger("pitboss"), OneLine()
    log.addHandler(handler)
    try:
        with run_server() as server, server.at(server.open_table()) as seated:
            seated.say("sit", seat=1)
            with monkeypatch.context() as patch:
                patch.setattr(Sqlite, "run_many", broken)
                patch.setattr(sys, "stderr", FullDiskStream())
                assert seated.say("bet", bets={"ante-1": 500})["code"] == "not-written"
            assert seated.say("bet", bets={"ante-1": 500})["type"] == "done"
    finally:
        log.removeHandler(handler)
