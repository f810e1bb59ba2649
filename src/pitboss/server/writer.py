"""One thread owns the store; what waits together is synced to the disk together."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.server.store import Store, Writing

log = logging.getLogger(__name__)
R = TypeVar("R")
MOST_TOGETHER = 256


class Writer:
    """Takes writings from the event loop and tells it when they are on the disk."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._jobs: queue.SimpleQueue[tuple[Any, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def write(self, writing: Writing) -> asyncio.Future[None]:
        """Done when the writing is durable; it holds an exception when it is not."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put((writing, future))
        return future

    def read(self, question: Callable[[Store], R]) -> asyncio.Future[R]:
        """Ask the store something, between two writings."""
        future: asyncio.Future[R] = self._loop.create_future()
        self._jobs.put((question, future))
        return future

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        going = True
        while going:
            jobs, going = self._gather()
            writings = [job for job in jobs if isinstance(job[0], Writing)]
            done = [
                *self._write(writings),
                *map(self._answer, (job for job in jobs if not isinstance(job[0], Writing))),
            ]
            if done:
                self._loop.call_soon_threadsafe(_tell, done)

    def _gather(self) -> tuple[list[tuple[Any, asyncio.Future[Any]]], bool]:
        """At least one job, and all others that wait already; False when there will be no more."""
        jobs = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if self._jobs.empty() or len(jobs) == MOST_TOGETHER:
                return jobs, True
            job = self._jobs.get()
        return jobs, False

    def _write(self, jobs: list[tuple[Any, asyncio.Future[Any]]]) -> list[tuple[asyncio.Future[Any], Any, Any]]:
        try:
            results = self.store.write([writing for writing, _ in jobs]) if jobs else []
        except Exception as error:
            log.exception("the store could not write")
            results = [error] * len(jobs)
        return [(future, None, result) for (_, future), result in zip(jobs, results, strict=True)]

    def _answer(self, job: tuple[Any, asyncio.Future[Any]]) -> tuple[asyncio.Future[Any], Any, Any]:
        question, future = job
        try:
            return future, question(self.store), None
        except Exception as error:
            return future, None, error


def _tell(done: list[tuple[asyncio.Future[Any], Any, Any]]) -> None:
    for future, result, error in done:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
