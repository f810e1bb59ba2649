"""How much one address and one player may ask: time stands still here, so nothing fills up by itself."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from pitboss.server.gate.rate_limits import Limits
from pitboss.server.tables.registry import LISTED_SECONDS
from server.support.house import Doors, open_house


def from_address(doors: Doors, address: str) -> TestClient:
    """A browser at this address, whom nobody knows yet."""
    client = TestClient(doors.client.app, base_url="http://localhost", client=(address, 4711))
    client.portal = doors.client.portal
    return client


def is_too_fast(answer: Any) -> bool:
    """Whether it was refused as it should be: with a sentence, a code, the status and when to come again."""
    if answer.status_code != 429:
        return False
    told = answer.json()
    assert told["code"] in ("too-fast", "too-many-tables")
    assert len(told["reason"]) > 20
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    return True


def test_requests_are_counted_by_address_and_fill_up_again() -> None:
    with open_house(limits=Limits(requests=1)) as doors:
        greedy, calm = from_address(doors, "192.0.2.1"), from_address(doors, "192.0.2.2")
        assert [is_too_fast(greedy.get("/api/games")) for _ in range(12)] == [False] * 10 + [True] * 2
        assert not is_too_fast(calm.get("/api/games"))
        doors.clock.time += 1
        assert [is_too_fast(greedy.get("/api/games")) for _ in range(2)] == [False, True]


def test_all_addresses_of_one_home_are_one() -> None:
    with open_house(limits=Limits(requests=1)) as doors:
        told = [is_too_fast(from_address(doors, f"2001:db8:7::{n}").get("/api/games")) for n in range(11)]
        assert told == [False] * 10 + [True]


def test_requests_are_counted_by_player_wherever_they_come_from() -> None:
    with open_house(limits=Limits(player_requests=1)) as doors:
        me = from_address(doors, "192.0.2.1")
        cookie = {"Cookie": me.get("/api/me").headers["Set-Cookie"].partition(";")[0]}
        asked = [from_address(doors, f"192.0.2.{n}").get("/api/me", headers=cookie) for n in range(11)]
        assert [is_too_fast(answer) for answer in asked] == [False] * 10 + [True]
        assert not is_too_fast(me.get("/api/games"))


def test_what_has_to_be_worked_out_is_counted_apart() -> None:
    with open_house(limits=Limits(questions=1)) as doors:
        greedy, calm = from_address(doors, "192.0.2.1"), from_address(doors, "192.0.2.2")
        rules = {"game": "flop22", "rules": "seats = 3"}
        lesson = {"game": "flop22", "seed": 1}
        asked = [greedy.post("/api/rules/check", json=rules) for _ in range(5)]
        asked += [greedy.post("/api/rules/edge", json=rules) for _ in range(5)]
        assert not any(map(is_too_fast, asked))
        for path, body in (("rules/check", rules), ("rules/edge", rules), ("school/lesson", lesson)):
            assert is_too_fast(greedy.post(f"/api/{path}", json=body))
        assert is_too_fast(greedy.get("/api/me/score"))
        assert not is_too_fast(greedy.get("/api/lobby"))
        assert not is_too_fast(calm.post("/api/rules/check", json=rules))


def test_newcomers_are_counted_by_address() -> None:
    with open_house(limits=Limits(newcomers=2)) as doors:
        told = [is_too_fast(from_address(doors, "192.0.2.1").get("/api/me")) for _ in range(3)]
        assert told == [False, False, True]
        assert not is_too_fast(from_address(doors, "192.0.2.2").get("/api/me"))


def test_sockets_at_the_rail_are_counted_by_player() -> None:
    with open_house(limits=Limits(player_sockets=2)) as doors, ExitStack() as stack:
        table, other = doors.open_table(), doors.newcomer()
        first = stack.enter_context(doors.at(table))
        with doors.at(table):
            with pytest.raises(WebSocketDisconnect) as gone, doors.at(table):
                pass
            assert (gone.value.code, gone.value.reason) == (
                4029,
                "too-fast: one player may look at 2 tables at once: close one of them first",
            )
            with doors.at(table, other) as calm:
                assert calm.say("ping")["type"] == "done"
        with doors.at(table) as again:  # there is room once more
            assert again.say("ping")["type"] == first.say("ping")["type"] == "done"


def test_sockets_are_counted_by_address_and_opening_them_as_requests() -> None:
    with open_house(limits=Limits(sockets=1, requests=1)) as doors:
        greedy = from_address(doors, "192.0.2.1")
        table = greedy.post("/api/tables", json={"game": "flop22"}).json()["id"]
        with doors.at(table, greedy) as seated:
            for _ in range(8):
                with pytest.raises(WebSocketDisconnect) as gone, doors.at(table, greedy):
                    pass
                assert gone.value.code == 4029
            with pytest.raises(WebSocketDenialResponse) as denied, doors.at(table, greedy):
                pass
            assert is_too_fast(denied.value)
            assert seated.say("ping")["type"] == "done"


def test_messages_are_counted_by_player_over_all_sockets() -> None:
    with open_house(limits=Limits(player_messages=2)) as doors:
        table, other = doors.open_table(), doors.newcomer()
        with doors.at(table) as one, doors.at(table) as two, doors.at(table, other) as calm:
            told = [seated.say("ping")["type"] for seated in (one, two) * 3]
            assert told == ["done"] * 6
            for seated in (one, two):
                assert seated.say("ping")["code"] == "too-fast"
            assert calm.say("ping")["type"] == "done"
        with doors.at(table) as again:  # nothing is won by coming back
            assert again.say("ping")["code"] == "too-fast"


def test_messages_are_counted_by_address_over_all_players() -> None:
    with open_house(limits=Limits(messages=2)) as doors:
        table, other, calm = doors.open_table(), doors.newcomer(), from_address(doors, "192.0.2.2")
        calm.get("/api/me")
        with doors.at(table) as one, doors.at(table, other) as two, doors.at(table, calm) as three:
            assert [seated.say("ping")["type"] for seated in (one, two) * 3] == ["done"] * 6
            assert two.say("ping")["code"] == "too-fast"
            assert three.say("ping")["type"] == "done"


def test_tables_are_counted_by_player_and_by_address() -> None:
    with open_house(limits=Limits(player_tables=2, address_tables=3)) as doors:
        wish = {"game": "flop22"}
        first, second = (from_address(doors, "192.0.2.1") for _ in range(2))
        assert [first.post("/api/tables", json=wish).status_code for _ in range(2)] == [201, 201]
        refused = first.post("/api/tables", json=wish)
        assert (is_too_fast(refused), refused.json()["code"]) == (True, "too-many-tables")
        assert second.post("/api/tables", json=wish).status_code == 201
        assert is_too_fast(second.post("/api/tables", json=wish))
        assert from_address(doors, "192.0.2.2").post("/api/tables", json=wish).status_code == 201


def test_in_a_full_house_a_table_that_nobody_uses_makes_room() -> None:
    with open_house(limits=Limits(tables=3)) as doors:
        used, seen, forsaken = (doors.open_table() for _ in range(3))
        wish = {"game": "flop22"}
        with doors.at(used) as seated, doors.at(seen):
            seated.say("sit", seat=1)
            assert is_too_fast(doors.client.post("/api/tables", json=wish))
            doors.clock.time += LISTED_SECONDS + 1
            opened = doors.client.post("/api/tables", json=wish)
            assert opened.status_code == 201
            assert is_too_fast(doors.client.post("/api/tables", json=wish))
            assert seated.say("ping")["type"] == "done"
            rooms = doors.in_hall(lambda hall: set(hall.rooms))
        assert rooms == {used, seen, opened.json()["id"]}
        assert forsaken not in rooms


def test_what_the_guard_refuses_carries_the_security_headers_on_sockets_too() -> None:
    with open_house() as doors:
        table = doors.open_table()
        stranger = from_address(doors, "192.0.2.1")
        for browser, headers, code in (
            (doors.client, {"Origin": "https://evil.example"}, "other-origin"),
            (doors.client, {"Host": "evil.example"}, "other-origin"),
            (doors.client, {"Host": "me@localhost"}, "other-origin"),
            (stranger, {}, "no-player"),
        ):
            with (
                pytest.raises(WebSocketDenialResponse) as denied,
                browser.websocket_connect(f"ws://localhost/ws/{table}", headers=headers),
            ):
                pass
            assert (denied.value.status_code, denied.value.json()["code"]) == (403, code)
            assert denied.value.headers["X-Content-Type-Options"] == "nosniff"


def test_a_message_that_is_too_long_is_refused_with_its_number() -> None:
    with open_house() as doors, doors.at(doors.open_table()) as seated:
        seated.socket.send_text('{"id": 12, "type": "ping"' + " " * 5000 + "}")
        refused = seated.take("refused")
        assert (refused["id"], refused["code"]) == (12, "too-long")


def test_a_mistake_of_the_house_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_house() as doors:
        client = TestClient(doors.client.app, base_url="http://localhost", raise_server_exceptions=False)
        client.portal = doors.client.portal
        monkeypatch.setattr("pitboss.server.http.api._game_info", lambda *_: 1 // 0)
        answer = client.get("/api/games")
        assert (answer.status_code, answer.json()["code"]) == (500, "house-fault")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_who_comes_back_to_a_table_that_could_not_be_opened_again_is_told_why(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    with open_house(database) as doors:
        table, cookie = doors.open_table(), dict(doors.client.cookies)
        with doors.at(table) as seated:
            seated.say("sit", seat=1)
            seated.say("bet", bets={"ante-1": 500})
    with sqlite3.connect(database) as books:
        books.execute("UPDATE tables SET setup = replace(setup, 'flop22', 'no-game')")
    with open_house(database) as doors:
        doors.client.cookies.clear()
        doors.client.cookies.update(cookie)
        assert "after a restart the table could not go on" in doors.client.get(f"/api/tables/{table}").json()["reason"]
        with pytest.raises(WebSocketDisconnect) as gone, doors.at(table):
            pass
        assert gone.value.code == 4404
        assert "after a restart the table could not go on" in gone.value.reason
        assert doors.client.get("/api/me").json()["bankroll"] == 100_000
