"""`pitboss key rotate`, and what to do when a key is lost."""

from __future__ import annotations

import shutil
import sqlite3
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.cli import run
from pitboss.play.refused import Refused
from pitboss.server.players import cookies
from pitboss.server.store.key_file import USES, Retired, read_key_file, write_whole
from pitboss.server.store.keys import HouseKey, house_key
from pitboss.server.store.store import open_store
from server.support.house import Doors, open_house
from server.tables.test_socket import play_round


def play(doors: Doors, game: str = "flip-it") -> str:
    """Play two rounds and leave the shoe in use."""
    table = doors.open_table(game)
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        play_round(seated)
    return table


@pytest.fixture
def books(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with open_house(str(path)) as doors:
        play(doors)
    return path


def audit(books: Path, *more: str) -> int:
    return run(["audit", "--database", str(books), *more])


def test_after_a_rotation_old_and_new_lines_are_one_journal(books: Path) -> None:
    before = read_key_file(Path(f"{books}.key"))
    for _ in range(2):
        assert run(["key", "rotate", "--database", str(books)]) == 0
        assert audit(books) == 0
        with open_house(str(books)) as doors:
            play(doors)
        assert audit(books) == 0
    after = read_key_file(Path(f"{books}.key"))
    assert all(before.secrets[use] != after.secrets[use] for use in USES)
    assert len({one.until for one in after.retired if one.use == "journal"}) == 2
    assert Path(f"{books}.key").stat().st_mode & 0o777 == 0o600


def test_a_line_of_the_old_secret_after_the_rotation_is_found(books: Path) -> None:
    assert run(["key", "rotate", "--database", str(books)]) == 0
    whole = read_key_file(Path(f"{books}.key"))
    later = tuple(one._replace(until=one.until + 1000) if one.use == "journal" else one for one in whole.retired)
    with open_house(str(books)) as doors:
        play(doors)
    write_whole(Path(f"{books}.key"), whole._replace(retired=later).text.encode())  # as if the old one went on
    assert audit(books) == 2


def test_a_shoe_in_use_goes_on_after_its_secret_was_rotated(books: Path) -> None:
    with open_house(str(books)) as doors:
        table = play(doors)
        cookie = doors.client.cookies[cookies.NAME]
    assert run(["key", "rotate", "--only", "seeds", "--database", str(books)]) == 0
    with open_house(str(books)) as doors:
        doors.client.cookies.clear()
        doors.client.cookies.set(cookies.NAME, cookie)
        with doors.at(table) as seated:
            number = seated.table["number"]
            play_round(seated)
        assert doors.client.get(f"/api/tables/{table}/rounds/{number}").status_code == 200
    assert audit(books) == 0


def test_players_keep_their_purse_for_the_days_of_grace_and_get_a_new_cookie(books: Path) -> None:
    with open_house(str(books)) as doors:
        play(doors)
        me = doors.client.get("/api/me").json()
        cookie = doors.client.cookies[cookies.NAME]
    assert run(["key", "rotate", "--database", str(books)]) == 0
    with open_house(str(books)) as doors:
        doors.client.cookies.clear()
        doors.client.cookies.set(cookies.NAME, cookie)
        answer = doors.client.get("/api/me")
        assert answer.json() == me
        renewed = answer.cookies[cookies.NAME]
        assert cookies.read(renewed, house_key(str(books), may_be_new=False).cookies) == cookie.partition(".")[0]
    assert run(["key", "rotate", "--grace", "0", "--database", str(books)]) == 0
    with open_house(str(books)) as doors:
        for old in (cookie, renewed):
            doors.client.cookies.clear()
            doors.client.cookies.set(cookies.NAME, old)
            assert doors.client.get("/api/me").json()["nick"] != me["nick"]


def test_a_former_cookie_secret_ends_with_its_days(books: Path) -> None:
    file = read_key_file(Path(f"{books}.key"))
    key = HouseKey(file._replace(retired=(Retired("cookies", int(time.time()) + 60, b"a" * 32),)))
    assert list(key.former_cookies(time.time())) == [b"a" * 32]
    assert list(key.former_cookies(time.time() + 61)) == []


def test_each_signing_key_signs_the_next(books: Path) -> None:
    for _ in range(2):
        assert run(["key", "rotate", "--only", "signing", "--database", str(books)]) == 0
    with open_house(str(books)) as doors:
        former, head = doors.client.get("/api/log/keys").json(), doors.client.get("/api/log/head").json()
    assert [one["successor"] for one in former] == [former[1]["key"], head["key"]]
    for one in former:
        signed = f"pitboss-key-1\n{one['key']}\n{one['successor']}\n".encode()
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(one["key"])).verify(bytes.fromhex(one["signature"]), signed)


