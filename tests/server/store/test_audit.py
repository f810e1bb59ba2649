"""The audit of an open house: it goes on from the last one, and neither harms play nor is harmed by it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pitboss.cli import run
from pitboss.server.store.key_file import read_key_file
from pitboss.server.store.keys import KEY_FILE, HouseKey
from pitboss.table.audit.audit_state import Walked
from server.chaos.books import Books, FileBooks, PostgresBooks
from server.chaos.run import Chaos
from server.chaos.target import OneServer
from server.support.cooking import COOKED
from server.support.house import open_house
from server.tables.test_socket import play_round


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Path]:
    """Books that were audited, and to which two rounds were added since."""
    path = tmp_path / "house.db"
    with open_house(str(path)) as doors:
        doors.newcomer()
        with doors.at(doors.open_table("flop22", bots=1)) as one, doors.at(doors.open_table("flip-it", bots=1)) as two:
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


def test_new_checks_what_is_new_and_knows_the_rest(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert audit(house, "--new", "--heads") == 0
    first, head, log, day = capsys.readouterr().out.splitlines()
    assert first.startswith("2 new rounds of 6: the journal holds")
    assert audit(house, "--new") == 0
    assert capsys.readouterr().out.startswith("0 new rounds of 6: the journal holds")
    assert audit(house, "--heads") == 0  # and the whole of it says the same of all
    assert capsys.readouterr().out.splitlines()[1:] == [head, log, day]


def test_without_an_audit_before_new_has_nothing_to_go_on_from(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = house.with_name("house.db.audited")
    assert note.stat().st_mode & 0o077 == 0
    whole = note.read_bytes()
    for text, sentence in ((None, "there is none"), (b"", "was changed"), (whole[:-1] + b"x", "was changed")):
        note.unlink(missing_ok=True)
        if text is not None:
            note.write_bytes(text)
        assert audit(house, "--new") == 2
        said = capsys.readouterr().err
        assert sentence in said
        assert "run pitboss audit once without --new" in said


def test_a_note_of_another_version_is_refused_in_a_sentence(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import hmac

    key = HouseKey(read_key_file(house.with_name("house.db.key")))
    house.with_name("house.db.audited").write_bytes(hmac.digest(key.audited, b"\x80", "sha256") + b"\x80")
    assert Walked.read(Walked().sealed(b"k"), b"k").rounds == 0
    house.with_name("house.db.audited").write_bytes(hmac.digest(key.audited, b"\x90", "sha256") + b"\x90")
    assert audit(house, "--new") == 2
    assert "another version of pitboss" in capsys.readouterr().err


FOUND_BY_NEW = [
    "the last line is gone with what it stands for", "everything is gone", "the journal is gone",
    "a bankroll was raised", "an account was invented", "play money was invented", "a nickname was changed",
    "a player was invented", "a round was invented", "a live shoe was changed", "a table's rules were changed",
    "chips were put on a table",
    "a table was closed", "a table is gone", "a table was invented", "lines were renumbered",
]  # fmt: skip


@pytest.mark.parametrize("how", FOUND_BY_NEW)
def test_new_finds_what_is_cooked_since_and_all_that_changes(how: str, house: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with sqlite3.connect(house) as source, sqlite3.connect(target) as copy:
        source.backup(copy)
        COOKED[how](copy)
    source.close()
    copy.close()
    for beside in (".key", ".head", ".audited"):
        shutil.copy(f"{house}{beside}", f"{target}{beside}")
    before = Path(f"{target}.audited").read_bytes()
    assert audit(target, "--new") == 2
    assert Path(f"{target}.audited").read_bytes() == before  # what is wrong is no place to go on from


def test_a_round_cooked_since_the_last_audit_is_found(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(house) as books:
        books.execute("UPDATE rounds SET body = replace(body, 'Guest', 'Somebody') WHERE id = 5")
    books.close()
    assert audit(house, "--new") == 2
    assert "rounds 5 to 5 or their score lines are not what the journal says" in " ".join(
        capsys.readouterr().err.split()
    )


def test_several_processes_find_the_same(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert audit(house) == 0
    alone = capsys.readouterr().out
    assert audit(house, "--workers", "2") == 0
    assert capsys.readouterr().out == alone
    with sqlite3.connect(house) as books:
        books.execute("UPDATE rounds SET body = 'x' WHERE id = 2")
    books.close()
    assert audit(house, "--workers", "2") == 2
    assert "this is not a round saved from the table" in capsys.readouterr().err


def test_smaller_pieces_find_the_same(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert audit(house) == 0
    whole = capsys.readouterr().out
    monkeypatch.setattr("pitboss.table.audit.audit.MOST_ROUNDS", 1)
    assert audit(house) == 0
    assert capsys.readouterr().out == whole


def test_a_note_that_cannot_be_written_is_told_and_the_audit_holds(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = house.with_name("house.db.audited")
    note.unlink()
    note.mkdir()
    assert audit(house) == 0
    assert "the note for --new cannot be written" in capsys.readouterr().err


async def audited_while_they_play(books: Books, folder: Path) -> None:
    """Audits, whole and new, one after the other, while five tables play over real sockets."""
    async with Chaos(OneServer(books, folder), Random(3)) as chaos:
        for words in ((), ("--new",), (), ("--new",)):
            before = chaos.taken
            assert await asyncio.to_thread(run, ["audit", "--database", books.url, *words]) == 0
            await chaos.more_play(20)
            assert chaos.taken >= before + 20
        assert [player.refused["not-written"] for player in chaos.players] == [0] * len(chaos.players)
        assert await chaos.look() == []


def test_audits_of_an_open_house_on_sqlite_raise_no_alarm_and_refuse_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = FileBooks(tmp_path)
    monkeypatch.setenv(KEY_FILE, books.environment[KEY_FILE])
    asyncio.run(audited_while_they_play(books, tmp_path))


@pytest.mark.postgres
def test_audits_of_an_open_house_on_postgresql_raise_no_alarm_and_refuse_nobody(
    tmp_path: Path, postgres_bin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = PostgresBooks(tmp_path, postgres_bin)
    monkeypatch.setenv(KEY_FILE, books.environment[KEY_FILE])
    try:
        asyncio.run(audited_while_they_play(books, tmp_path))
    finally:
        books.close()
