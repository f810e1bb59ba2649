"""Rate limits per address and per player. The clock is frozen, so no bucket refills by itself."""

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
from server.support.house import RunningServer, run_server


def from_address(server: RunningServer, address: str) -> TestClient:
    """Return a new browser at this address."""
    client = TestClient(server.client.app, base_url="http://localhost", client=(address, 4711))
    client.portal = server.client.portal
    return client


def is_too_fast(answer: Any) -> bool:
    """Return whether a request was rejected properly: with a message, a code, the status and Retry-After."""
    if answer.status_code != 429:
        return False
    error = answer.json()
    assert error["code"] in ("too-fast", "too-many-tables")
    assert len(error["reason"]) > 20
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    return True


def test_request_limit_per_address_refills() -> None:
    with run_server(limits=Limits(requests=1)) as server:
        greedy, calm = from_address(server, "192.0.2.1"), from_address(server, "192.0.2.2")
        assert [is_too_fast(greedy.get("/api/games")) for _ in range(12)] == [False] * 10 + [True] * 2
        assert not is_too_fast(calm.get("/api/games"))
        server.clock.time += 1
        assert [is_too_fast(greedy.get("/api/games")) for _ in range(2)] == [False, True]


def test_one_ipv6_network_counts_as_one_address() -> None:
    with run_server(limits=Limits(requests=1)) as server:
        rejected = [is_too_fast(from_address(server, f"2001:db8:7::{n}").get("/api/games")) for n in range(11)]
        assert rejected == [False] * 10 + [True]


def test_request_limit_per_player_spans_addresses() -> None:
    with run_server(limits=Limits(player_requests=1)) as server:
        me = from_address(server, "192.0.2.1")
        cookie = {"Cookie": me.get("/api/me").headers["Set-Cookie"].partition(";")[0]}
        asked = [from_address(server, f"192.0.2.{n}").get("/api/me", headers=cookie) for n in range(11)]
        assert [is_too_fast(answer) for answer in asked] == [False] * 10 + [True]
        assert not is_too_fast(me.get("/api/games"))


def test_expensive_requests_have_their_own_limit() -> None:
    with run_server(limits=Limits(questions=1)) as server:
        greedy, calm = from_address(server, "192.0.2.1"), from_address(server, "192.0.2.2")
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


def test_new_player_limit_per_address() -> None:
    with run_server(limits=Limits(newcomers=2)) as server:
        rejected = [is_too_fast(from_address(server, "192.0.2.1").get("/api/me")) for _ in range(3)]
        assert rejected == [False, False, True]
        assert not is_too_fast(from_address(server, "192.0.2.2").get("/api/me"))


def test_rail_socket_limit_per_player() -> None:
    with run_server(limits=Limits(player_sockets=2)) as server, ExitStack() as stack:
        table, other = server.open_table(), server.newcomer()
        first = stack.enter_context(server.at(table))
        with server.at(table):
            with pytest.raises(WebSocketDisconnect) as gone, server.at(table):
                pass
            assert (gone.value.code, gone.value.reason) == (
                4029,
                "too-fast: one player may look at 2 tables at once: close one of them first",
            )
            with server.at(table, other) as calm:
                assert calm.say("ping")["type"] == "done"
        with server.at(table) as again:  # there is room again
            assert again.say("ping")["type"] == first.say("ping")["type"] == "done"


def test_socket_limit_per_address_and_opening_counts_as_a_request() -> None:
    with run_server(limits=Limits(sockets=1, requests=1)) as server:
        greedy = from_address(server, "192.0.2.1")
        table = greedy.post("/api/tables", json={"game": "flop22"}).json()["id"]
        with server.at(table, greedy) as seated:
            for _ in range(8):
                with pytest.raises(WebSocketDisconnect) as gone, server.at(table, greedy):
                    pass
                assert gone.value.code == 4029
            with pytest.raises(WebSocketDenialResponse) as denied, server.at(table, greedy):
                pass
            assert is_too_fast(denied.value)
            assert seated.say("ping")["type"] == "done"


def test_message_limit_per_player_spans_sockets() -> None:
    with run_server(limits=Limits(player_messages=2)) as server:
        table, other = server.open_table(), server.newcomer()
        with server.at(table) as one, server.at(table) as two, server.at(table, other) as calm:
            types = [seated.say("ping")["type"] for seated in (one, two) * 3]
            assert types == ["done"] * 6
            for seated in (one, two):
                assert seated.say("ping")["code"] == "too-fast"
            assert calm.say("ping")["type"] == "done"
        with server.at(table) as again:  # reconnecting does not help
            assert again.say("ping")["code"] == "too-fast"


