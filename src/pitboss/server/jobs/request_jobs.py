"""Jobs on behalf of HTTP requests: run in a worker process with a timeout, with clients taking turns."""

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
"""Runs a named job with its arguments. Called in its own thread."""
MOST_EACH = 8
"""The maximum number of jobs queued or running per client."""


class Sideboard:
    """The queue for house rules, lessons and round reviews."""

    def __init__(self, work: Work | None) -> None:
        self._work, self._queue = work or work_out, FairQueue(MOST_EACH)

    async def rules(self, who: str, game: Game, text: str) -> Any:
        """Parse house rules; an empty text means the default rules."""
        if not text.strip():
            return game.rules()
        check_rules_text(text)
        return game.rules.read(await self._ask(who, "rules", game.name, text))

    async def lesson(self, who: str, game: Game, rules: Any, wanted: dict[str, Any]) -> dict[str, Any]:
        """Return a lesson up to the answers given so far."""
        shown: dict[str, Any] = await self._ask(who, "lesson", game.name, rules.changed(), wanted)
        return shown

    async def school(self, who: str, what: str, *about: object) -> Any:
        """Run a school job: table tests, question papers and lesson motions (see `lesson_jobs.py`)."""
        return await self._ask(who, what, *about)

    async def review(self, who: str, body: dict[str, Any], seat: Seat) -> Review:
        """Return a round as this seat saw it."""
        return Review(**await self._ask(who, "review", body, seat))

    async def step(self, who: str, record: dict[str, Any], seat: Seat, number: int) -> ReviewStep | None:
        """Return one question to this seat, or None."""
        step: ReviewStep | None = await self._ask(who, "step", record, seat, number)
        return step

    async def _ask(self, who: str, what: str, *about: object) -> Any:
        return await self._queue.ask(who, partial(self._work, what, *about))

    def close(self) -> None:
        """Start no more jobs."""
        self._queue.close()


def work_out(what: str, *about: Any) -> Any:
    """Run one of these jobs in this process."""
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
