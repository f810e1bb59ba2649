"""
The operator's desk over HTTP: its figures match the database, the audit and the odds; it can unseat players and close
tables.
"""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitboss.cli import run
from pitboss.games import GAMES
from pitboss.lab.risk import risk
from pitboss.lab.risk.holds import SeatBets, TableBets, hold_band
from pitboss.server.admin.notes import notes_path
from pitboss.server.admin.operator_access import OperatorAuth
from server.support.house import RunningServer, audited, run_server
from server.tables.test_socket import play_round

SECRET = "a secret of the tests, long enough"
HERE = {"Origin": "http://localhost"}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "house.db")


@pytest.fixture
def server(path: str) -> Iterator[RunningServer]:
    with run_server(path, desk=OperatorAuth(SECRET)) as server:
        yield server


def enter(server: RunningServer) -> TestClient:
    """Return a signed-in browser."""
    operator = server.newcomer()
    operator.post("/api/house/enter", json={"secret": SECRET}, headers=HERE).raise_for_status()
    return operator


def look(operator: TestClient, table: str = "") -> dict[str, Any]:
    """Return the desk after all pending computations are done."""
    while True:
        answer = operator.get("/api/house", params={"table": table})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        if not found["waiting"] and not found["followed"]["behind"]:
            return found


def stored_rounds(path: str) -> list[dict[str, Any]]:
    """Return every stored round."""
    with sqlite3.connect(path) as books:
        return [json.loads(body) for (body,) in books.execute("SELECT body FROM rounds ORDER BY id")]


