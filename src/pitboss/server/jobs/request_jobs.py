"""Jobs on behalf of HTTP requests: run in a worker process with a timeout, with clients taking turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, Protocol, TypeVar

from pitboss.compute.jobs.fair_queue import FairQueue
from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.options.rules_file import read_rules
from pitboss.play.steps import Seat
from pitboss.server.gate.message_limits import check_rules_text
from pitboss.server.http.models import Review
from pitboss.server.players.review import ReviewStep, review_of, steps_of

P = ParamSpec("P")
T = TypeVar("T")
MAX_PER_CLIENT = 8
"""The maximum number of jobs queued or running per client."""


class RunJob(Protocol):
    """A function that runs a job (an importable function) with its arguments, in a thread of its own."""

    def __call__(self, job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the job and return its result."""


class RequestJobs:
    """The queue for house rules, lessons and round reviews."""

    def __init__(self, work: RunJob | None) -> None:
        self._work, self._queue = work or _here, FairQueue(MAX_PER_CLIENT)

    async def run(self, client: str, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a job when it is this client's turn."""
        return await self._queue.ask(client, partial(self._work, job, *args, **kwargs))

    async def rules(self, client: str, game: Game, text: str) -> Any:
        """Parse house rules; an empty text means the default rules."""
        if not text.strip():
            return game.rules()
        check_rules_text(text)
        return game.rules.read(await self.run(client, parse_rules, game.name, text))

    async def review(self, client: str, body: dict[str, Any], seat: Seat) -> Review:
        """Return a round as this seat saw it."""
        return await self.run(client, review_of, body, seat)

    async def step(self, client: str, record: dict[str, Any], seat: Seat, number: int) -> ReviewStep | None:
        """Return one question to this seat, or None."""
        return await self.run(client, find_step, record, seat, number)

    def close(self) -> None:
        """Don't start any more jobs."""
        self._queue.close()


def _here(job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    return job(*args, **kwargs)


def parse_rules(game: str, text: str) -> dict[str, Any]:
    """Return the changes that house rules make to the default rules."""
    changed: dict[str, Any] = read_rules(GAMES[game].rules, text).changed()
    return changed


def find_step(record: dict[str, Any], seat: Seat, number: int) -> ReviewStep | None:
    """Return one question to a seat of a recorded round, or None."""
    return next((step for step in steps_of(record, seat) if step.number == number), None)
