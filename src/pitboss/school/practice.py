"""Practice that remembers: facts come again when they are about to be forgotten, motions until they are mastered."""

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
"""This many right answers one after the other, each within its time: a motion is mastered."""
MOTIONS = ("order", "motion")
"""The skills that are hands and not memory: mastered by doing, not scheduled by days."""
LEAST_COST = 100
"""The cents that a mistake counts for at least: one that moves no money delays a table or starts a dispute."""
DEALT = "motion:"
"""What facts begin with that come from dealing a round: no question asks them."""

STEP = "step:"
"""Facts that record a finished step of the path: a level, or the table test."""


class KeptPractice(Struct):
    """What is remembered of one fact."""

    asked: int = 0
    right: int = 0
    seconds: float = 0.0
    """All answers together."""
    lost: int = 0
    """The cents that the wrong answers put at stake, all together."""
    in_a_row: int = 0
    last: str = ""
    """The day it was asked last."""
    due: str = ""
    """When it should come again; for a motion that is not mastered, at once."""
    card: dict[str, Any] | None = None
    """The scheduler's own memory of a fact."""
    clause: str = ""
    """Where the sheet or the rulings say it."""
    days: dict[str, list[float]] = {}
    """Of each day how often it was asked, how often right, and the seconds of all answers."""


