"""
The school room: a trainee deals a round in the browser.

A lesson is its inputs, like a round: game, level, seed and the answers so far. The house keeps none of it, so that a
lesson outlives a restart, a link to it is a lesson, and nobody can fill the house's memory with lessons.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.school.lessons.lesson import Level
from pitboss.school.practice import Practice
from pitboss.school.skills import check_procedure
from pitboss.server.http.api import REFUSALS, Asker, InHall, Player
from pitboss.server.http.models import Model
from pitboss.server.players import cookies
from pitboss.server.school.practice_store import SchoolBooks
from pitboss.server.store.store import Store
from pitboss.server.tables.registry import Hall

router = APIRouter(prefix="/api/school", responses=REFUSALS)
MOST_ANSWERS = 400
"""This many answers to one round at most; the longest round asks less than half of that."""


RulesText = Annotated[str, Field(max_length=4000)]
"""House rules as the text of a rules file; nothing is the sheet's own."""


class Answer(Model):
    """One answer of the trainee."""

    said: Annotated[str, Field(max_length=200)] | Annotated[int, Field(ge=0, le=10**9)] | None
    """A choice's name, a payout in cents, or nothing at the level `watch`, where the dealer goes on."""
    seconds: Annotated[float, Field(ge=0, le=3600)] = 0


class LessonWanted(Model):
    """A lesson as far as it has come."""

    game: Annotated[str, Field(max_length=60)]
    level: Level = Level.GUIDED
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    rules: RulesText = ""
    answers: Annotated[list[Answer], Field(max_length=MOST_ANSWERS, default_factory=list)]
    seen: Annotated[int, Field(ge=0)] = 0
    """How many events the page has shown already."""


class LessonShown(Model):
    """What happened, and what the trainee is asked now."""

    title: str
    levels: list[str]
    bets: dict[str, str]
    """The bets by name, with their titles."""
    meanings: dict[str, str]
    """What each bet wins on, by title, for people who see the game for the first time."""
    seats: list[int]
    """The seats that play: the others need not be drawn."""
    chips: list[int]
    """The worths of the chips in the tray, in cents."""
    events: list[dict[str, Any]]
    ask: dict[str, Any] | None
    verdict: dict[str, Any] | None
    """What is said to the last answer."""
    score: dict[str, Any]
    first_rounds: dict[str, int]
    """By level the seed of the round that a newcomer meets first."""


@router.post("/lesson")
async def lesson(wanted: LessonWanted, request: Request, hall: InHall, asker: Asker) -> LessonShown:
    """Deal a lesson as far as its answers go; wrong answers are judged, and the same question stands again."""
    game, rules = await _house(wanted, hall, asker)
    met = await _met(request, hall, game) if wanted.level is Level.ALONE else None
    return LessonShown(**await hall.beside.lesson(asker, game, rules, {**wanted.model_dump(), "met": met}))


async def _met(request: Request, hall: Hall, game: Game) -> list[str]:
    """The motions that this trainee's lessons have shown; of somebody unknown none."""
    player = await hall.players.holder(request.cookies.get(cookies.NAME))

    def read(store: Store) -> list[str]:
        return sorted(SchoolBooks(store.database, is_there=True).practice(player, game.name).met) if player else []

    return await hall.writer.read(read)


@router.post("/dealt")
async def dealt(wanted: LessonWanted, player: Player, hall: InHall, asker: Asker) -> dict[str, int]:
    """Remember the motions of a lesson that is over or left, with the player's practice; how many there were."""
    game, rules = await _house(wanted, hall, asker)
    motions, shown = await hall.beside.school(asker, "motions", game.name, rules.changed(), wanted.model_dump())

    def keep(store: Store) -> None:
        books = SchoolBooks(store.database, is_there=True)
        practice: Practice = books.practice(player, game.name)
        practice.dealt(game, motions, datetime.now(UTC))
        practice.shown(game, shown)
        books.keep(player, game.name, practice)

    if motions or shown:
        await hall.writer.read(keep)
    return {"motions": len(motions)}


async def _house(wanted: LessonWanted, hall: Hall, asker: str) -> tuple[Game, Any]:
    """The game and the rules that it is dealt by."""
    game = game_called(wanted.game, GAMES)
    check_procedure(game)
    return game, await hall.beside.rules(asker, game, wanted.rules)
