"""A trainee's practice: spaced repetition of facts, and repetition of motions until they are mastered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct, convert, to_builtins

from pitboss.games.procedure import clause_of
from pitboss.play.game import Game
from pitboss.school.lessons.lesson_ask import SECONDS, AskKind
from pitboss.school.question import Question

IN_A_ROW = 5
"""The number of right and timely answers in a row after which a motion is mastered."""
MOTIONS = ("order", "motion")
"""The skills mastered by repetition, which are not scheduled by days."""
MIN_COST = 100
"""The minimum cost of a mistake in cents: even one that moves no money delays the table."""
DEALT = "motion:"
"""The prefix of facts that are practised by dealing a round, not by questions."""

STEP = "step:"
"""The prefix of facts that record a finished step: a level, or the table test."""


class FactHistory(Struct):
    """The history of one fact."""

    asked: int = 0
    right: int = 0
    seconds: float = 0.0
    """The time of all answers."""
    lost: int = 0
    """The cents at stake in all wrong answers."""
    in_a_row: int = 0
    last: str = ""
    """The last day it was asked."""
    due: str = ""
    """When it is due again; a motion that is not mastered is always due."""
    card: dict[str, Any] | None = None
    """The scheduler's own data."""
    clause: str = ""
    """The clause of the sheet or the rulings."""
    days: dict[str, list[float]] = {}
    """By day: times asked, times right, and seconds."""


