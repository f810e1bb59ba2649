"""
The table test in the browser: like a lesson it is its terms and its answers, and the house keeps none of it.

At its end the house writes the paper, one page to print and sign; anybody can have a paper checked.
"""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field, ValidationError

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.reading import game_called
from pitboss.play.refused import Refused
from pitboss.play.view import seen_by
from pitboss.play.words import PLAIN
from pitboss.school.ask import Verdict
from pitboss.school.chips import COLOURS
from pitboss.school.exam import PASS_MARK, ROUNDS, TARGET_PACE, Exam, Terms
from pitboss.school.paper import checked, written
from pitboss.school.skills import check_procedure
from pitboss.server.api import REFUSALS
from pitboss.server.limits import LONGEST_BODY
from pitboss.server.models import Model
from pitboss.server.school import Answer

router = APIRouter(prefix="/api/school", responses=REFUSALS)
MOST_ANSWERS = 1200
PAPER = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
"""A paper has its own style in it and nothing else."""


class TestWanted(Model):
    """A table test as far as it has come; the same seed sets the same test."""

    __test__ = False
    game: Annotated[str, Field(max_length=60)]
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    rounds: Annotated[int, Field(ge=1, le=6)] = ROUNDS
    pass_mark: Annotated[int, Field(ge=0, le=100)] = PASS_MARK
    target_pace: Annotated[int, Field(ge=1, le=1000)] = TARGET_PACE
    answers: Annotated[list[Answer], Field(max_length=MOST_ANSWERS, default_factory=list)]
    round: Annotated[int, Field(ge=0, le=7)] = 0
    """Which round the page shows."""
    seen: Annotated[int, Field(ge=0)] = 0
    """How many events of that round it has shown already."""


class TestShown(Model):
    """What happened, and what is asked now; the marks at the end."""

    __test__ = False
    title: str
    bets: dict[str, str]
    seats: list[int]
    chips: list[int]
    round: int
    """Which round it is: a new one begins on an empty felt."""
    events: list[dict[str, Any]]
    """What is new in the round that is dealt: all of it, if it is another one than the page shows."""
    ask: dict[str, Any] | None
    verdict: dict[str, Any] | None
    answered: int
    marks: dict[str, Any] | None


class PaperToCheck(Model):
    """A paper of a table test, the whole page."""

    paper: Annotated[str, Field(max_length=LONGEST_BODY)]


class PaperChecked(Model):
    """What a paper says that was not altered."""

    name: str
    game: str
    date: str
    mark: int
    passed: bool
    words: str


@router.post("/test")
def test(wanted: TestWanted) -> TestShown:
    """Go on with a table test: no hints, every answer counts, and a wrong one is put right."""
    game = _game(wanted)
    exam, verdict = _sat(game, wanted)
    lesson = exam.lesson
    seen = wanted.seen if wanted.round == exam.number else 0
    events = [seen_by(event, None).as_data(PLAIN) for event in (lesson.told[seen:] if lesson else ())]
    shown = verdict and {"right": verdict.is_right, "clause": verdict.clause, "words": "", "cost": 0, "late": False}
    return TestShown(
        title=game.title, bets={bet.name: bet.title for bet in game.bets(exam.rules)}, chips=list(COLOURS),
        seats=sorted((lesson.round.wagers if lesson else None) or ()), round=exam.number, events=events,
        ask=exam.asks and exam.asks.as_data(), verdict=shown, answered=len(exam.answers),
        marks=None if exam.asks else exam.marks(),
    )  # fmt: skip


def _game(wanted: TestWanted) -> Game:
    game = game_called(wanted.game, GAMES)
    check_procedure(game)
    return game


def _sat(game: Game, wanted: TestWanted) -> tuple[Exam, Verdict | None]:
    """The test with these answers given, and what was said to the last."""
    terms = Terms(wanted.seed, wanted.rounds, wanted.pass_mark, wanted.target_pace)
    exam = Exam(game, game.rules(), terms)
    verdict = None
    for answer in wanted.answers:
        if exam.asks is None:
            raise Refused("nothing-asked", "nothing is asked: the test is over")
        verdict = exam.answer("" if answer.said is None else answer.said, answer.seconds)
    return exam, verdict


@router.post("/paper", include_in_schema=False)
async def paper(request: Request) -> Response:
    """The paper of a test that is over, from a form: `test` is the test, `name` the dealer; `keep` downloads it."""
    form = parse_qs((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
    fields = {key: values[-1] for key, values in form.items()}
    try:
        wanted = TestWanted.model_validate(json.loads(fields.get("test", "null")))
    except (ValidationError, ValueError):
        raise Refused("bad-test", "this is no table test: a paper is written from its terms and answers") from None
    name = fields.get("name", "").strip()[:80]
    if not name:
        raise Refused("no-name", "a paper needs the dealer's name")
    exam, _ = await asyncio.to_thread(_sat, _game(wanted), wanted)
    if exam.asks:
        raise Refused("test-left", "the test is not over: there is no paper")
    text = written(exam, name, datetime.now(UTC).date().isoformat())
    kept = {"Content-Disposition": f'attachment; filename="table-test-{exam.game.name}.html"'}
    return HTMLResponse(text, headers={**PAPER, **(kept if fields.get("keep") else {})})


@router.post("/check")
def check(wanted: PaperToCheck) -> PaperChecked:
    """Whether a paper is as it was written: its answers are marked again; refused with the reason if it was altered."""
    record = checked(wanted.paper, GAMES)
    marks = record["marks"]
    result = "passed" if marks["passed"] else "not passed"
    words = f"{record['name']}, {record['game']}, {record['date']}: {marks['mark']} of 100, {result}. Not altered."
    return PaperChecked(
        name=record["name"], game=record["game"], date=record["date"], mark=marks["mark"], passed=marks["passed"],
        words=words,
    )  # fmt: skip
