"""
Lessons in the browser, where a trainee deals a round.

Like a round, a lesson is defined by its inputs: game, level, seed and the answers so far. The server stores none of
it, so a lesson survives a restart, can be shared as a link, and uses no server memory.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.school.lessons.lesson import Level
from pitboss.school.practice import Practice
from pitboss.school.skills import check_procedure
from pitboss.server.http.models import Model
from pitboss.server.http.table_routes import REFUSALS, Asker, Player, Registry
from pitboss.server.school.lesson_jobs import lesson_of, motions_of
from pitboss.server.school.practice_store import PracticeStore
from pitboss.server.store.store import Store
from pitboss.server.tables.registry import TableRegistry

router = APIRouter(prefix="/api/school", responses=REFUSALS)
MAX_ANSWERS = 400
"""Maximum number of answers in one round. The longest round asks for less than half of that."""


RulesText = Annotated[str, Field(max_length=4000)]
"""House rules in the rules file format; empty means the default rules."""


class Answer(Model):
    """One answer by the trainee."""

    said: Annotated[str, Field(max_length=200)] | Annotated[int, Field(ge=0, le=10**9)] | None
    """The name of a choice, a payout in cents, or null at the `watch` level, where the dealer continues."""
    seconds: Annotated[float, Field(ge=0, le=3600)] = 0


class LessonWanted(Model):
    """A lesson in progress."""

    game: Annotated[str, Field(max_length=60)]
    level: Level = Level.GUIDED
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    rules: RulesText = ""
    answers: Annotated[list[Answer], Field(max_length=MAX_ANSWERS, default_factory=list)]
    seen: Annotated[int, Field(ge=0)] = 0
    """The number of events already shown."""


class LessonShown(Model):
    """The new events, and the next question."""

    title: str
    levels: list[str]
    bets: dict[str, str]
    """The titles of the bets, by name."""
    meanings: dict[str, str]
    """The winning condition of each bet, by title, for newcomers to the game."""
    seats: list[int]
    """The seats in play. The others needn't be drawn."""
    felt: dict[str, Any]
    """The plan of the felt: places, spots and colours."""
    chips: list[int]
    """The denominations of the chips in the tray, in cents."""
    events: list[dict[str, Any]]
    ask: dict[str, Any] | None
    verdict: dict[str, Any] | None
    """The verdict on the last answer."""
    score: dict[str, Any]
    first_rounds: dict[str, int]
    """The seed of the first round for a newcomer, by level."""


@router.post("/lesson")
async def lesson(wanted: LessonWanted, request: Request, registry: Registry, asker: Asker) -> LessonShown:
    """Deal a lesson up to its last answer. After a wrong answer, the same question is asked again."""
    game, rules = await _house(wanted, registry, asker)
    met = await _motions_met(request, registry, game) if wanted.level is Level.ALONE else None
    asked = {**wanted.model_dump(), "met": met}
    return LessonShown(**await registry.request_jobs.run(asker, lesson_of, game.name, rules.changed(), asked))


async def _motions_met(request: Request, registry: TableRegistry, game: Game) -> list[str]:
    """Return the motions this trainee's lessons have shown, or none for an unknown trainee."""
    player = await registry.players.holder(request.cookies)

    def read(store: Store) -> list[str]:
        return sorted(PracticeStore(store.database, is_there=True).practice(player, game.name).met) if player else []

    return await registry.writer.read(read)


class StepFinished(Model):
    """A finished step of the learning path."""

    game: Annotated[str, Field(max_length=60)]
    step: Literal["watch", "guided", "alone", "clock", "act-up", "test"]


@router.post("/finished")
async def finished(wanted: StepFinished, player: Player, registry: Registry) -> dict[str, list[str]]:
    """Store a finished step in the player's practice, and return all finished steps of the game."""
    game = game_called(wanted.game, GAMES)

    def keep(store: Store) -> list[str]:
        books = PracticeStore(store.database, is_there=True)
        practice: Practice = books.practice(player, game.name)
        practice.finished(wanted.step, datetime.now(UTC))
        books.save(player, game.name, practice)
        return practice.steps

    return {"steps": await registry.writer.execute(keep)}


@router.post("/dealt")
async def dealt(wanted: LessonWanted, player: Player, registry: Registry, asker: Asker) -> dict[str, int]:
    """Store the motions of a finished or abandoned lesson in the player's practice, and return their number."""
    game, rules = await _house(wanted, registry, asker)
    motions, shown = await registry.request_jobs.run(asker, motions_of, game.name, rules.changed(), wanted.model_dump())

    def keep(store: Store) -> None:
        books = PracticeStore(store.database, is_there=True)
        practice: Practice = books.practice(player, game.name)
        practice.dealt(game, motions, datetime.now(UTC))
        practice.shown(game, shown)
        books.save(player, game.name, practice)

    if motions or shown:
        await registry.writer.execute(keep)
    return {"motions": len(motions)}


async def _house(wanted: LessonWanted, registry: TableRegistry, asker: str) -> tuple[Game, Any]:
    """Return the game and the rules it is dealt by."""
    game = game_called(wanted.game, GAMES)
    check_procedure(game)
    return game, await registry.request_jobs.rules(asker, game, wanted.rules)
