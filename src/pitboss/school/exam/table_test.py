"""
The table test: some rounds and every irregularity of the game, without hints, marked in five categories.

Seed and rules determine the questions. The record holds every answer, so that the marks can be recomputed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss import __version__
from pitboss.money import Cents
from pitboss.play.game import Game
from pitboss.play.steps import Event
from pitboss.school.irregularities import FLOOR, irregularities_under
from pitboss.school.lessons.incidents import every_incident
from pitboss.school.lessons.lesson import GivenAnswer, Lesson
from pitboss.school.lessons.lesson_ask import HEADS, AskKind, Choice, LessonAsk, Level, Mistake, Verdict

IRREGULAR = "irregular"
ROUNDS, PASS_MARK, TARGET_PACE = 3, 90, 60


class Terms(Struct, frozen=True):
    """The terms of a table test. The same terms ask the same questions."""

    seed: int
    rounds: int = ROUNDS
    pass_mark: int = PASS_MARK
    """Percent of the answers that must be right."""
    target_pace: int = TARGET_PACE
    """The house's target of decisions per hour; a settled hand is one decision."""


class Exam:
    """A table test in progress."""

    def __init__(self, game: Game, rules: Any, terms: Terms) -> None:
        self.game, self.rules, self.terms = game, rules, terms
        self.answers: list[tuple[Any, float]] = []
        self.mistakes: list[Mistake] = []
        self.decisions = 0
        self._round = 0
        self._cases = _cases(game, rules, terms.seed)
        self.opening: tuple[Event, ...] = ()
        """The events before the first question of the first round."""
        self._lesson = self._next_lesson()

    @property
    def asks(self) -> LessonAsk | None:
        """The current question; None at the end."""
        if self._lesson and self._lesson.asks:
            return self._lesson.asks
        return self._cases[0] if self._cases else None

    @property
    def lesson(self) -> Lesson | None:
        """The current round; None once only irregularities are left."""
        return self._lesson

    @property
    def number(self) -> int:
        """The number of the current round, from 1; after the last round, one more than its number."""
        return self._round if self._lesson else self._round + 1

    def answer(self, answer: GivenAnswer, seconds: float) -> Verdict:
        """Mark an answer and continue; after a wrong one the examiner makes the right motion."""
        ask = self.asks
        assert ask is not None
        if self._lesson and self._lesson.asks:
            verdict = self._in_lesson(self._lesson, ask, answer)
        else:
            verdict = self._in_case(ask, answer)
        recorded = dict(answer) if isinstance(answer, dict) else answer
        self.answers.append((recorded, round(seconds, 1)))
        return verdict

    def _in_lesson(self, lesson: Lesson, ask: LessonAsk, answer: GivenAnswer) -> Verdict:
        verdict = lesson.answer(answer)
        if not verdict.is_right:
            self.mistakes.append(lesson.mistakes[-1])
            done = lesson.answer(ask.right)
            verdict = Verdict(False, verdict.words, verdict.clause, verdict.cost, done.events, learns=done.learns)
        if lesson.is_over:
            self.decisions += len(lesson.round.wagers or {})
            self._lesson = self._next_lesson()
            opening = self.opening if self._lesson else ()
            verdict = replace(verdict, events=(*verdict.events, *opening))
        return verdict

    def _in_case(self, ask: LessonAsk, answer: GivenAnswer) -> Verdict:
        self._cases.pop(0)
        if answer == ask.right:
            return Verdict(True, ask.reason, ask.clause)
        self.mistakes.append(Mistake(IRREGULAR, ask.words, str(answer), ask.right, ask.clause, Cents(0)))
        return Verdict(False, ask.reason, ask.clause)

    def _next_lesson(self) -> Lesson | None:
        """Start the next round. In the first one, bots make every possible mistake."""
        if self._round >= self.terms.rounds:
            return None
        self._round += 1
        seed = self.terms.seed * 1000 + self._round
        lesson = Lesson(self.game, self.rules, seed, Level.CLOCK)
        if self._round == 1:
            acts_up = every_incident(lesson.round, Random(f"exam {seed}"))
            lesson = Lesson(self.game, self.rules, seed, Level.CLOCK, misbehaviour=acts_up)
        self.opening = lesson.begin()
        return lesson

    def marks(self) -> dict[str, Any]:
        """Return the errors by category, their cost, the mark, the pace, and whether the test is passed."""
        asked, seconds = len(self.answers), sum(seconds for _, seconds in self.answers)
        heads = (*HEADS.values(), IRREGULAR)
        mark = 100 * (asked - len(self.mistakes)) // max(asked, 1)
        pace = round(self.decisions * 3600 / seconds) if seconds else 0
        return {
            "asked": asked,
            "errors": {head: sum(mistake.head == head for mistake in self.mistakes) for head in heads},
            "cost": sum(mistake.cost for mistake in self.mistakes),
            "mark": mark,
            "decisions": self.decisions,
            "seconds": round(seconds),
            "pace": pace,
            "passed": mark >= self.terms.pass_mark and self.asks is None,
        }


def _cases(game: Game, rules: Any, seed: int) -> list[LessonAsk]:
    """Return every irregularity under these rules, shuffled by the seed."""
    rng = Random(f"irregular {game.name} {seed}")
    cases = irregularities_under(rules, game.name)
    rng.shuffle(cases)
    return [_case(case, rng) for case in cases]


def _case(case: dict[str, Any], rng: Random) -> LessonAsk:
    options = [FLOOR if option == "floor" else option for option in (case["right"], *case["wrong"])]
    right = options[0]
    rng.shuffle(options)
    choices = tuple(Choice(option, option) for option in options)
    return LessonAsk(AskKind.INCIDENT, f"{case['happens']} What now?", choices, case["clause"], right, case["reason"])


def exam_after(game: Game, rules: Any, terms: Terms, answers: Sequence[Sequence[Any]]) -> Exam:
    """Return the test as it is after these answers, so that a record can be re-marked."""
    exam = Exam(game, rules, terms)
    for answer, seconds in answers:
        chips = {int(worth): count for worth, count in answer.items()} if isinstance(answer, dict) else answer
        exam.answer(chips, seconds)
    return exam


def record_of(exam: Exam, name: str, date: str) -> dict[str, Any]:
    """Return all data for the certificate, enough to verify it."""
    rules = exam.rules.changed()
    return {
        "name": name, "game": exam.game.name, "rules": rules, "rules_hash": rules_hash(exam.rules),
        "date": date, "seed": exam.terms.seed, "rounds": exam.terms.rounds, "pass_mark": exam.terms.pass_mark,
        "target_pace": exam.terms.target_pace, "answers": exam.answers, "marks": exam.marks(),
        "mistakes": [mistake.in_words() for mistake in exam.mistakes], "version": __version__,
    }  # fmt: skip


def rules_hash(rules: Any) -> str:
    """Return a short hash of the rules: houses with the same hash deal the same game."""
    return sha256(json.dumps(rules.as_data(), sort_keys=True, default=str).encode()).hexdigest()[:16]
