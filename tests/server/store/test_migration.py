"""Databases written by version 0.2.0: opened, migrated, played on and audited."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.play.refused import Refused
from pitboss.server.players import cookies
from pitboss.server.store import schema
from pitboss.server.store.batch import CommandWrites, RowBatch
from pitboss.server.store.keys import HouseKey, house_key, read_key_file
from pitboss.server.store.store import open_store
from pitboss.table.audit.audit_state import Ledger
from pitboss.table.audit.journal import Head
from pitboss.table.audit.merkle import LogTree
from pitboss.table.transfers import GRANT, GRANTS, moved, purse
from server.support.house import run_server
from server.tables.test_socket import play_round

OLD = Path(__file__).with_name("books-0.2.0")


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a 0.2.0 database to be read by a later version: four rounds at three tables, two with players, and a
    class.
    """
    monkeypatch.setattr("pitboss.table.audit.verify.__version__", "later than 0.2.0")
    path = tmp_path / "house.db"
    books = sqlite3.connect(path)
    books.executescript((OLD / "house.sql").read_text(encoding="utf-8"))
    books.close()
    shutil.copy(OLD / "key.txt", tmp_path / "house.db.key")
    shutil.copy(OLD / "head.txt", tmp_path / "house.db.head")
    return path


def test_old_database_opens_continues_and_passes_its_audit(old: Path) -> None:
    cookie, key = ((OLD / name).read_text(encoding="utf-8") for name in ("cookie.txt", "class.txt"))
    with run_server(str(old)) as server:
        server.client.cookies.clear()
        server.client.cookies.set("pitboss", cookie)
        tables = {one["game"]: one["id"] for one in server.client.get("/api/tables").json()}
        assert {"flop22", "flip-it"} <= set(tables)
        for game in ("flop22", "flip-it"):
            with server.at(tables[game]) as seated:
                assert seated.you["seat"] == 1
                play_round(seated)
        seen = server.client.post("/api/school/class", json={"key": key, "game": "flop22"})
        assert seen.json()["name"] == "Old class"
    assert run(["audit", "--database", str(old)]) == 0
    assert old.stat().st_mode & 0o077 == 0


def test_migration_leaves_no_seed_in_plain_text(old: Path) -> None:
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


def test_failed_migration_leaves_the_database_unchanged(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def add_guests(old: Path, *nicks: str) -> list[str]:
    """Add players as version 0.2.0 stored every visitor: with play money and a journal line."""
    key = HouseKey(read_key_file(old.with_name("house.db.key")))
    players = [f"{number:024x}" for number, _ in enumerate(nicks, 0xABC)]
    with sqlite3.connect(old) as books:
        for player, nick in zip(players, nicks, strict=True):
            (entry,), (round_,), head = (
                books.execute(f"SELECT {what} ORDER BY id DESC LIMIT 1").fetchone()
                for what in ("id FROM entries", "id FROM rounds", "id, mark FROM journal")
            )
            sheet = RowBatch(entry, round_, Head(*head), LogTree())
            sheet.add(
                CommandWrites(player=(player, nick), transfers=list(moved(GRANTS, purse(player), GRANT, "play money")))
            )
            for sql, rows in sheet.statements(key.journal, {GRANTS}):
                if sql != schema.LOGGED:  # 0.2.0 had none
                    books.executemany(sql, rows)
    return players


def test_idle_guests_are_removed_and_return_with_the_same_money(old: Path) -> None:
    idle, named, trainee = add_guests(old, "Guest 1234", "Lady Luck", "Guest 4321")
    with sqlite3.connect(old) as books:
        books.execute("INSERT INTO school VALUES (?, 'flop22', 'fact', '{}')", (trainee,))
        played = books.execute("SELECT player FROM played").fetchone()[0]
    with run_server(str(old)) as server:
        key = house_key(str(old), may_be_new=False)
        server.client.cookies.clear()
        server.client.cookies.set(cookies.NAME, cookies.sign(idle, key.cookies))
        assert server.client.get("/api/me").json()["bankroll"] == GRANT
    store = open_store(str(old))
    assert set(store.players()) == {named, trainee, played}
    assert {account for account in store.balances() if account.startswith("player/")} == {
        purse(player) for player in (named, trainee, played)
    }
    store.close()
    assert run(["audit", "--database", str(old)]) == 0


@pytest.mark.parametrize("amount", [GRANT - 100, GRANT + 100])
def test_audit_finds_a_removed_player_with_a_changed_balance(amount: int) -> None:
    ledger = Ledger({"player/x": amount, GRANTS: -amount})
    assert list(ledger.add((1, "", 0, "player/x", GRANTS, amount, "forgotten"), {"player/x"}))
    assert list(Ledger().add((1, "", 0, "player/x", GRANTS, GRANT, "forgotten"), ()))
