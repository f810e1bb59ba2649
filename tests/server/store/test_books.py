"""`pitboss verify` and `pitboss audit`: every way of cooking the books is found."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.server.store.database import connect
from pitboss.table.audit.journal import Head
from server.support.cooking import COOKED
from server.support.house import open_house
from server.tables.test_socket import play_round


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house where two games were played."""
    path = tmp_path_factory.mktemp("books") / "house.db"
    with open_house(str(path)) as doors:
        doors.newcomer().put("/api/me", json={"nick": "Nora"}).raise_for_status()  # a second account
        for game in ("flop22", "flip-it"):
            with doors.at(doors.open_table(game, bots=1)) as seated:
                seated.say("sit", seat=1)
                for _ in range(3):
                    play_round(seated)
    return path


@pytest.fixture
def copy(house: Path, tmp_path: Path) -> sqlite3.Connection:
    with sqlite3.connect(house) as source:
        target = sqlite3.connect(tmp_path / "copy.db")
        source.backup(target)
    source.close()
    for beside in (".key", ".head"):
        shutil.copy(f"{house}{beside}", tmp_path / f"copy.db{beside}")
    return target


def test_honest_books_pass(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(house)]) == 0
    assert capsys.readouterr().out.startswith("6 rounds: the journal holds")


def test_an_audit_of_an_open_house_stops_nobody_and_finds_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with open_house(path) as doors, doors.at(doors.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        reader = connect(path, alone=False)
        with reader.snapshot():
            assert len(reader.run("SELECT id FROM rounds")) == 1
            play_round(seated)  # it is written while the audit reads
            assert len(reader.run("SELECT id FROM rounds")) == 1
        reader.close()
        assert run(["audit", "--database", path]) == 0


@pytest.mark.parametrize("how", list(COOKED))
def test_cooked_books_are_found(
    how: str, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    COOKED[how](copy)
    copy.commit()
    copy.close()
    assert run(["audit", "--database", str(tmp_path / "copy.db")]) == 2
    assert "unexpected error" not in capsys.readouterr().err


@pytest.mark.parametrize("how", ["the last line is gone with what it stands for", "everything is gone"])
def test_a_head_that_a_browser_kept_finds_what_the_house_itself_forgot(
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


def test_the_heads_of_the_days_are_printed(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(house), "--heads"]) == 0
    *_, day = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"20\d\d-\d\d-\d\d  \d+:[0-9a-f]{64}  log:\d+:[0-9a-f]{64}", day)
    assert run(["audit", "--database", str(house), "--against", day.split()[1]]) == 0


@pytest.mark.parametrize("how", ["cut short", "damaged", "without its key"])
def test_books_that_lost_something_keep_the_house_shut(
    how: str, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, sentence = tmp_path / "copy.db", "play that was acknowledged is gone"
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


def test_a_round_saved_from_the_table_is_verified(
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
    assert "do not lie at their place" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"proof": {}}', '{"proof": 1, "record": 2}', "[" * 100_000, "\x00"])
def test_what_is_no_round_is_refused_in_a_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.json"
    file.write_text(text, encoding="utf-8")
    assert run(["verify", str(file)]) == 2
    assert "unexpected error" not in capsys.readouterr().err


def test_books_that_are_not_there_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(tmp_path / "none.db")]) == 2
    assert "there are no books" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["verify", ""], "the saved round '' cannot be read: there is no such file"),
        (["verify", "."], "the saved round '.' cannot be read: it is a folder"),
        (["serve", "--host", "\udcff"], r"cannot listen on '\udcff': no host has such a name"),
        (["serve", "--host", ""], "--host must be a name or an address"),
    ],
)
def test_names_that_cannot_be_are_refused_in_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    books = ["--database", str(tmp_path / "house.db")] if words[0] == "serve" else []
    assert run([*words, *books]) == 2
    assert sentence in capsys.readouterr().err
