"""The lab's jobs: clients take turns, unwanted jobs are cancelled, answers are cached, and progress is pushed."""

from __future__ import annotations

import asyncio
import json
import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from pitboss.compute.jobs.fair_queue import FairQueue
from pitboss.compute.jobs.worker import STOPPED, JobFailed, Worker, result_of
from pitboss.play.refused import Refused
from pitboss.play.steps import Event, Offer, Seat
from pitboss.server.jobs import lab_tasks
from pitboss.server.jobs.lab_tasks import LabInput, LabProgress

MAX_CACHED_ANSWERS = 100
"""The number of answers in the cache, which evicts the least recently used."""
POLL_TIMEOUT_SECONDS = 6.0
"""Seconds after which a question that is no longer polled is cancelled."""
MAX_PER_CLIENT = 5
"""The maximum number of unfinished questions per client."""
TIMEOUT_SECONDS, BUSY_TIMEOUT_SECONDS = 600.0, 60.0
"""The timeout in seconds for one question: with an empty queue, and with others waiting."""
CHECK_SECONDS = 0.5
"""Seconds between checks of the running job."""
NICE_LEVEL = 12
"""Below the tables in priority, but not so low that a busy machine starves the lab."""
BUSY = "the lab is still working on your other questions"

Push = Callable[[dict[str, Any]], None]
"""Receives the state of a question whenever it changes."""


class LabPlace(NamedTuple):
    """The place on a client's page where an answer is shown. A new question replaces the old one."""

    client: str
    slot: str


@dataclass
class LabWaiter:
    """A client that waits for an answer: by polling, last seen at `at`, or on a socket that gets every change."""

    at: float
    push: Push | None = None
    has_part: bool = False
    """Whether the partial answer was already pushed. It is sent only once."""


@dataclass(eq=False)
class LabJob:
    """An unanswered question."""

    key: str
    question: LabInput
    waiting: dict[LabPlace, LabWaiter] = field(default_factory=dict)
    progress: LabProgress = field(default_factory=LabProgress)
    since: float | None = None
    """The time the job started."""
    late: Refused | None = None
    """The reason if it was cancelled because it took too long."""
    result: Future[Any] = field(default_factory=Future)
    task: asyncio.Task[None] | None = None