def test_a_rotation_is_refused_while_the_house_is_open_and_for_unknown_secrets(books: Path) -> None:
    before = Path(f"{books}.key").read_bytes()
    with open_house(str(books)):
        assert run(["key", "rotate", "--database", str(books)]) == 2
    assert run(["key", "rotate", "--only", "cookie", "--database", str(books)]) == 2
    assert run(["key", "revoke", "--database", str(books)]) == 2
    assert run(["key", "rotate", "--database", f"{books}.none"]) == 2
    assert Path(f"{books}.key").read_bytes() == before


def test_a_lost_key_comes_back_from_any_backup_since_the_last_rotation(books: Path, tmp_path: Path) -> None:
    assert run(["backup", str(tmp_path / "before"), "--database", str(books)]) == 0
    assert run(["key", "rotate", "--database", str(books)]) == 0
    with open_house(str(books)) as doors:
        play(doors)
    assert run(["backup", str(tmp_path / "after"), "--database", str(books)]) == 0
    with open_house(str(books)) as doors:
        play(doors)  # later than both copies
    key = Path(f"{books}.key")
    key.unlink()
    with pytest.raises(Refused, match="key") as fault:
        open_store(str(books))
    assert fault.value.code == "no-key"
    shutil.copy(next((tmp_path / "before").glob("*.key")), key)
    with pytest.raises(Refused) as fault:
        open_store(str(books))
    assert fault.value.code == "other-key"
    shutil.copy(next((tmp_path / "after").glob("*.key")), key)
    assert audit(books) == 0
    with open_house(str(books)) as doors:
        play(doors)
    assert audit(books) == 0


def test_books_whose_key_is_lost_are_audited_by_their_log(
    books: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_house(str(books)) as doors:
        play(doors)
        head = doors.client.get("/api/log/head").json()
    Path(f"{books}.key").unlink()
    seen = f"log:{head['size']}:{head['root']}"
    assert audit(books) == 2
    assert audit(books, "--without-key", "--new") == 2
    capsys.readouterr()
    assert audit(books, "--without-key", "--against", seen) == 0
    assert "Books made up as a whole would pass" not in capsys.readouterr().out
    assert audit(books, "--without-key") == 0
    assert "Books made up as a whole would pass" in capsys.readouterr().out
    assert not Path(f"{books}.key").exists()
    for number, change in enumerate((
        "UPDATE rounds SET body = replace(body, '\"net\":{', '\"net\":{\"9\":5,') WHERE id = 1",
        "UPDATE entries SET amount = amount + 100 WHERE id = 1",
        "UPDATE accounts SET balance = balance + 100 WHERE name LIKE 'player/%'",
        "UPDATE journal SET line = replace(line, '\"at\":1', '\"at\":2') WHERE id = 2",
        "DELETE FROM journal WHERE id = (SELECT MAX(id) FROM journal)",
    )):  # fmt: skip
        cooked = tmp_path / f"cooked-{number}.db"
        shutil.copy(books, cooked)
        with sqlite3.connect(cooked) as connection:
            assert connection.execute(change).rowcount
        assert audit(cooked, "--without-key", "--against", seen) == 2, change
