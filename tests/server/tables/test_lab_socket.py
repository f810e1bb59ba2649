"""The lab's socket: answers are pushed, questions replaced, stopped and refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

from server.support.house import Doors, open_house


@pytest.fixture
def doors() -> Iterator[Doors]:
    with open_house() as house:
        yield house


@pytest.fixture
def lab(doors: Doors) -> Iterator[WebSocketTestSession]:
    with doors.client.websocket_connect("ws://localhost/ws/lab") as socket:
        yield socket


def ask(lab: WebSocketTestSession, number: int, **wanted: Any) -> list[dict[str, Any]]:
    """All that the lab says to this question."""
    lab.send_json({"type": "ask", "id": number, "kind": "risk", "game": "flip-it", **wanted})
    states = [lab.receive_json()]
    while states[-1].get("state") == "working":
        states.append(lab.receive_json())
    return states


def test_an_answer_is_pushed_and_is_that_of_the_http_route(doors: Doors, lab: WebSocketTestSession) -> None:
    question = {"rules": 'call_it_pays = "10:1"', "wanted": {"rounds": "100"}}
    last = ask(lab, 1, **question)[-1]
    assert (last["type"], last["id"], last["state"]) == ("lab", 1, "done")
    polled = doors.client.post("/api/lab/ask", json={"kind": "risk", "game": "flip-it", **question}).json()
    assert polled["answer"] == last["answer"]


def test_a_question_that_makes_no_sense_is_refused(lab: WebSocketTestSession) -> None:
    assert ask(lab, 1, game="chess")[-1]["code"] == "no-such-game"
    assert ask(lab, 2, rules="seatz = 3")[-1]["code"] == "bad-rules"
    assert ask(lab, 3, wanted={"rounds": "many"})[-1]["code"] == "bad-number"
    assert ask(lab, 4, kind="weather")[-1]["code"] == "bad-message"


def test_a_stopped_question_is_not_answered(lab: WebSocketTestSession) -> None:
    lab.send_json({"type": "ask", "id": 1, "kind": "protect", "game": "free-bet", "slot": "a"})
    lab.send_json({"type": "stop", "id": 2, "slot": "a"})
    while (said := lab.receive_json())["id"] != 2:
        assert said["state"] == "working"
    assert ask(lab, 3, wanted={"rounds": "100"}, slot="a")[-1]["id"] == 3


def test_a_page_has_a_limited_number_of_questions(lab: WebSocketTestSession) -> None:
    for number in range(17):
        lab.send_json({"type": "ask", "id": number, "kind": "protect", "game": "free-bet", "slot": str(number)})
    while (said := lab.receive_json())["id"] != 16:
        assert said["state"] == "working"
    assert (said["type"], said["code"]) == ("refused", "too-fast")