class Practice:
    """What one trainee knows of one game."""

    def __init__(self, kept: Mapping[str, KeptPractice] | None = None) -> None:
        self.kept = dict(kept or {})

    @classmethod
    def read(cls, data: Mapping[str, object]) -> Practice:
        """From what the books keep, fact by fact."""
        return cls({fact: convert(body, KeptPractice) for fact, body in data.items()})

    def as_data(self) -> dict[str, object]:
        """For the books, and to take along."""
        return {fact: to_builtins(kept) for fact, kept in self.kept.items()}

    def answered(
        self, fact: str, is_right: bool, seconds: float, target: float, now: datetime, clause: str = "", stake: int = 0
    ) -> KeptPractice:
        """Remember an answer, and when the fact should come again."""
        kept = self.kept.setdefault(fact, KeptPractice())
        day = now.date().isoformat()
        kept.asked += 1
        kept.right += is_right
        kept.lost += 0 if is_right else stake
        kept.seconds += seconds
        kept.in_a_row = kept.in_a_row + 1 if is_right and seconds <= target else 0
        kept.last = day
        kept.clause = clause or kept.clause
        before = [*kept.days.get(day, ()), 0, 0, 0]
        kept.days = {**kept.days, day: [before[0] + 1, before[1] + is_right, round(before[2] + seconds, 1)]}
        if fact.partition(":")[0] in MOTIONS:
            kept.due = "" if kept.in_a_row >= IN_A_ROW else now.isoformat()
        else:
            kept.card, kept.due = _reviewed(kept.card, is_right, seconds, target, now)
        return kept

    def dealt(self, game: Game, motions: Iterable[tuple[str, bool, float]], now: datetime) -> None:
        """Remember the motions of a round that was dealt: each by name, whether it was right, and its seconds."""
        for motion, is_right, seconds in motions:
            clause = clause_of(game, motion)
            self.answered(f"{DEALT}{motion}", is_right, seconds, SECONDS[AskKind.MOTION], now, clause)

    def shown(self, game: Game, motions: Iterable[str]) -> None:
        """Remember motions that a lesson has shown, whether or not they were asked for."""
        for motion in motions:
            self.kept.setdefault(f"{DEALT}{motion}", KeptPractice(clause=clause_of(game, motion)))

    def finished(self, step: str, now: datetime) -> None:
        """Remember that a step of the path was finished."""
        self.kept.setdefault(f"{STEP}{step}", KeptPractice()).last = now.date().isoformat()

    @property
    def steps(self) -> list[str]:
        """The steps of the path that were finished."""
        return sorted(fact.removeprefix(STEP) for fact in self.kept if fact.startswith(STEP))

    @property
    def met(self) -> set[str]:
        """The motions that some lesson has shown."""
        return {fact.removeprefix(DEALT) for fact in self.kept if fact.startswith(DEALT)}

    def due(self, now: datetime) -> list[str]:
        """What is due: the longest overdue first."""
        waiting = [(kept.due, fact) for fact, kept in self.kept.items() if kept.due and kept.due <= now.isoformat()]
        return [fact for _, fact in sorted(waiting)]

    def due_motions(self, now: datetime) -> list[str]:
        """Of what is due the motions: only dealing a round masters them."""
        return [fact for fact in self.due(now) if fact.startswith(DEALT)]

    def due_questions(self, now: datetime) -> list[str]:
        """Of what is due all that a question asks."""
        return [fact for fact in self.due(now) if not fact.startswith(DEALT)]

    @property
    def has_dealt(self) -> bool:
        """Whether any motion was dealt by this trainee."""
        return any(kept.asked for fact, kept in self.kept.items() if fact.startswith(DEALT))

    def choose(self, offered: Iterable[Question], now: datetime) -> Question:
        """Of several questions the riskiest of those that are due, else of those never asked, else of the others."""
        due = set(self.due(now))
        return min(offered, key=lambda question: (self._rank(question.fact, due), -self.risk(question)))

    def _rank(self, fact: str, due: Collection[str]) -> int:
        return 0 if fact in due else 1 if fact not in self.kept else 2

    def risk(self, question: Question) -> float:
        """Return the cents that the trainee is expected to lose by it: how often it is wrong, times the cost."""
        kept = self.kept.get(question.fact, KeptPractice())
        wrong = kept.asked - kept.right
        cost = kept.lost / wrong if wrong else question.stake
        return (wrong + 1) / (kept.asked + 2) * max(cost, LEAST_COST)

    def progress(self, now: datetime) -> list[dict[str, object]]:
        """Each skill: how often asked, how often right, how fast, how much is due, how much is mastered."""
        due = set(self.due(now))
        rows = []
        practised = {fact: kept for fact, kept in self.kept.items() if kept.asked}
        for skill in sorted({fact.partition(":")[0] for fact in practised}):
            facts = {fact: kept for fact, kept in practised.items() if fact.startswith(f"{skill}:")}
            asked = sum(kept.asked for kept in facts.values())
            rows.append({
                "skill": skill, "facts": len(facts), "asked": asked,
                "right": sum(kept.right for kept in facts.values()),
                "seconds": round(sum(kept.seconds for kept in facts.values()) / max(asked, 1), 1),
                "due": sum(fact in due for fact in facts),
                "mastered": sum(kept.in_a_row >= IN_A_ROW for kept in facts.values()),
            })  # fmt: skip
        return rows

    def by_clause(self) -> list[dict[str, object]]:
        """Each clause that was practised: how often asked, how often right, how fast; the weakest first."""
        sums: dict[str, list[float]] = {}
        for kept in filter(lambda kept: kept.asked, self.kept.values()):
            row = sums.setdefault(kept.clause or "no clause", [0, 0, 0])
            row[:] = [row[0] + kept.asked, row[1] + kept.right, row[2] + kept.seconds]
        rows = [
            {"clause": clause, "asked": asked, "right": right, "seconds": round(seconds / max(asked, 1), 1)}
            for clause, (asked, right, seconds) in sums.items()
        ]
        return sorted(rows, key=lambda row: float(str(row["right"])) / max(float(str(row["asked"])), 1))

    def by_day(self) -> list[dict[str, object]]:
        """Each day: how often asked, how often right, how fast; the oldest first."""
        sums: dict[str, list[float]] = {}
        for kept in self.kept.values():
            for day, told in kept.days.items():
                row = sums.setdefault(day, [0, 0, 0])
                row[:] = [one + other for one, other in zip(row, [*told, 0][:3], strict=True)]
        return [
            {"day": day, "asked": asked, "right": right, "seconds": round(seconds / max(asked, 1), 1)}
            for day, (asked, right, seconds) in sorted(sums.items())
        ]

    def is_ready(self, now: datetime) -> bool:
        """Whether a trainer may set the table test: enough asked, nine of ten right lately, nothing overdue."""
        asked = sum(kept.asked for kept in self.kept.values())
        right = sum(kept.right for kept in self.kept.values())
        return asked >= 50 and right >= 0.9 * asked and not self.due(now)


def _reviewed(
    card: Mapping[str, Any] | None, is_right: bool, seconds: float, target: float, now: datetime
) -> tuple[dict[str, Any], str]:
    """The scheduler's verdict: wrong is again, over the time is hard, under half of it is easy."""
    from fsrs import Card, Rating, Scheduler  # noqa: PLC0415  (a program that only asks does without it)

    grade = Rating.Again
    if is_right:
        grade = Rating.Hard if seconds > target else Rating.Easy if seconds < target / 2 else Rating.Good
    before = Card.from_dict(dict(card)) if card else Card(due=now.astimezone(UTC))  # type: ignore[arg-type]
    after, _ = Scheduler(enable_fuzzing=False).review_card(before, grade, now.astimezone(UTC))
    return dict(after.to_dict()), after.due.isoformat()
