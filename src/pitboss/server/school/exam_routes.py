"""
The table test in the browser: like a lesson it is its terms and its answers, and the house keeps none of it.

At its end the house writes the paper, one page to print and sign; anybody can have a paper checked.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field, ValidationError

from pitboss.games import GAMES
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.school.exam.table_test import PASS_MARK, ROUNDS, TARGET_PACE
from pitboss.server.http.api import REFUSALS, Asker, InHall
from pitboss.server.http.models import Model
from pitboss.server.school.lesson_routes import Answer, RulesText
from pitboss.server.tables.registry import Hall

router = APIRouter(prefix="/api/school", responses=REFUSALS)
MOST_ANSWERS = 500
LONGEST_PAPER = 50_000
"""In letters: the paper of six rounds has less than half of that, and a request may not be much longer."""
PAPER = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
"""A paper has its own style in it and nothing else."""


class TestWanted(Model):
    """A table test as far as it has come; the same seed sets the same test."""

    __test__ = False
    game: Annotated[str, Field(max_length=60)]
    rules: RulesText = ""
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

    paper: Annotated[str, Field(max_length=LONGEST_PAPER)]


class PaperChecked(Model):
    """What a paper says that was not altered."""

    name: str
    game: str
    date: str
    mark: int
    passed: bool
    words: str


@router.post("/test")
async def test(wanted: TestWanted, hall: InHall, asker: Asker) -> TestShown:
    """Go on with a table test: no hints, every answer counts, and a wrong one is put right."""
    return TestShown(**await hall.beside.school(asker, "test", await _named(wanted, hall, asker)))


async def _named(wanted: TestWanted, hall: Hall, asker: str) -> dict[str, Any]:
    """The test with the game's own name, and its rules as what differs from the sheet."""
    game = game_called(wanted.game, GAMES)
    rules = await hall.beside.rules(asker, game, wanted.rules)
    return {**wanted.model_dump(), "game": game.name, "rules": rules.changed()}


@router.post("/paper", include_in_schema=False)
async def paper(request: Request, hall: InHall, asker: Asker) -> Response:
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
    today = datetime.now(UTC).date().isoformat()
    text = await hall.beside.school(asker, "paper", await _named(wanted, hall, asker), name, today)
    kept = {"Content-Disposition": 'attachment; filename="table-test.html"'}
    return HTMLResponse(text, headers={**PAPER, **(kept if fields.get("keep") else {})})


@router.post("/check")
async def check(wanted: PaperToCheck, hall: InHall, asker: Asker) -> PaperChecked:
    """Whether a paper is as it was written: its answers are marked again; refused with the reason if it was altered."""
    return PaperChecked(**await hall.beside.school(asker, "check", wanted.paper))
