"""The lab's job queue: clients take turns, unwanted jobs are cancelled, and answers are cached."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from pitboss.play.refused import Refused
from pitboss.server.jobs.lab_worker import LabWorker

KEPT = 100
"""The number of answers in the cache, which evicts the least recently used."""
PATIENCE = 6.0
"""Seconds after which a question that is no longer polled is cancelled."""
MOST_EACH = 4
LONGEST, TURN = 600.0, 60.0
"""The timeout in seconds for one question: with an empty queue, and with others waiting."""
LOOK = 0.5


@dataclass
class LabJob:
    """An unanswered question."""

    key: str
    question: tuple[Any, ...]
    asked: dict[str, float] = field(default_factory=dict)
    """The clients waiting for the answer, and when each last polled."""
    progress: tuple[int, int, str] = (0, 0, "")
    part: Any = None
    """The partial answer, if any."""
    is_stopped: bool = False
    since: float = 0.0
    """The time the job started."""


class LabDesk:
    """The queue of all questions to the lab."""

    def __init__(self, now: Callable[[], float], worker: LabWorker | None = None) -> None:
        self._now, self._worker = now, worker or LabWorker()
        self._at_tables = LabWorker()
        """A separate worker for strategy answers at a table, so that they don't wait for large questions."""
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._waiting: OrderedDict[str, LabJob] = OrderedDict()
        self._late: dict[str, Refused] = {}
        """Questions that timed out. The error is reported once; then the question can be asked again."""
        self._served: dict[str, float] = {}
        self._current: LabJob | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread, self._small = (ThreadPoolExecutor(1, thread_name_prefix=name) for name in ("lab", "lab-say"))

    def ask(self, who: str, slot: str, kind: str, game: str, changed: dict[str, Any], wanted: dict[str, Any]) -> Any:
        """
        Return the answer if it is cached; otherwise queue the question and return its progress.

        `slot` is the place on the page for the answer. A new question for the same slot replaces the old one.
        """
        question = (kind, game, changed, wanted)
        key = json.dumps(question, sort_keys=True)
        self._drop_others(who, slot, key)
        if key in self._kept:
            self._kept.move_to_end(key)
            found = self._kept[key]
            if isinstance(found, Refused):
                raise found
            return {"state": "done", "answer": found}
        if key in self._late:
            raise self._late.pop(key)
        job = self._job(key)
        if job is None:
            if sum(self._of(who, one) for one in self._waiting.values()) >= MOST_EACH:
                raise Refused("too-fast", "the lab still works on your other questions")
            job = self._waiting[key] = LabJob(key, question)
        job.asked[f"{who} {slot}"] = self._now()
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        done, of, what = job.progress
        return {"state": "working", "done": done, "of": of, "what": what, "ahead": self._ahead(job), "part": job.part}

    def _job(self, key: str) -> LabJob | None:
        if self._current and self._current.key == key:
            return self._current
        return self._waiting.get(key)

    @staticmethod
    def _of(who: str, job: LabJob) -> bool:
        return any(asker.partition(" ")[0] == who for asker in job.asked)

    def _ahead(self, job: LabJob) -> int:
        if job is self._current:
            return 0
        return list(self._waiting).index(job.key) + (self._current is not None)

    def _drop_others(self, who: str, slot: str, key: str) -> None:
        """Remove this client from other questions for the same slot, because it has replaced them."""
        for job in [*self._waiting.values(), *([self._current] if self._current else [])]:
            if job.key != key:
                job.asked.pop(f"{who} {slot}", None)
        self._give_up()

    def stop(self, who: str, slot: str) -> None:
        """Cancel a client's question."""
        self._drop_others(who, slot, "")

    def _give_up(self) -> None:
        """Cancel questions that no client is waiting for, including the running one."""
        since = self._now() - PATIENCE
        for job in [*self._waiting.values(), *([self._current] if self._current else [])]:
            job.asked = {who: when for who, when in job.asked.items() if when >= since}
        for job in [job for job in self._waiting.values() if not job.asked]:
            del self._waiting[job.key]
        if self._current and not self._current.asked and not self._current.is_stopped:
            self._current.is_stopped = True
            self._worker.stop()

    def _end_turn(self, job: LabJob) -> None:
        """Stop the running job if it exceeded its timeout, so that it can't block the others."""
        longest = TURN if self._waiting else LONGEST
        if job.is_stopped or self._now() - job.since <= longest:
            return
        why = f"this took more than {longest:.0f} seconds{' while others waited' * (longest == TURN)}"
        self._late[job.key] = Refused("took-too-long", f"{why}: ask for less, or ask `pitboss` in a terminal")
        job.is_stopped = True
        self._worker.stop()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                job = self._current = self._next()
                answer = asyncio.ensure_future(loop.run_in_executor(self._thread, self._worked, job))
                job.since = self._now()
                while not answer.done():
                    await asyncio.wait([answer], timeout=LOOK)
                    self._give_up()
                    self._end_turn(job)
                found = answer.result()
                wanted, self._current = bool(job.asked), None
                if wanted or not isinstance(found, Refused):
                    self._keep(job.key, found)
        finally:
            self._current = self._task = None

    def _next(self) -> LabJob:
        """Take the job of the client served least recently."""
        jobs = self._waiting.values()
        last = min(jobs, key=lambda job: min(self._served.get(who.partition(" ")[0], 0.0) for who in job.asked))
        job = self._waiting.pop(last.key)
        for who in job.asked:
            self._served[who.partition(" ")[0]] = self._now()
        if len(self._served) > 10_000:
            self._served.clear()
        return job

    def _worked(self, job: LabJob) -> Any:
        def progress(done: int, of: int, what: str, part: Any = None) -> None:
            job.progress, job.part = (done, of, what), part or job.part

        try:
            return self._worker.work(job.question, progress)
        except Refused as fault:
            return fault

    def _keep(self, key: str, found: Any) -> None:
        if isinstance(found, Refused) and found.code in ("stopped", "closing"):
            return
        self._kept[key] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def say(self, question: tuple[Any, ...]) -> str:
        """Return the answer of a strategy at a table."""
        loop = asyncio.get_running_loop()
        return str(await loop.run_in_executor(self._small, lambda: self._at_tables.work(question, lambda *_: None)))

    def close(self) -> None:
        """Stop, even in the middle of a job."""
        self._waiting.clear()
        for worker in (self._worker, self._at_tables):
            worker.close()
        for thread in (self._thread, self._small):
            thread.shutdown(wait=False, cancel_futures=True)
