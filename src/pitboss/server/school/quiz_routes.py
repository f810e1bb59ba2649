"""
The school's questions in the browser, graded here and recorded for the player.

A question is defined by its seed, like a lesson. The page gets it without the answer, and sends the seed back with
the trainee's answer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import SystemRandom
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Response
from pydantic import Field

from pitboss.games import GAMES
from pitboss.games.procedure import clauses_of, first_rounds, has_procedure
from pitboss.games.rulings import rulings_of
from pitboss.layout.plan import plan_for
from pitboss.play.game import Game
from pitboss.play.records.record_reader import game_called
from pitboss.school.practice import Practice
from pitboss.school.readiness import ready_plays
from pitboss.school.skills import MEANINGS, SLOW, checked_skill, missing, skills_of
from pitboss.school.table_in_words import titles_of
from pitboss.server.http.models import Model
from pitboss.server.http.table_routes import REFUSALS, Asker, Player, Registry
from pitboss.server.school.best_play_questions import SEEDS
from pitboss.server.school.lesson_jobs import (
    Graded,
    QuestionAsked,
    ask_question,
    ask_ready,
    choose_question,
    grade_answer,
    grade_ready,
)
from pitboss.server.school.lesson_routes import RulesText
from pitboss.server.school.practice_store import PracticeStore
from pitboss.server.tables.registry import TableRegistry

router = APIRouter(prefix="/api/school", responses=REFUSALS)
CANDIDATES = 12
"""The number of candidate questions, of which a due, new or weak one is asked."""
R = TypeVar("R")
Name = Annotated[str, Field(max_length=60)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]


class SkillInfo(Model):
    """A skill that a game requires."""

    name: str
    meaning: str


class SchoolGame(Model):
    """The school's offering for a game, and this player's progress in it."""

    name: str
    title: str
    sentence: str
    skills: list[SkillInfo]
    has_procedure: bool
    """Whether a trainee can deal it and take the table test."""
    missing: str
    """A sentence on what the game doesn't support, or an empty string."""
    due: int
    """The number of questions due today."""
    motions_due: int
    """The number of motions still to be mastered by dealing rounds."""
    has_dealt: bool
    """Whether this player has dealt any rounds of it."""
    steps: list[str]
    """The steps of the path this player has finished: levels, and `test`."""
    asked: int
    right: int
    ready: bool
    """Whether the player is ready for the table test."""
    first_rounds: dict[str, int]
    """The seed of the first round for a newcomer, by level."""


class QuestionId(Model):
    """The identity of a question: the same seed and number give the same question."""

    game: Name
    skill: Name | None = None
    """One skill, or all that need no odds."""
    rules: RulesText = ""
    seed: Seed
    number: Annotated[int, Field(ge=0, lt=CANDIDATES)] = 0


class QuestionShown(Model):
    """A question without its answer."""

    id: QuestionId
    title: str
    meaning: str
    asked: dict[str, Any]
    """`skill`, `question`, `seat`, `target_seconds`, `options`, `told`, `bets`, `model`: see docs/school-api.md."""
    is_due: bool
    """Whether it is asked because it is due."""
    scene: dict[str, Any] | None
    """The table to draw: `dealer`, `seats` with `hands` and `bets`, and `words`, the question without the table."""
    titles: dict[str, str]
    """The titles of the bets, by name."""
    felt: str
    dark: str


class QuizAnswer(Model):
    """A trainee's answer to a question."""

    id: QuestionId
    said: Annotated[str, Field(max_length=2000)]
    seconds: Annotated[float, Field(ge=0, le=3600)] = 0
    again: bool = False
    """Whether the question was answered before, in which case the answer is not recorded."""


class Judged(Model):
    """The verdict on an answer, and the reason."""

    right: bool
    words: str
    """The right answer in words."""
    reason: str
    clause: str
    cost: int
    """The cost of the answer to someone at the table, in cents."""
    late: bool
    due: str
    """When it is due again; empty for a mastered motion, or if the answer was not recorded."""


