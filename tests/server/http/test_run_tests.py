"""Table tests run by the server: each answer counts once, and the signed certificate says what the server observed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.school.exam.certificate import _BODY, checked, paper
from pitboss.school.exam.table_test import Exam, Terms, record_of
from server.http.test_classroom import right_answers
from server.support.house import RunningServer, run_server

GAME = GAMES["flip-it"]


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with run_server() as server:
        yield server


def begin_test(client: TestClient, **more: object) -> dict[str, Any]:
    terms = {"game": "flip-it", "rounds": 1, **more}
    return {**terms, **client.post("/api/school/test/begin", json=terms).json(), "answers": []}


def answer_all(client: TestClient, wanted: dict[str, Any]) -> dict[str, Any]:
    """Answer one question after another, as a page does."""
    every = right_answers(Exam(GAME, GAME.rules(), Terms(wanted["seed"], rounds=1)))
    for many in range(len(every) + 1):
        answer = client.post("/api/school/test", json={**wanted, "answers": every[:many]})
        assert answer.status_code == 200, answer.text
    return {**wanted, "answers": every}


def certificate(client: TestClient, wanted: dict[str, Any], name: str = "Ada") -> Any:
    return client.post("/api/school/paper", data={"test": json.dumps(wanted), "name": name})


def test_server_run_test_is_signed_and_says_what_it_proves(server: RunningServer) -> None:
    client = server.newcomer()
    done = answer_all(client, begin_test(client))
    page = certificate(client, done).text
    record = checked(page, GAMES)
    key = client.get("/api/log/head").json()["key"]
    assert record["house"]["key"] == key
    assert record["house"]["seed_by_house"] is True
    verdict = client.post("/api/school/check", json={"paper": page}).json()
    assert (verdict["house"], verdict["is_ours"], verdict["passed"]) == (key, True, True)
    assert "each once and in this order" in verdict["words"]
    assert "only the examiner can confirm who answered, and whether with help" in page.replace("\n", " ")
    with run_server() as another:  # another server does not accept it as its own
        verdict = another.client.post("/api/school/check", json={"paper": page}).json()
        assert (verdict["is_ours"], verdict["passed"]) == (False, True)
        assert "not a key of this house" in verdict["words"]


def test_signed_record_cannot_be_changed_and_re_rendered(server: RunningServer) -> None:
    """An invented name or date gives a page consistent with its record, but not with the signature."""
    client = server.newcomer()
    page = certificate(client, answer_all(client, begin_test(client))).text
    found = _BODY.search(page)
    assert found
    record = json.loads(found[1].replace("<\\/", "</"))
    house = record["house"]
    forged = [
        {**record, "name": "Eve"}, {**record, "date": "2019-01-01"},
        {**record, "house": {**house, "began": "2019-01-01 00:00:00 UTC"}},
        {**record, "house": {**house, "seed_by_house": not house["seed_by_house"]}},
        {**record, "house": {**house, "key": "00" * 32}}, {**record, "house": {**house, "signature": "00" * 64}},
        {**record, "house": {}}, {**record, "house": None},
    ]  # fmt: skip
    for one in forged:
        try:
            text = paper(one, GAME.title)
        except (KeyError, TypeError):
            text = page.replace(json.dumps(house, sort_keys=True), json.dumps(one["house"]))
        with pytest.raises(Refused, match="altered"):
            checked(text, GAMES)
    assert checked(page, GAMES)


def test_invented_test_is_not_signed(server: RunningServer) -> None:
    """Submitting all answers with chosen times gives no run and no signature, and the page says so."""
    exam = Exam(GAME, GAME.rules(), Terms(3, rounds=1))
    answers = right_answers(exam)
    page = certificate(server.client, {"game": "flip-it", "seed": 3, "rounds": 1, "answers": answers}).text
    verdict = server.client.post("/api/school/check", json={"paper": page}).json()
    assert (verdict["house"], verdict["is_ours"]) == ("", False)
    assert "No house has signed it" in verdict["words"]
    local = paper(record_of(exam, "Ada", "2019-01-01"), GAME.title)
    assert "No house has signed it" in local
    assert "house" not in checked(local, GAMES)


def test_answer_cannot_be_changed_skipped_or_reused(server: RunningServer) -> None:
    client = server.newcomer()
    wanted = begin_test(client, seed=3)
    every = right_answers(Exam(GAME, GAME.rules(), Terms(3, rounds=1)))
    ask, path = client.post, "/api/school/test"
    assert ask(path, json={**wanted, "answers": every[:1]}).status_code == 200
    assert ask(path, json={**wanted, "answers": every[:1]}).status_code == 200  # shown again after a reload
    other = [{**every[0], "seconds": 7.5}]
    for answers in (other, every[:3]):
        assert ask(path, json={**wanted, "answers": answers}).json()["code"] == "other-answers"
    assert certificate(client, {**wanted, "answers": every}).json()["code"] == "other-answers"
    stranger = server.newcomer()
    assert stranger.post(path, json={**wanted, "answers": every[:2]}).json()["code"] == "no-such-test"
    assert ask(path, json={**wanted, "pass_mark": 1, "answers": every[:2]}).json()["code"] == "no-such-test"


def test_certificate_has_one_name_and_the_origin_of_its_number(server: RunningServer) -> None:
    client = server.newcomer()
    done = answer_all(client, begin_test(client, seed=3))
    page = certificate(client, done).text
    assert "the questions may have been known" in page
    assert certificate(client, done).text == page
    assert certificate(client, done, "Eve").json()["code"] == "other-name"


def test_test_limit_per_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.school.exam_routes.MAX_PER_ADDRESS", 2)
    with run_server() as server:
        terms = {"game": "flip-it"}
        codes = [server.newcomer().post("/api/school/test/begin", json=terms).json().get("code") for _ in range(3)]
        assert codes == [None, None, "too-many-tests"]
