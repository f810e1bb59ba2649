"""The admin service of a server: operator access, worker processes, and actions on tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Any, Concatenate, ParamSpec, TypeVar

from pitboss.compute.jobs.worker import JobFailed, Worker, WorkerLost
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.admin import admin_queries
from pitboss.server.admin.downloads import streamed
from pitboss.server.admin.operator_access import OperatorAuth
from pitboss.server.store.batch import CommandWrites
from pitboss.server.tables.registry import TableRegistry
from pitboss.table.audit.journal import DeskAction
from pitboss.table.states import State
from pitboss.table.table import Table

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
NICE_LEVEL = 10
FOLLOW_SECONDS = 0.3
"""Seconds to spend following the journal before answering a waiting query."""
FOLLOW_INTERVAL_SECONDS = 60.0
"""Seconds between updates of the summary while the admin page isn't open."""
CLOSING_CHECK_SECONDS = 0.25
"""Seconds between checks of whether a closing table has closed."""
MAX_DOWNLOADS = 2
BY_THE_HOUSE = "the house asked you to leave"
BY_OPERATOR = "the operator"
CLOSED = "closed by the operator"


class AdminService:
    """The admin service, created with the table registry. Its worker processes start on first use."""

    def __init__(self, registry: TableRegistry, auth: OperatorAuth) -> None:
        self.registry, self.auth = registry, auth
        self.database = registry.house.database
        self._books, self._bands = Worker(NICE_LEVEL), Worker(NICE_LEVEL, cores=1)
        self._wanted: list[tuple[str, int | None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._counts: asyncio.Task[None] | None = None
        self._downloads = 0

    def open(self) -> None:
        """Start following the journal in the background."""
        self._begin(self._follow_journal())

    async def look(self, table: str) -> dict[str, Any]:
        """Return all figures. Missing bands are computed in the background and appear in a later call."""
        found: dict[str, Any] = await self._ask(self._books, admin_queries.look, FOLLOW_SECONDS, table)
        lines = [found["all"], *found["days"], *found["tables"]]
        self._wanted = [(line["table"], line["day"]) for line in lines if line["band"] is None and line["bet"]]
        found["waiting"] = len(self._wanted)
        if self._wanted and self._counts is None:
            self._counts = self._begin(self._count())
        return found

    async def rounds(self, by: str, table: str, day: int | None, before: tuple[int, int] | None) -> Any:
        """Return rounds to review."""
        return await self._ask(self._books, admin_queries.rounds, by, table, day, before)

    async def note(self, action: DeskAction) -> None:
        """Write an operator's action to the journal, or raise `Refused`."""
        await self.registry.writer.write(CommandWrites(desk=(action,)))

    async def _act(self, action: DeskAction, command: Callable[[Table], object]) -> None:
        """Carry out an operator's command at a table, and record it in the journal in the same write."""
        room = self.registry.room(action.table)

        def act() -> None:
            command(room.table)  # it may have been reloaded
            room.table.story.change.desk.append(action)

        await room.ask(act)

    async def stand_up(self, table: str, seat: int, operator: str) -> None:
        """Remove a player from a seat. During a round, wait until it is over."""
        action = DeskAction(operator, "removed a player", table, f"seat {seat}")
        await self._act(action, lambda at: at.stand(Seat(seat), self.registry.now(), BY_THE_HOUSE))

    async def misdeal(self, table: str, reason: str, operator: str) -> None:
        """Call a misdeal at a table: its round is void, and all stakes are returned (C-11)."""
        action = DeskAction(operator, "called a misdeal", table, reason)
        await self._act(action, lambda at: at.misdeal(reason, BY_OPERATOR))

    async def close_table(self, table: str, operator: str) -> None:
        """Close a table. During a round, wait until it is over."""
        await self._act(DeskAction(operator, "closed a table", table), lambda at: at.close_after_round(CLOSED))
        self._begin(self._sweep())

    async def _sweep(self) -> None:
        """Drop closed tables from the registry until no table is closing."""
        while True:
            for room in list(self.registry.rooms.values()):
                if room.table.state is State.CLOSED:
                    self.registry.forget(room)
            if not any(room.table.closing for room in self.registry.rooms.values()):
                return
            await asyncio.sleep(CLOSING_CHECK_SECONDS)

    async def _ask(
        self, worker: Worker, query: Callable[Concatenate[str, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:  # fmt: skip
        """Run a query on this server's database."""
        try:
            return await asyncio.to_thread(worker.run, None, query, self.database, *args, **kwargs)
        except WorkerLost:
            raise Refused("not-read", "the desk's worker process ended: try again") from None
        except JobFailed as failed:
            log.exception("an admin query failed")
            raise Refused("house-fault", f"the desk query failed: {failed}") from None

    async def _follow_journal(self) -> None:
        """Follow the journal every minute, so that the admin page opens without delay."""
        await self._sweep()
        while True:
            await asyncio.sleep(FOLLOW_INTERVAL_SECONDS)
            with contextlib.suppress(Refused):  # the admin page reports it
                await self.catch_up()

    async def catch_up(self) -> None:
        """Wait until the summary covers everything settled so far. Other queries are answered in between."""
        while await self._ask(self._books, admin_queries.follow_journal, FOLLOW_SECONDS):
            await asyncio.sleep(0)

    def download(self, what: str, kind: str) -> Iterator[bytes]:
        """Stream a sheet of the records, or raise if too many downloads are running."""
        if self._downloads >= MAX_DOWNLOADS:
            raise Refused("too-fast", f"{MAX_DOWNLOADS} downloads are in progress: wait until one ends")
        return self._counted(streamed(self.database, what, kind))

    def _counted(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        self._downloads += 1
        try:
            yield from pieces
        finally:
            self._downloads -= 1

    async def _count(self) -> None:
        """Compute the wanted bands one at a time, because the list changes as the operator looks elsewhere."""
        try:
            while self._wanted:
                now, self._wanted = self._wanted[:1], self._wanted[1:]
                await self._ask(self._bands, admin_queries.bands, now)
        except Refused as refused:
            log.warning("hold bands could not be computed: %s", refused.reason)
        finally:
            self._counts = None

    def _begin(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop, even in the middle of a query."""
        for task in list(self._tasks):
            task.cancel()
        for worker in (self._books, self._bands):
            worker.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