class LabQueue:
    """The queue of all questions to the lab. It uses half of the cores, so that the tables have the rest."""

    def __init__(self, now: Callable[[], float], worker: Worker | None = None) -> None:
        cores = max((os.cpu_count() or 1) // 2, 1)
        self._now, self._worker = now, worker or Worker(NICE_LEVEL, cores)
        self._at_tables = Worker(NICE_LEVEL, cores)
        """A separate worker for strategy answers at a table, so that they don't wait for large questions."""
        self._queue = FairQueue(MAX_PER_CLIENT, full=BUSY)
        self._cached: OrderedDict[str, Any] = OrderedDict()
        self._jobs: dict[str, LabJob] = {}
        """The unanswered questions, oldest first."""
        self._late: dict[str, Refused] = {}
        """Questions that timed out. The error is reported once; then the question can be asked again."""

    def ask(self, place: LabPlace, question: LabInput, push: Push | None = None) -> dict[str, Any]:
        """
        Return the answer if it is cached; otherwise queue the question and return its progress.

        With `push`, every change is sent until the answer is there or `stop` is called. Without it, the client polls
        by asking again; a question that is no longer polled is cancelled.
        """
        key = json.dumps(question, sort_keys=True)
        self._drop(place, but=key)
        if key in self._cached:
            self._cached.move_to_end(key)
            return _finished(self._cached[key])
        if key in self._late:
            raise self._late.pop(key)
        job = self._jobs.get(key) or self._begin(key, question, place.client)
        job.waiting[place] = LabWaiter(self._now(), push, has_part=job.progress.part is not None)
        return self._state(job)

    def _begin(self, key: str, question: LabInput, client: str) -> LabJob:
        job, loop = LabJob(key, question), asyncio.get_running_loop()

        def hear(progress: LabProgress) -> None:
            loop.call_soon_threadsafe(self._on_progress, job, progress)

        job.result = self._queue.submit(client, partial(self._work, job, hear))
        self._jobs[key] = job
        job.task = asyncio.create_task(self._follow(job))
        return job

    def _work(self, job: LabJob, hear: Callable[[LabProgress], object]) -> Any:
        """Run the question in the worker process, blocking the queue's thread."""
        job.since = self._now()
        try:
            return result_of(self._worker.stream(None, lab_tasks.answer, job.question), hear)
        except Refused as refused:
            return refused
        except JobFailed as failed:
            return Refused("lab-fault", f"the lab could not compute this ({failed})")

    async def _follow(self, job: LabJob) -> None:
        """Wait for the result, cancelling the job when nobody wants it or it takes too long. Then pass it on."""
        result = asyncio.wrap_future(job.result)
        while not result.done():
            await asyncio.wait([result], timeout=CHECK_SECONDS)
            since = self._now() - POLL_TIMEOUT_SECONDS
            job.waiting = {place: one for place, one in job.waiting.items() if one.push or one.at >= since}
            if not result.done() and (not job.waiting or self._is_late(job)):
                self._cancel(job)
        try:
            found = result.result()
        except asyncio.CancelledError:
            found = STOPPED
        except Refused as closing:
            found = closing
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        self._pass_on(job, job.late or found)

    def _cancel(self, job: LabJob) -> None:
        """Take a job out of the queue, or stop it if it is running. The same question can be asked again."""
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]
        if not job.result.cancel() and not job.result.done():
            self._worker.cancel()

    def _is_late(self, job: LabJob) -> bool:
        """Whether the running job exceeds its timeout, which is short while others wait."""
        if job.since is None or job.late:
            return job.late is not None
        longest = BUSY_TIMEOUT_SECONDS if len(self._jobs) > 1 else TIMEOUT_SECONDS
        if self._now() - job.since > longest:
            why = (
                f"this took more than {longest:.0f} seconds{' while others waited' * (longest == BUSY_TIMEOUT_SECONDS)}"
            )
            job.late = Refused("took-too-long", f"{why}: ask for less, or use `pitboss` in a terminal")
            self._late[job.key] = job.late
        return job.late is not None

    def _pass_on(self, job: LabJob, found: Any) -> None:
        """Cache a result and send it to the clients that wait for it."""
        is_cut_off = isinstance(found, Refused) and found.code in ("stopped", "closing")
        if not job.late and not is_cut_off:
            self._cached[job.key] = found
            while len(self._cached) > MAX_CACHED_ANSWERS:
                self._cached.popitem(last=False)
        pushes = [waiting.push for waiting in job.waiting.values() if waiting.push]
        for push in pushes:
            if isinstance(found, Refused):
                push({"state": "refused", "code": found.code, "reason": found.reason})
            else:
                push(_finished(found))
        if pushes:
            self._late.pop(job.key, None)
        for other in self._jobs.values():
            self._push(other)

    def _on_progress(self, job: LabJob, progress: LabProgress) -> None:
        job.progress = progress._replace(part=progress.part or job.progress.part)
        self._push(job)

    def _push(self, job: LabJob) -> None:
        for waiting in job.waiting.values():
            if waiting.push:
                waiting.push({**self._state(job), **({"part": None} if waiting.has_part else {})})
                waiting.has_part = job.progress.part is not None

    def _state(self, job: LabJob) -> dict[str, Any]:
        ahead = list(self._jobs).index(job.key) if job.since is None else 0
        return {"state": "working", **job.progress._asdict(), "ahead": ahead}

    def _drop(self, place: LabPlace, but: str = "") -> None:
        """Forget the other questions for this place, and cancel them if nobody else wants their answers."""
        for job in list(self._jobs.values()):
            if job.key != but and place in job.waiting:
                del job.waiting[place]
                if not job.waiting:
                    self._cancel(job)

    def stop(self, place: LabPlace) -> None:
        """Cancel the question for this place."""
        self._drop(place)

    async def say(
        self, game: str, rules: dict[str, Any], strategy: dict[str, Any], seen: tuple[Event, ...], offer: Offer,
        seat: Seat,
    ) -> str:  # fmt: skip
        """Return the answer of a strategy at a table."""
        try:
            return await asyncio.to_thread(
                self._at_tables.run, None, lab_tasks.say, game, rules, strategy, seen, offer, seat
            )
        except JobFailed as failed:
            raise Refused("lab-fault", f"the lab could not compute this ({failed})") from None

    def close(self) -> None:
        """Stop, even in the middle of a job."""
        self._queue.close()
        self._worker.close()
        self._at_tables.close()
        for job in self._jobs.values():
            if job.task:
                job.task.cancel()


def _finished(found: Any) -> dict[str, Any]:
    if isinstance(found, Refused):
        raise found
    return {"state": "done", "answer": found}
