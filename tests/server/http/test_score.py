"""The score sheet: totals checked by hand, and over the API from stored rounds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isclose
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.play.steps import Seat
from pitboss.server.players.score import NOT_YET, Expected, LookedUp, ScoreSums, sheet
from pitboss.server.store import schema
from pitboss.server.store.database import connect
from pitboss.server.store.store import RoundPlayed, times_of
from pitboss.table.audit.journal import JournalLine
from pitboss.table.finished_round import compact
from server.support.house import RunningServer, run_server
from server.support.merging import Message


def played(number: int, net: int) -> RoundPlayed:
    return RoundPlayed(number, Seat(1), "t", number, net)


def summed(rounds: list[RoundPlayed], looked: Sequence[LookedUp]) -> ScoreSums:
    sums = ScoreSums()
    for one, found in zip(rounds, looked, strict=True):
        sums.count(one)
        if found.expected:
            sums.learn(one, found.expected)
    return sums


def known(mean: float, variance: float) -> LookedUp:
    return LookedUp("Flop 22", 1_000_000, Expected(mean, variance))


def test_score_sheet_totals() -> None:
    """Three rounds: +$10, −$5, −$5. Two have odds, with means −10 and −20 cents and standard deviations $3 and $4."""
    rounds = [played(1, 1000), played(2, -500), played(3, -500)]
    looked = [known(-10, 300.0**2), known(-20, 400.0**2), NOT_YET]
    found = sheet(summed(rounds, looked), rounds, looked, waiting=1)
    assert (found.rounds, found.won, found.net, found.known, found.waiting) == (3, 1, 0, 2, 1)
    assert (found.expected, found.sd) == (-30, 500)
    assert found.luck is not None
    assert isclose(found.luck, (500 - -30) / 500)
    assert [line.expected for line in found.lines] == [-10, -20, None]


def test_sheet_without_rounds_or_odds_has_no_luck() -> None:
    assert sheet(ScoreSums(), [], []).luck is None
    rounds = [played(1, 100)]
    unknown = sheet(summed(rounds, [NOT_YET]), rounds, [NOT_YET])
    assert (unknown.net, unknown.expected, unknown.sd, unknown.luck) == (100, None, None, None)
    rounds = [played(1, 0)]
    certain = sheet(summed(rounds, [known(0, 0)]), rounds, [known(0, 0)])
    assert (certain.expected, certain.luck) == (0, None)


def test_sheet_is_computed_from_stored_rounds_and_survives_a_restart(tmp_path: Path) -> None:
    asked: list[Message] = []

    def outlook(record: str, seat: int) -> Expected:
        asked.append(json.loads(record)["wagers"][str(seat)])
        return Expected(-38.5, 600.0**2)

    database = str(tmp_path / "house.db")
    with run_server(database, outlook=outlook) as server:
        table = server.open_table("flip-it")
        with server.at(table) as seated:
            seated.say("sit", seat=2)
            for _ in range(2):
                seated.say("bet", bets={"red": 500})
                seated.say("ready")
        first = wait_for_score(server)
        cookie = dict(server.client.cookies)
    assert asked == [{"red": 500}] * 2
    assert (first["rounds"], first["expected"]) == (2, -77)
    assert isclose(first["luck"], (first["net"] + 77) / (600 * 2**0.5))
    with run_server(database, outlook=outlook) as server:
        server.client.cookies.clear()
        server.client.cookies.update(cookie)
        assert wait_for_score(server) == first


def test_round_without_odds_does_not_hide_the_others() -> None:
    def outlook(record: str, seat: int) -> Expected:
        if json.loads(record)["wagers"][str(seat)] == {"red": 500}:
            raise ValueError("no idea")
        return Expected(-10, 1)

    with run_server(outlook=outlook) as server, server.at(server.open_table("flip-it")) as seated:
        seated.say("sit", seat=1)
        for amount in (500, 1000):
            seated.say("bet", bets={"red": amount})
            seated.say("ready")
        found = wait_for_score(server)
    assert (found["rounds"], found["known"], found["expected"]) == (2, 1, -10)


def test_day_of_a_round_comes_from_its_journal_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [1_700_000_000, 1_700_086_400, 1_700_172_800]
    with run_server(str(tmp_path / "house.db")) as server, server.at(server.open_table("flip-it")) as seated:
        seated.say("sit", seat=1)
        for day in days:
            monkeypatch.setattr("time.time", lambda day=day: day + 0.5)
            for _ in range(2):
                seated.say("bet", bets={"red": 500})
                seated.say("ready")
        found = wait_for_score(server)
    assert [line["at"] for line in found["lines"]] == [day for day in days for _ in range(2)]
    assert {line["game"] for line in found["lines"]} == {"flip~it"}  # known even without odds


@given(st.lists(st.integers(0, 3), max_size=60), st.data())
def test_round_is_found_on_its_first_journal_line(added: list[int], data: st.DataObject) -> None:
    database = connect(":memory:")
    for statement in schema.STATEMENTS:
        database.run(statement)
    when: dict[int, int] = {}
    for number, many in enumerate(added, 1):
        last = len(when) + many
        when |= dict.fromkeys(range(len(when) + 1, last + 1), 1000 + number)
        line = JournalLine(1000 + number, 0, last, "", (), (), (), ())
        database.run(schema.JOURNAL, (number, compact(line).decode(), ""))
    wanted = data.draw(st.sets(st.integers(1, len(when) + 2)))
    assert times_of(database, wanted) == {number: when[number] for number in sorted(wanted) if number in when}
    database.close()


def wait_for_score(server: RunningServer) -> Message:
    """Return the score sheet after all pending jobs are done."""
    until = monotonic() + 300
    while (found := server.client.get("/api/me/score").json())["waiting"]:
        assert monotonic() < until, found
    sheet: Message = found
    return sheet


def test_sheet_is_paginated_with_totals_of_all_rounds() -> None:
    with run_server(outlook=lambda _record, _seat: Expected(-10, 1)) as server:
        table = server.open_table("flip-it")
        with server.at(table) as seated:
            seated.say("sit", seat=1)
            for _ in range(5):
                seated.say("bet", bets={"red": 500})
                seated.say("ready")
        whole = wait_for_score(server)
        assert (whole["rounds"], whole["known"], whole["earlier"]) == (5, 5, None)
        last = server.client.get("/api/me/score?many=2").json()
        assert [line["number"] for line in last["lines"]] == [4, 5]
        middle = server.client.get(f"/api/me/score?many=2&before={last['earlier']}").json()
        first = server.client.get(f"/api/me/score?many=2&before={middle['earlier']}").json()
        assert [line["number"] for page in (first, middle) for line in page["lines"]] == [1, 2, 3]
        assert first["earlier"] is None
        assert all({**page, "lines": [], "earlier": None} == {**whole, "lines": []} for page in (first, middle, last))
        assert [line["expected"] for line in first["lines"]] == [-10]
        assert server.client.get("/api/me/score?many=501").status_code == 422
        assert server.newcomer().get(f"/api/me/score?before={last['earlier']}").json()["lines"] == []
