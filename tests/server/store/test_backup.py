"""`pitboss backup`: a running server's database copied, restored, audited and reopened."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from helpers.postgres import PostgresServer
from pitboss.cli import run
from pitboss.server.store.keys import KEY_FILE
from pitboss.server.store.maintenance import backup
from pitboss.server.store.store import open_store
from pitboss.table.audit.journal import Head
from server.support.house import run_server
from server.tables.test_socket import play_round


def test_backup_made_during_play_is_valid_and_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = str(tmp_path / "house.db"), tmp_path / "copy"
    with run_server(path) as running:
        table = running.open_table("flop22", bots=1)
        with running.at(table) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
            assert run(["backup", str(copy), "--database", path]) == 0
            play_round(seated)
        assert run(["audit", "--database", path]) == 0
    assert "up to line" in capsys.readouterr().out
    assert run(["audit", "--database", str(copy / "house.db")]) == 0
    assert capsys.readouterr().out.startswith("1 rounds")
    with run_server(str(copy / "house.db")) as running:
        assert [found["id"] for found in running.client.get("/api/tables").json()] == [table]
    assert {file.stat().st_mode & 0o777 for file in copy.iterdir() if file.suffix in (".key", ".head")} == {0o600}


def test_backup_over_a_newer_database_fails_its_audit_without_its_head(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "house.db", tmp_path / "copy"
    with run_server(str(path)) as running, running.at(running.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        run(["backup", str(copy), "--database", str(path)])
        play_round(seated)
    path.write_bytes((copy / "house.db").read_bytes())
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    assert run(["audit", "--database", str(path)]) == 2
    (tmp_path / "house.db.head").write_bytes((copy / "house.db.head").read_bytes())
    assert run(["audit", "--database", str(path)]) == 0


def test_failed_backup_is_reported_and_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["backup", str(tmp_path / "copy"), "--database", str(tmp_path / "none.db")]) == 2
    assert "there are no books" in capsys.readouterr().err
    (tmp_path / "text.db").write_text("this is no database, however long it may be")
    assert run(["backup", str(tmp_path / "copy"), "--database", str(tmp_path / "text.db")]) == 2
    assert not (tmp_path / "copy").exists()
    with run_server(str(tmp_path / "house.db")):
        pass
    assert run(["backup", str(tmp_path), "--database", str(tmp_path / "house.db")]) == 2
    assert "a backup needs a new folder" in capsys.readouterr().err
    assert not list(tmp_path.glob(".*"))


def test_database_without_rounds_is_backed_up_and_restored(tmp_path: Path) -> None:
    path, copy = str(tmp_path / "house.db"), tmp_path / "copy"
    open_store(path).close()
    assert run(["backup", str(copy), "--database", path]) == 0
    assert run(["restore", str(copy), "--database", str(tmp_path / "new.db")]) == 0
    assert run(["audit", "--database", str(tmp_path / "new.db")]) == 0


def test_backup_must_pass_its_audit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = tmp_path / "house.db", tmp_path / "copy"
    with run_server(str(path)) as running, running.at(running.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
    with sqlite3.connect(path) as books:
        books.execute("UPDATE accounts SET balance = balance + 1 WHERE name LIKE 'player/%'")
    books.close()
    assert run(["backup", str(copy), "--database", str(path)]) == 2
    assert "does not pass its audit" in capsys.readouterr().err
    assert not copy.exists()
    assert not list(tmp_path.glob(".*"))


def test_key_rotated_during_a_backup_is_the_one_in_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is stopped, rotates its key, starts again and deals, all while the database is being copied."""
    path, copy = tmp_path / "house.db", tmp_path / "copy"

    def play() -> None:
        with run_server(str(path)) as running, running.at(running.open_table("flop22", bots=1)) as seated:
            seated.say("sit", seat=1)
            play_round(seated)

    honest = backup._copy_sqlite

    def slow(file: Path, place: Path) -> tuple[Path, Head]:
        assert run(["key", "rotate", "--database", str(path)]) == 0
        play()
        return honest(file, place)

    play()
    monkeypatch.setattr(backup, "_copy_sqlite", slow)
    assert run(["backup", str(copy), "--database", str(path)]) == 0
    assert run(["audit", "--database", str(copy / "house.db")]) == 0
    assert run(["restore", str(copy), "--database", str(tmp_path / "back" / "house.db")]) == 0


