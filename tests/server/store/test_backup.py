"""`pitboss backup`: books copied while the house is open, brought back, audited and opened again."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

import pytest

from helpers.postgres import PostgresServer
from pitboss.cli import run
from pitboss.server.store.keys import KEY_FILE
from pitboss.server.store.store import open_store
from server.support.house import open_house
from server.tables.test_socket import play_round


def test_a_copy_made_while_people_play_is_good_and_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = str(tmp_path / "house.db"), tmp_path / "copy"
    with open_house(path) as doors:
        table = doors.open_table("flop22", bots=1)
        with doors.at(table) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
            assert run(["backup", str(copy), "--database", path]) == 0
            play_round(seated)
        assert run(["audit", "--database", path]) == 0
    assert "up to line" in capsys.readouterr().out
    assert run(["audit", "--database", str(copy / "house.db")]) == 0
    assert capsys.readouterr().out.startswith("1 rounds")
    with open_house(str(copy / "house.db")) as doors:
        assert [found["id"] for found in doors.client.get("/api/tables").json()] == [table]
    assert {file.stat().st_mode & 0o777 for file in copy.iterdir() if file.suffix in (".key", ".head")} == {0o600}


def test_a_restored_copy_in_the_place_of_newer_books_is_not_opened_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, copy = tmp_path / "house.db", tmp_path / "copy"
    with open_house(str(path)) as doors, doors.at(doors.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        run(["backup", str(copy), "--database", str(path)])
        play_round(seated)
    path.write_bytes((copy / "house.db").read_bytes())
    for beside in ("-wal", "-shm"):
        Path(f"{path}{beside}").unlink(missing_ok=True)
    assert run(["audit", "--database", str(path)]) == 2
    (tmp_path / "house.db.head").write_bytes((copy / "house.db.head").read_bytes())
    assert run(["audit", "--database", str(path)]) == 0


def test_what_cannot_be_copied_is_said_and_nothing_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["backup", str(tmp_path / "copy"), "--database", str(tmp_path / "none.db")]) == 2
    assert "there are no books" in capsys.readouterr().err
    (tmp_path / "text.db").write_text("this is no database, however long it may be")
    assert run(["backup", str(tmp_path / "copy"), "--database", str(tmp_path / "text.db")]) == 2
    assert not (tmp_path / "copy").exists()
    with open_house(str(tmp_path / "house.db")):
        pass
    assert run(["backup", str(tmp_path), "--database", str(tmp_path / "house.db")]) == 2
    assert "a backup needs a new folder" in capsys.readouterr().err
    assert not list(tmp_path.glob(".*"))


def test_a_house_without_a_round_is_copied_and_restored(tmp_path: Path) -> None:
    path, copy = str(tmp_path / "house.db"), tmp_path / "copy"
    open_store(path).close()
    assert run(["backup", str(copy), "--database", path]) == 0
    assert run(["restore", str(copy), "--database", str(tmp_path / "new.db")]) == 0
    assert run(["audit", "--database", str(tmp_path / "new.db")]) == 0


def test_a_copy_that_does_not_pass_its_audit_is_no_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = tmp_path / "house.db", tmp_path / "copy"
    with open_house(str(path)) as doors, doors.at(doors.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
    with sqlite3.connect(path) as books:
        books.execute("UPDATE accounts SET balance = balance + 1 WHERE name LIKE 'player/%'")
    books.close()
    assert run(["backup", str(copy), "--database", str(path)]) == 2
    assert "does not pass its audit" in capsys.readouterr().err
    assert not copy.exists()
    assert not list(tmp_path.glob(".*"))


def test_restore_puts_a_backup_where_a_house_opens_it_and_replaces_nothing(tmp_path: Path) -> None:
    path, copy, back = tmp_path / "house.db", tmp_path / "copy", tmp_path / "back" / "house.db"
    with open_house(str(path)) as doors:
        table = doors.open_table("flop22", bots=1)
        with doors.at(table) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
        cookie = dict(doors.client.cookies)
        assert run(["backup", str(copy), "--database", str(path)]) == 0
    assert run(["restore", str(copy), "--database", str(path)]) == 2
    assert run(["restore", str(tmp_path / "nothing"), "--database", str(back)]) == 2
    assert run(["restore", str(copy), "--database", str(back)]) == 0
    assert {file.stat().st_mode & 0o077 for file in (*back.parent.iterdir(), back.parent)} == {0}
    with open_house(str(back)) as doors:
        doors.client.cookies.clear()
        doors.client.cookies.update(cookie)
        assert [found["id"] for found in doors.client.get("/api/tables").json()] == [table]
        with doors.at(table) as seated:
            play_round(seated)
    assert run(["audit", "--database", str(back)]) == 0


@pytest.mark.postgres
def test_a_dump_of_postgresql_made_while_people_play_is_brought_back_and_goes_on(
    tmp_path: Path, postgres_bin: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server, copy = PostgresServer(postgres_bin), tmp_path / "copy"
    restored = server.url.replace("/postgres", "/restored")
    monkeypatch.setenv(KEY_FILE, str(tmp_path / "house.key"))
    monkeypatch.setenv("PATH", str(postgres_bin), prepend=":")
    try:
        with open_house(server.url) as doors:
            table = doors.open_table("flop22", bots=1)
            with doors.at(table) as seated:
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
        with open_house(restored) as doors:
            assert doors.in_hall(lambda hall: list(hall.rooms)) == [table]
            with doors.at(table) as seated:
                seated.say("sit", seat=2)
                play_round(seated)
            assert run(["audit", "--database", restored]) == 0
        assert capsys.readouterr().out.startswith("2 rounds")
    finally:
        server.close()
