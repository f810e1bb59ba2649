"""`pitboss drill`: questions in the terminal, with progress, and for programs as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from random import SystemRandom
from typing import Any, NamedTuple, Protocol

from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.school.practice import Practice
from pitboss.school.question import Question
from pitboss.school.readiness import best_plays
from pitboss.school.skills import MEANINGS, SLOW, checked_skill, missing, questions, skills_of
from pitboss.terminal.long_work import house
from pitboss.terminal.screen import Screen

OFFERED = 12
"""Of this many questions the one is asked that is due, new or weak."""
USUAL = 10


class Memory(Protocol):
    """Where practice is kept between two sittings."""

    def practice(self, trainee: str, game: str) -> Practice:
        """What this trainee knows of this game."""

    def keep(self, trainee: str, game: str, practice: Practice) -> None:
        """Write it down."""

    def class_view(self, game: str, now: datetime) -> list[dict[str, object]]:
        """Everybody, for a trainer."""


class DrillWishes(NamedTuple):
    """What was asked for on the command line."""

    game: str
    skill: str | None
    many: int | None
    seed: int | None
    json: bool
    rules: str | None
    settings: Sequence[str]
    name: str | None
    level: str
    out: str | None
    rounds: int
    pass_mark: int
    pace: int
    memory: Callable[[], Memory]

    @property
    def house(self) -> tuple[Game, Any]:
        """The game and the house's rules."""
        return house(self.game, self.rules, self.settings)

    @property
    def trainee(self) -> str:
        """Whose practice it is."""
        return self.name or "me"


def drill(wishes: DrillWishes) -> None:
    """Ask questions until this many were answered or the trainee leaves."""
    game, rules = wishes.house
    skills = [checked_skill(game, wishes.skill)] if wishes.skill else _usual_skills(game)
    asked = _asked(game, rules, skills, wishes)
    if wishes.json:
        for question in islice(asked, wishes.many or USUAL):
            sys.stdout.write(json.dumps(question.as_data(), ensure_ascii=False) + "\n")
        return
    memory = wishes.memory()
    practice = memory.practice(wishes.trainee, game.name)
    try:
        _sit(Screen(), game, asked, practice, wishes)
    finally:
        memory.keep(wishes.trainee, game.name, practice)


def _asked(game: Game, rules: Any, skills: Sequence[str], wishes: DrillWishes) -> Iterator[Question]:
    """The questions of the seed; without one a person who asks for the best play does not wait for its odds."""
    seed = SystemRandom().randrange(2**32) if wishes.seed is None else wishes.seed
    if skills == ["play"] and wishes.seed is None and not wishes.json:
        return best_plays(game, rules, seed)
    return questions(game, rules, skills, seed)


def _usual_skills(game: Game) -> list[str]:
    """All but those that need exact odds, which are asked for by name, so that nobody waits."""
    return [skill for skill in skills_of(game) if skill not in SLOW]


def _sit(screen: Screen, game: Game, asked: Iterator[Question], practice: Practice, wishes: DrillWishes) -> None:
    many, right = wishes.many or USUAL, 0
    if lacks := missing(game):
        screen.line(f"{lacks}.")
    due = len(practice.due_questions(_now()))
    screen.line(
        (f"{game.title}: {many} question{'' if many == 1 else 's'}", "bold"),
        f"; {due} due today. An empty line gives up, q leaves.",
    )
    done = 0
    for number in range(1, many + 1):
        if wishes.seed is None and wishes.skill is None:
            question = practice.choose(islice(asked, OFFERED), _now())
        else:
            question = next(asked)
        screen.line("")
        _show(screen, number, many, question)
        began = time.monotonic()
        try:
            good = _answer(screen, question)
        except EOFError:
            break
        if good is None:
            break
        seconds = time.monotonic() - began
        done, right = done + 1, right + good
        target, stake = question.target_seconds, question.stake
        practice.answered(question.fact, good, seconds, target, _now(), question.clause, stake)
        slow = "" if seconds <= question.target_seconds else f", slower than {question.target_seconds:g} s"
        verdict = ("Right.", "green") if good else (f"No: {question.right_in_words()}.", "red")
        reason = "" if question.is_self_graded or not question.reason else f" {question.reason}"
        screen.line("  ", verdict, f"{reason} ({question.clause}; {seconds:.1f} s{slow})", indent=2)
    screen.line("")
    show_summary(screen, done, right, practice)


