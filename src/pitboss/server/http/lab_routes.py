"""What the page asks the lab: over HTTP, the same question again until there is an answer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field

from pitboss.games import GAMES
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.play.view import view
from pitboss.server.http.api import REFUSALS, Asker, InHall, Player
from pitboss.server.http.models import Model

router = APIRouter(prefix="/api", responses=REFUSALS)
Short = Annotated[str, Field(max_length=40)]


class LabQuestion(Model):
    """A question to the lab."""

    kind: Literal["odds", "slopes", "tune", "risk", "protect", "strategy", "play", "simple"]
    game: Short
    rules: Annotated[str, Field(max_length=20_000)] = ""
    """House rules as a file has them; nothing is the sheet's."""
    wanted: dict[str, Any] = Field(default_factory=dict)
    """What else the question needs, by name."""
    slot: Short = ""
    """Where on the page the answer goes."""


class LabState(Model):
    """The answer, or how far it is."""

    state: Literal["done", "working"]
    answer: Any = None
    done: int = 0
    of: int = 0
    what: str = ""
    ahead: int = 0
    """Questions that are worked out before this one."""
    part: Any = None
    """What is known of the answer already: of `odds` the edges, in the answer's own form."""


class LabSlot(Model):
    """A place on the page that waits for no answer any more."""

    slot: Short = ""


class ByStrategy(Model):
    """A strategy, as its file holds it."""

    strategy: dict[str, Any]


class StrategySays(Model):
    """What a strategy answers."""

    answer: str


@router.post("/lab/ask")
async def ask(question: LabQuestion, hall: InHall, asker: Asker) -> LabState:
    """An answer of the library's, or how far it is: ask the same again. What nobody asks for again is given up."""
    game = game_called(question.game, GAMES)
    rules = await hall.beside.rules(asker, game, question.rules)
    return LabState(**hall.lab.ask(asker, question.slot, question.kind, game.name, rules.changed(), question.wanted))


@router.post("/lab/stop")
async def stop(where: LabSlot, hall: InHall, asker: Asker) -> LabState:
    """Give up what was asked for this place."""
    hall.lab.stop(asker, where.slot)
    return LabState(state="done")


@router.post("/tables/{table}/strategy")
async def by_strategy(table: str, by: ByStrategy, player: Player, hall: InHall) -> StrategySays:
    """What a strategy of yours answers to what you are asked at this table."""
    at = await hall.table(table)
    seat = at.seats.of(player)
    if seat is None or at.round is None or at.pending is None or seat not in at.pending.options:
        raise Refused("not-asked", "you are not asked anything at this table now")
    seen = tuple(view(at.round.events, seat))
    setup = at.setup
    said = await hall.lab.say(("say", setup.game.name, setup.rules.changed(), by.strategy, seen, at.pending, seat))
    return StrategySays(answer=said)
