"""A fair queue: clients with many jobs wait behind clients with few."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

from pitboss.compute.jobs.worker import CLOSING
from pitboss.play.refused import Refused

R = TypeVar("R")
RETRY_SECONDS = 2.0


class QueueFull(Refused):
    """A refusal of a job because its client, or all clients together, have too many unfinished jobs."""

    wait = RETRY_SECONDS

    def __init__(self, reason: str) -> None:
        super().__init__("too-fast", reason)


class _Job(NamedTuple):
    work: Callable[[], Any]
    result: Future[Any]


class FairQueue:
    """
    A queue that runs one job at a time in its own thread, taking clients in turn. Safe to use from any thread.

    When `most` jobs are unfinished, the newest job of the client with the most jobs is dropped for a client with fewer.
    """

    def __init__(
        self, most_each: int, most: float = float("inf"), full: str = "your earlier questions are still being computed"
    ) -> None:
        self._most_each, self._most, self._full = most_each, most, full
        self._waiting: dict[str, deque[_Job]] = {}
        """Queued jobs per client, in the order in which clients are served."""
        self._held: Counter[str] = Counter()
        """Unfinished jobs per client, including the one that is running."""
        self._last = ""
        """The client served last."""
        self._lock = Lock()
        self._is_running = self._is_closed = False

    def submit(self, client: str, work: Callable[[], R]) -> Future[R]:
        """Queue a job. Raise `QueueFull` if the client has too many, and `Refused` if the queue is closed."""
        result: Future[R] = Future()
        with self._lock:
            if self._is_closed:
                raise CLOSING
            if self._held[client] >= self._most_each:
                raise QueueFull(self._full)
            displaced = self._displaced_by(client) if self._held.total() >= self._most else None
            self._held[client] += 1
            self._waiting.setdefault(client, deque()).append(_Job(work, result))
            if not self._is_running:
                self._is_running = True
                Thread(target=self._work, daemon=True, name="job-queue").start()
        result.add_done_callback(partial(self._release, client))
        if displaced:
            displaced.set_exception(QueueFull(self._full))
        return result

    def _displaced_by(self, client: str) -> Future[Any]:
        """
        Remove the newest waiting job of the client with the most jobs from a full queue, and return its future.

        Raise `QueueFull` if that client would be left with fewer jobs than the new client gets.
        """
        most = max((name for name in self._waiting), key=lambda name: self._held[name], default=client)
        if self._held[most] < self._held[client] + 2:
            raise QueueFull(self._full)
        job = self._waiting[most].pop()
        if not self._waiting[most]:
            del self._waiting[most]
        return job.result

    async def ask(self, client: str, work: Callable[[], R]) -> R:
        """Queue a job and wait for its result without blocking the event loop."""
        return await asyncio.wrap_future(self.submit(client, work))

    def _work(self) -> None:
        while (job := self._next()) is not None:
            if not job.result.set_running_or_notify_cancel():
                continue
            try:
                if self._is_closed:
                    raise CLOSING
                found = job.work()
            except BaseException as error:
                job.result.set_exception(error)
            else:
                job.result.set_result(found)

    def _release(self, client: str, _result: object) -> None:
        with self._lock:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]

    def _next(self) -> _Job | None:
        """
        Take the first job of the next client, or return None and let the thread end if the queue is empty.

        A client that has more jobs goes to the back. The client served last is skipped if others are waiting.
        """
        with self._lock:
            if not self._waiting:
                self._is_running = False
                return None
            client = next((name for name in self._waiting if name != self._last), self._last)
            self._last = client
            mine = self._waiting.pop(client)
            job = mine.popleft()
            if mine:
                self._waiting[client] = mine
            return job

    def close(self) -> None:
        """Start no more jobs, and refuse those in the queue."""
        self._is_closed = True