def _show(screen: Screen, number: int, many: int, question: Question) -> None:
    screen.line((f"{number}/{many} {question.skill}", "bold"), f" ({MEANINGS[question.skill]})")
    for place, event in enumerate(question.more.get("told", ()), 1):
        screen.line(f"  {place:3} {event['text']}", indent=6)
    screen.line(f"  {question.question}", indent=2)
    if not question.is_numbered:
        screen.line(f"   {', '.join(question.options)}", indent=5)
        return
    for place, option in enumerate(question.shown or question.options, 1):
        screen.line(f"   {place} {option}", indent=5)


def _answer(screen: Screen, question: Question) -> bool | None:
    """Whether the answer was right; nothing if the trainee leaves."""
    prompt = _prompt(question)
    while True:
        said = screen.ask(prompt).strip()
        if said in ("q", "quit"):
            return None
        if question.is_self_graded:
            screen.line(f"  {question.right}", indent=2)
            for table in question.more.get("tables", ()):
                screen.line("")
                screen.lines(f"    {line}" for line in table.splitlines())
            return screen.ask("  Did you say that? [y/n] ").strip().casefold().startswith("y")
        if not said:
            return False
        try:
            return question.is_right(said)
        except Refused as refused:
            screen.line(f"  {refused.reason[:1].upper()}{refused.reason[1:]}.")


def _prompt(question: Question) -> str:
    if question.is_money:
        return "  In dollars, with a sign: "
    if question.skill == "settle":
        return "  take 5, push, pay 15 …: "
    if question.skill == "spot":
        return "  The numbers of the wrong motion and of the clause, and the cost in dollars, as in 12, 2, 5: "
    return "  Say it, then press Enter: " if question.is_self_graded else "  Your answer: "


def show_summary(screen: Screen, done: int, right: int, practice: Practice) -> None:
    """What came of it, and how each skill stands."""
    screen.line((f"{right} of {done} right.", "bold"))
    for row in practice.progress(_now()):
        screen.line(
            f"  {row['skill']:<10} {row['right']} of {row['asked']} right, {row['seconds']} s each, {row['due']} due,"
            f" {row['mastered']} mastered"
        )


def show_progress(wishes: DrillWishes) -> None:
    """A trainee's progress, or all of it as JSON to take along."""
    game, _ = wishes.house
    practice = wishes.memory().practice(wishes.trainee, game.name)
    if wishes.json:
        data = {"name": wishes.trainee, "game": game.name, "due": practice.due(_now()), "facts": practice.as_data()}
        sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
        return
    screen = Screen()
    screen.line((f"{wishes.trainee}, {game.title}", "bold"), f": {_due_in_words(practice)}")
    asked = sum(kept.asked for kept in practice.kept.values())
    show_summary(screen, asked, sum(kept.right for kept in practice.kept.values()), practice)
    known = [(fact, kept) for fact, kept in practice.kept.items() if kept.asked]
    weak = sorted(known, key=lambda item: item[1].right / max(item[1].asked, 1))[:5]
    for fact, kept in weak:
        if kept.right < kept.asked:
            screen.line(f"  weak: {fact}, {kept.right} of {kept.asked} right, last {kept.last}")


def _due_in_words(practice: Practice) -> str:
    """Questions and motions apart: no question asks a motion."""
    questions, motions = len(practice.due_questions(_now())), len(practice.due_motions(_now()))
    asked = f"{questions} question{'' if questions == 1 else 's'} due today"
    return f"{asked}, {motions} motion{'' if motions == 1 else 's'} to be mastered (--deal)" if motions else asked


def show_class(wishes: DrillWishes) -> None:
    """For a trainer: names, skills, who is ready for the test."""
    game, _ = wishes.house
    rows = wishes.memory().class_view(game.name, _now())
    if wishes.json:
        for row in rows:
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
        return
    screen = Screen()
    screen.line((f"{game.title}: {len(rows)} in the class", "bold"))
    for row in rows:
        ready = ("ready for the test", "green") if row["ready"] else ("not ready yet", "")
        screen.line(
            f"  {row['name']}: {row['right']} of {row['asked']} right, {row['due']} due, "
            f"{row['motions_due']} motions to master, ",
            ready,
        )


def _now() -> datetime:
    return datetime.now(UTC)
