"""
The table test in the browser. Like a lesson, it is defined by its inputs: the terms and the answers.

With `test/begin` the house runs the test: it chooses the test number, accepts each answer once and in order, and signs
the one-page certificate at the end, which states what the house observed. A test without a run is only marked. Anyone
can have a certificate checked.
"""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime
from random import SystemRandom
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field, ValidationError

from pitboss.games import GAMES
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.school.exam.certificate import paper as written
from pitboss.school.exam.certificate import signed_text
from pitboss.school.exam.table_test import PASS_MARK, ROUNDS, TARGET_PACE
from pitboss.server.http.models import Model
from pitboss.server.http.table_routes import REFUSALS, Asker, Player, Registry
from pitboss.server.school import lesson_jobs
from pitboss.server.school.classes import address_mark
from pitboss.server.school.lesson_routes import Answer, RulesText
from pitboss.server.school.quiz_routes import Seed, now
from pitboss.server.store.database import Database
from pitboss.server.store.house_log import public_key, sign
from pitboss.server.tables.registry import TableRegistry

RUN_SECONDS = 12 * 3600
"""Seconds for which a run is stored after its last answer."""
MAX_PER_ADDRESS = 60
TERMS = ("game", "rules", "seed", "rounds", "pass_mark", "target_pace")


class TestRuns:
    """The stored runs. Use only in the store's thread."""

    __test__ = False

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, terms: dict[str, Any], seed_by_house: bool, player: str, address: str, at: int) -> str:
        """Begin a run and return its id. Raise `Refused` if the address has too many."""
        with self._database.transaction():
            self._database.run("DELETE FROM tests WHERE used < ?", (at - RUN_SECONDS,))
            count = self._database.run("SELECT COUNT(*) FROM tests WHERE address = ?", (address,))[0][0]
            if count >= MAX_PER_ADDRESS:
                raise Refused("too-many-tests", f"your address began {count} tests in twelve hours: try again later")
            name = secrets.token_urlsafe(16)
            body = {"terms": terms, "seed_by_house": seed_by_house, "began": at, "ended": at, "answers": [], "name": ""}
            self._database.run(
                "INSERT INTO tests VALUES (?, ?, ?, ?, ?)", (name, player, address, at, json.dumps(body))
            )
        return name

    def answered(self, name: str, player: str, terms: dict[str, Any], answers: list[Any], at: int) -> None:
        """Store the next answer. Answers can't be taken back: any that differ from those stored are refused."""
        body = self._read(name, player, terms)
        known = body["answers"]
        if answers[: len(known)] != known or len(answers) > len(known) + 1:
            raise Refused("other-answers", "in a table test every answer counts and cannot be changed")
        if len(answers) > len(known):
            self._write(name, {**body, "answers": answers, "ended": at}, at)

    def statement(
        self, name: str, player: str, terms: dict[str, Any], answers: list[Any], dealer: str
    ) -> dict[str, Any]:
        """Return what the house observed of a finished run, for its certificate. Only the first name given is valid."""
        body = self._read(name, player, terms)
        if body["answers"] != answers:
            raise Refused("other-answers", "in a table test every answer counts and cannot be changed")
        if body["name"] not in ("", dealer):
            raise Refused(
                "other-name", f"the certificate of this test was issued to {body['name']}: a test has one dealer"
            )
        if not body["name"]:
            self._write(name, {**body, "name": dealer}, body["ended"])
        return {
            "run": name, "began": _time(body["began"]), "ended": _time(body["ended"]),
            "seed_by_house": body["seed_by_house"],
        }  # fmt: skip

    def _read(self, name: str, player: str, terms: dict[str, Any]) -> dict[str, Any]:
        rows = self._database.run("SELECT body FROM tests WHERE id = ? AND player = ?", (name, player))
        body: dict[str, Any] = json.loads(rows[0][0]) if rows else {}
        if body.get("terms") != terms:
            raise Refused("no-such-test", "you have no such test, or it has expired: start a new one")
        return body

    def _write(self, name: str, body: dict[str, Any], at: int) -> None:
        with self._database.transaction():
            self._database.run("UPDATE tests SET body = ?, used = ? WHERE id = ?", (json.dumps(body), at, name))


def _time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(sep=" ").replace("+00:00", " UTC")


router = APIRouter(prefix="/api/school", responses=REFUSALS)
MAX_ANSWERS = 500
MAX_CERTIFICATE_BYTES = 50_000
"""Maximum length in characters. The certificate of a six-round test is less than half of that."""
PAPER = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
"""The security policy for a certificate, which contains its own styles and nothing else."""


class TestTerms(Model):
    """The terms of a table test."""

    __test__ = False
    game: Annotated[str, Field(max_length=60)]
    rules: RulesText = ""
    rounds: Annotated[int, Field(ge=1, le=6)] = ROUNDS
    pass_mark: Annotated[int, Field(ge=0, le=100)] = PASS_MARK
    target_pace: Annotated[int, Field(ge=1, le=1000)] = TARGET_PACE


class TestToBegin(TestTerms):
    """A table test for the house to run."""

    seed: Seed | None = None
    """The test number; null if the house chooses it."""