class Progress(Model):
    """A player's progress in one game."""

    title: str
    due: list[str]
    """The questions due, longest overdue first."""
    motions_due: list[str]
    """The motions still to be mastered by dealing rounds."""
    skills: list[dict[str, Any]]
    clauses: list[dict[str, Any]]
    days: list[dict[str, Any]]
    ready: bool
    steps: list[str]
    """The finished steps of the path."""


@router.get("/games")
async def games(player: Player, registry: Registry) -> list[SchoolGame]:
    """List every game with its skills, today's due questions, and this player's progress."""
    known = await books(registry, lambda store: {game: store.practice(player, game) for game in store.games(player)})
    return [_game(game, known.get(game.name, Practice())) for game in GAMES.values()]


def _game(game: Game, practice: Practice) -> SchoolGame:
    facts = practice.facts.values()
    return SchoolGame(
        name=game.name, title=game.title, sentence=game.sentence, missing=missing(game),
        skills=[SkillInfo(name=name, meaning=MEANINGS[name]) for name in skills_of(game)],
        has_procedure=has_procedure(game.name), due=len(practice.due_questions(now())),
        motions_due=len(practice.due_motions(now())), has_dealt=practice.has_dealt,
        steps=practice.steps,
        asked=sum(one.asked for one in facts), right=sum(one.right for one in facts), ready=practice.is_ready(now()),
        first_rounds=first_rounds(game.name),
    )  # fmt: skip


@router.get("/question")
async def question(
    player: Player, registry: Registry, asker: Asker, game: Annotated[str, Query(max_length=60)],
    skill: Annotated[str | None, Query(max_length=60)] = None,
    seed: Annotated[int | None, Query(ge=0, lt=2**53)] = None, rules: Annotated[str, Query(max_length=4000)] = "",
) -> QuestionShown:  # fmt: skip
    """Return the next question: the one for the given seed, or else a due one, a new one, or a weak one."""
    house, is_chosen = game_called(game, GAMES), seed is not None
    dealt = await registry.request_jobs.rules(asker, house, rules)
    practice = await books(registry, lambda store: store.practice(player, house.name))
    named = checked_skill(house, skill) if skill else None if is_chosen else _due_skill(house, practice, dealt)
    if seed is None:
        seed = registry.plays.seed(house, dealt) if named in SLOW else SystemRandom().randrange(SEEDS)
    asked = QuestionId(game=house.name, skill=named, rules=rules, seed=seed)
    if is_chosen or named in SLOW:
        made = await _asked(registry, asker, house, dealt, asked)
        return _shown(house, dealt, asked, made, is_due=not is_chosen and made.fact in practice.due(now()))
    made = await registry.request_jobs.run(
        asker, choose_question, house.name, dealt.changed(), named, seed, CANDIDATES, practice, now()
    )  # fmt: skip
    asked = asked.model_copy(update={"number": made.number})
    return _shown(house, dealt, asked, made, is_due=made.fact in practice.due(now()))


def _due_skill(game: Game, practice: Practice, rules: Any) -> str | None:
    """Return the skill of the longest overdue question, with best play last because it takes longer."""
    skills = [fact.partition(":")[0] for fact in practice.due_questions(now())]
    is_quick = bool(ready_plays(game.name)) and not rules.changed()
    known = [skill for skill in skills if skill in skills_of(game) and (is_quick or skill not in SLOW)]
    return min(known, key=lambda skill: skill in SLOW, default=None)


def _shown(game: Game, rules: Any, asked: QuestionId, made: QuestionAsked, *, is_due: bool) -> QuestionShown:
    plan = plan_for(game, rules)
    return QuestionShown(
        id=asked, title=game.title, meaning=MEANINGS[made.skill], asked=made.asked, is_due=is_due, scene=made.scene,
        titles=dict(titles_of(game)), felt=plan.felt, dark=plan.dark,
    )  # fmt: skip


