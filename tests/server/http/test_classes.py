"""Classes: a trainer's link is compared whole, each player and address has a few, and unused ones are closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from server.support.house import Doors, open_house


@pytest.fixture(scope="module")
def doors() -> Iterator[Doors]:
    with open_house() as doors:
        yield doors


def opened(client: TestClient, name: str = "Monday") -> dict[str, Any]:
    found: dict[str, Any] = client.post("/api/school/classes", json={"name": name}).json()
    return found


def test_only_the_whole_hash_of_a_trainers_key_opens_a_class(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    told = opened(doors.newcomer())
    monkeypatch.setattr(
        "pitboss.server.school.classes.code_of", lambda _key: told["code"]
    )  # a key with the same 40 bits
    forged = doors.client.post("/api/school/class", json={"key": "forged", "game": "flop22"})
    assert (forged.status_code, forged.json()["code"]) == (404, "no-such-class")
    right = doors.client.post("/api/school/class", json={"key": told["key"], "game": "flop22"})
    assert right.json()["name"] == "Monday"


def test_a_class_of_version_020_takes_the_key_that_fits_its_code_and_then_no_other() -> None:
    from pitboss.server.school.practice_store import SchoolBooks
    from pitboss.server.store.database import connect
    from pitboss.server.store.schema import CLASSES

    database = connect(":memory:")
    database.run(CLASSES)
    database.run("INSERT INTO classes (code, name, used) VALUES ('abc', 'Old', 5)")
    kept = SchoolBooks(database)
    assert kept.class_of_key("abc", "one hash", 10) == "Old"
    assert kept.class_of_key("abc", "other hash", 10) is None
    assert kept.class_of_key("abc", "one hash", 10) == "Old"


def test_one_player_opens_some_classes_and_is_told_why_no_more(doors: Doors) -> None:
    client = doors.newcomer()
    codes = [client.post("/api/school/classes", json={"name": "x"}) for _ in range(11)]
    assert [answer.status_code for answer in codes] == [200] * 10 + [429]
    assert codes[-1].json()["code"] == "too-many-classes"
    closed = client.post("/api/school/class/close", json={"key": codes[0].json()["key"]})
    assert closed.json()["code"] == codes[0].json()["code"]
    assert client.post("/api/school/classes", json={"name": "x"}).status_code == 200
    gone = client.post("/api/school/class", json={"key": codes[0].json()["key"], "game": "flop22"})
    assert gone.status_code == 404


def test_one_address_cannot_fill_the_house_and_unused_classes_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.play.refused import Refused
    from pitboss.server.school.practice_store import CLASS_SECONDS, NewClass, SchoolBooks
    from pitboss.server.store.database import connect
    from pitboss.server.store.schema import CLASSES, MEMBERS

    database = connect(":memory:")
    for statement in (CLASSES, MEMBERS):
        database.run(statement)
    kept = SchoolBooks(database)
    for number in range(50):
        kept.open_class(NewClass(f"c{number}", "x", "h", f"player {number}", "an address"), 1000)
    with pytest.raises(Refused, match="your address has 50"):
        kept.open_class(NewClass("more", "x", "h", "another", "an address"), 1000)
    monkeypatch.setattr("pitboss.server.school.practice_store.MOST_CLASSES", 50)
    with pytest.raises(Refused, match="this house has 50"):
        kept.open_class(NewClass("more", "x", "h", "another", "elsewhere"), 1000)
    kept.join_class("c3", "somebody", 2000)
    kept.open_class(NewClass("more", "x", "h", "another", "an address"), 1500 + CLASS_SECONDS)
    assert [code for (code,) in database.run("SELECT code FROM classes ORDER BY code")] == ["c3", "more"]
    assert kept.members("c3") == ["somebody"]


def test_a_full_class_says_so(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.school.practice_store.MOST_MEMBERS", 0)
    code = opened(doors.newcomer())["code"]
    answer = doors.client.post(f"/api/school/classes/{code}/join")
    assert (answer.status_code, answer.json()["code"]) == (409, "class-full")