class TestBegun(Model):
    """A table test that the house runs. Send both with every answer."""

    __test__ = False
    seed: int
    run: str


class TestWanted(TestTerms):
    """A table test in progress. The same seed gives the same test."""

    seed: Seed
    run: Annotated[str, Field(max_length=40)] = ""
    """The run from `test/begin`; empty for a test that the house only marks."""
    answers: Annotated[list[Answer], Field(max_length=MAX_ANSWERS, default_factory=list)]
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


class CertificateToCheck(Model):
    """A test certificate to check: its complete HTML page."""

    paper: Annotated[str, Field(max_length=MAX_CERTIFICATE_BYTES)]


class CertificateChecked(Model):
    """The contents of a certificate that has not been altered."""

    name: str
    game: str
    date: str
    mark: int
    passed: bool
    words: str
    """The result, and what the certificate proves."""
    house: str
    """The public key of the house that ran the test and signed the certificate, or empty."""
    is_ours: bool
    """Whether that is a key of this house."""


@router.post("/test/begin")
async def begin(wanted: TestToBegin, player: Player, registry: Registry, asker: Asker) -> TestBegun:
    """Begin a table test that the house runs, so that it can sign the certificate."""
    by_house = wanted.seed is None
    seed = SystemRandom().randrange(2**32) if wanted.seed is None else wanted.seed
    terms = {**_terms(await _named(wanted, registry, asker)), "seed": seed}
    mark, at = address_mark(registry, asker), int(now().timestamp())
    run = await registry.writer.execute(
        lambda store: TestRuns(store.database).begin(terms, by_house, player, mark, at)
    )  # fmt: skip
    return TestBegun(seed=seed, run=run)


def _terms(named: dict[str, Any]) -> dict[str, Any]:
    return {name: named.get(name) for name in TERMS}


@router.post("/test")
async def test(wanted: TestWanted, request: Request, registry: Registry, asker: Asker) -> TestShown:
    """Continue a table test: no hints, every answer counts, and wrong answers are corrected."""
    named = await _named(wanted, registry, asker)
    shown = TestShown(**await registry.request_jobs.run(asker, lesson_jobs.test_of, named))
    if wanted.run:
        player, at = await _player(request, registry), int(now().timestamp())
        await registry.writer.execute(
            lambda store: TestRuns(store.database).answered(wanted.run, player, _terms(named), named["answers"], at)
        )
    return shown


async def _player(request: Request, registry: TableRegistry) -> str:
    return await registry.players.holder(request.cookies) or ""


async def _named(wanted: TestTerms, registry: TableRegistry, asker: str) -> dict[str, Any]:
    """Return the test with the game's canonical name, and its rules reduced to the changes."""
    game = game_called(wanted.game, GAMES)
    rules = await registry.request_jobs.rules(asker, game, wanted.rules)
    return {**wanted.model_dump(), "game": game.name, "rules": rules.changed()}


@router.post("/paper", include_in_schema=False)
async def get_certificate(request: Request, registry: Registry, asker: Asker) -> Response:
    """Return a finished test's certificate. Form fields: `test`, the dealer's `name`, and `keep` to download it."""
    form = parse_qs((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
    fields = {key: values[-1] for key, values in form.items()}
    try:
        wanted = TestWanted.model_validate(json.loads(fields.get("test", "null")))
    except (ValidationError, ValueError):
        raise Refused("bad-test", "this is not a table test: a certificate needs its terms and answers") from None
    name = fields.get("name", "").strip()[:80]
    if not name:
        raise Refused("no-name", "a certificate needs the dealer's name")
    today = datetime.now(UTC).date().isoformat()
    named = await _named(wanted, registry, asker)
    record = await registry.request_jobs.run(asker, lesson_jobs.certificate_record, named, name, today)
    if wanted.run:
        player = await _player(request, registry)
        seen = await registry.writer.execute(
            lambda store: TestRuns(store.database).statement(wanted.run, player, _terms(named), named["answers"], name)
        )
        record = _signed({**record, "house": seen}, registry.writer.store.key.signing)
    text = written(record, GAMES[record["game"]].title)
    download = {"Content-Disposition": 'attachment; filename="table-test.html"'}
    return HTMLResponse(text, headers={**PAPER, **(download if fields.get("keep") else {})})


@router.post("/check")
async def check(wanted: CertificateToCheck, registry: Registry, asker: Asker) -> CertificateChecked:
    """Verify a certificate by marking its answers again. An altered one is refused with the reason."""
    found = await registry.request_jobs.run(asker, lesson_jobs.check_certificate, wanted.paper)
    key = registry.writer.store.key
    ours = {public_key(secret) for secret in (key.signing, *(old.secret for old in key.retired("signing")))}
    is_ours = found["house"] in ours
    if found["house"]:
        found["words"] += " It is a key of this house." if is_ours else " It is not a key of this house."
    return CertificateChecked(**found, is_ours=is_ours)


def _signed(record: dict[str, Any], secret: bytes) -> dict[str, Any]:
    """Return the record with the house's signature."""
    record["house"]["key"] = public_key(secret)
    return {**record, "house": {**record["house"], "signature": sign(secret, signed_text(record))}}