@router.post("/answer")
async def answer(given: QuizAnswer, player: Player, registry: Registry, asker: Asker) -> Judged:
    """Grade an answer and record it. An invalid answer is refused and not recorded."""
    game = game_called(given.id.game, GAMES)
    skill = None if given.id.skill is None else checked_skill(game, given.id.skill)
    asked = given.id.model_copy(update={"game": game.name, "skill": skill})
    rules = await registry.request_jobs.rules(asker, game, asked.rules)
    made = await _graded(registry, asker, game, rules, asked, given.said)
    due = ""
    if not given.again:
        store = await change_books(
            registry, lambda books: books.answered(player, game.name, made, made.right, given.seconds, now())
        )  # fmt: skip
        due = store.due
    return Judged(
        right=made.right, words=made.words, reason=made.reason, clause=made.clause, cost=made.cost,
        late=made.right and given.seconds > made.target_seconds, due=due,
    )  # fmt: skip


async def _asked(registry: TableRegistry, asker: str, game: Game, rules: Any, asked: QuestionId) -> QuestionAsked:
    """Create a question from its id in a worker process."""
    run, changed = registry.request_jobs.run, rules.changed()
    if asked.skill not in SLOW:
        return await run(asker, ask_question, game.name, changed, asked.skill, asked.seed, asked.number)
    ready = None if changed else await run(asker, ask_ready, game.name, asked.seed)
    return ready or QuestionAsked.of(await registry.plays.question(game, rules, asked.seed))


async def _graded(
    registry: TableRegistry, asker: str, game: Game, rules: Any, asked: QuestionId, answer: str
) -> Graded:
    """Grade an answer to a question, which is created again in a worker process."""
    run, changed = registry.request_jobs.run, rules.changed()
    if asked.skill not in SLOW:
        return await run(asker, grade_answer, game.name, changed, asked.skill, asked.seed, asked.number, answer)
    ready = None if changed else await run(asker, grade_ready, game.name, asked.seed, answer)
    return ready or Graded.of(await registry.plays.question(game, rules, asked.seed), answer)


@router.get("/progress")
async def progress(player: Player, registry: Registry, game: Annotated[str, Query(max_length=60)]) -> Progress:
    """Return the progress by skill, clause and day, and what is due today."""
    house = game_called(game, GAMES)
    practice = await books(registry, lambda store: store.practice(player, house.name))
    return Progress(
        title=house.title, due=practice.due_questions(now()), motions_due=practice.due_motions(now()),
        skills=practice.progress(now()), clauses=practice.by_clause(), days=practice.by_day(),
        ready=practice.is_ready(now()), steps=practice.steps,
    )  # fmt: skip


@router.get("/rulings")
async def rulings(game: Annotated[str, Query(max_length=60)]) -> dict[str, str]:
    """Return the texts behind a game's clauses: rulings by number, and the motions for each clause of the sheet."""
    taught = game_called(game, GAMES)
    return clauses_of(taught.name) | {ruling.number: ruling.plain for ruling in rulings_of(taught.rules)}


@router.get("/export", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def export(player: Player, registry: Registry) -> Response:
    """Export the player's whole practice, in the format of `drill --progress --json`."""
    known = await books(registry, lambda store: {game: store.practice(player, game) for game in store.games(player)})
    data = Exported(
        name=registry.players.nick_of(player),
        games={game: {"due": one.due(now()), "facts": one.as_data()} for game, one in known.items()},
    )
    headers = {"Content-Disposition": 'attachment; filename="practice.json"'}
    return Response(data.model_dump_json(indent=1), media_type="application/json", headers=headers)


class Exported(Model):
    """The export of one player's practice."""

    name: str
    games: dict[str, dict[str, Any]]


async def books(registry: TableRegistry, query: Callable[[PracticeStore], R]) -> R:
    """Run a query on the school's store, in the store's thread."""
    return await registry.writer.read(lambda store: query(PracticeStore(store.database, is_there=True)))


async def change_books(registry: TableRegistry, statement: Callable[[PracticeStore], R]) -> R:
    """Run a function that changes the school's store, in the store's thread."""
    return await registry.writer.execute(lambda store: statement(PracticeStore(store.database, is_there=True)))


def now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)
