"""HTTP routes for the lab. Programs poll with the same question until the answer is ready; the page uses a socket."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field

from pitboss.games import GAMES
from pitboss.lab.questions import QUESTIONS, Parameter, TextValue, schema_of
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.play.view import view
from pitboss.server.http.models import Model
from pitboss.server.http.table_routes import REFUSALS, Asker, Player, Registry
from pitboss.server.jobs import lab_tasks
from pitboss.server.jobs.lab_queue import LabPlace
from pitboss.server.jobs.warm import progress

router = APIRouter(prefix="/api", responses=REFUSALS)
Short = Annotated[str, Field(max_length=40)]


class LabQuestion(Model):
    """A question to the lab."""

    kind: lab_tasks.LabKind
    game: Short
    rules: Annotated[str, Field(max_length=20_000)] = ""
    """House rules in the rules file format; empty means the default rules."""
    wanted: dict[str, Any] = Field(default_factory=dict)
    """The parameters of the question, by name: those of `GET /api/lab/questions`."""
    slot: Short = ""
    """The place on the page where the answer is shown."""


class ParameterInfo(Model):
    """A parameter of a question, for a form."""

    name: str
    meaning: str
    label: str
    """The label in the lab's form; empty if the form leaves it out."""
    start: str
    """The value that the form starts with."""
    example: str
    choices: list[str]


class QuestionInfo(Model):
    """A question to the lab, with its parameters."""

    name: str
    sentence: str
    parameters: list[ParameterInfo]
    """The fields of the lab's form in their order, then all other parameters."""
    wanted: dict[str, Any]
    """The JSON Schema of `wanted`."""


class LabState(Model):
    """The answer, or the progress of the calculation."""

    state: Literal["done", "working"]
    answer: Any = None
    done: int = 0
    of: int = 0
    what: str = ""
    ahead: int = 0
    """The number of questions queued before this one."""
    part: Any = None
    """A partial answer, if any: for `odds` the house edges, in the same format as the answer."""


class LabSlot(Model):
    """A place on the page that no longer needs an answer."""

    slot: Short = ""


class ByStrategy(Model):
    """A strategy in the strategy file format."""

    strategy: dict[str, Any]


class StrategySays(Model):
    """The answer of a strategy."""

    answer: str


@router.post("/lab/ask")
async def ask(question: LabQuestion, registry: Registry, asker: Asker) -> LabState:
    """Return the answer or its progress. Repeat the question to poll; questions no longer polled are cancelled."""
    game = game_called(question.game, GAMES)
    rules = await registry.request_jobs.rules(asker, game, question.rules)
    asked = lab_tasks.checked_input(question.kind, game.name, rules.changed(), question.wanted)
    return LabState(**registry.lab.ask(LabPlace(asker, question.slot), asked))


@router.get("/lab/questions")
async def questions() -> list[QuestionInfo]:
    """Return every question with its parameters, as they are declared."""
    return [
        QuestionInfo(
            name=each.name,
            sentence=each.sentence,
            wanted=schema_of(each.name),
            parameters=list(_forms(each.parameters)),
        )
        for each in QUESTIONS.values()
    ]


def _forms(parameters: Iterable[Parameter]) -> Iterator[ParameterInfo]:
    for each in parameters:
        start = each.suggested or ("" if each.example or each.default in (None, ()) else str(each.default))
        choices = list(each.type.choices) if isinstance(each.type, TextValue) else []
        yield ParameterInfo(
            name=each.name, meaning=each.meaning, label=each.label, start=start, example=each.example, choices=choices
        )


@router.post("/lab/stop")
async def stop(where: LabSlot, registry: Registry, asker: Asker) -> LabState:
    """Cancel the question asked for this place on the page."""
    registry.lab.stop(LabPlace(asker, where.slot))
    return LabState(state="done")


@router.post("/tables/{table}/strategy")
async def by_strategy(table: str, by: ByStrategy, player: Player, registry: Registry) -> StrategySays:
    """Return the answer of your strategy to the offer you have at this table."""
    at = await registry.table(table)
    seat = at.seats.of(player)
    if seat is None or at.round is None or at.pending is None or seat not in at.pending.options:
        raise Refused("not-asked", "you have no open question at this table")
    seen = tuple(view(at.round.events, seat))
    setup = at.setup
    found = await registry.lab.say(setup.game.name, setup.rules.changed(), by.strategy, seen, at.pending, seat)
    return StrategySays(answer=found)


class WarmState(Model):
    """The progress of compiling the solvers for other rules."""

    done: int
    of: int


@router.get("/lab/warm")
async def warm_state() -> WarmState:
    """Return how many steps of the background compilation are done. Answers under the default rules do not need it."""
    done, of = progress()
    return WarmState(done=done, of=of)
