"""What a request has worked out beside the tables: in a process of its own, with a deadline, each asker in its turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.options.rules_file import read_rules
from pitboss.play.steps import Seat
from pitboss.server.gate.message_limits import check_rules_text
from pitboss.server.http.round_models import Review
from pitboss.server.jobs.fair_queue import FairQueue
from pitboss.server.players.review import ReviewStep, review_of, steps_of
from pitboss.server.school.lesson_jobs import checked_paper, lesson_of, motions_of, paper_of, test_of

Work: TypeAlias = Callable[..., Any]
"""Called with what is asked and what about, in a thread of its own."""
MOST_EACH = 8
"""So much of one asker is worked out or waits for it."""


class Sideboard:
    """House rules, lessons and rounds gone through again."""

    def __init__(self, work: Work | None) -> None:
        self._work, self._queue = work or work_out, FairQueue(MOST_EACH)

    async def rules(self, who: str, game: Game, text: str) -> Any:
        """House rules from the text of a file; nothing is the sheet's."""
        if not text.strip():
            return game.rules()
        check_rules_text(text)
        return game.rules.read(await self._ask(who, "rules", game.name, text))

    async def lesson(self, who: str, game: Game, rules: Any, wanted: dict[str, Any]) -> dict[str, Any]:
        """A lesson as far as its answers go."""
        shown: dict[str, Any] = await self._ask(who, "lesson", game.name, rules.changed(), wanted)
        return shown

    async def school(self, who: str, what: str, *about: object) -> Any:
        """Table tests, their papers and the motions of lessons; see `lessons.py`."""
        return await self._ask(who, what, *about)

    async def review(self, who: str, body: dict[str, Any], seat: Seat) -> Review:
        """A round as this seat went through it."""
        return Review(**await self._ask(who, "review", body, seat))

    async def step(self, who: str, record: dict[str, Any], seat: Seat, number: int) -> ReviewStep | None:
        """One question to this seat."""
        step: ReviewStep | None = await self._ask(who, "step", record, seat, number)
        return step

    async def _ask(self, who: str, what: str, *about: object) -> Any:
        return await self._queue.ask(who, partial(self._work, what, *about))

    def close(self) -> None:
        """Begin nothing more."""
        self._queue.close()


def work_out(what: str, *about: Any) -> Any:
    """Work one of these out here and now."""
    return SUMS[what](*about)


def _rules(game: str, text: str) -> dict[str, Any]:
    changed: dict[str, Any] = read_rules(GAMES[game].rules, text).changed()
    return changed


def _review(body: dict[str, Any], seat: Seat) -> dict[str, Any]:
    return review_of(body, seat).model_dump()


def _step(record: dict[str, Any], seat: Seat, number: int) -> ReviewStep | None:
    return next((step for step in steps_of(record, seat) if step.number == number), None)


SUMS: dict[str, Callable[..., Any]] = {
    "rules": _rules, "lesson": lesson_of, "review": _review, "step": _step, "motions": motions_of,
    "test": test_of, "paper": paper_of, "check": checked_paper,
}  # fmt: skip
