"""The lab's socket: answers are pushed, questions replaced, stopped and refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

from server.support.house import RunningServer, run_server


@pytest.fixture
def server() -> Iterator[RunningServer]:
    with run_server() as house:
        yield house


@pytest.fixture
def lab(server: RunningServer) -> Iterator[WebSocketTestSession]:
    with server.client.websocket_connect("ws://localhost/ws/lab") as socket:
        yield socket


def ask(lab: WebSocketTestSession, number: int, **wanted: Any) -> list[dict[str, Any]]:
    """Return all messages from the lab about this question."""
    lab.send_json({"type": "ask", "id": number, "kind": "risk", "game": "flip-it", **wanted})
    states = [lab.receive_json()]
    while states[-1].get("state") == "working":
        states.append(lab.receive_json())
    return states


def test_pushed_answer_matches_the_http_route(server: RunningServer, lab: WebSocketTestSession) -> None:
    question = {"rules": 'call_it_pays = "10:1"', "wanted": {"rounds": "100"}}
    last = ask(lab, 1, **question)[-1]
    assert (last["type"], last["id"], last["state"]) == ("lab", 1, "done")
    polled = server.client.post("/api/lab/ask", json={"kind": "risk", "game": "flip-it", **question}).json()
    assert polled["answer"] == last["answer"]


def test_invalid_question_is_rejected(lab: WebSocketTestSession) -> None:
    assert ask(lab, 1, game="chess")[-1]["code"] == "no-such-game"
    assert ask(lab, 2, rules="seatz = 3")[-1]["code"] == "bad-rules"
    assert ask(lab, 3, wanted={"rounds": "many"})[-1]["code"] == "bad-number"
    assert ask(lab, 4, kind="weather")[-1]["code"] == "bad-message"


def test_stopped_question_is_not_answered(lab: WebSocketTestSession) -> None:
    lab.send_json({"type": "ask", "id": 1, "kind": "protect", "game": "free-bet", "slot": "a"})
    lab.send_json({"type": "stop", "id": 2, "slot": "a"})
    while (message := lab.receive_json())["id"] != 2:
        assert message["state"] == "working"
    assert ask(lab, 3, wanted={"rounds": "100"}, slot="a")[-1]["id"] == 3


def test_question_limit_per_page(lab: WebSocketTestSession) -> None:
    for number in range(17):
        lab.send_json({"type": "ask", "id": number, "kind": "protect", "game": "free-bet", "slot": str(number)})
    while (message := lab.receive_json())["id"] != 16:
        assert message["state"] == "working"
    assert (message["type"], message["code"]) == ("refused", "too-fast")
