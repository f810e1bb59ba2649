"""The writer thread, which owns the store and commits everything decided together in one sync."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias, TypeVar

from pitboss.play.refused import Refused
from pitboss.server.cluster.leases import DealtElsewhere
from pitboss.server.store.balances import Accounts
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.store import RemoteChanges, Store

log = logging.getLogger(__name__)
R = TypeVar("R")
Done: TypeAlias = Callable[[Any, Exception | None], None]
"""Called in the event loop with the result of a job, or with its error."""
Job: TypeAlias = tuple[Any, Done]
NOT_READ = ("not-read", "the house cannot read its books now: try again")
NOT_WRITTEN = ("not-written", "the house could not store that, so it did not happen")
"""The code and reason for a refusal after a failed write."""
CLOSE_TIMEOUT_SECONDS = 3.0
"""Seconds allowed for the last writes at shutdown."""
SYNC_INTERVAL_SECONDS = 0.020
"""Seconds between syncs. They are expensive under load, so writes that arrive in between share the next one."""


class _Lost(Exception):
    """The database connection is lost."""


class Writer:
    """A thread that takes writes from the event loop, and calls back once they are durable."""

    def __init__(
        self, store: Store, bank: Accounts, on_commit: Callable[[float], None] = lambda _seconds: None
    ) -> None:
        self.store, self.bank, self._on_commit = store, bank, on_commit
        self.on_nicks: Callable[[Iterable[tuple[str, str]]], None] = lambda _nicks: None
        """Called with players created or renamed by another process."""
        self._loop = asyncio.get_running_loop()
        self._deciding: list[asyncio.Future[None]] = []
        self._waiting: list[Job] = []
        self._is_busy = False
        self.is_failing = False
        """Whether the last batch failed."""
        self._due = 0.0
        self._batches: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Return the number of jobs waiting."""
        return len(self._waiting)

    async def ready(self) -> None:
        """Wait until just before the next batch is sent. Writes queued right after that are part of it."""
        batch: asyncio.Future[None] = self._loop.create_future()
        self._deciding.append(batch)
        self._hand_over_soon()
        await batch

    def put(self, what: CommandWrites | Callable[[Store], Any], done: Done) -> None:
        """Queue a write or a query with a callback. A write's transfers are applied to the balances immediately."""
        if isinstance(what, CommandWrites):
            self.bank.move(what.transfers)
        self._waiting.append((what, done))
        self._hand_over_soon()

    async def write(
        self, writing: CommandWrites, then: Callable[[Exception | None], None] = lambda _error: None
    ) -> None:
        """Return once the write is durable, or raise `Refused`. `then` is called even if the caller was cancelled."""
        try:
            await self._wait_for(writing, then)
        except DealtElsewhere:
            raise
        except Exception:
            log.exception("write failed; the change was dropped")
            raise Refused(*NOT_WRITTEN) from None

    async def read(self, query: Callable[[Store], R]) -> R:
        """Run a query, which changes nothing, on the store between writes. Raise `Refused` if it fails."""
        return await self._run(query, NOT_READ)

    async def execute(self, statement: Callable[[Store], R]) -> R:
        """Run a function that changes the store, between writes. Raise `Refused` if it fails."""
        return await self._run(statement, NOT_WRITTEN)

    async def _run(self, work: Callable[[Store], R], failure: tuple[str, str]) -> R:
        try:
            result: R = await self._wait_for(work)
        except Refused:
            raise
        except Exception:
            log.exception("the store failed: %s", failure[0])
            raise Refused(*failure) from None
        return result

    async def check_writable(self) -> None:
        """Raise `Refused` if nothing can be written. Tries a write only after a failed batch."""
        if self.is_failing:
            await self.execute(Store.try_to_write)
            self.is_failing = False

    async def close(self) -> None:
        """Write everything queued, then stop and close the store. Don't wait long for an unresponsive database."""
        try:
            await asyncio.wait_for(self._finish(), CLOSE_TIMEOUT_SECONDS)
        except TimeoutError:
            log.error("the database does not answer; pending writes may be lost")
            self.store.database.abort()
        self._batches.put(None)
        deadline = self._loop.time() + CLOSE_TIMEOUT_SECONDS / 2
        while self._thread.is_alive() and self._loop.time() < deadline:
            await asyncio.sleep(0.01)
        if not self._thread.is_alive():
            self.store.close()

    async def _finish(self) -> None:
        while self._is_busy:
            with contextlib.suppress(Refused):  # anything that fails now is lost
                await self.read(lambda _store: None)

    async def _wait_for(
        self,
        what: CommandWrites | Callable[[Store], Any],
        then: Callable[[Exception | None], None] = lambda _error: None,
    ) -> Any:
        future: asyncio.Future[Any] = self._loop.create_future()

        def done(result: Any, error: Exception | None) -> None:
            then(error)
            if not future.cancelled():
                future.set_exception(error) if error else future.set_result(result)

        self.put(what, done)
        return await future

    def _hand_over_soon(self) -> None:
        """Schedule the next batch, which takes everything queued by then."""
        if not self._is_busy:
            self._is_busy = True
            self._loop.call_later(max(self._due - self._loop.time(), 0), self._hand_over)

    def _hand_over(self) -> None:
        """Let the tasks that wait for a batch decide, then send off their writes."""
        self._due = self._loop.time() + SYNC_INTERVAL_SECONDS
        deciding, self._deciding = self._deciding, []
        for batch in deciding:
            if not batch.done():
                batch.set_result(None)
        self._loop.call_soon(self._send_off)  # runs after their callbacks, which were scheduled earlier

    def _send_off(self) -> None:
        jobs, self._waiting = self._waiting, []
        if jobs:
            self._batches.put(jobs)
        else:
            self._continue()

    def _work(self) -> None:
        while (jobs := self._batches.get()) is not None:
            written = self._write([job for job in jobs if isinstance(job[0], CommandWrites)])
            done = [*self._found(), *written]
            for job in jobs:
                if not isinstance(job[0], CommandWrites):
                    answer = self._answer(job)
                    done += [*self._found(), answer]
            self._loop.call_soon_threadsafe(self._call_back, done)

    def _found(self) -> Iterator[tuple[Done, Any, Exception | None]]:
        """Yield balances found after a reconnect, to apply after the writes they include and before later ones."""
        if (balances := self.store.take_found()) is not None:
            yield lambda found, _error: self.bank.reload(found), balances, None
        if any(news := self.store.take_news()):
            yield lambda changes, _error: self._learn(changes), news, None

    def _learn(self, news: RemoteChanges) -> None:
        """Apply changes written by other processes."""
        self.bank.learn(news.transfers)
        self.on_nicks(news.nicks)

    def _write(self, jobs: list[Job]) -> list[tuple[Done, Any, Exception | None]]:
        began = time.perf_counter()
        try:
            results = self.store.write([writing for writing, _ in jobs]) if jobs else []
        except Exception as error:
            log.exception("the store could not write")
            results = [error] * len(jobs)
        if jobs:
            self._on_commit(time.perf_counter() - began)
            self.is_failing = all(result is not None and not isinstance(result, DealtElsewhere) for result in results)
        return [(self._settling(*job), None, result) for job, result in zip(jobs, results, strict=True)]

    def _settling(self, writing: CommandWrites, done: Done) -> Done:
        """Wrap a callback so that the balances are updated before it runs."""

        def settle(result: None, error: Exception | None) -> None:
            (self.bank.drop if error else self.bank.commit)(writing.transfers)
            done(result, error)

        return settle

    def _answer(self, job: Job) -> tuple[Done, Any, Exception | None]:
        question, done = job
        try:
            self.store.reconnect()
        except Exception as error:
            return done, None, _Lost(error)
        try:
            return done, question(self.store), None
        except Exception as error:
            return done, None, error

    def _call_back(self, results: list[tuple[Done, Any, Exception | None]]) -> None:
        for done, result, error in results:
            _guarded(done, result, error)
        self._continue()

    def _continue(self) -> None:
        self._is_busy = False
        if self._waiting or self._deciding:
            self._hand_over_soon()


def _guarded(call: Callable[..., None], *values: Any) -> None:
    """Call a function and log its error, so that one failure doesn't block the others."""
    try:
        call(*values)
    except Exception:
        log.exception("a callback after a write failed")