def test_restore_puts_a_backup_in_place_and_overwrites_nothing(tmp_path: Path) -> None:
    path, copy, back = tmp_path / "house.db", tmp_path / "copy", tmp_path / "back" / "house.db"
    with run_server(str(path)) as running:
        table = running.open_table("flop22", bots=1)
        with running.at(table) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
        cookie = dict(running.client.cookies)
        assert run(["backup", str(copy), "--database", str(path)]) == 0
    assert run(["restore", str(copy), "--database", str(path)]) == 2
    assert run(["restore", str(tmp_path / "nothing"), "--database", str(back)]) == 2
    assert run(["restore", str(copy), "--database", str(back)]) == 0
    assert {file.stat().st_mode & 0o077 for file in (*back.parent.iterdir(), back.parent)} == {0}
    with run_server(str(back)) as running:
        running.client.cookies.clear()
        running.client.cookies.update(cookie)
        assert [found["id"] for found in running.client.get("/api/tables").json()] == [table]
        with running.at(table) as seated:
            play_round(seated)
    assert run(["audit", "--database", str(back)]) == 0


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    """Return the folder of a server that crashed after a backup and two more rounds, with its database moved away."""
    path, crashed = tmp_path / "house.db", tmp_path / "crashed"
    with run_server(str(path)) as running, running.at(running.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        assert run(["backup", str(tmp_path / "copy"), "--database", str(path)]) == 0
        play_round(seated)
        assert run(["audit", "--database", str(path)]) == 0
        crashed.mkdir(0o700)
        for file in tmp_path.glob("house.db?*"):
            shutil.copy(file, crashed)
    assert {file.name for file in crashed.iterdir()} >= {
        f"house.db{end}" for end in ("-wal", ".key", ".head", ".audited")
    }
    return crashed


def test_restore_does_not_mix_with_what_is_left_of_lost_books(lost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SQLite would apply a leftover write-ahead log to the restored database."""
    restored = ["restore", str(lost.parent / "copy"), "--database", str(lost / "house.db")]
    capsys.readouterr()
    assert run(restored) == 2
    assert "house.db.head says that line" in capsys.readouterr().err
    (lost / "house.db.head").unlink()
    assert run(restored) == 2
    assert f"there are books at {lost / 'house.db-wal'}: move them away first" in capsys.readouterr().err
    for file in (*lost.glob("house.db-*"), *lost.glob("house.db.lock*")):
        file.unlink()
    assert run(restored) == 0
    assert not (lost / "house.db.audited").exists()
    capsys.readouterr()
    assert run(["audit", "--database", str(lost / "house.db")]) == 0
    assert capsys.readouterr().out.startswith("1 rounds")


@pytest.mark.parametrize("point", range(2))
def test_interrupted_restore_can_be_run_again(tmp_path: Path, point: int, monkeypatch: pytest.MonkeyPatch) -> None:
    path, back = tmp_path / "house.db", tmp_path / "back" / "house.db"
    with run_server(str(path)) as running, running.at(running.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
    assert run(["backup", str(tmp_path / "copy"), "--database", str(path)]) == 0
    restored = ["restore", str(tmp_path / "copy"), "--database", str(back)]
    renamed = iter(range(point))
    honest = Path.replace

    def killed(file: Path, target: Path) -> Path:
        if next(renamed, None) is None:
            raise KeyboardInterrupt
        return honest(file, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", killed)
        with suppress(KeyboardInterrupt):
            assert run(restored) != 0
        assert Path(f"{back}.key").exists() is (point == 1)  # the key, then the books
        assert not back.exists()
    assert run(restored) == 0
    assert run(["audit", "--database", str(back)]) == 0


@pytest.mark.postgres
def test_postgresql_dump_made_during_play_is_restored_and_continues(
    tmp_path: Path, postgres_bin: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server, copy = PostgresServer(postgres_bin), tmp_path / "copy"
    restored = server.url.replace("/postgres", "/restored")
    monkeypatch.setenv(KEY_FILE, str(tmp_path / "house.key"))
    monkeypatch.setenv("PATH", str(postgres_bin), prepend=":")
    try:
        with run_server(server.url) as running:
            table = running.open_table("flop22", bots=1)
            with running.at(table) as seated:
                seated.say("sit", seat=1)
                play_round(seated)
                assert run(["backup", str(copy), "--database", server.url]) == 0
                play_round(seated)
            assert run(["audit", "--database", server.url]) == 0
        assert capsys.readouterr().out.splitlines()[-3].startswith("2 rounds")
        command = ["createdb", "--maintenance-db", server.url, "restored"]
        subprocess.run(command, check=True, capture_output=True)
        monkeypatch.setenv(KEY_FILE, str(tmp_path / "restored.key"))
        assert run(["restore", str(copy), "--database", server.url]) == 2, "there are books"
        assert run(["restore", str(copy), "--database", restored]) == 0
        capsys.readouterr()
        assert run(["audit", "--database", restored]) == 0
        assert capsys.readouterr().out.startswith("1 rounds")
        with run_server(restored) as running:
            assert running.in_registry(lambda registry: list(registry.rooms)) == [table]
            with running.at(table) as seated:
                seated.say("sit", seat=2)
                play_round(seated)
            assert run(["audit", "--database", restored]) == 0
        assert capsys.readouterr().out.startswith("2 rounds")
    finally:
        server.close()
