"""`pitboss verify` and `pitboss audit`: every kind of tampering is found."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from pathlib import Path

import jsonschema_rs
import pytest

from helpers.schemas import schemas
from pitboss.cli import run
from pitboss.server.store.database import connect
from pitboss.server.store.store import open_store
from pitboss.table.audit.journal import Head
from server.support.cooking import COOKED
from server.support.house import run_server
from server.tables.test_socket import play_round


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a database with two games played."""
    path = tmp_path_factory.mktemp("books") / "house.db"
    with run_server(str(path)) as server:
        server.newcomer().put("/api/me", json={"nick": "Nora"}).raise_for_status()  # a second account
        for game in ("flop22", "flip-it"):
            with server.at(server.open_table(game, bots=1)) as seated:
                seated.say("sit", seat=1)
                for _ in range(3):
                    play_round(seated)
    return path


@pytest.fixture
def copy(database: Path, tmp_path: Path) -> sqlite3.Connection:
    with sqlite3.connect(database) as source:
        target = sqlite3.connect(tmp_path / "copy.db")
        source.backup(target)
    source.close()
    for suffix in (".key", ".head"):
        shutil.copy(f"{database}{suffix}", tmp_path / f"copy.db{suffix}")
    return target


def test_honest_database_passes(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(database)]) == 0
    assert capsys.readouterr().out.startswith("6 rounds: the journal is intact")


def test_audit_of_a_running_server_blocks_nobody_and_finds_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with run_server(path) as server, server.at(server.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        reader = connect(path, alone=False)
        with reader.snapshot():
            assert len(reader.run("SELECT id FROM rounds")) == 1
            play_round(seated)  # written while the audit reads
            assert len(reader.run("SELECT id FROM rounds")) == 1
        reader.close()
        assert run(["audit", "--database", path]) == 0


@pytest.mark.parametrize("how", list(COOKED))
def test_tampered_database_is_found(
    how: str, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    COOKED[how](copy)
    copy.commit()
    copy.close()
    assert run(["audit", "--database", str(tmp_path / "copy.db")]) == 2
    assert "unexpected error" not in capsys.readouterr().err


@pytest.mark.parametrize("how", ["the last line is gone with what it stands for", "everything is gone"])
def test_head_saved_by_a_browser_reveals_removed_rounds(
    how: str, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = Head(*copy.execute("SELECT id, mark FROM journal ORDER BY id DESC LIMIT 1").fetchone())
    COOKED[how](copy)
    copy.commit()
    copy.close()
    (tmp_path / "copy.db.head").unlink()
    books = ["audit", "--database", str(tmp_path / "copy.db"), "--against"]
    assert run([*books, str(head)]) == 2
    assert f"line {head.number} of the journal is gone" in capsys.readouterr().err
    assert run([*books, "17"]) == 2
    assert "a head is a number, a colon and 64 hex digits" in capsys.readouterr().err


def test_daily_heads_are_printed(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(database), "--heads"]) == 0
    *_, day = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"20\d\d-\d\d-\d\d  \d+:[0-9a-f]{64}  log:\d+:[0-9a-f]{64}", day)
    assert run(["audit", "--database", str(database), "--against", day.split()[1]]) == 0


def test_audit_can_be_read_by_programs(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(database), "--heads"]) == 0
    text = capsys.readouterr().out
    assert run(["audit", "--database", str(database), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema_rs.validator_for(schemas()["audit"]).validate(found)
    assert text.startswith(f"{found['rounds']:,} rounds: ")
    assert f"The head of the journal: {found['head']}\nThe head of the log: {found['log']}\n" in text
    assert text.splitlines()[-1].split() == [found["days"][-1][name] for name in ("day", "head", "log")]
    assert run(["audit", "--database", str(database), "--csv"]) == 0
    books, days = capsys.readouterr().out.split("\n\n")
    assert books.startswith("rounds,new_rounds,entries,")
    assert days.splitlines()[1:] == [",".join(day.values()) for day in found["days"]]


@pytest.mark.parametrize("how", ["cut short", "damaged", "without its key"])
def test_server_does_not_start_with_a_truncated_database(
    how: str, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, sentence = tmp_path / "copy.db", "acknowledged play is missing"
    if how == "cut short":
        COOKED["the last line is gone with what it stands for"](copy)
    copy.commit()
    copy.close()
    if how == "damaged":
        data = bytearray(path.read_bytes())
        data[8192:12288] = bytes(4096)
        path.write_bytes(data)
        sentence = "damaged"
    if how == "without its key":
        (tmp_path / "copy.db.key").unlink()
        sentence = "the key of these books is not at"
    assert run(["serve", "--no-browser", "--port", "0", "--database", str(path)]) == 2
    assert sentence in capsys.readouterr().err


def test_round_saved_from_the_table_is_verified(
    copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = copy.execute("SELECT body FROM rounds WHERE id = 1").fetchone()[0]
    copy.close()
    file = tmp_path / "round.json"
    file.write_text(text, encoding="utf-8")
    assert run(["verify", str(file)]) == 0
    assert "Flop 22: the seal" in capsys.readouterr().out
    body = json.loads(text)
    first, *rest = body["proof"]["cards"].split()
    body["proof"]["cards"] = " ".join([*rest, first])
    file.write_text(json.dumps(body), encoding="utf-8")
    assert run(["verify", str(file)]) == 2
    assert "are not at their place" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"proof": {}}', '{"proof": 1, "record": 2}', "[" * 100_000, "\x00"])
def test_invalid_round_file_is_rejected(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "round.json"
    file.write_text(text, encoding="utf-8")
    assert run(["verify", str(file)]) == 2
    assert "unexpected error" not in capsys.readouterr().err


def test_missing_database_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(tmp_path / "none.db")]) == 2
    assert "there are no books" in capsys.readouterr().err


@pytest.mark.parametrize(("size", "sentence"), [(20_000, "is damaged: restore a backup"), (0, "there are no books in")])
def test_truncated_database_is_reported_by_audit_and_backup(
    size: int, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.db"
    open_store(str(path)).close()
    os.truncate(path, size)
    for words in (["audit"], ["backup", str(tmp_path / "copy")]):
        assert run([*words, "--database", str(path)]) == 2
        assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["verify", ""], "the saved round '' cannot be read: there is no such file"),
        (["verify", "."], "the saved round '.' cannot be read: it is a folder"),
        (["serve", "--host", "\udcff"], r"cannot listen on '\udcff': no host has such a name"),
        (["serve", "--host", ""], "--host must be a name or an address"),
    ],
)
def test_invalid_names_are_rejected(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    books = ["--database", str(tmp_path / "house.db")] if words[0] == "serve" else []
    assert run([*words, *books]) == 2
    assert sentence in capsys.readouterr().err
