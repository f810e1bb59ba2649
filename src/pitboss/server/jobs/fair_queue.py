"""A fair queue: clients with many requests wait behind clients with few."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from pitboss.play.refused import Refused
from pitboss.server.gate.token_buckets import TooFast

R = TypeVar("R")
_CLOSING = Refused("closing", "the house is closing: come back")


class _Asked(NamedTuple):
    work: Callable[[], Any]
    answer: asyncio.Future[Any]


class FairQueue:
    """A queue that runs one job at a time in its own thread, taking clients in turn."""

    def __init__(self, most_each: int) -> None:
        self._most_each = most_each
        self._waiting: dict[str, deque[_Asked]] = {}
        """Queued jobs per client, in the order in which clients are served."""
        self._held: dict[str, int] = {}
        self._is_closed = False
        self._last = ""
        """The client served last."""
        self._worker: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thought")

    async def ask(self, who: str, work: Callable[[], R]) -> R:
        """
        Run a job in its turn and return the result.

        Raise if the client has too many jobs or the server is closing.
        """
        if self._is_closed:
            raise _CLOSING
        if self._held.get(who, 0) >= self._most_each:
            raise TooFast("what you asked for is still being worked out", wait=2)
        answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._held[who] = self._held.get(who, 0) + 1
        self._waiting.setdefault(who, deque()).append(_Asked(work, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        try:
            return await answer
        finally:
            self._held[who] -= 1
            if not self._held[who]:
                del self._held[who]

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                asked = self._next()
                if asked.answer.done():  # the caller was cancelled
                    continue
                try:
                    if self._is_closed:
                        raise _CLOSING
                    found = await loop.run_in_executor(self._thread, asked.work)
                except Exception as fault:
                    if not asked.answer.done():
                        asked.answer.set_exception(fault)
                else:
                    if not asked.answer.done():
                        asked.answer.set_result(found)
        finally:
            self._worker = None

    def _next(self) -> _Asked:
        """
        Take the first job of the next client.

        Clients with more jobs go to the back; avoid the client served last.
        """
        who = next((who for who in self._waiting if who != self._last), self._last)
        self._last = who
        mine = self._waiting.pop(who)
        asked = mine.popleft()
        if mine:
            self._waiting[who] = mine
        return asked

    def close(self) -> None:
        """Start no more jobs, and refuse those in the queue."""
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