class Practice:
    """One trainee's practice in one game."""

    def __init__(self, facts: Mapping[str, FactHistory] | None = None) -> None:
        self.facts = dict(facts or {})

    @classmethod
    def read(cls, data: Mapping[str, object]) -> Practice:
        """Read stored practice, fact by fact."""
        return cls({fact: convert(body, FactHistory) for fact, body in data.items()})

    def as_data(self) -> dict[str, object]:
        """Return the practice as plain data, to store or export."""
        return {fact: to_builtins(history) for fact, history in self.facts.items()}

    def answered(
        self, fact: str, is_right: bool, seconds: float, target: float, now: datetime, clause: str = "", stake: int = 0
    ) -> FactHistory:
        """Record an answer, and schedule the fact."""
        history = self.facts.setdefault(fact, FactHistory())
        day = now.date().isoformat()
        history.asked += 1
        history.right += is_right
        history.lost += 0 if is_right else stake
        history.seconds += seconds
        history.in_a_row = history.in_a_row + 1 if is_right and seconds <= target else 0
        history.last = day
        history.clause = clause or history.clause
        before = [*history.days.get(day, ()), 0, 0, 0]
        history.days = {**history.days, day: [before[0] + 1, before[1] + is_right, round(before[2] + seconds, 1)]}
        if fact.partition(":")[0] in MOTIONS:
            history.due = "" if history.in_a_row >= IN_A_ROW else now.isoformat()
        else:
            history.card, history.due = _reviewed(history.card, is_right, seconds, target, now)
        return history

    def dealt(self, game: Game, motions: Iterable[tuple[str, bool, float]], now: datetime) -> None:
        """Record the motions of a dealt round: name, whether right, seconds."""
        for motion, is_right, seconds in motions:
            clause = clause_of(game, motion)
            self.answered(f"{DEALT}{motion}", is_right, seconds, SECONDS[AskKind.MOTION], now, clause)

    def shown(self, game: Game, motions: Iterable[str]) -> None:
        """Record motions that a lesson has shown, asked for or not."""
        for motion in motions:
            self.facts.setdefault(f"{DEALT}{motion}", FactHistory(clause=clause_of(game, motion)))

    def finished(self, step: str, now: datetime) -> None:
        """Record a finished step of the path."""
        self.facts.setdefault(f"{STEP}{step}", FactHistory()).last = now.date().isoformat()

    @property
    def steps(self) -> list[str]:
        """The finished steps of the path."""
        return sorted(fact.removeprefix(STEP) for fact in self.facts if fact.startswith(STEP))

    @property
    def met(self) -> set[str]:
        """The motions that lessons have shown."""
        return {fact.removeprefix(DEALT) for fact in self.facts if fact.startswith(DEALT)}

    def due(self, now: datetime) -> list[str]:
        """Return the facts that are due, longest overdue first."""
        waiting = [
            (history.due, fact)
            for fact, history in self.facts.items()
            if history.due and history.due <= now.isoformat()
        ]
        return [fact for _, fact in sorted(waiting)]

    def due_motions(self, now: datetime) -> list[str]:
        """Return the motions that are due, which are practised by dealing."""
        return [fact for fact in self.due(now) if fact.startswith(DEALT)]

    def due_questions(self, now: datetime) -> list[str]:
        """Return the due facts that are practised by questions."""
        return [fact for fact in self.due(now) if not fact.startswith(DEALT)]

    @property
    def has_dealt(self) -> bool:
        """Whether this trainee has dealt any motion."""
        return any(history.asked for fact, history in self.facts.items() if fact.startswith(DEALT))

    def choose(self, offered: Iterable[Question], now: datetime) -> Question:
        """Choose a question: due ones first, then new ones, and among them the riskiest."""
        due = set(self.due(now))
        return min(offered, key=lambda question: (self._rank(question.fact, due), -self.risk(question)))

    def _rank(self, fact: str, due: Collection[str]) -> int:
        return 0 if fact in due else 1 if fact not in self.facts else 2

    def risk(self, question: Question) -> float:
        """Return the expected loss in cents: the probability of a mistake times its cost."""
        history = self.facts.get(question.fact, FactHistory())
        wrong = history.asked - history.right
        cost = history.lost / wrong if wrong else question.stake
        return (wrong + 1) / (history.asked + 2) * max(cost, MIN_COST)

    def progress(self, now: datetime) -> list[dict[str, object]]:
        """Return for each skill: times asked, times right, speed, facts due and mastered."""
        due = set(self.due(now))
        rows = []
        practised = {fact: history for fact, history in self.facts.items() if history.asked}
        for skill in sorted({fact.partition(":")[0] for fact in practised}):
            facts = {fact: history for fact, history in practised.items() if fact.startswith(f"{skill}:")}
            asked = sum(history.asked for history in facts.values())
            rows.append({
                "skill": skill, "facts": len(facts), "asked": asked,
                "right": sum(history.right for history in facts.values()),
                "seconds": round(sum(history.seconds for history in facts.values()) / max(asked, 1), 1),
                "due": sum(fact in due for fact in facts),
                "mastered": sum(history.in_a_row >= IN_A_ROW for history in facts.values()),
            })  # fmt: skip
        return rows

    def by_clause(self) -> list[dict[str, object]]:
        """Return for each clause: times asked, times right, speed; weakest first."""
        sums: dict[str, list[float]] = {}
        for history in filter(lambda history: history.asked, self.facts.values()):
            row = sums.setdefault(history.clause or "no clause", [0, 0, 0])
            row[:] = [row[0] + history.asked, row[1] + history.right, row[2] + history.seconds]
        rows = [
            {"clause": clause, "asked": asked, "right": right, "seconds": round(seconds / max(asked, 1), 1)}
            for clause, (asked, right, seconds) in sums.items()
        ]
        return sorted(rows, key=lambda row: float(str(row["right"])) / max(float(str(row["asked"])), 1))

    def by_day(self) -> list[dict[str, object]]:
        """Return for each day: times asked, times right, speed; oldest first."""
        sums: dict[str, list[float]] = {}
        for history in self.facts.values():
            for day, figures in history.days.items():
                row = sums.setdefault(day, [0, 0, 0])
                row[:] = [one + other for one, other in zip(row, [*figures, 0][:3], strict=True)]
        return [
            {"day": day, "asked": asked, "right": right, "seconds": round(seconds / max(asked, 1), 1)}
            for day, (asked, right, seconds) in sorted(sums.items())
        ]

    def is_ready(self, now: datetime) -> bool:
        """Return whether the trainee is ready for the table test: 50 answers, 90 % right, nothing due."""
        asked = sum(history.asked for history in self.facts.values())
        right = sum(history.right for history in self.facts.values())
        return asked >= 50 and right >= 0.9 * asked and not self.due(now)


def _reviewed(
    card: Mapping[str, Any] | None, is_right: bool, seconds: float, target: float, now: datetime
) -> tuple[dict[str, Any], str]:
    """Grade an answer for the scheduler: wrong is Again, late is Hard, under half the time is Easy."""
    from fsrs import Card, Rating, Scheduler  # noqa: PLC0415  (not needed to ask questions)

    grade = Rating.Again
    if is_right:
        grade = Rating.Hard if seconds > target else Rating.Easy if seconds < target / 2 else Rating.Good
    before = Card.from_dict(dict(card)) if card else Card(due=now.astimezone(UTC))  # type: ignore[arg-type]
    after, _ = Scheduler(enable_fuzzing=False).review_card(before, grade, now.astimezone(UTC))
    return dict(after.to_dict()), after.due.isoformat()
