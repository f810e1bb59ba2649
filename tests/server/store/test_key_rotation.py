"""`pitboss key rotate`, and recovery from a lost key."""

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
from pitboss.server.store.keys import USES, HouseKey, Retired, house_key, read_key_file, write_whole
from pitboss.server.store.store import open_store
from server.support.house import RunningServer, run_server
from server.tables.test_socket import play_round


def play(server: RunningServer, game: str = "flip-it") -> str:
    """Play two rounds and leave the shoe in use."""
    table = server.open_table(game)
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        play_round(seated)
    return table


@pytest.fixture
def books(tmp_path: Path) -> Path:
    path = tmp_path / "house.db"
    with run_server(str(path)) as server:
        play(server)
    return path


def audit(books: Path, *more: str) -> int:
    return run(["audit", "--database", str(books), *more])


def test_journal_is_continuous_across_a_rotation(books: Path) -> None:
    before = read_key_file(Path(f"{books}.key"))
    for _ in range(2):
        assert run(["key", "rotate", "--database", str(books)]) == 0
        assert audit(books) == 0
        with run_server(str(books)) as server:
            play(server)
        assert audit(books) == 0
    after = read_key_file(Path(f"{books}.key"))
    assert all(before.secrets[use] != after.secrets[use] for use in USES)
    assert len({one.until for one in after.retired if one.use == "journal"}) == 2
    assert Path(f"{books}.key").stat().st_mode & 0o777 == 0o600


def test_line_with_the_old_secret_after_a_rotation_is_found(books: Path) -> None:
    assert run(["key", "rotate", "--database", str(books)]) == 0
    whole = read_key_file(Path(f"{books}.key"))
    later = tuple(one._replace(until=one.until + 1000) if one.use == "journal" else one for one in whole.retired)
    with run_server(str(books)) as server:
        play(server)
    # as if the old secret were still used
    write_whole(Path(f"{books}.key"), whole._replace(retired=later).text.encode())
    assert audit(books) == 2


def test_shoe_in_use_continues_after_a_rotation(books: Path) -> None:
    with run_server(str(books)) as server:
        table = play(server)
        cookie = server.client.cookies[cookies.NAME]
    assert run(["key", "rotate", "--only", "seeds", "--database", str(books)]) == 0
    with run_server(str(books)) as server:
        server.client.cookies.clear()
        server.client.cookies.set(cookies.NAME, cookie)
        with server.at(table) as seated:
            number = seated.table["number"]
            play_round(seated)
        assert server.client.get(f"/api/tables/{table}/rounds/{number}").status_code == 200
    assert audit(books) == 0


def test_old_cookies_work_in_the_grace_period_and_are_replaced(books: Path) -> None:
    with run_server(str(books)) as server:
        play(server)
        me = server.client.get("/api/me").json()
        cookie = server.client.cookies[cookies.NAME]
    assert run(["key", "rotate", "--database", str(books)]) == 0
    with run_server(str(books)) as server:
        server.client.cookies.clear()
        server.client.cookies.set(cookies.NAME, cookie)
        answer = server.client.get("/api/me")
        assert answer.json() == me
        renewed = answer.cookies[cookies.NAME]
        assert cookies.read(renewed, house_key(str(books), may_be_new=False).cookies) == cookie.partition(".")[0]
    assert run(["key", "rotate", "--grace", "0", "--database", str(books)]) == 0
    with run_server(str(books)) as server:
        for old in (cookie, renewed):
            server.client.cookies.clear()
            server.client.cookies.set(cookies.NAME, old)
            assert server.client.get("/api/me").json()["nick"] != me["nick"]


def test_old_cookie_secret_expires_after_the_grace_period(books: Path) -> None:
    file = read_key_file(Path(f"{books}.key"))
    key = HouseKey(file._replace(retired=(Retired("cookies", int(time.time()) + 60, b"a" * 32),)))
    assert list(key.former_cookies(time.time())) == [b"a" * 32]
    assert list(key.former_cookies(time.time() + 61)) == []


def test_each_signing_key_signs_the_next(books: Path) -> None:
    for _ in range(2):
        assert run(["key", "rotate", "--only", "signing", "--database", str(books)]) == 0
    with run_server(str(books)) as server:
        former, head = server.client.get("/api/log/keys").json(), server.client.get("/api/log/head").json()
    assert [one["successor"] for one in former] == [former[1]["key"], head["key"]]
    for one in former:
        signed = f"pitboss-key-1\n{one['key']}\n{one['successor']}\n".encode()
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(one["key"])).verify(bytes.fromhex(one["signature"]), signed)


def test_rotation_is_rejected_on_a_running_server_and_for_unknown_secrets(books: Path) -> None:
    before = Path(f"{books}.key").read_bytes()
    with run_server(str(books)):
        assert run(["key", "rotate", "--database", str(books)]) == 2
    assert run(["key", "rotate", "--only", "cookie", "--database", str(books)]) == 2
    assert run(["key", "revoke", "--database", str(books)]) == 2
    assert run(["key", "rotate", "--database", f"{books}.none"]) == 2
    assert Path(f"{books}.key").read_bytes() == before


def test_lost_key_is_recovered_from_any_backup_since_the_last_rotation(books: Path, tmp_path: Path) -> None:
    assert run(["backup", str(tmp_path / "before"), "--database", str(books)]) == 0
    assert run(["key", "rotate", "--database", str(books)]) == 0
    with run_server(str(books)) as server:
        play(server)
    assert run(["backup", str(tmp_path / "after"), "--database", str(books)]) == 0
    with run_server(str(books)) as server:
        play(server)  # later than both copies
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
    with run_server(str(books)) as server:
        play(server)
    assert audit(books) == 0


def test_database_without_its_key_is_audited_by_its_log(
    books: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with run_server(str(books)) as server:
        play(server)
        head = server.client.get("/api/log/head").json()
    Path(f"{books}.key").unlink()
    seen = f"log:{head['size']}:{head['root']}"
    assert audit(books) == 2
    assert audit(books, "--without-key", "--new") == 2
    capsys.readouterr()
    assert audit(books, "--without-key", "--against", seen) == 0
    assert "Completely forged books would pass" not in capsys.readouterr().out
    assert audit(books, "--without-key") == 0
    assert "Completely forged books would pass" in capsys.readouterr().out
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


def test_rotation_of_a_version_020_key_keeps_or_removes_the_note_of_the_last_audit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    books = tmp_path / "house.db"
    Path(f"{books}.key").write_text("ab" * 32 + "\n")
    with run_server(str(books)) as server:
        play(server)
    assert audit(books) == 0
    assert run(["key", "rotate", "--only", "cookies", "--database", str(books)]) == 0
    capsys.readouterr()
    assert audit(books, "--new") == 2
    assert "run pitboss audit once without --new" in (told := capsys.readouterr().err)
    assert "belongs to other books" not in told
    assert audit(books) == 0
    assert run(["key", "rotate", "--only", "cookies", "--database", str(books)]) == 0
    assert audit(books, "--new") == 0
