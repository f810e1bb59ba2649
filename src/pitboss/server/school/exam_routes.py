"""
The table test in the browser. Like a lesson, it consists of its terms and answers, and the server stores none of it.

At the end the server issues a one-page certificate to print and sign. Anyone can have a certificate checked.
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
from pitboss.server.school import lesson_jobs
from pitboss.server.school.lesson_routes import Answer, RulesText
from pitboss.server.tables.registry import Hall

router = APIRouter(prefix="/api/school", responses=REFUSALS)
MOST_ANSWERS = 500
LONGEST_PAPER = 50_000
"""Maximum length in characters. The certificate of a six-round test is less than half of that."""
PAPER = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
"""The security policy for a certificate, which contains its own styles and nothing else."""


class TestWanted(Model):
    """A table test in progress. The same seed gives the same test."""

    __test__ = False
    game: Annotated[str, Field(max_length=60)]
    rules: RulesText = ""
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    rounds: Annotated[int, Field(ge=1, le=6)] = ROUNDS
    pass_mark: Annotated[int, Field(ge=0, le=100)] = PASS_MARK
    target_pace: Annotated[int, Field(ge=1, le=1000)] = TARGET_PACE
    answers: Annotated[list[Answer], Field(max_length=MOST_ANSWERS, default_factory=list)]
    round: Annotated[int, Field(ge=0, le=7)] = 0
    """The round that the page shows."""
    seen: Annotated[int, Field(ge=0)] = 0
    """The number of that round's events already shown."""


class TestShown(Model):
    """The new events and the next question, or the marks at the end."""

    __test__ = False
    title: str
    bets: dict[str, str]
    seats: list[int]
    felt: dict[str, Any]
    chips: list[int]
    round: int
    """The current round. A new round starts with an empty felt."""
    events: list[dict[str, Any]]
    """The new events of the current round, or all of them if the page still shows another round."""
    ask: dict[str, Any] | None
    verdict: dict[str, Any] | None
    answered: int
    marks: dict[str, Any] | None


class PaperToCheck(Model):
    """A certificate of a table test: the whole page."""

    paper: Annotated[str, Field(max_length=LONGEST_PAPER)]


class PaperChecked(Model):
    """The contents of a certificate that has not been altered."""

    name: str
    game: str
    date: str
    mark: int
    passed: bool
    words: str


@router.post("/test")
async def test(wanted: TestWanted, hall: InHall, asker: Asker) -> TestShown:
    """Continue a table test: no hints, every answer counts, and wrong answers are corrected."""
    return TestShown(**await hall.beside.run(asker, lesson_jobs.test_of, await _named(wanted, hall, asker)))


async def _named(wanted: TestWanted, hall: Hall, asker: str) -> dict[str, Any]:
    """Return the test with the game's canonical name, and its rules reduced to the changes."""
    game = game_called(wanted.game, GAMES)
    rules = await hall.beside.rules(asker, game, wanted.rules)
    return {**wanted.model_dump(), "game": game.name, "rules": rules.changed()}


@router.post("/paper", include_in_schema=False)
async def paper(request: Request, hall: InHall, asker: Asker) -> Response:
    """Return the certificate of a finished test from a form: `test`, the dealer's `name`, and `keep` to download it."""
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
    text = await hall.beside.run(asker, lesson_jobs.paper_of, await _named(wanted, hall, asker), name, today)
    kept = {"Content-Disposition": 'attachment; filename="table-test.html"'}
    return HTMLResponse(text, headers={**PAPER, **(kept if fields.get("keep") else {})})


@router.post("/check")
async def check(wanted: PaperToCheck, hall: InHall, asker: Asker) -> PaperChecked:
    """Verify a certificate by marking its answers again. An altered one is refused with the reason."""
    return PaperChecked(**await hall.beside.run(asker, lesson_jobs.checked_paper, wanted.paper))
