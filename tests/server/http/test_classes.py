"""Classes: full comparison of trainer keys, limits per player and address, and closing of unused classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitboss.play.refused import Refused
from pitboss.server.school import practice_store
from pitboss.server.school.practice_store import CLASS_SECONDS, NewClass, PracticeStore
from pitboss.server.store.database import connect
from pitboss.server.store.schema import CLASSES, MEMBERS
from server.support.house import RunningServer, run_server


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with run_server() as server:
        yield server


def open_class(client: TestClient, name: str = "Monday") -> dict[str, Any]:
    found: dict[str, Any] = client.post("/api/school/classes", json={"name": name}).json()
    return found


def test_class_opens_only_with_the_full_key_hash(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    created = open_class(server.newcomer())
    # a key with the same 40 bits
    monkeypatch.setattr("pitboss.server.school.classes.code_of", lambda _key: created["code"])
    forged = server.client.post("/api/school/class", json={"key": "forged", "game": "flop22"})
    assert (forged.status_code, forged.json()["code"]) == (404, "no-such-class")
    right = server.client.post("/api/school/class", json={"key": created["key"], "game": "flop22"})
    assert right.json()["name"] == "Monday"


def test_class_of_version_020_accepts_the_first_matching_key_only() -> None:
    database = connect(":memory:")
    database.run(CLASSES)
    database.run("INSERT INTO classes (code, name, used) VALUES ('abc', 'Old', 5)")
    store = PracticeStore(database)
    assert store.class_of_key("abc", "one hash", 10) == "Old"
    assert store.class_of_key("abc", "other hash", 10) is None
    assert store.class_of_key("abc", "one hash", 10) == "Old"


def test_class_limit_per_player_gives_a_reason(server: RunningServer) -> None:
    client = server.newcomer()
    codes = [client.post("/api/school/classes", json={"name": "x"}) for _ in range(11)]
    assert [answer.status_code for answer in codes] == [200] * 10 + [429]
    assert codes[-1].json()["code"] == "too-many-classes"
    closed = client.post("/api/school/class/close", json={"key": codes[0].json()["key"]})
    assert closed.json()["code"] == codes[0].json()["code"]
    assert client.post("/api/school/classes", json={"name": "x"}).status_code == 200
    gone = client.post("/api/school/class", json={"key": codes[0].json()["key"], "game": "flop22"})
    assert gone.status_code == 404


def test_class_limit_per_address_and_unused_classes_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    database = connect(":memory:")
    for statement in (CLASSES, MEMBERS):
        database.run(statement)
    store = PracticeStore(database)
    for number in range(50):
        store.open_class(NewClass(f"c{number}", "x", "h", f"player {number}", "an address"), 1000)
    with pytest.raises(Refused, match="50") as fault:
        store.open_class(NewClass("more", "x", "h", "another", "an address"), 1000)
    assert fault.value.code == "too-many-classes"
    monkeypatch.setattr("pitboss.server.school.practice_store.MOST_CLASSES", 50)
    with pytest.raises(Refused, match="50") as fault:
        store.open_class(NewClass("more", "x", "h", "another", "elsewhere"), 1000)
    assert fault.value.code == "too-many-classes"
    store.join_class("c3", "somebody", 2000)
    store.open_class(NewClass("more", "x", "h", "another", "an address"), 1500 + CLASS_SECONDS)
    assert [code for (code,) in database.run("SELECT code FROM classes ORDER BY code")] == ["c3", "more"]
    assert store.members("c3") == ["somebody"]


def test_full_server_closes_the_empty_class_unused_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many addresses could otherwise fill a server for half a year with classes that nobody joins."""
    monkeypatch.setattr(practice_store, "MOST_CLASSES", 3)
    database = connect(":memory:")
    for statement in (CLASSES, MEMBERS):
        database.run(statement)
    store, hour = PracticeStore(database), 3600

    def open_at(code: str, at: int) -> None:
        store.open_class(NewClass(code, "x", f"hash of {code}", f"player {code}", f"address {code}"), at)

    for number, code in enumerate(("joined", "visited", "empty")):
        open_at(code, number)
    store.join_class("joined", "somebody", 3)
    with pytest.raises(Refused, match="3") as fault:
        open_at("new", 47 * hour)
    assert fault.value.code == "too-many-classes"
    assert store.class_of_key("visited", "hash of visited", 47 * hour) == "x"
    open_at("new", 49 * hour)
    assert [code for (code,) in database.run("SELECT code FROM classes ORDER BY code")] == ["joined", "new", "visited"]
    with pytest.raises(Refused, match="3") as fault:
        open_at("another", 50 * hour)
    assert fault.value.code == "too-many-classes"


def test_full_class_is_reported(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.school.practice_store.MOST_MEMBERS", 0)
    code = open_class(server.newcomer())["code"]
    answer = server.client.post(f"/api/school/classes/{code}/join")
    assert (answer.status_code, answer.json()["code"]) == (409, "class-full")
