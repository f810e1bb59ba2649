"""The key file and the modes of the books: a wrong key opens nothing and writes nothing, and nobody else reads them."""

from __future__ import annotations

import errno
import os
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.play.refused import Refused
from pitboss.server.store.key_file import new_key_file, parse_key_file, write_whole
from pitboss.server.store.keys import KEY_FILE, house_key, without_password
from pitboss.server.store.store import open_store
from server.support.house import open_house
from server.tables.test_socket import play_round


@pytest.fixture
def books(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with open_house(str(path)) as doors, doors.at(doors.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
    return path


def refused(path: Path) -> str:
    with pytest.raises(Refused) as fault:
        open_store(str(path))
    return fault.value.code


@pytest.mark.parametrize("text", ["", "\n", "ab" * 16, "ab" * 33, "xy" * 32, "ab" * 32 + "\n" + "cd" * 32, "\xff"])
def test_a_key_that_is_not_32_bytes_opens_nothing(books: Path, text: str) -> None:
    Path(f"{books}.key").write_text(text, encoding="latin-1")
    before = books.read_bytes()
    assert refused(books) == "bad-key"
    assert books.read_bytes() == before


def test_a_key_file_lacking_a_secret_or_with_a_strange_line_is_none() -> None:
    whole = new_key_file().text
    assert parse_key_file(whole).text == whole
    for bad in (whole.replace("seeds", "sweets"), whole.rsplit("\n", 2)[0], whole + "pending ab\n", whole + whole):
        with pytest.raises(ValueError, match=r"."):
            parse_key_file(bad)


def test_the_key_of_other_books_is_refused_before_anything_is_written(books: Path) -> None:
    right = Path(f"{books}.key").read_text()
    Path(f"{books}.key").write_text(new_key_file().text)
    before = sha256(books.read_bytes()).digest()
    assert refused(books) == "other-key"
    assert sha256(books.read_bytes()).digest() == before
    Path(f"{books}.key").write_text(right)
    assert run(["audit", "--database", str(books)]) == 0
    open_store(str(books)).close()


def test_a_full_disk_at_the_first_start_leaves_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "house.db"
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(Refused, match="the disk is full"):
            house_key(str(path), may_be_new=True)
    assert not list(tmp_path.iterdir())
    open_store(str(path)).close()
    assert len(house_key(str(path), may_be_new=False).journal) == 32


def test_a_file_is_written_whole_or_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_file: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "file"
    write_whole(path, b"old")
    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_every_use_has_a_secret_of_its_own_and_the_one_of_version_020_still_serves() -> None:
    from pitboss.server.store.keys import HouseKey

    for file in (new_key_file(), parse_key_file("ab" * 32)):
        key = HouseKey(file)
        secrets = [key.journal, key.cookies, key.seeds, key.signing, key.audited, key.peers]
        assert len(set(secrets)) == 6
        assert {len(secret) for secret in secrets} == {32}


def test_nobody_else_reads_the_books(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder = tmp_path / "new" / "house"
        with open_house(str(folder / "house.db")) as doors, doors.at(doors.open_table("flop22")) as seated:
            seated.say("sit", seat=1)
            files = sorted(folder.iterdir())
            assert {"house.db", "house.db-wal", "house.db-shm", "house.db.lock", "house.db.key"} <= {
                file.name for file in files
            }
            assert {file.name: oct(file.stat().st_mode & 0o077) for file in files} == dict.fromkeys(
                (file.name for file in files), "0o0"
            )
            assert folder.stat().st_mode & 0o077 == 0
    finally:
        os.umask(before)


def test_books_that_others_could_read_are_made_private_and_that_is_logged(
    books: Path, caplog: pytest.LogCaptureFixture
) -> None:
    books.chmod(0o644)
    open_store(str(books)).close()
    assert books.stat().st_mode & 0o777 == 0o600
    assert "other users could read" in caplog.text


def test_a_folder_where_others_may_exchange_the_books_is_refused(books: Path) -> None:
    books.parent.chmod(0o777)
    assert refused(books) == "open-folder"


def test_a_link_to_the_books_does_not_get_past_their_lock(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = books.with_name("link.db")
    link.symlink_to(books)
    monkeypatch.setenv(KEY_FILE, f"{books}.key")
    first = open_store(str(books))
    assert refused(link) == "store-taken"
    first.close()


def test_books_of_another_schema_are_not_touched(books: Path) -> None:
    connection = sqlite3.connect(books, isolation_level=None)
    connection.execute("UPDATE meta SET value = '99' WHERE name = 'schema'")
    connection.execute("DROP TABLE class_members")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = books.read_bytes()
    Path(f"{books}.key").unlink()
    assert refused(books) == "other-schema"
    assert books.read_bytes() == before
    assert not Path(f"{books}.key").exists()


def test_no_password_is_printed() -> None:
    assert "secret" not in without_password("postgresql://me:secret@host:5432/name?password=secret&x=1")
    assert without_password("postgresql:///name") == "postgresql:///name"


def test_a_changed_password_finds_the_same_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.server.store.keys import key_path

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert key_path("postgresql://me:one@host/name") == key_path("postgresql://me:two@host/name")
    assert key_path("postgresql://me@host/name") != key_path("postgresql://me@host/other")


def test_a_head_that_is_only_half_written_does_not_close_the_house(books: Path) -> None:
    key = house_key(str(books), may_be_new=False)
    noted = key.noted()
    assert noted.number > 1
    head = Path(f"{books}.head")
    whole = head.read_bytes()
    lines = whole.splitlines(keepends=True)
    last = noted.number % 2
    torn = lines[last][:40] + b"0" * 40 + lines[last][80:]
    head.write_bytes(b"".join([*lines[:last], torn, *lines[last + 1 :]]))
    assert key.noted().number == noted.number - 1
    open_store(str(books)).close()
    head.write_bytes(whole)
    assert key.noted() == noted
