"""The audit of a running server: incremental, and independent of play."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pitboss.cli import run
from pitboss.server.store.keys import KEY_FILE, HouseKey, read_key_file
from pitboss.table.audit.audit_state import AuditState
from server.chaos.books import Books, FileBooks, PostgresBooks
from server.chaos.run import Chaos
from server.chaos.target import OneServer
from server.support.cooking import COOKED
from server.support.house import run_server
from server.tables.test_socket import play_round


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Path]:
    """Create an audited database with two later rounds."""
    path = tmp_path / "house.db"
    with run_server(str(path)) as server:
        server.newcomer()
        with (
            server.at(server.open_table("flop22", bots=1)) as one,
            server.at(server.open_table("flip-it", bots=1)) as two,
        ):
            one.say("sit", seat=1)
            two.say("sit", seat=1)
            for seated in (one, two):
                play_round(seated)
                play_round(seated)
            two.say("bet", bets={"red": 500})
            assert run(["audit", "--database", str(path)]) == 0
            play_round(one)
            two.say("ready")
            yield path


def audit(path: Path, *words: str) -> int:
    return run(["audit", "--database", str(path), *words])


def test_incremental_audit_checks_only_new_rounds(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert audit(database, "--new", "--heads") == 0
    first, head, log, day = capsys.readouterr().out.splitlines()
    assert first.startswith("2 new rounds of 6: the journal is intact")
    assert audit(database, "--new") == 0
    assert capsys.readouterr().out.startswith("0 new rounds of 6: the journal is intact")
    assert audit(database, "--heads") == 0  # a full audit reports the same
    assert capsys.readouterr().out.splitlines()[1:] == [head, log, day]


def test_incremental_audit_needs_an_earlier_audit(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = database.with_name("house.db.audited")
    assert note.stat().st_mode & 0o077 == 0
    whole = note.read_bytes()
    for text, sentence in ((None, "is missing"), (b"", "was changed"), (whole[:-1] + b"x", "was changed")):
        note.unlink(missing_ok=True)
        if text is not None:
            note.write_bytes(text)
        assert audit(database, "--new") == 2
        error = capsys.readouterr().err
        assert sentence in error
        assert "run pitboss audit once without --new" in error


def test_audit_note_of_another_version_is_rejected(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import hmac

    key = HouseKey(read_key_file(database.with_name("house.db.key")))
    database.with_name("house.db.audited").write_bytes(hmac.digest(key.audited, b"\x80", "sha256") + b"\x80")
    assert AuditState.read(AuditState().sealed(b"k"), b"k").rounds == 0
    database.with_name("house.db.audited").write_bytes(hmac.digest(key.audited, b"\x90", "sha256") + b"\x90")
    assert audit(database, "--new") == 2
    assert "another version of pitboss" in capsys.readouterr().err


FOUND_BY_NEW = [
    "the last line is gone with what it stands for", "everything is gone", "the journal is gone",
    "a bankroll was raised", "an account was invented", "play money was invented", "a nickname was changed",
    "a player was invented", "a round was invented", "a live shoe was changed", "a table's rules were changed",
    "chips were put on a table",
    "a table was closed", "a table is gone", "a table was invented", "lines were renumbered",
]  # fmt: skip


@pytest.mark.parametrize("how", FOUND_BY_NEW)
def test_incremental_audit_finds_later_tampering(how: str, database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with sqlite3.connect(database) as source, sqlite3.connect(target) as copy:
        source.backup(copy)
        COOKED[how](copy)
    source.close()
    copy.close()
    for suffix in (".key", ".head", ".audited"):
        shutil.copy(f"{database}{suffix}", f"{target}{suffix}")
    before = Path(f"{target}.audited").read_bytes()
    assert audit(target, "--new") == 2
    assert Path(f"{target}.audited").read_bytes() == before  # a failed audit is not used as a starting point


def test_round_tampered_since_the_last_audit_is_found(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(database) as books:
        books.execute("UPDATE rounds SET body = replace(body, 'Guest', 'Somebody') WHERE id = 5")
    books.close()
    assert audit(database, "--new") == 2
    assert "rounds 5 to 5 or their score lines differ from the journal" in " ".join(capsys.readouterr().err.split())


def test_parallel_audit_finds_the_same(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert audit(database) == 0
    alone = capsys.readouterr().out
    assert audit(database, "--workers", "2") == 0
    assert capsys.readouterr().out == alone
    with sqlite3.connect(database) as books:
        books.execute("UPDATE rounds SET body = 'x' WHERE id = 2")
    books.close()
    assert audit(database, "--workers", "2") == 2
    assert "this is not a round saved from the table" in capsys.readouterr().err


def test_smaller_chunks_find_the_same(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert audit(database) == 0
    whole = capsys.readouterr().out
    monkeypatch.setattr("pitboss.table.audit.audit.MAX_ROUNDS", 1)
    assert audit(database) == 0
    assert capsys.readouterr().out == whole


def test_unwritable_note_is_reported_and_the_audit_is_valid(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = database.with_name("house.db.audited")
    note.unlink()
    note.mkdir()
    assert audit(database) == 0
    assert "cannot save the audit state for --new" in capsys.readouterr().err


async def audited_while_they_play(books: Books, folder: Path) -> None:
    """Run full and incremental audits, one after another, while five tables play over real sockets."""
    async with Chaos(OneServer(books, folder), Random(3)) as chaos:
        for words in ((), ("--new",), (), ("--new",)):
            before = chaos.taken
            assert await asyncio.to_thread(run, ["audit", "--database", books.url, *words]) == 0
            await chaos.more_play(20)
            assert chaos.taken >= before + 20
        assert [player.refused["not-written"] for player in chaos.players] == [0] * len(chaos.players)
        assert await chaos.look() == []


def test_audits_while_playing_on_sqlite_find_no_fault_and_block_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = FileBooks(tmp_path)
    monkeypatch.setenv(KEY_FILE, books.environment[KEY_FILE])
    asyncio.run(audited_while_they_play(books, tmp_path))


@pytest.mark.postgres
def test_audits_while_playing_on_postgresql_find_no_fault_and_block_nobody(
    tmp_path: Path, postgres_bin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = PostgresBooks(tmp_path, postgres_bin)
    monkeypatch.setenv(KEY_FILE, books.environment[KEY_FILE])
    try:
        asyncio.run(audited_while_they_play(books, tmp_path))
    finally:
        books.close()
