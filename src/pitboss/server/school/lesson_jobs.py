"""Lessons, tests and questions as plain data, computed from their inputs in a worker process."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from pitboss.games import GAMES
from pitboss.games.procedure import first_rounds
from pitboss.layout.on_page import page_plan
from pitboss.play.refused import Refused
from pitboss.play.view import seen_by
from pitboss.play.words import Words
from pitboss.school.drawn_scene import scene_of
from pitboss.school.exam.certificate import checked, proves
from pitboss.school.exam.table_test import Exam, Terms, record_of
from pitboss.school.lessons.lesson import Lesson, LessonAsk, Level, Verdict
from pitboss.school.lessons.lesson_ask import hides_total, uncalled
from pitboss.school.lessons.settling import COLOURS
from pitboss.school.practice import Practice
from pitboss.school.question import Question
from pitboss.school.readiness import ready_question
from pitboss.school.skills import SLOW, check_procedure, questions, skills_of


def lesson_of(game: str, rules: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """Deal a lesson up to its last answer. After a wrong answer, the same question is asked again."""
    dealt, verdict = _dealt(game, rules, wanted)
    taught, house = dealt.game, dealt.round.rules
    events = _events(dealt, wanted["seen"], taught.words(house))
    shown = verdict and {key: value for key, value in verdict.as_data().items() if key != "events"}
    return {
        "title": taught.title, "levels": [str(level) for level in Level], "chips": list(COLOURS), "events": events,
        "bets": {bet.name: bet.title for bet in taught.bets(house)},
        "meanings": {bet.title: bet.meaning for bet in taught.bets(house)},
        "ask": dealt.asks and _asked(dealt.asks, dealt), "verdict": shown,
        "score": dealt.score(), "seats": sorted(dealt.round.wagers or ()),
        "felt": page_plan(taught, house), "first_rounds": first_rounds(game),
    }  # fmt: skip


def _events(lesson: Lesson, seen: int, words: Words) -> list[dict[str, Any]]:
    """Return the events not shown yet, as everyone sees them, without the total that the trainee must call."""
    shown = uncalled(lesson.asks, lesson.shown_events)[seen:]
    events = [seen_by(event, None).as_data(words) for event in shown]
    if events and hides_total(lesson.asks):
        events[-1]["makes"] = None  # a total shown before is outdated
    return events


def _asked(ask: LessonAsk, lesson: Lesson) -> dict[str, Any]:
    """Return the question. At the watch level, include the explanation."""
    return {**ask.as_data(), **({"explains": ask.reason} if lesson.level is Level.WATCH else {})}


def _dealt(game: str, rules: dict[str, Any], wanted: dict[str, Any]) -> tuple[Lesson, Verdict | None]:
    """Return the lesson after these answers, and the verdict on the last one."""
    taught, level = GAMES[game], Level(wanted["level"])
    check_procedure(taught)
    lesson = Lesson(taught, taught.rules.read(rules), wanted["seed"], level, met=wanted.get("met"))
    lesson.begin()
    verdict: Verdict | None = None
    for answer in wanted["answers"]:
        given = answer["said"]
        if given is None and level is Level.WATCH and lesson.asks:
            given = lesson.asks.right
        verdict = lesson.answer("" if given is None else given, answer["seconds"])
    return lesson, verdict


def motions_of(
    game: str, rules: dict[str, Any], wanted: dict[str, Any]
) -> tuple[list[tuple[str, bool, float]], list[str]]:
    """Return each motion asked for in a lesson, whether it was right, and the time taken; and the motions shown."""
    lesson = _dealt(game, rules, wanted)[0]
    return lesson.motions, sorted(lesson.shown)


class QuestionAsked(NamedTuple):
    """A question as plain data, without its answer."""

    skill: str
    fact: str
    asked: dict[str, object]
    scene: dict[str, Any] | None
    number: int = 0

    @classmethod
    def of(cls, made: Question, number: int = 0) -> QuestionAsked:
        """Convert a question to plain data, including the table to draw."""
        return cls(made.skill, made.fact, made.asked(), scene_of(made), number)


class Graded(NamedTuple):
    """A graded answer to a question."""

    fact: str
    clause: str
    target_seconds: float
    stake: int
    right: bool
    words: str
    reason: str
    cost: int

    @classmethod
    def of(cls, made: Question, answer: str) -> Graded:
        """Grade an answer, or raise `Refused` if it is invalid."""
        right = made.is_right(answer)
        cost = 0 if right else made.cost_of(answer)
        about = made.fact, made.clause, made.target_seconds, made.stake
        return cls(*about, right, made.right_in_words(), made.reason, cost)


def choose_question(
    game: str, rules: dict[str, Any], skill: str | None, seed: int, many: int, practice: Practice, now: datetime
) -> QuestionAsked:
    """Choose a due, new or weak question from the first `many` questions for this seed."""
    offered = _questions(game, rules, skill, seed, many)
    chosen = practice.choose(offered, now)
    return QuestionAsked.of(chosen, offered.index(chosen))


def ask_question(game: str, rules: dict[str, Any], skill: str | None, seed: int, number: int) -> QuestionAsked:
    """Return the question with this number for this seed."""
    return QuestionAsked.of(_questions(game, rules, skill, seed, number + 1)[-1], number)


def grade_answer(game: str, rules: dict[str, Any], skill: str | None, seed: int, number: int, answer: str) -> Graded:
    """Grade an answer to the question with this number for this seed."""
    return Graded.of(_questions(game, rules, skill, seed, number + 1)[-1], answer)


def ask_ready(game: str, seed: int) -> QuestionAsked | None:
    """Return a prepared best-play question, or None."""
    ready = ready_question(GAMES[game], seed)
    return QuestionAsked.of(ready) if ready else None


def grade_ready(game: str, seed: int, answer: str) -> Graded | None:
    """Grade an answer to a prepared best-play question, or return None if it isn't prepared."""
    ready = ready_question(GAMES[game], seed)
    return Graded.of(ready, answer) if ready else None


