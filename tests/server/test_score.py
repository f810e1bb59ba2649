"""The score sheet: sums by hand, and over the API, from the rounds that are kept."""

from __future__ import annotations

import json
from math import isclose
from pathlib import Path
from time import monotonic

from pitboss.play.steps import Seat
from pitboss.server.played import RoundPlayed
from pitboss.server.score import Expected, sheet
from server.house import Doors, open_house
from server.merging import Message


def played(number: int, net: int) -> RoundPlayed:
    return RoundPlayed(number, Seat(1), "t", number, net)


def test_the_sheet_by_hand() -> None:
    """Three rounds: +$10, −$5, −$5; two are known, with means −10 and −20 cents and deviations of $3 and $4."""
    rounds = [played(1, 1000), played(2, -500), played(3, -500)]
    found = sheet(rounds, [Expected(-10, 300.0**2), Expected(-20, 400.0**2), None], waiting=1)
    assert (found.rounds, found.won, found.net, found.known, found.waiting) == (3, 1, 0, 2, 1)
    assert (found.expected, found.sd) == (-30, 500)
    assert found.luck is not None
    assert isclose(found.luck, (500 - -30) / 500)
    assert [line.expected for line in found.lines] == [-10, -20, None]


def test_a_sheet_without_rounds_or_odds_has_no_luck() -> None:
    assert sheet([], []).luck is None
    unknown = sheet([played(1, 100)], [None])
    assert (unknown.net, unknown.expected, unknown.sd, unknown.luck) == (100, None, None, None)
    certain = sheet([played(1, 0)], [Expected(0, 0)])
    assert (certain.expected, certain.luck) == (0, None)


def test_the_sheet_is_worked_out_from_the_kept_rounds_and_survives_a_restart(tmp_path: Path) -> None:
    asked: list[Message] = []

    def outlook(record: str, seat: int) -> Expected:
        asked.append(json.loads(record)["wagers"][str(seat)])
        return Expected(-38.5, 600.0**2)

    database = str(tmp_path / "house.db")
    with open_house(database, outlook=outlook) as doors:
        table = doors.open_table("flip-it")
        with doors.at(table) as seated:
            seated.say("sit", seat=2)
            for _ in range(2):
                seated.say("bet", bets={"red": 500})
                seated.say("ready")
        first = waited(doors)
        cookie = dict(doors.client.cookies)
    assert asked == [{"red": 500}] * 2
    assert (first["rounds"], first["expected"]) == (2, -77)
    assert isclose(first["luck"], (first["net"] + 77) / (600 * 2**0.5))
    with open_house(database, outlook=outlook) as doors:
        doors.client.cookies.update(cookie)
        assert waited(doors) == first


def test_a_round_that_cannot_be_worked_out_does_not_hide_the_others() -> None:
    def outlook(record: str, seat: int) -> Expected:
        if json.loads(record)["wagers"][str(seat)] == {"red": 500}:
            raise ValueError("no idea")
        return Expected(-10, 1)

    with open_house(outlook=outlook) as doors, doors.at(doors.open_table("flip-it")) as seated:
        seated.say("sit", seat=1)
        for amount in (500, 1000):
            seated.say("bet", bets={"red": amount})
            seated.say("ready")
        found = waited(doors)
    assert (found["rounds"], found["known"], found["expected"]) == (2, 1, -10)


def waited(doors: Doors) -> Message:
    """The score sheet once nothing waits any more."""
    until = monotonic() + 20
    while (found := doors.client.get("/api/me/score").json())["waiting"]:
        assert monotonic() < until, found
    sheet: Message = found
    return sheet