def test_message_limit_per_address_spans_players() -> None:
    with run_server(limits=Limits(messages=2)) as server:
        table, other, calm = server.open_table(), server.newcomer(), from_address(server, "192.0.2.2")
        calm.get("/api/me")
        with server.at(table) as one, server.at(table, other) as two, server.at(table, calm) as three:
            assert [seated.say("ping")["type"] for seated in (one, two) * 3] == ["done"] * 6
            assert two.say("ping")["code"] == "too-fast"
            assert three.say("ping")["type"] == "done"


def test_table_limit_per_player_and_per_address() -> None:
    with run_server(limits=Limits(player_tables=2, address_tables=3)) as server:
        wish = {"game": "flop22"}
        first, second = (from_address(server, "192.0.2.1") for _ in range(2))
        assert [first.post("/api/tables", json=wish).status_code for _ in range(2)] == [201, 201]
        refused = first.post("/api/tables", json=wish)
        assert (is_too_fast(refused), refused.json()["code"]) == (True, "too-many-tables")
        assert second.post("/api/tables", json=wish).status_code == 201
        assert is_too_fast(second.post("/api/tables", json=wish))
        assert from_address(server, "192.0.2.2").post("/api/tables", json=wish).status_code == 201


def test_unused_table_is_closed_when_the_server_is_full() -> None:
    with run_server(limits=Limits(tables=3)) as server:
        used, seen, forsaken = (server.open_table() for _ in range(3))
        wish = {"game": "flop22"}
        with server.at(used) as seated, server.at(seen):
            seated.say("sit", seat=1)
            assert is_too_fast(server.client.post("/api/tables", json=wish))
            server.clock.time += LISTED_SECONDS + 1
            opened = server.client.post("/api/tables", json=wish)
            assert opened.status_code == 201
            assert is_too_fast(server.client.post("/api/tables", json=wish))
            assert seated.say("ping")["type"] == "done"
            rooms = server.in_registry(lambda registry: set(registry.rooms))
        assert rooms == {used, seen, opened.json()["id"]}
        assert forsaken not in rooms


def test_rejections_have_security_headers_on_sockets_too() -> None:
    with run_server() as server:
        table = server.open_table()
        stranger = from_address(server, "192.0.2.1")
        for browser, headers, code in (
            (server.client, {"Origin": "https://evil.example"}, "other-origin"),
            (server.client, {"Host": "evil.example"}, "other-origin"),
            (server.client, {"Host": "me@localhost"}, "other-origin"),
            (stranger, {}, "no-player"),
        ):
            with (
                pytest.raises(WebSocketDenialResponse) as denied,
                browser.websocket_connect(f"ws://localhost/ws/{table}", headers=headers),
            ):
                pass
            assert (denied.value.status_code, denied.value.json()["code"]) == (403, code)
            assert denied.value.headers["X-Content-Type-Options"] == "nosniff"


def test_overlong_message_is_rejected_with_its_number() -> None:
    with run_server() as server, server.at(server.open_table()) as seated:
        seated.socket.send_text('{"id": 12, "type": "ping"' + " " * 5000 + "}")
        refused = seated.take("refused")
        assert (refused["id"], refused["code"]) == (12, "too-long")


def test_internal_error_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with run_server() as server:
        client = TestClient(server.client.app, base_url="http://localhost", raise_server_exceptions=False)
        client.portal = server.client.portal
        monkeypatch.setattr("pitboss.server.http.table_routes._game_info", lambda *_: 1 // 0)
        answer = client.get("/api/games")
        assert (answer.status_code, answer.json()["code"]) == (500, "house-fault")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_reconnecting_to_an_unopenable_table_gives_the_reason(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    with run_server(database) as server:
        table, cookie = server.open_table(), dict(server.client.cookies)
        with server.at(table) as seated:
            seated.say("sit", seat=1)
            seated.say("bet", bets={"ante-1": 500})
    with sqlite3.connect(database) as books:
        books.execute("UPDATE tables SET setup = replace(setup, 'flop22', 'no-game')")
    with run_server(database) as server:
        server.client.cookies.clear()
        server.client.cookies.update(cookie)
        assert "the table could not be restored" in server.client.get(f"/api/tables/{table}").json()["reason"]
        with pytest.raises(WebSocketDisconnect) as gone, server.at(table):
            pass
        assert gone.value.code == 4404
        assert "the table could not be restored" in gone.value.reason
        assert server.client.get("/api/me").json()["bankroll"] == 100_000
