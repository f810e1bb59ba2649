"""The house's desk over HTTP: its figures are those of the books, the audit and the odds; it can stand up and close."""

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
from pitboss.lab.risk.holds import LaidBets, TableBets, hold_band
from pitboss.server.admin.notes import notes_path
from pitboss.server.admin.operator_access import DeskDoor
from server.support.house import Doors, audited, open_house
from server.tables.test_socket import play_round

SECRET = "a secret of the tests, long enough"
HERE = {"Origin": "http://localhost"}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "house.db")


@pytest.fixture
def doors(path: str) -> Iterator[Doors]:
    with open_house(path, desk=DeskDoor(SECRET)) as doors:
        yield doors


def enter(doors: Doors) -> TestClient:
    """A browser that was let in."""
    operator = doors.newcomer()
    operator.post("/api/house/enter", json={"secret": SECRET}, headers=HERE).raise_for_status()
    return operator


def look(operator: TestClient, table: str = "") -> dict[str, Any]:
    """The desk when nothing is left to be worked out."""
    while True:
        answer = operator.get("/api/house", params={"table": table})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        if not found["waiting"] and not found["followed"]["behind"]:
            return found


def kept(path: str) -> list[dict[str, Any]]:
    """Every round as the books have it."""
    with sqlite3.connect(path) as books:
        return [json.loads(body) for (body,) in books.execute("SELECT body FROM rounds ORDER BY id")]


