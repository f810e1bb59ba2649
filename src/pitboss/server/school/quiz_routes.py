"""
The school's questions in the browser: one after the other, judged here, and remembered under the player's cookie.

A question is its seed, like a lesson: the page gets it without the answer and sends the seed back with what was said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from random import SystemRandom
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Response
from pydantic import Field

from pitboss.games import GAMES
from pitboss.games.procedure import clauses_of, first_rounds, has_procedure
from pitboss.games.rulings import rulings_of
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.school.practice import Practice
from pitboss.school.question import Question
from pitboss.school.readiness import ready_plays
from pitboss.school.skills import MEANINGS, SLOW, checked_skill, missing, skills_of
from pitboss.server.http.api import REFUSALS, Asker, InHall, Player
from pitboss.server.http.models import Model
from pitboss.server.school.best_play_questions import SEEDS
from pitboss.server.school.lesson_jobs import questions_of
from pitboss.server.school.lesson_routes import RulesText
from pitboss.server.school.practice_store import SchoolBooks
from pitboss.server.tables.registry import Hall

router = APIRouter(prefix="/api/school", responses=REFUSALS)
OFFERED = 12
"""Of this many questions the one is asked that is due, new or weak."""
R = TypeVar("R")
Name = Annotated[str, Field(max_length=60)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]


class SkillInfo(Model):
    """A skill that a game has."""

    name: str
    meaning: str


class SchoolGame(Model):
    """What the school has of a game, and how this player stands in it."""

    name: str
    title: str
    sentence: str
    skills: list[SkillInfo]
    has_procedure: bool
    """Whether it can be dealt by a trainee and tested."""
    missing: str
    """What the game does not tell, in a sentence; nothing if it tells all."""
    due: int
    """How many questions are due today."""
    motions_due: int
    """How many motions are still to be mastered, by dealing rounds."""
    has_dealt: bool
    """Whether this player has dealt any of it."""
    asked: int
    right: int
    ready: bool
    """Whether a trainer may set the table test."""
    first_rounds: dict[str, int]
    """By level the seed of the round that a newcomer meets first."""


class QuestionId(Model):
    """Which question: the same seed and number ask the same."""

    game: Name
    skill: Name | None = None
    """One skill, or all that need no odds."""
    rules: RulesText = ""
    seed: Seed
    number: Annotated[int, Field(ge=0, lt=OFFERED)] = 0


class QuestionShown(Model):
    """A question without its answer."""

    id: QuestionId
    title: str
    meaning: str
    asked: dict[str, Any]
    """`skill`, `question`, `seat`, `target_seconds`, `options`, `told`, `bets`, `model`: see docs/school-api.md."""
    is_due: bool
    """Whether it is asked because it is due."""


class AnswerSaid(Model):
    """What a trainee says to a question."""

    id: QuestionId
    said: Annotated[str, Field(max_length=2000)]
    seconds: Annotated[float, Field(ge=0, le=3600)] = 0
    again: bool = False
    """Whether the same question was answered before: then nothing is remembered."""


class Judged(Model):
    """Right or wrong, and why."""

    right: bool
    words: str
    """The right answer in words."""
    reason: str
    clause: str
    cost: int
    """What the answer would cost somebody, in cents."""
    late: bool
    due: str
    """When it comes again; nothing for a motion that is mastered, or if nothing was remembered."""


class Progress(Model):
    """How a player stands in one game."""

    title: str
    due: list[str]
    """The questions that are due, the longest overdue first."""
    motions_due: list[str]
    """The motions that are still to be mastered, by dealing rounds."""
    skills: list[dict[str, Any]]
    clauses: list[dict[str, Any]]
    days: list[dict[str, Any]]
    ready: bool


@router.get("/games")
async def games(player: Player, hall: InHall) -> list[SchoolGame]:
    """Every game with its skills, what is due today, and how this player stands."""
    known = await books(hall, lambda kept: {game: kept.practice(player, game) for game in kept.games(player)})
    return [_game(game, known.get(game.name, Practice())) for game in GAMES.values()]


def _game(game: Game, practice: Practice) -> SchoolGame:
    kept = practice.kept.values()
    return SchoolGame(
        name=game.name, title=game.title, sentence=game.sentence, missing=missing(game),
        skills=[SkillInfo(name=name, meaning=MEANINGS[name]) for name in skills_of(game)],
        has_procedure=has_procedure(game.name), due=len(practice.due_questions(now())),
        motions_due=len(practice.due_motions(now())), has_dealt=practice.has_dealt,
        asked=sum(one.asked for one in kept), right=sum(one.right for one in kept), ready=practice.is_ready(now()),
        first_rounds=first_rounds(game.name),
    )  # fmt: skip


@router.get("/question")
async def question(
    player: Player, hall: InHall, asker: Asker, game: Annotated[str, Query(max_length=60)],
    skill: Annotated[str | None, Query(max_length=60)] = None,
    seed: Annotated[int | None, Query(ge=0, lt=2**53)] = None, rules: Annotated[str, Query(max_length=4000)] = "",
) -> QuestionShown:  # fmt: skip
    """The next question: with a seed that one, else what is due, then what is new, then what is weak."""
    house, is_chosen = game_called(game, GAMES), seed is not None
    dealt = await hall.beside.rules(asker, house, rules)
    practice = await books(hall, lambda kept: kept.practice(player, house.name))
    named = checked_skill(house, skill) if skill else None if is_chosen else _due_skill(house, practice, dealt)
    if seed is None:
        seed = hall.plays.seed(house, dealt) if named in SLOW else SystemRandom().randrange(SEEDS)
    asked = QuestionId(game=house.name, skill=named, rules=rules, seed=seed)
    if is_chosen or named in SLOW:
        made = await _made(hall, house, dealt, asked)
        return _shown(house, asked, made, is_due=not is_chosen and made.fact in practice.due(now()))
    offered = await _stream(house, dealt, asked, OFFERED)
    chosen = practice.choose(offered, now())
    asked = asked.model_copy(update={"number": offered.index(chosen)})
    return _shown(house, asked, chosen, is_due=chosen.fact in practice.due(now()))


def _due_skill(game: Game, practice: Practice, rules: Any) -> str | None:
    """The skill of what has been due longest, so that less is due then; best play last, for it takes longer."""
    skills = [fact.partition(":")[0] for fact in practice.due_questions(now())]
    is_quick = bool(ready_plays(game.name)) and not rules.changed()
    known = [skill for skill in skills if skill in skills_of(game) and (is_quick or skill not in SLOW)]
    return min(known, key=lambda skill: skill in SLOW, default=None)


def _shown(game: Game, asked: QuestionId, made: Question, *, is_due: bool) -> QuestionShown:
    return QuestionShown(
        id=asked, title=game.title, meaning=MEANINGS[made.skill], asked=made.asked(), is_due=is_due
    )  # fmt: skip


@router.post("/answer")
async def answer(said: AnswerSaid, player: Player, hall: InHall, asker: Asker) -> Judged:
    """Judge an answer and remember it; what cannot be one is refused, and nothing is remembered."""
    game = game_called(said.id.game, GAMES)
    skill = None if said.id.skill is None else checked_skill(game, said.id.skill)
    asked = said.id.model_copy(update={"game": game.name, "skill": skill})
    made = await _made(hall, game, await hall.beside.rules(asker, game, asked.rules), asked)
    right = made.is_right(said.said)
    due = ""
    if not said.again:
        kept = await books(
            hall, lambda books: books.answered(player, game.name, made, right, said.seconds, now())
        )  # fmt: skip
        due = kept.due
    return Judged(
        right=right, words=made.right_in_words(), reason=made.reason, clause=made.clause,
        cost=0 if right else made.cost_of(said.said), late=right and said.seconds > made.target_seconds, due=due,
    )  # fmt: skip


async def _made(hall: Hall, game: Game, rules: Any, asked: QuestionId) -> Question:
    """The question of this name; one that needs odds is made where odds are worked out."""
    if asked.skill in SLOW:
        return await hall.plays.question(game, rules, asked.seed)
    return (await _stream(game, rules, asked, asked.number + 1))[-1]


async def _stream(game: Game, rules: Any, asked: QuestionId, many: int) -> list[Question]:
    """A few milliseconds each, so nobody waits for a process to start."""
    return await asyncio.to_thread(questions_of, game, rules, asked.skill, asked.seed, many)


@router.get("/progress")
async def progress(player: Player, hall: InHall, game: Annotated[str, Query(max_length=60)]) -> Progress:
    """Each skill, each clause and each day, and what is due today."""
    house = game_called(game, GAMES)
    practice = await books(hall, lambda kept: kept.practice(player, house.name))
    return Progress(
        title=house.title, due=practice.due_questions(now()), motions_due=practice.due_motions(now()),
        skills=practice.progress(now()), clauses=practice.by_clause(), days=practice.by_day(),
        ready=practice.is_ready(now()),
    )  # fmt: skip


@router.get("/rulings")
async def rulings(game: Annotated[str, Query(max_length=60)]) -> dict[str, str]:
    """What a game's clauses quote: rulings by number, and of each clause of the sheet the motions that it asks for."""
    taught = game_called(game, GAMES)
    return clauses_of(taught.name) | {ruling.number: ruling.plain for ruling in rulings_of(taught.rules)}


@router.get("/export", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def export(player: Player, hall: InHall) -> Response:
    """All that is remembered of this player's practice, to take along: what `drill --progress --json` prints."""
    known = await books(hall, lambda kept: {game: kept.practice(player, game) for game in kept.games(player)})
    data = Exported(
        name=hall.players.nicks[player],
        games={game: {"due": one.due(now()), "facts": one.as_data()} for game, one in known.items()},
    )
    headers = {"Content-Disposition": 'attachment; filename="practice.json"'}
    return Response(data.model_dump_json(indent=1), media_type="application/json", headers=headers)


class Exported(Model):
    """Everything that the school remembers of one player."""

    name: str
    games: dict[str, dict[str, Any]]


async def books(hall: Hall, question: Callable[[SchoolBooks], R]) -> R:
    """Ask the school's books something, in the store's own thread."""
    return await hall.writer.read(lambda store: question(SchoolBooks(store.database, is_there=True)))


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)