def _questions(game: str, rules: dict[str, Any], skill: str | None, seed: int, many: int) -> list[Question]:
    """Return the first `many` questions for this seed, of one skill or of all skills that need no odds."""
    taught = GAMES[game]
    skills = [skill] if skill else [name for name in skills_of(taught) if name not in SLOW]
    return list(islice(questions(taught, taught.rules.read(rules), skills, seed), many))


def test_of(wanted: dict[str, Any]) -> dict[str, Any]:
    """Return a table test up to its last answer."""
    exam, verdict = _test_after(wanted)
    lesson, game = exam.lesson, exam.game
    seen = wanted["seen"] if wanted["round"] == exam.number else 0
    events = _events(lesson, seen, game.words(exam.rules)) if lesson else []
    shown = verdict and {"right": verdict.is_right, "clause": verdict.clause, "words": "", "cost": 0, "late": False,
                        "learns": verdict.learns, "called": verdict.called and verdict.called.as_data()}  # fmt: skip
    return {
        "title": game.title, "bets": {bet.name: bet.title for bet in game.bets(exam.rules)}, "chips": list(COLOURS),
        "seats": sorted((lesson.round.wagers if lesson else None) or ()), "round": exam.number, "events": events,
        "felt": page_plan(game, exam.rules),
        "ask": exam.asks and exam.asks.as_data(), "verdict": shown, "answered": len(exam.answers),
        "marks": None if exam.asks else exam.marks(),
    }  # fmt: skip


def _test_after(wanted: dict[str, Any]) -> tuple[Exam, Verdict | None]:
    """Return the test after these answers, and the verdict on the last one."""
    game = GAMES[wanted["game"]]
    check_procedure(game)
    terms = Terms(wanted["seed"], wanted["rounds"], wanted["pass_mark"], wanted["target_pace"])
    exam, verdict = Exam(game, game.rules.read(wanted["rules"]), terms), None
    for answer in wanted["answers"]:
        if exam.asks is None:
            raise Refused("nothing-asked", "no question is open: the test is over")
        verdict = exam.answer("" if answer["said"] is None else answer["said"], answer["seconds"])
    return exam, verdict


def certificate_record(wanted: dict[str, Any], name: str, date: str) -> dict[str, Any]:
    """Return the record for the certificate of a finished test, or raise."""
    exam, _ = _test_after(wanted)
    if exam.asks:
        raise Refused("test-left", "the test is not over: there is no certificate yet")
    return record_of(exam, name, date)


def check_certificate(paper: str) -> dict[str, Any]:
    """Return the contents of a certificate that has not been altered, or raise."""
    record = checked(paper, GAMES)
    marks = record["marks"]
    result = "passed" if marks["passed"] else "not passed"
    words = f"{record['name']}, {record['game']}, {record['date']}: {marks['mark']} of 100, {result}. Not altered."
    contents = {key: record[key] for key in ("name", "game", "date")}
    contents |= {"mark": marks["mark"], "passed": marks["passed"], "words": f"{words} {proves(record)}"}
    return {**contents, "house": record.get("house", {}).get("key", "")}
