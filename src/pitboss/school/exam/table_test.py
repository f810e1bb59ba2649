"""
The table test: this many rounds and every irregularity of the game, no hints, marked under five heads.

It is fixed for its seed and rules. The record of it holds every answer, so that the marks can be worked out again.
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
from pitboss.school.irregularities import FLOOR, irregularities
from pitboss.school.lessons.incidents import every_incident
from pitboss.school.lessons.lesson import Lesson, Said
from pitboss.school.lessons.lesson_ask import HEADS, AskKind, Choice, LessonAsk, Level, Mistake, Verdict

IRREGULAR = "irregular"
ROUNDS, PASS_MARK, TARGET_PACE = 3, 90, 60


class Terms(Struct, frozen=True):
    """What a table test is: the same terms ask the same questions."""

    seed: int
    rounds: int = ROUNDS
    pass_mark: int = PASS_MARK
    """Percent of the answers that must be right."""
    target_pace: int = TARGET_PACE
    """Decisions an hour that the house wants: a hand settled is one."""


class Exam:
    """One table test as it goes."""

    def __init__(self, game: Game, rules: Any, terms: Terms) -> None:
        self.game, self.rules, self.terms = game, rules, terms
        self.answers: list[tuple[Any, float]] = []
        self.mistakes: list[Mistake] = []
        self.decisions = 0
        self._round = 0
        self._cases = _cases(game, terms.seed)
        self.opening: tuple[Event, ...] = ()
        """What happens before the first question of the first round."""
        self._lesson = self._next_lesson()

    @property
    def asks(self) -> LessonAsk | None:
        """What is asked now; nothing at the end."""
        if self._lesson and self._lesson.asks:
            return self._lesson.asks
        return self._cases[0] if self._cases else None

    @property
    def lesson(self) -> Lesson | None:
        """The round that is dealt now; none once only the irregularities are left."""
        return self._lesson

    @property
    def number(self) -> int:
        """Which round it is, from 1; one more than there are once they are over."""
        return self._round if self._lesson else self._round + 1

    def answer(self, said: Said, seconds: float) -> Verdict:
        """Take an answer; a wrong one is marked, put right by the examiner, and the test goes on."""
        ask = self.asks
        assert ask is not None
        if self._lesson and self._lesson.asks:
            verdict = self._in_lesson(self._lesson, ask, said)
        else:
            verdict = self._in_case(ask, said)
        kept = dict(said) if isinstance(said, dict) else said
        self.answers.append((kept, round(seconds, 1)))
        return verdict

    def _in_lesson(self, lesson: Lesson, ask: LessonAsk, said: Said) -> Verdict:
        verdict = lesson.answer(said)
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

    def _in_case(self, ask: LessonAsk, said: Said) -> Verdict:
        self._cases.pop(0)
        if said == ask.right:
            return Verdict(True, ask.reason, ask.clause)
        self.mistakes.append(Mistake(IRREGULAR, ask.words, str(said), ask.right, ask.clause, Cents(0)))
        return Verdict(False, ask.reason, ask.clause)

    def _next_lesson(self) -> Lesson | None:
        """The next round; the first of them has everything in it that bots can do wrong."""
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
        """Errors under each head, their cost, the mark, the pace, and whether it is passed."""
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


def _cases(game: Game, seed: int) -> list[LessonAsk]:
    """Every irregularity of the game, in an order of the seed's."""
    rng = Random(f"irregular {game.name} {seed}")
    cases = list(irregularities(game.name))
    rng.shuffle(cases)
    return [_case(case, rng) for case in cases]


def _case(case: dict[str, Any], rng: Random) -> LessonAsk:
    options = [FLOOR if option == "floor" else option for option in (case["right"], *case["wrong"])]
    right = options[0]
    rng.shuffle(options)
    choices = tuple(Choice(option, option) for option in options)
    return LessonAsk(AskKind.INCIDENT, f"{case['happens']} What now?", choices, case["clause"], right, case["reason"])


def sat(game: Game, rules: Any, terms: Terms, answers: Sequence[Sequence[Any]]) -> Exam:
    """The test with these answers given: how a record is marked again."""
    exam = Exam(game, rules, terms)
    for said, seconds in answers:
        chips = {int(worth): many for worth, many in said.items()} if isinstance(said, dict) else said
        exam.answer(chips, seconds)
    return exam


def record_of(exam: Exam, name: str, date: str) -> dict[str, Any]:
    """All that the paper says and needs to be checked."""
    rules = exam.rules.changed()
    return {
        "name": name, "game": exam.game.name, "rules": rules, "rules_hash": rules_hash(exam.rules),
        "date": date, "seed": exam.terms.seed, "rounds": exam.terms.rounds, "pass_mark": exam.terms.pass_mark,
        "target_pace": exam.terms.target_pace, "answers": exam.answers, "marks": exam.marks(),
        "mistakes": [mistake.in_words() for mistake in exam.mistakes], "version": __version__,
    }  # fmt: skip


def rules_hash(rules: Any) -> str:
    """A short name of the whole rules: two houses with the same one dealt the same game."""
    return sha256(json.dumps(rules.as_data(), sort_keys=True, default=str).encode()).hexdigest()[:16]
