"""Books that version 0.2.0 wrote are opened, migrated, played on and audited."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.play.refused import Refused
from pitboss.server.store import schema
from pitboss.server.store.store import open_store
from server.support.house import open_house
from server.tables.test_socket import play_round

OLD = Path(__file__).with_name("books-0.2.0")


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four rounds at three tables, people at two of them, and a class; read by a later version."""
    monkeypatch.setattr("pitboss.table.audit.verify.__version__", "later than 0.2.0")
    path = tmp_path / "house.db"
    books = sqlite3.connect(path)
    books.executescript((OLD / "house.sql").read_text(encoding="utf-8"))
    books.close()
    shutil.copy(OLD / "key.txt", tmp_path / "house.db.key")
    shutil.copy(OLD / "head.txt", tmp_path / "house.db.head")
    return path


def test_a_house_opens_them_goes_on_and_the_audit_holds(old: Path) -> None:
    cookie, key = ((OLD / name).read_text(encoding="utf-8") for name in ("cookie.txt", "class.txt"))
    with open_house(str(old)) as doors:
        doors.client.cookies.clear()
        doors.client.cookies.set("pitboss", cookie)
        tables = {one["game"]: one["id"] for one in doors.client.get("/api/tables").json()}
        assert {"flop22", "flip-it"} <= set(tables)
        for game in ("flop22", "flip-it"):
            with doors.at(tables[game]) as seated:
                assert seated.you["seat"] == 1
                play_round(seated)
        seen = doors.client.post("/api/school/class", json={"key": key, "game": "flop22"})
        assert seen.json()["name"] == "Old class"
    assert run(["audit", "--database", str(old)]) == 0
    assert old.stat().st_mode & 0o077 == 0


def test_no_seed_is_in_the_clear_afterwards(old: Path) -> None:
    before = sqlite3.connect(old)
    seeds = [json.loads(live)["next_seed"] for (live,) in before.execute("SELECT live FROM tables")]
    before.close()
    open_store(str(old)).close()
    after = sqlite3.connect(old)
    text = json.dumps(after.execute("SELECT shoe, live FROM tables").fetchall())
    assert after.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone() == (schema.VERSION,)
    after.close()
    assert seeds
    assert not [seed for seed in seeds if seed in text]
    assert run(["audit", "--database", str(old)]) == 0


def test_a_migration_that_fails_leaves_the_books_as_they_were(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as patched:
        patched.setattr("pitboss.server.store.maintenance.migration._migrated", fail)
        with pytest.raises(Refused):
            open_store(str(old))
    books = sqlite3.connect(old)
    assert books.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone() == ("2",)
    assert books.execute("SELECT name FROM sqlite_master WHERE name = 'openings'").fetchone() is None
    books.close()
    open_store(str(old)).close()
