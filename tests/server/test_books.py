"""`pitboss verify` and `pitboss audit`: every way of cooking the books is found."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import run
from server.house import open_house
from server.test_socket import play_round


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house where two games were played."""
    path = tmp_path_factory.mktemp("books") / "house.db"
    with open_house(str(path)) as doors:
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
    return target


def test_honest_books_pass(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(house)]) == 0
    assert capsys.readouterr().out.startswith("6 rounds: the chain holds")


def change_body(change: Callable[[dict[str, Any]], object]) -> Callable[[sqlite3.Connection], object]:
    def cook(books: sqlite3.Connection) -> None:
        body = json.loads(books.execute("SELECT body FROM rounds WHERE id = 5").fetchone()[0])
        change(body)
        books.execute("UPDATE rounds SET body = ? WHERE id = 5", (json.dumps(body, separators=(",", ":")),))

    return cook


COOKED: dict[str, tuple[Callable[[sqlite3.Connection], object], str]] = {
    "a round is gone": (lambda books: books.execute("DELETE FROM rounds WHERE id = 4"), "the chain is broken"),
    "a result was changed": (change_body(lambda body: body["net"].update({"1": 99})), "the net results are not"),
    "an event was changed": (change_body(lambda body: body["events"][-1].update(at="x")), "goes another way from"),
    "a salt was changed": (
        change_body(lambda body: body["proof"]["salts"].__setitem__(0, "0" * 64)),
        "do not give the commitment",
    ),
    "the shoe was changed": (
        change_body(lambda body: body["proof"].update(start=body["proof"]["start"] + 1)),
        "the shoe was changed between two rounds",
    ),
    "a bankroll was raised": (
        lambda books: books.execute("UPDATE accounts SET balance = balance + 1 WHERE name LIKE 'player/%'"),
        "cents and its entries say",
    ),
    "an entry was changed": (
        lambda books: books.execute("UPDATE entries SET amount = amount + 100 WHERE credit LIKE 'house/%'"),
        "the ledger does not hold what the seats",
    ),
    "an entry is gone": (
        lambda books: books.execute("DELETE FROM entries WHERE id = (SELECT MAX(id) FROM entries)"),
        "and its entries say",
    ),
}


@pytest.mark.parametrize("how", list(COOKED))
def test_cooked_books_are_found(
    how: str, copy: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cook, sentence = COOKED[how]
    cook(copy)
    copy.commit()
    copy.close()
    assert run(["audit", "--database", str(tmp_path / "copy.db")]) == 2
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
    assert "this is not the order that was sealed" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"proof": {}}', '{"proof": 1, "record": 2}', "[" * 100_000, "\x00"])
def test_what_is_no_round_is_refused_in_a_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.json"
    file.write_text(text, encoding="utf-8")
    assert run(["verify", str(file)]) == 2
    assert "this should not have happened" not in capsys.readouterr().err


def test_books_that_are_not_there_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--database", str(tmp_path / "none.db")]) == 2
    assert "there are no books" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["verify", ""], "the saved round '' cannot be read: no such file or directory"),
        (["verify", "."], "the saved round '.' cannot be read: is a directory"),
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
