"""The desk's notes: they follow the database incrementally, restart with a new database, and are queried by index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.postgres import PostgresServer
from pitboss.cli import run
from pitboss.server.admin import admin_figures, journal_follower
from pitboss.server.admin.daily_totals import noted, summed
from pitboss.server.admin.notes import Notes, notes_path
from pitboss.server.store.database import connect
from pitboss.server.store.keys import KEY_FILE
from server.support.house import run_server
from server.tables.test_socket import play_round

BODY = '{"record":{"game":"%s","rules":{},"wagers":%s%s},"net":%s}'


@pytest.fixture
def notes(tmp_path: Path) -> Iterator[Notes]:
    notes = Notes(tmp_path / "house.db.desk")
    yield notes
    notes.close()


def test_bets_exclude_tokes_and_later_bets_and_seats_of_a_round_multiply() -> None:
    wagers = '{"1":{"main":1000,"toke":100},"2":{"main":500,"push-22":100}}'
    note = noted(7, "t", 3, BODY % ("free-bet", wagers, "", '{"1":-1100,"2":600}'), at=86_400)
    assert (note.bet, note.won, note.seats, note.day) == (1600, 500, 2, 1)
    assert note.crossed == 2 * 1000 * 600
    assert note.wagers == ('{"main": 1000}', '{"main": 500, "push-22": 100}')
    sums = summed([note, note])["t", 1]
    assert sums.row == (2, 0, 4, 3200, 1000, 2 * note.crossed)
    assert set(sums.laid.values()) == {2}


def test_flip_it_treats_all_seats_as_one_bet() -> None:
    wagers = '{"1":{"red":500},"2":{"red":100,"odd":200}}'
    note = noted(1, "t", 1, BODY % ("flip-it", wagers, "", '{"1":500,"2":-100}'), at=0)
    assert (note.wagers, note.crossed, note.bet) == (('{"odd": 200, "red": 600}',), 0, 800)


def test_void_rounds_and_missing_games_are_noted_partially() -> None:
    void = noted(1, "t", 1, BODY % ("flop22", '{"1":{"ante-1":500}}', ',"void":"a card fell"', '{"1":0}'), at=0)
    assert (void.is_void, void.bet, void.won, void.wagers) == (True, 0, 0, ())
    gone = noted(1, "t", 1, BODY % ("no-such-game", '{"1":{"x":500}}', "", '{"1":-500}'), at=0)
    assert (gone.bet, gone.won) == (500, 500)


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("size", {}), ("size", {"before": (500, 9)}), ("time", {}), ("time", {"before": (0, 9)}), ("void", {}),
    ("size", {"table": "t"}), ("time", {"table": "t"}), ("time", {"day": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("by", "about"), QUESTIONS, ids=str)
def test_rounds_are_found_by_index_without_sorting(
    notes: Notes, by: str, about: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Indexes make the desk as fast over a million rounds as over a hundred; `bench/desk.py` measures it."""
    asked: list[tuple[str, Any]] = []
    run = notes.run

    def record_query(sql: str, values: Any = ()) -> list[Any]:
        asked.append((sql, values))
        return run(sql, values)

    monkeypatch.setattr(notes, "run", record_query)
    admin_figures.rounds_to_look_at(notes, by, about.get("table", ""), about.get("day"), about.get("before"))
    plan = [row[3] for sql, values in asked for row in run(f"EXPLAIN QUERY PLAN {sql}", values)]
    assert plan
    assert not [step for step in plan if "TEMP B-TREE" in step], plan
    assert all(" USING " in step or (step == "SCAN rounds" and by == "time") for step in plan), plan


def test_clock_set_back_over_midnight_raises_no_audit_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, midnight = str(tmp_path / "house.db"), 20_000 * 86_400
    with run_server(path) as running, running.at(running.open_table("flip-it")) as seated:
        seated.say("sit", seat=1)
        for hours in (1, -2, 1):
            monkeypatch.setattr("pitboss.server.store.batch.time.time", lambda hours=hours: midnight + hours * 3600)
            seated.say("bet", bets={"red": 500})
            seated.say("ready")
            seated.say("ping")
        seated.say("stand")
    books = connect(path, alone=False)
    notes = Notes(notes_path(path))
    assert journal_follower.follow(books, notes, 60).behind == 0
    notes.close()
    books.close()
    assert run(["audit", "--database", path]) == 0


def test_replaced_database_is_noted_from_scratch(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    for number in (2, 1):
        with run_server(path) as running, running.at(running.open_table("flop22")) as seated:
            seated.say("sit", seat=1)
            for _ in range(number):
                play_round(seated)
            books, notes = connect(path, alone=False), Notes(notes_path(path))
            assert journal_follower.follow(books, notes, 60).faults == ()
            assert admin_figures.line_of_all(notes)["rounds"] == number
            notes.close()
            books.close()
        for file in tmp_path.glob("house.db*"):
            if file.suffix != ".desk" and ".desk-" not in file.name:
                file.unlink()


def test_figure_that_contradicts_the_ledger_is_reported(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    with run_server(path) as running, running.at(running.open_table("flop22")) as seated:
        seated.say("sit", seat=1)
        play_round(seated)
        books, notes = connect(path, alone=False), Notes(notes_path(path))
        journal_follower.follow(books, notes, 60)
        notes.run("UPDATE days SET won = won + 1")
        (fault,) = journal_follower.follow(books, notes, 60).faults
        assert "cents, but its rounds total" in fault
        assert journal_follower.follow(books, notes, 0).faults == ()  # it looks for them only at the end
        notes.close()
        books.close()


@pytest.mark.postgres
def test_postgresql_database_is_followed(tmp_path: Path, postgres_bin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_FILE, str(tmp_path / "house.key"))
    server = PostgresServer(postgres_bin)
    try:
        with run_server(server.url) as running, running.at(running.open_table("flop22")) as seated:
            seated.say("sit", seat=1)
            play_round(seated)
            books, notes = connect(server.url, alone=False), Notes(notes_path(server.url))
            found = journal_follower.follow(books, notes, 60)
            assert (found.round, found.behind, found.faults) == (1, 0, ())
            assert admin_figures.line_of_all(notes)["bet"] == 500
            notes.close()
            books.close()
    finally:
        server.close()
