"""The key file and the database's file modes: a wrong key opens and writes nothing, and files are private."""

from __future__ import annotations

import errno
import os
import secrets
import sqlite3
import stat
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.play.refused import Refused
from pitboss.server.store.database import connect
from pitboss.server.store.keys import KEY_FILE, house_key, new_key_file, parse_key_file, without_password, write_whole
from pitboss.server.store.store import open_store
from server.support.house import run_server
from server.tables.test_socket import play_round


@pytest.fixture
def books(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with run_server(str(path)) as server, server.at(server.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
    return path


def refused(path: Path) -> str:
    with pytest.raises(Refused) as fault:
        open_store(str(path))
    return fault.value.code


@pytest.mark.parametrize(
    "text", ["", "\n", "ab" * 16, "ab" * 33, "xy" * 32, "ab" * 32 + "\n" + "cd" * 32, "\xff", f"ab{60 * ' '}cd"]
)
def test_key_must_have_32_bytes(books: Path, text: str) -> None:
    Path(f"{books}.key").write_text(text, encoding="latin-1")
    before = books.read_bytes()
    assert refused(books) == "bad-key"
    assert books.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes")
@pytest.mark.parametrize("file", ["", ".key", ".head", ".audited", "-wal", ".lock"])
def test_pipe_is_refused_instead_of_waiting_for_a_writer(books: Path, file: str) -> None:
    path = Path(f"{books}{file}")
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert refused(books) == "not-a-file"
    is_key = file in (".key", ".head", ".audited")
    with pytest.raises(Refused, match="is a pipe or a device"):
        house_key(str(books), may_be_new=False) if is_key else connect(str(books), alone=False)


def test_key_file_with_missing_or_unknown_lines_is_invalid() -> None:
    whole = new_key_file().text
    assert parse_key_file(whole).text == whole
    for bad in (whole.replace("seeds", "sweets"), whole.rsplit("\n", 2)[0], whole + "pending ab\n", whole + whole):
        with pytest.raises(ValueError, match=r"."):
            parse_key_file(bad)


def test_key_of_another_database_is_rejected_before_writing(books: Path) -> None:
    right = Path(f"{books}.key").read_text()
    Path(f"{books}.key").write_text(new_key_file().text)
    before = sha256(books.read_bytes()).digest()
    assert refused(books) == "other-key"
    assert sha256(books.read_bytes()).digest() == before
    Path(f"{books}.key").write_text(right)
    assert run(["audit", "--database", str(books)]) == 0
    open_store(str(books)).close()


def test_full_disk_at_the_first_start_leaves_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_file_is_written_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_file: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "file"
    write_whole(path, b"old")
    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_file_is_synced_before_its_rename_and_the_folder_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, fsync, replace = list[str](), os.fsync, os.replace

    def synced(file: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file")
        fsync(file)

    def renamed(source: str, target: str) -> None:
        done.append("name")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    write_whole(tmp_path / "file", b"new")
    assert done == ["file", "name", "folder"]


def test_each_purpose_has_its_own_secret_and_version_020_keys_still_work() -> None:
    from pitboss.server.store.keys import HouseKey

    for file in (new_key_file(), parse_key_file("ab" * 32)):
        key = HouseKey(file)
        secrets = [key.journal, key.cookies, key.seeds, key.signing, key.audited, key.peers]
        assert len(set(secrets)) == 6
        assert {len(secret) for secret in secrets} == {32}


def test_database_is_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        folder = tmp_path / "new" / "house"
        with run_server(str(folder / "house.db")) as server, server.at(server.open_table("flop22")) as seated:
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


def test_readable_database_is_made_private_with_a_log_entry(books: Path, caplog: pytest.LogCaptureFixture) -> None:
    books.chmod(0o644)
    open_store(str(books)).close()
    assert books.stat().st_mode & 0o777 == 0o600
    assert "other users could read" in caplog.text


def test_readable_key_is_made_private_with_a_log_entry(books: Path, caplog: pytest.LogCaptureFixture) -> None:
    key = Path(f"{books}.key")
    key.chmod(0o644)
    open_store(str(books)).close()
    assert key.stat().st_mode & 0o777 == 0o600
    assert f"other users could read {key}" in caplog.text


def test_world_writable_folder_is_rejected(books: Path) -> None:
    books.parent.chmod(0o777)
    assert refused(books) == "open-folder"


def test_database_of_another_user_in_a_shared_folder_is_rejected(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books.parent.chmod(0o1777)  # as /tmp: somebody may have put the file there first, to read it later
    open_store(str(books)).close()
    monkeypatch.setattr(os, "geteuid", lambda: books.stat().st_uid + 1)
    assert refused(books) == "open-folder"


def test_temporary_file_of_the_key_cannot_be_put_there_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user who guesses its name would own the key, or have it written through a link."""
    monkeypatch.setattr(secrets, "token_hex", lambda _bytes: "guessed")
    path, stolen = tmp_path / "house.key", tmp_path / "stolen"
    for planted in (Path.touch, lambda file: file.symlink_to(stolen)):
        fresh = tmp_path / "house.key.guessed.new"
        planted(fresh)
        with pytest.raises(FileExistsError):
            write_whole(path, b"secret")
        assert not path.exists()
        assert not stolen.exists()
        assert not fresh.is_symlink()


def test_key_behind_a_symlink_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "mounted").mkdir()
    target, link = tmp_path / "mounted" / "key", tmp_path / "house.key"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert list(target.parent.iterdir()) == [target]


def test_database_in_a_symlinked_folder_is_recognised_as_the_same(books: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(books.parent, target_is_directory=True)
    first = open_store(str(books))
    assert refused(tmp_path / "link" / books.name) == "store-taken"
    lines = first.head
    first.close()
    second = open_store(str(tmp_path / "link" / books.name))
    assert second.head == lines
    second.close()


def test_stolen_database_reveals_no_seed_of_a_shoe_in_play(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with run_server(str(path)) as server:
        name = server.open_table("flip-it")
        with server.at(name) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
            stolen = path.read_bytes() + Path(f"{path}-wal").read_bytes()
            table = server.in_registry(lambda registry: registry.rooms[name].table)
            assert table.shoe.seal.encode() in stolen  # the hash is published, so it may be there
            for seed in (table.shoe.seed, table.house_seeds.next):
                assert seed not in stolen
                assert seed.hex().encode() not in stolen


def test_symlink_to_the_database_does_not_bypass_its_lock(books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = books.with_name("link.db")
    link.symlink_to(books)
    monkeypatch.setenv(KEY_FILE, f"{books}.key")
    first = open_store(str(books))
    assert refused(link) == "store-taken"
    first.close()


def test_database_of_another_schema_is_not_touched(books: Path) -> None:
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


def test_key_is_found_after_a_password_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.server.store.keys import key_path

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert key_path("postgresql://me:one@host/name") == key_path("postgresql://me:two@host/name")
    assert key_path("postgresql://me@host/name") != key_path("postgresql://me@host/other")


def test_half_written_head_does_not_prevent_startup(books: Path) -> None:
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


def test_another_key_is_rejected_before_the_first_bet_too(tmp_path: Path) -> None:
    path, key = tmp_path / "house.db", tmp_path / "house.db.key"
    open_store(str(path)).close()
    right = key.read_text()
    key.write_text(new_key_file().text)
    before = path.read_bytes()
    assert refused(path) == "other-key"
    assert path.read_bytes() == before
    key.unlink()
    assert refused(path) == "no-key"
    assert not key.exists()
    key.write_text(right)
    assert run(["key", "rotate", "--database", str(path)]) == 0
    assert key.read_text() != right
    open_store(str(path)).close()
    assert run(["audit", "--database", str(path)]) == 0
