"""The school over HTTP: every skill of every game asked, judged and remembered under the player's cookie."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitboss.games import GAMES, OURS
from pitboss.school.exam import Exam, Terms
from pitboss.school.question import Question
from pitboss.school.skills import questions, skills_of
from server.house import Doors, open_house

ANSWER = "/api/school/answer"


@pytest.fixture(scope="module")
def doors() -> Iterator[Doors]:
    with open_house() as doors:
        yield doors


def said(question: Question) -> str:
    """The right answer as a page sends it."""
    if question.skill == "settle":
        return ", ".join(f"{act} {cents / 100}" if cents else act for _, _, act, cents in question.right)
    if question.skill == "spot":
        told = question.right
        return f"{told['number']}, {question.options.index(told['clause']) + 1}, {abs(told['cents']) / 100}"
    if question.skill == "payout":
        return f"{'-' if question.right < 0 else ''}{abs(question.right) / 100:.2f}"
    return "yes" if question.is_self_graded else str(question.right)


def made(game: str, skill: str, seed: int) -> Question:
    """The question that the house asks for this seed."""
    return next(questions(GAMES[game], GAMES[game].rules(), [skill], seed))


@pytest.mark.parametrize("game", OURS)
def test_every_skill_is_asked_without_its_answer_and_judged(doors: Doors, game: str) -> None:
    client = doors.newcomer()
    skills = [skill for skill in skills_of(GAMES[game]) if skill != "play"]
    for skill in skills:
        shown = client.get("/api/school/question", params={"game": game, "skill": skill, "seed": 5}).json()
        question = made(game, skill, 5)
        assert shown["asked"]["question"] == question.question
        assert {"right", "clause", "reason", "record"}.isdisjoint(shown["asked"])
        right = client.post(ANSWER, json={"id": shown["id"], "said": said(question), "seconds": 1}).json()
        assert right["right"] is True, (skill, right)
        assert right["clause"] == question.clause
        other = next((o for o in question.options if o != str(question.right)), "no")
        wrong = {"payout": "12345.67", "settle": "push, push", "spot": "999, 1, 0"}.get(skill, other)
        judged = client.post(ANSWER, json={"id": shown["id"], "said": wrong, "seconds": 1, "again": True}).json()
        assert judged["right"] is False
        assert judged["reason"] == question.reason
    told = {row["skill"]: row for row in client.get("/api/school/progress", params={"game": game}).json()["skills"]}
    assert set(told) == set(skills)
    assert all(row["asked"] == row["right"] == 1 for row in told.values()), "an answer given again is remembered"


def test_best_play_comes_from_beside_the_server_or_says_why_not() -> None:
    params = {"game": "flop22", "skill": "play", "seed": "3"}
    with open_house() as without:
        refused = without.client.get("/api/school/question", params=params)
        assert (refused.status_code, refused.json()["code"]) == (422, "no-odds")
    with open_house(best_play=lambda game, seed: made(game, "play", seed)) as doors:
        shown = doors.client.get("/api/school/question", params=params).json()
        question = made("flop22", "play", 3)
        worst = max(question.more["costs"], key=question.more["costs"].__getitem__)
        judged = doors.client.post(ANSWER, json={"id": shown["id"], "said": worst}).json()
        assert judged["cost"] == question.more["costs"][worst] > 0


def test_what_was_wrong_is_due_and_comes_first_and_nothing_leaks(doors: Doors) -> None:
    client, other = doors.newcomer(), doors.newcomer()
    stream = islice(questions(GAMES["flop22"], GAMES["flop22"].rules(), ["legal"], 9), 1)
    question = next(stream)
    wrong = next(option for option in question.options if option != question.right)
    said = {"id": {"game": "flop22", "skill": "legal", "seed": 9}, "said": wrong, "seconds": 2}
    assert client.post(ANSWER, json=said).json()["right"] is False
    shown = client.get("/api/school/games").json()
    assert {row["name"]: row["asked"] for row in shown}["flop22"] == 1
    assert all(row["asked"] == 0 for row in other.get("/api/school/games").json())
    taken = client.get("/api/school/export")
    assert taken.headers["content-disposition"].startswith("attachment")
    assert json.loads(taken.text)["games"]["flop22"]["facts"][question.fact]["asked"] == 1
    nick = client.get("/api/me").json()["nick"]
    named = [row["name"] for row in client.get("/api/school/class", params={"game": "flop22"}).json()]
    assert nick in named
    assert all(len(name) < 24 for name in named), "a player's id is told"


def test_nonsense_is_refused_with_a_sentence_and_not_remembered(doors: Doors) -> None:
    client = doors.newcomer()
    for params, code in [
        ({"game": "poker"}, "no-such-game"),
        ({"game": "flop22", "skill": "count"}, "no-such-skill"),
    ]:
        assert client.get("/api/school/question", params=params).json()["code"] == code
    much = {"id": {"game": "flop22", "skill": "payout", "seed": 1}, "said": "much"}
    assert client.post(ANSWER, json=much).json()["code"] == "not-an-amount"
    assert client.get("/api/school/progress", params={"game": "flop22"}).json()["skills"] == []
    late = {"game": "flop22", "seed": 1, "answers": [{"said": "nonsense"}]}
    assert client.post("/api/school/test", json=late).json()["code"] == "no-such-answer"
    assert client.post("/api/school/check", json={"paper": "<p>nothing</p>"}).json()["code"] == "bad-paper"


def test_the_motions_of_a_lesson_are_remembered(doors: Doors) -> None:
    client = doors.newcomer()
    lesson = {"game": "flop22", "level": "alone", "seed": 4, "answers": [{"said": "inspect", "seconds": 2}]}
    assert client.post("/api/school/dealt", json=lesson).json() == {"motions": 1}
    told = client.get("/api/school/progress", params={"game": "flop22"}).json()
    assert [row["skill"] for row in told["skills"]] == ["motion"]
    assert told["due"] == ["motion:inspect"]
    assert told["clauses"][0]["clause"]
    assert told["days"][0]["seconds"] == 2


def test_a_test_is_its_answers_and_its_paper_is_only_written_at_its_end(doors: Doors) -> None:
    client, game = doors.newcomer(), GAMES["flip-it"]
    exam = Exam(game, game.rules(), Terms(3, rounds=1))
    wanted: dict[str, Any] = {"game": "flip-it", "seed": 3, "rounds": 1, "answers": []}
    form = {"test": json.dumps(wanted), "name": "Ada"}
    early = _post(client, form)
    assert early["code"] == "test-left"
    while ask := exam.asks:
        exam.answer(ask.right, 2)
        wanted["answers"].append({"said": int(ask.right) if ask.kind == "payout" else ask.right, "seconds": 2})
    shown = client.post("/api/school/test", json=wanted).json()
    assert shown["ask"] is None
    assert shown["marks"]["passed"] is True
    assert _post(client, {"test": json.dumps(wanted), "name": " "})["code"] == "no-name"
    assert _post(client, {"test": "{}", "name": "Ada"})["code"] == "bad-test"
    page = _paper(client, {"test": json.dumps(wanted), "name": "Ada <b>"})
    checked = client.post("/api/school/check", json={"paper": page}).json()
    assert checked["passed"] is True
    assert checked["name"] == "Ada <b>"
    altered = client.post("/api/school/check", json={"paper": page.replace("Ada", "Eve", 1)})
    assert altered.json()["code"] == "altered"


def _sent(client: TestClient, form: dict[str, str]) -> Any:
    return client.post("/api/school/paper", data=form)


def _post(client: TestClient, form: dict[str, str]) -> Any:
    return _sent(client, form).json()


def _paper(client: TestClient, form: dict[str, str]) -> str:
    answer = _sent(client, form)
    assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]
    return str(answer.text)
