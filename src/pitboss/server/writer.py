"""One thread owns the store; what waits together is synced to the disk together."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from pitboss.server.store import Store, Writing

log = logging.getLogger(__name__)
R = TypeVar("R")
Job: TypeAlias = tuple[Any, asyncio.Future[Any]]
BETWEEN_SYNCS = 0.008
"""Seconds from one sync to the next: under load they are dear, and what comes meanwhile shares the next one."""


class Writer:
    """Takes writings from the event loop and tells it when they are on the disk."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._is_busy = False
        self._due = 0.0
        self._batches: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def write(self, writing: Writing) -> asyncio.Future[None]:
        """Done when the writing is durable; it holds an exception when it is not."""
        return self._put(writing)

    def read(self, question: Callable[[Store], R]) -> asyncio.Future[R]:
        """Ask the store something, between two writings."""
        return self._put(question)

    async def close(self) -> None:
        """Write what waits, then stop."""
        while self._is_busy:
            await self.read(lambda _store: None)
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def _put(self, what: Writing | Callable[[Store], Any]) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append((what, future))
        if not self._is_busy:
            self._hand_over_soon()
        return future

    def _hand_over_soon(self) -> None:
        """When the next sync is due everything that waits by then is its batch."""
        self._is_busy = True
        self._loop.call_later(max(self._due - self._loop.time(), 0), self._hand_over)

    def _hand_over(self) -> None:
        self._due = self._loop.time() + BETWEEN_SYNCS
        jobs, self._waiting = self._waiting, []
        self._batches.put(jobs)

    def _work(self) -> None:
        while (jobs := self._batches.get()) is not None:
            done = [
                *self._write([job for job in jobs if isinstance(job[0], Writing)]),
                *map(self._answer, (job for job in jobs if not isinstance(job[0], Writing))),
            ]
            self._loop.call_soon_threadsafe(self._tell, done)

    def _write(self, jobs: list[Job]) -> list[tuple[asyncio.Future[Any], Any, Any]]:
        try:
            results = self.store.write([writing for writing, _ in jobs]) if jobs else []
        except Exception as error:
            log.exception("the store could not write")
            results = [error] * len(jobs)
        return [(future, None, result) for (_, future), result in zip(jobs, results, strict=True)]

    def _answer(self, job: Job) -> tuple[asyncio.Future[Any], Any, Any]:
        question, future = job
        try:
            return future, question(self.store), None
        except Exception as error:
            return future, None, error

    def _tell(self, done: list[tuple[asyncio.Future[Any], Any, Any]]) -> None:
        for future, result, error in done:
            if future.cancelled():
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
        self._is_busy = False
        if self._waiting:
            self._hand_over_soon()