def test_every_figure_is_that_of_the_books_the_audit_and_the_odds(
    path: str, doors: Doors, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [doors.open_table(game, bots=bots) for game, bots in (("flop22", 0), ("flip-it", 2))]
    for table in tables:
        with doors.at(table) as seated:
            seated.say("sit", seat=1)
            for _ in range(3):
                play_round(seated)
    operator = enter(doors)
    found, bodies = look(operator), kept(path)
    bet = sum(cents for body in bodies for bets in body["record"]["wagers"].values() for cents in bets.values())
    assert (found["all"]["rounds"], found["all"]["bet"]) == (6, bet)
    assert found["all"]["won"] == -sum(cents for body in bodies for cents in body["net"].values())
    assert found["followed"]["faults"] == []
    with sqlite3.connect(path) as books:
        held = dict(books.execute("SELECT name, balance FROM accounts WHERE name LIKE 'house/%'"))
    assert {f"house/{line['table']}": line["won"] for line in found["tables"] if line["won"]} == held
    for table, line in ((line["table"], line) for line in found["tables"]):
        game = GAMES[next(body["record"]["game"] for body in bodies if body["table"] == table)]
        if game.name == "flop22":  # one ante of $5 in each round: as `risk` has it, which is as `odds` counts it
            mean = risk("flop22", stakes={"ante-1": 1}, rounds=10).round_mean
            assert line["band"]["mean"] == pytest.approx(-mean * line["bet"], abs=1e-6)
        band = hold_band([laid_at(game, [body for body in bodies if body["table"] == table])])
        assert [line["band"][name] for name in ("low", "middle", "high")] == [band.low, band.middle, band.high]
        assert sum(day["won"] for day in look(operator, table)["days"]) == line["won"]
    assert found["audit"]["fault"].startswith("the books were never audited")
    assert run(["audit", "--database", path]) == 0
    head = capsys.readouterr().out.split("The head of the journal: ")[1].split()[0]
    again = look(operator)
    assert (again["audit"]["head"], again["head"], again["audit"]["rounds"]) == (head, head, 6)


def laid_at(game: Any, bodies: list[dict[str, Any]]) -> TableBets:
    """What the test itself finds laid at a table: at flip~it one card settles all seats, so chips add up."""
    laid: list[LaidBets] = []
    crossed = 0
    for body in bodies:
        wagers = list(body["record"]["wagers"].values())
        if game.name == "flip-it":
            names = {name for bets in wagers for name in bets}
            wagers = [{name: sum(bets.get(name, 0) for bets in wagers) for name in names}]
        laid += [LaidBets(bets, 1) for bets in wagers]
        sizes = [sum(bets.values()) for bets in wagers]
        crossed += sum(a * b for i, a in enumerate(sizes) for j, b in enumerate(sizes) if i != j)
    return TableBets(game, game.rules(), laid, crossed)


def test_a_player_is_stood_up_and_a_table_closed_when_its_round_is_over(doors: Doors) -> None:
    operator, table = enter(doors), doors.open_table("flop22", bots=1)
    with doors.at(table) as seated:
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
    while doors.in_hall(lambda hall: table in hall.rooms):
        pass
    found = operator.get("/api/house").json()
    assert (found["open"], found["all"]["rounds"]) == ([], 1)


def test_C_11_an_operator_calls_a_misdeal_and_every_stake_goes_back(path: str, doors: Doors) -> None:
    operator, table = enter(doors), doors.open_table("flop22", bots=1)
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        called = {"reason": "a wrong number of cards"}
        early = operator.post(f"/api/house/tables/{table}/misdeal", headers=HERE, json=called)
        assert (early.status_code, early.json()["code"]) == (422, "no-round")
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        assert seated.you["asked"]
        operator.post(f"/api/house/tables/{table}/misdeal", headers=HERE, json=called).raise_for_status()
        while not kept(path):  # the books are written by a thread of their own
            pass
    body = kept(path)[0]
    assert body["record"]["void"] == "misdeal, called by the operator: a wrong number of cards"
    assert set(body["net"].values()) == {0}


def test_who_is_stood_up_between_rounds_is_up_at_once_and_gets_the_chips_back(doors: Doors) -> None:
    operator, table = enter(doors), doors.open_table("flop22")
    with doors.at(table) as seated:
        seated.say("sit", seat=2)
        seated.say("bet", bets={"ante-1": 500})
        opened = look(operator)["open"][0]
        assert [(seat["seat"], seat["chips"], seat["bot"]) for seat in opened["seats"]] == [(2, 500, False)]
        operator.post(f"/api/house/tables/{table}/stand", json={"seat": 2}, headers=HERE).raise_for_status()
        assert seated.take("update")
        assert seated.you["seat"] is None
        nobody = operator.post(f"/api/house/tables/{table}/stand", json={"seat": 2}, headers=HERE)
        assert (nobody.status_code, nobody.json()["code"]) == (422, "not-seated")
    assert doors.client.get("/api/me").json()["bankroll"] == 100_000


def test_rounds_to_look_at_come_by_size_and_by_time_and_can_be_gone_through_again(path: str, doors: Doors) -> None:
    table = doors.open_table("flop22", bots=2)
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        for _ in range(4):
            play_round(seated)
    operator = enter(doors)
    while operator.get("/api/house").json()["followed"]["behind"]:
        pass
    won = {body["number"]: -sum(body["net"].values()) for body in kept(path)}
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


def test_the_books_are_taken_home_as_csv_and_parquet(path: str, doors: Doors) -> None:
    from pyarrow import parquet

    table = doors.open_table("flop22", bots=1)
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
    operator = enter(doors)
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


def test_the_audit_notices_notes_that_are_not_what_the_rounds_say(
    path: str, doors: Doors, capsys: pytest.CaptureFixture[str]
) -> None:
    with doors.at(doors.open_table("flop22", bots=1)) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        enter(doors).get("/api/house").raise_for_status()
        play_round(seated)  # after the notes: no fault, they follow later
        assert run(["audit", "--database", path]) == 0
    with sqlite3.connect(notes_path(path)) as notes:
        notes.execute("UPDATE days SET bet = bet + 100")
    assert run(["audit", "--database", path]) == 2
    assert "the desk's notes of table" in capsys.readouterr().err
    with sqlite3.connect(notes_path(path)) as notes:  # as when older books were brought back: they are made anew
        notes.execute("UPDATE meta SET value = 'of a line that is gone' WHERE name = 'mark'")
    assert run(["audit", "--database", path]) == 0
    assert look(enter(doors))["all"]["rounds"] == 2
    assert run(["audit", "--database", path]) == 0


def test_a_table_whose_last_player_got_up_in_a_round_has_no_chips_for_the_audit_and_can_be_closed(doors: Doors) -> None:
    operator, table = enter(doors), doors.open_table("flop22", bots=2)
    with doors.at(table) as seated:
        seated.say("sit", seat=1)
        seated.say("bet", bets={"ante-1": 500})
        seated.say("ready")
        seated.say("stand")
        while seated.table["state"] != "open":
            seated.take("update")
        assert doors.in_hall(lambda hall: audited(hall.writer.store).faults) == []
        operator.post(f"/api/house/tables/{table}/close", headers=HERE).raise_for_status()
        while seated.table["state"] != "closed":
            seated.take("update")
    assert doors.in_hall(lambda hall: audited(hall.writer.store).faults) == []


def test_what_operators_do_is_journalled_under_their_names(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    secrets = {"ada": f"ada's {SECRET}", "grace": f"grace's {SECRET}"}
    with open_house(path, desk=DeskDoor("".join(f"{name}: {said}\n" for name, said in secrets.items()))) as doors:
        ada, grace = doors.newcomer(), doors.newcomer()
        for browser, said in ((ada, secrets["ada"]), (grace, secrets["grace"])):
            browser.post("/api/house/enter", json={"secret": said}, headers=HERE).raise_for_status()
        table = doors.open_table("flop22", bots=1)
        at = f"/api/house/tables/{table}"
        assert ada.post(f"{at}/misdeal", json={"reason": "a card fell"}, headers=HERE).status_code >= 400  # no round
        with doors.at(table) as seated:
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
        assert audited(doors.client.app.state.hall.writer.store).faults == []  # type: ignore[attr-defined]
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
