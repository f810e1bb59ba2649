"""The school over HTTP: every skill of every game asked, judged and stored under the player's cookie."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitboss.games import GAMES, OURS
from pitboss.school.exam.table_test import Exam, Terms, rules_hash
from pitboss.school.question import Question
from pitboss.school.readiness import ready_plays
from pitboss.school.skills import questions, skills_of
from server.support.house import RunningServer, run_server

ANSWER = "/api/school/answer"


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with run_server() as server:
        yield server


def right_answer(question: Question) -> str:
    """Return the right answer as a page sends it."""
    if question.skill == "settle":
        return ", ".join(f"{act} {cents / 100}" if cents else act for _, _, act, cents in question.right)
    if question.skill == "spot":
        fault = question.right
        return f"{fault['number']}, {question.options.index(fault['clause']) + 1}, {abs(fault['cents']) / 100}"
    if question.skill == "payout":
        return f"{'-' if question.right < 0 else ''}{abs(question.right) / 100:.2f}"
    return "yes" if question.is_self_graded else str(question.right)


def made(game: str, skill: str, seed: int, settings: Sequence[str] = ()) -> Question:
    """Return the question that the server asks for this seed."""
    return next(questions(GAMES[game], GAMES[game].rules().with_settings(settings), [skill], seed))


@pytest.mark.parametrize("game", OURS)
def test_every_skill_is_asked_without_its_answer_and_graded(server: RunningServer, game: str) -> None:
    client = server.newcomer()
    skills = [skill for skill in skills_of(GAMES[game]) if skill != "play"]
    for skill in skills:
        shown = client.get("/api/school/question", params={"game": game, "skill": skill, "seed": 5}).json()
        question = made(game, skill, 5)
        assert shown["asked"]["question"] == question.question
        assert {"right", "clause", "reason", "record"}.isdisjoint(shown["asked"])
        right = client.post(ANSWER, json={"id": shown["id"], "said": right_answer(question), "seconds": 1}).json()
        assert right["right"] is True, (skill, right)
        assert right["clause"] == question.clause
        other = next((o for o in question.options if o != str(question.right)), "no")
        settled = ", ".join(["take 0.01"] * len(question.right)) if skill == "settle" else ""
        wrong = {"payout": "12345.67", "settle": settled, "spot": "1, 1, 12345"}.get(skill, other)
        judged = client.post(ANSWER, json={"id": shown["id"], "said": wrong, "seconds": 1, "again": True}).json()
        assert judged["right"] is False
        assert judged["reason"] == question.reason
    progress = {row["skill"]: row for row in client.get("/api/school/progress", params={"game": game}).json()["skills"]}
    assert set(progress) == set(skills)
    assert all(row["asked"] == row["right"] == 1 for row in progress.values()), "an answer given again is remembered"


def test_best_play_comes_from_a_worker_or_gives_the_reason() -> None:
    params = {"game": "flop22", "skill": "play", "seed": "1003"}
    with run_server() as without:
        refused = without.client.get("/api/school/question", params=params)
        assert (refused.status_code, refused.json()["code"]) == (422, "no-odds")
    with run_server(best_play=lambda game, _, seed: made(game, "play", seed)) as server:
        shown = server.client.get("/api/school/question", params=params).json()
        question = made("flop22", "play", 1003)
        worst = max(question.more["costs"], key=question.more["costs"].__getitem__)
        judged = server.client.post(ANSWER, json={"id": shown["id"], "said": worst}).json()
        assert judged["cost"] == question.more["costs"][worst] > 0


def test_ready_best_play_questions_are_used_while_odds_load() -> None:
    asked, go_on = Event(), Event()

    def slowly(game: str, _rules: dict[str, Any], seed: int) -> Question:
        asked.set()
        assert go_on.wait(300)
        return made(game, "play", seed)

    params = {"game": "free-bet", "skill": "play"}
    with run_server(best_play=slowly) as server:
        for _ in range(3):
            shown = server.client.get("/api/school/question", params=params).json()
            seed = shown["id"]["seed"]
            assert seed in ready_plays("free-bet")
            right = ready_plays("free-bet")[seed].right
            assert server.client.post(ANSWER, json={"id": shown["id"], "said": right}).json()["right"] is True
        assert asked.wait(300), "the odds are loaded meanwhile"
        go_on.set()


def test_questions_and_tests_follow_the_given_house_rules(server: RunningServer) -> None:
    client, rules = server.newcomer(), 'decks = 2\nblackjack_pays = "6:5"\n'
    settings = ["decks=2", "blackjack_pays=6:5"]
    shown = client.get(
        "/api/school/question", params={"game": "free-bet", "skill": "payout", "seed": 8, "rules": rules}
    ).json()
    question = made("free-bet", "payout", 8, settings)
    assert shown["asked"]["question"] == question.question != made("free-bet", "payout", 8).question
    assert client.post(ANSWER, json={"id": shown["id"], "said": right_answer(question)}).json()["right"] is True
    game = GAMES["free-bet"]
    exam = Exam(game, game.rules().with_settings(settings), Terms(3, rounds=1))
    wanted: dict[str, Any] = {
        "game": "free-bet",
        "seed": 3,
        "rounds": 1,
        "rules": rules,
        "answers": right_answers(exam),
    }
    assert client.post("/api/school/test", json=wanted).json()["marks"]["passed"] is True
    page = _paper(client, {"test": json.dumps(wanted), "name": "Ada"})
    assert client.post("/api/school/check", json={"paper": page}).json()["passed"] is True
    assert rules_hash(exam.rules) in page
    bad = client.get("/api/school/question", params={"game": "free-bet", "rules": "decks = -1"}).json()
    assert "decks" in bad["reason"]
    felt = client.get("/api/games/free-bet/layout", params={"rules": "seats = 3"})
    assert felt.status_code == 200
    assert 'data-area="seat-4"' not in felt.text


def right_answers(exam: Exam) -> list[dict[str, Any]]:
    """Return the answers of a test taken without mistakes, as a page sends them."""
    answers = []
    while ask := exam.asks:
        exam.answer(ask.right, 2)
        answers.append({"said": int(ask.right) if ask.kind == "payout" else ask.right, "seconds": 2})
    return answers


def test_class_needs_the_trainer_key_and_lists_only_members(server: RunningServer) -> None:
    trainer, trainee, other = server.newcomer(), server.newcomer(), server.newcomer()
    opened = trainer.post("/api/school/classes", json={"name": " Night shift "}).json()
    assert opened["name"] == "Night shift"
    right = right_answer(made("flop22", "legal", 9))
    for client in (trainee, other):
        client.post(ANSWER, json={"id": {"game": "flop22", "skill": "legal", "seed": 9}, "said": right, "seconds": 1})
    view = {"key": opened["key"], "game": "flop22"}
    assert trainer.post("/api/school/class", json=view).json()["trainees"] == []
    assert trainee.post(f"/api/school/classes/{opened['code'].upper()}/join").json()["name"] == "Night shift"
    trainee.post(f"/api/school/classes/{opened['code']}/join")
    shown = trainer.post("/api/school/class", json=view).json()
    nick = trainee.get("/api/me").json()["nick"]
    assert [(row["name"], row["asked"], row["right"]) for row in shown["trainees"]] == [(nick, 1, 1)]
    assert trainee.get("/api/school/classes").json() == [{"name": "Night shift", "code": opened["code"]}]
    assert other.get("/api/school/classes").json() == []
    for wrong in ("", opened["code"], "nobody"):
        refused = other.post("/api/school/class", json={"key": wrong, "game": "flop22"})
        assert (refused.status_code, refused.json()["code"]) == (404, "no-such-class")
    assert other.post("/api/school/classes/nowhere/join").json()["code"] == "no-such-class"
    assert trainer.post("/api/school/classes", json={"name": "  "}).status_code == 422
    trainee.post(f"/api/school/classes/{opened['code']}/leave")
    assert trainer.post("/api/school/class", json=view).json()["trainees"] == []


def test_wrong_answers_are_due_first_and_nothing_leaks(server: RunningServer) -> None:
    client, other = server.newcomer(), server.newcomer()
    stream = islice(questions(GAMES["flop22"], GAMES["flop22"].rules(), ["order"], 9), 1)
    question = next(stream)
    wrong = next(option for option in question.options if option != question.right)
    wrong_answer = {"id": {"game": "flop22", "skill": "order", "seed": 9}, "said": wrong, "seconds": 2}
    assert client.post(ANSWER, json=wrong_answer).json()["right"] is False
    due = client.get("/api/school/progress", params={"game": "flop22"}).json()["due"]
    asked = client.get("/api/school/question", params={"game": "flop22"}).json()
    assert (due, asked["asked"]["skill"]) == ([question.fact], "order")
    shown = client.get("/api/school/games").json()
    assert {row["name"]: row["asked"] for row in shown}["flop22"] == 1
    assert all(row["asked"] == 0 for row in other.get("/api/school/games").json())
    taken = client.get("/api/school/export")
    assert taken.headers["content-disposition"].startswith("attachment")
    assert json.loads(taken.text)["games"]["flop22"]["facts"][question.fact]["asked"] == 1


def test_invalid_answers_are_rejected_and_not_stored(server: RunningServer) -> None:
    client = server.newcomer()
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


def test_motions_of_a_lesson_are_stored(server: RunningServer) -> None:
    client = server.newcomer()
    lesson = {"game": "flop22", "level": "alone", "seed": 4, "answers": [{"said": "inspect", "seconds": 2}]}
    assert client.post("/api/school/dealt", json=lesson).json() == {"motions": 1}
    progress = client.get("/api/school/progress", params={"game": "flop22"}).json()
    assert [row["skill"] for row in progress["skills"]] == ["motion"]
    assert progress["motions_due"] == ["motion:inspect"], "no question asks a motion"
    assert progress["due"] == []
    row = next(row for row in client.get("/api/school/games").json() if row["name"] == "flop22")
    assert (row["due"], row["motions_due"], row["has_dealt"]) == (0, 1, True)
    assert progress["clauses"][0]["clause"]
    assert progress["days"][0]["seconds"] == 2


def test_test_is_replayed_from_its_answers_and_certified_only_at_the_end(server: RunningServer) -> None:
    client, game = server.newcomer(), GAMES["flip-it"]
    exam = Exam(game, game.rules(), Terms(3, rounds=1))
    wanted: dict[str, Any] = {"game": "flip-it", "seed": 3, "rounds": 1, "answers": []}
    form = {"test": json.dumps(wanted), "name": "Ada"}
    early = _post(client, form)
    assert early["code"] == "test-left"
    wanted["answers"] = right_answers(exam)
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