def test_every_figure_matches_the_database_the_audit_and_the_odds(
    path: str, server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [server.open_table(game, bots=bots) for game, bots in (("flop22", 0), ("flip-it", 2))]
    for table in tables:
        with server.at(table) as seated:
            seated.say("sit", seat=1)
            for _ in range(3):
                play_round(seated)
    operator = enter(server)
    found, bodies = look(operator), stored_rounds(path)
    bet = sum(cents for body in bodies for bets in body["record"]["wagers"].values() for cents in bets.values())
    assert (found["all"]["rounds"], found["all"]["bet"]) == (6, bet)
    assert found["all"]["won"] == -sum(cents for body in bodies for cents in body["net"].values())
    assert found["followed"]["faults"] == []
    with sqlite3.connect(path) as books:
        held = dict(books.execute("SELECT name, balance FROM accounts WHERE name LIKE 'house/%'"))
    assert {f"house/{line['table']}": line["won"] for line in found["tables"] if line["won"]} == held
    for table, line in ((line["table"], line) for line in found["tables"]):
        game = GAMES[next(body["record"]["game"] for body in bodies if body["table"] == table)]
        if game.name == "flop22":  # one ante of $5 in each round, as in `risk`, which uses `odds`
            mean = risk("flop22", stakes={"ante-1": 1}, rounds=10).round_mean
            assert line["band"]["mean"] == pytest.approx(-mean * line["bet"], abs=1e-6)
        band = hold_band([bets_at(game, [body for body in bodies if body["table"] == table])])
        assert [line["band"][name] for name in ("low", "middle", "high")] == [band.low, band.middle, band.high]
        assert sum(day["won"] for day in look(operator, table)["days"]) == line["won"]
    assert found["audit"]["fault"].startswith("the books were never audited")
    assert run(["audit", "--database", path]) == 0
    head = capsys.readouterr().out.split("The head of the journal: ")[1].split()[0]
    again = look(operator)
    assert (again["audit"]["head"], again["head"], again["audit"]["rounds"]) == (head, head, 6)


def bets_at(game: Any, bodies: list[dict[str, Any]]) -> TableBets:
    """
    Return the amounts bet at a table, computed independently. At flip~it one card settles all seats, so chips add up.
    """
    laid: list[SeatBets] = []
    crossed = 0
    for body in bodies:
        wagers = list(body["record"]["wagers"].values())
        if game.name == "flip-it":
            names = {name for bets in wagers for name in bets}
            wagers = [{name: sum(bets.get(name, 0) for bets in wagers) for name in names}]
        laid += [SeatBets(bets, 1) for bets in wagers]
        sizes = [sum(bets.values()) for bets in wagers]
        crossed += sum(a * b for i, a in enumerate(sizes) for j, b in enumerate(sizes) if i != j)
    return TableBets(game, game.rules(), laid, crossed)


def test_player_is_unseated_and_table_closed_after_the_round(server: RunningServer) -> None:
    operator, table = enter(server), server.open_table("flop22", bots=1)
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        assert seated.you["asked"]
        operator.post(f"/api/house/tables/{table}/close", headers=HERE).raise_for_status()
        opened = next(each for each in operator.get("/api/house").json()["open"] if each["id"] == table)
        assert (opened["closing"], opened["state"]) == (True, "dealing")
        while seated.table["state"] == "dealing":
            seated.say("say", answer=seated.you["asked"]["options"][0]["name"], offer=seated.table["offer"]["number"])
        assert seated.table["state"] == "closed"
    while server.in_registry(lambda registry: table in registry.rooms):
        pass
    found = operator.get("/api/house").json()
    assert (found["open"], found["all"]["rounds"]) == ([], 1)


def test_C_11_operator_calls_misdeal_and_stakes_are_returned(
    path: str, server: RunningServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operator, table = enter(server), server.open_table("flop22", bots=1)
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        called = {"reason": "a wrong number of cards"}
        early = operator.post(f"/api/house/tables/{table}/misdeal", headers=HERE, json=called)
        assert (early.status_code, early.json()["code"]) == (422, "no-round")
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        assert seated.you["asked"]
        operator.post(f"/api/house/tables/{table}/misdeal", headers=HERE, json=called).raise_for_status()
        while not stored_rounds(path):  # the database is written by a separate thread
            pass
    body = stored_rounds(path)[0]
    assert body["record"]["void"] == "misdeal, called by the operator: a wrong number of cards"
    assert set(body["net"].values()) == {0}
    (tmp_path / "void.json").write_text(json.dumps(body))
    capsys.readouterr()
    assert run(["verify", str(tmp_path / "void.json")]) == 0
    assert f"It was void, and all stakes went back: {body['record']['void']}." in capsys.readouterr().out


def test_player_unseated_between_rounds_leaves_immediately_with_chips(server: RunningServer) -> None:
    operator, table = enter(server), server.open_table("flop22")
    with server.at(table) as seated:
        seated.say("sit", seat=2)
        seated.say("bet", bets={"ante-1": 500})
        opened = look(operator)["open"][0]
        assert [(seat["seat"], seat["chips"], seat["bot"]) for seat in opened["seats"]] == [(2, 500, False)]
        operator.post(f"/api/house/tables/{table}/stand", json={"seat": 2}, headers=HERE).raise_for_status()
        assert seated.take("update")
        assert seated.you["seat"] is None
        empty_seat = operator.post(f"/api/house/tables/{table}/stand", json={"seat": 2}, headers=HERE)
        assert (empty_seat.status_code, empty_seat.json()["code"]) == (422, "not-seated")
    assert server.client.get("/api/me").json()["bankroll"] == 100_000


def test_rounds_are_listed_by_size_and_time_and_can_be_replayed(path: str, server: RunningServer) -> None:
    table = server.open_table("flop22", bots=2)
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        for _ in range(4):
            play_round(seated)
    operator = enter(server)
    while operator.get("/api/house").json()["followed"]["behind"]:
        pass
    won = {body["number"]: -sum(body["net"].values()) for body in stored_rounds(path)}
    largest = operator.get("/api/house/rounds").json()
    assert [one["number"] for one in largest] == sorted(won, key=lambda n: (abs(won[n]), n), reverse=True)
    assert [one["won"] for one in largest] == [won[one["number"]] for one in largest]
    second = largest[1]
    rest = operator.get("/api/house/rounds", params={"before": second["id"], "size": abs(second["won"])}).json()
    assert rest == largest[2:]
    newest = operator.get("/api/house/rounds", params={"by": "time", "table": table, "day": largest[0]["at"] // 86_400})
    assert [one["number"] for one in newest.json()] == [4, 3, 2, 1]
    assert operator.get("/api/house/rounds", params={"by": "void"}).json() == []
    again = operator.get(f"/api/house/rounds/{table}/2").json()
    assert (again["number"], again["title"]) == (2, "Flop 22")


def test_database_can_be_exported_as_csv_and_parquet(path: str, server: RunningServer) -> None:
    from pyarrow import parquet

    table = server.open_table("flop22", bots=1)
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
    operator = enter(server)
    with sqlite3.connect(path) as books:
        entries = books.execute("SELECT * FROM entries ORDER BY id").fetchall()
    text = operator.get("/api/house/books/entries.csv")
    assert text.headers["content-disposition"] == 'attachment; filename="entries.csv"'
    head, *rows = csv.reader(io.StringIO(text.text))
    assert head == ["id", "table", "round", "debit", "credit", "cents", "why"]
    assert rows == [[str(cell) for cell in row] for row in entries]
    columns = parquet.read_table(io.BytesIO(operator.get("/api/house/books/entries.parquet").content)).to_pylist()
    assert [tuple(row.values()) for row in columns] == entries
    days = list(csv.DictReader(io.StringIO(operator.get("/api/house/books/days.csv").text)))
    rounds = list(csv.DictReader(io.StringIO(operator.get("/api/house/books/rounds.csv").text)))
    assert [day["won"] for day in days] == [one["won"] for one in rounds]
    assert [one["table"] for one in rounds] == [table]
    none = operator.get("/api/house/books/secrets.csv")
    assert (none.status_code, none.json()["code"]) == (404, "no-such-sheet")


def test_audit_finds_notes_that_contradict_the_rounds(
    path: str, server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    with server.at(server.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        enter(server).get("/api/house").raise_for_status()
        play_round(seated)  # newer than the notes: no fault, they catch up later
        assert run(["audit", "--database", path]) == 0
    with sqlite3.connect(notes_path(path)) as notes:
        notes.execute("UPDATE days SET bet = bet + 100")
    assert run(["audit", "--database", path]) == 2
    assert "the desk's notes of table" in capsys.readouterr().err
    with sqlite3.connect(notes_path(path)) as notes:  # as after restoring an older database: the notes are rebuilt
        notes.execute("UPDATE meta SET value = 'of a line that is gone' WHERE name = 'mark'")
    assert run(["audit", "--database", path]) == 0
    assert look(enter(server))["all"]["rounds"] == 2
    assert run(["audit", "--database", path]) == 0


def test_table_abandoned_in_mid_round_has_no_chips_and_can_be_closed(server: RunningServer) -> None:
    operator, table = enter(server), server.open_table("flop22", bots=2)
    with server.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        seated.say("stand")
        while seated.table["state"] != "open":
            seated.take("update")
        assert server.in_registry(lambda registry: audited(registry.writer.store).faults) == []
        operator.post(f"/api/house/tables/{table}/close", headers=HERE).raise_for_status()
        while seated.table["state"] != "closed":
            seated.take("update")
    assert server.in_registry(lambda registry: audited(registry.writer.store).faults) == []


def test_operator_actions_are_journalled_by_name(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    secrets = {"ada": f"ada's {SECRET}", "grace": f"grace's {SECRET}"}
    with run_server(
        path, desk=OperatorAuth("".join(f"{name}: {secret}\n" for name, secret in secrets.items()))
    ) as server:
        ada, grace = server.newcomer(), server.newcomer()
        for browser, secret in ((ada, secrets["ada"]), (grace, secrets["grace"])):
            browser.post("/api/house/enter", json={"secret": secret}, headers=HERE).raise_for_status()
        table = server.open_table("flop22", bots=1)
        at = f"/api/house/tables/{table}"
        assert ada.post(f"{at}/misdeal", json={"reason": "a card fell"}, headers=HERE).status_code >= 400  # no round
        with server.at(table) as seated:
            seated.say("sit", seat=1)
            seated.say("bet", bets={"ante-1": 500})
            seated.say("ready")
            ada.post(f"{at}/misdeal", json={"reason": "a card fell"}, headers=HERE).raise_for_status()
            grace.post(f"{at}/stand", json={"seat": 1}, headers=HERE).raise_for_status()
            grace.post(f"{at}/close", headers=HERE).raise_for_status()
        ada.get("/api/house/books/desk.csv").raise_for_status()
        done = [
            ("ada", "entered", "", ""), ("grace", "entered", "", ""), ("ada", "called a misdeal", table, "a card fell"),
            ("grace", "removed a player", table, "seat 1"), ("grace", "closed a table", table, ""),
            ("ada", "downloaded", "", "desk.csv"),
        ]  # fmt: skip
        found = look(ada)
        assert found["operator"] == "ada"
        assert [tuple(row[1:]) for row in reversed(found["actions"])] == done
        rows = list(csv.DictReader(io.StringIO(ada.get("/api/house/books/desk.csv").text)))
        assert [(row["operator"], row["action"], row["table"], row["detail"]) for row in rows[: len(done)]] == done
        assert audited(server.client.app.state.registry.writer.store).faults == []  # type: ignore[attr-defined]
    assert run(["audit", "--desk", "--database", path]) == 0
    assert f"ada called a misdeal: {table}, a card fell" in capsys.readouterr().out
    with sqlite3.connect(notes_path(path)) as notes:
        notes.execute("UPDATE actions SET operator = 'grace' WHERE action = 'called a misdeal'")
    assert run(["audit", "--database", path]) == 2
    assert "what operators did" in capsys.readouterr().err
    with sqlite3.connect(path) as books:
        books.execute("UPDATE journal SET line = replace(line, 'ada', 'eve') WHERE line LIKE '%a card fell%'")
    notes_path(path).unlink()
    assert run(["audit", "--database", path]) == 2
