"""The desk of one house: who is let in, the processes beside it, and what it may do to a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.admin.admin_worker import AT_ONCE, DeskWorker, keep_books, work_out_bands
from pitboss.server.admin.downloads import streamed
from pitboss.server.admin.operator_access import DeskDoor
from pitboss.server.tables.registry import Hall
from pitboss.table.states import State

log = logging.getLogger(__name__)
BETWEEN_LOOKS = 60.0
"""Seconds from one look at the books to the next while nobody sits at the desk."""
SWEEP = 0.25
"""Seconds between two looks whether a table that is to be closed is closed."""
MOST_DOWNLOADS = 2
BY_THE_HOUSE = "the house asked you to"
BY_OPERATOR = "the operator"
CLOSED = "the house closes it"


class Office:
    """Made with the hall; its processes start when they are first asked."""

    def __init__(self, hall: Hall, door: DeskDoor) -> None:
        self.hall, self.door = hall, door
        self.database = hall.house.database
        self._books = DeskWorker(keep_books, "desk", self.database)
        self._bands = DeskWorker(work_out_bands, "bands", self.database)
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="desk")
        self._counting = ThreadPoolExecutor(1, thread_name_prefix="bands")
        self._wanted: list[tuple[str, int | None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._counts: asyncio.Task[None] | None = None
        self._downloads = 0

    def open(self) -> None:
        """From now on the notes follow the books by themselves."""
        self._begin(self._keep_up())

    async def look(self, table: str) -> dict[str, Any]:
        """All figures; bands that are missing are worked out, and are there at one of the next looks."""
        found: dict[str, Any] = await self._ask("look", AT_ONCE, table)
        lines = [found["all"], *found["days"], *found["tables"]]
        self._wanted = [(line["table"], line["day"]) for line in lines if line["band"] is None and line["bet"]]
        found["waiting"] = len(self._wanted)
        if self._wanted and self._counts is None:
            self._counts = self._begin(self._count())
        return found

    async def rounds(self, by: str, table: str, day: int | None, before: tuple[int, int] | None) -> Any:
        """Rounds to look at."""
        return await self._ask("rounds", by, table, day, before)

    async def stand_up(self, table: str, seat: int) -> None:
        """Have a player get up, in the middle of a round when that is over."""
        room = self.hall.room(table)
        await room.ask(lambda: room.table.stand(Seat(seat), self.hall.now(), BY_THE_HOUSE))

    async def misdeal(self, table: str, reason: str) -> None:
        """Call a misdeal at a table: its round is void, and every stake goes back (C-11)."""
        room = self.hall.room(table)
        await room.ask(lambda: room.table.misdeal(reason, BY_OPERATOR))

    async def close_table(self, table: str) -> None:
        """Close a table, in the middle of a round when that is over."""
        room = self.hall.room(table)
        await room.ask(lambda: room.table.close_after_round(CLOSED))
        self._begin(self._sweep())

    async def _sweep(self) -> None:
        """Until no table is about to be closed: those that are leave the hall."""
        while True:
            for room in list(self.hall.rooms.values()):
                if room.table.state is State.CLOSED:
                    self.hall.forget(room)
            if not any(room.table.closing for room in self.hall.rooms.values()):
                return
            await asyncio.sleep(SWEEP)

    async def _ask(self, what: str, *about: object) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._asking, lambda: self._books.ask(what, *about))

    async def _keep_up(self) -> None:
        """Follow the books every minute, so that whoever comes to the desk need not wait for it."""
        await self._sweep()
        while True:
            await asyncio.sleep(BETWEEN_LOOKS)
            with contextlib.suppress(Refused):  # told to whoever sits at the desk
                await self.catch_up()

    async def catch_up(self) -> None:
        """Return when the notes have everything that was settled by now; others are answered in between."""
        while await self._ask("keep-up", AT_ONCE):
            await asyncio.sleep(0)

    def download(self, what: str, kind: str) -> Iterator[bytes]:
        """A sheet of the books, as it is made."""
        if self._downloads >= MOST_DOWNLOADS:
            raise Refused("too-fast", f"{MOST_DOWNLOADS} downloads are under way: wait for one of them")
        return self._counted(streamed(self.database, what, kind))

    def _counted(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        self._downloads += 1
        try:
            yield from pieces
        finally:
            self._downloads -= 1

    async def _count(self) -> None:
        """Work out the bands that are wanted, a few at a time: what is wanted changes as people look elsewhere."""
        loop = asyncio.get_running_loop()
        try:
            while self._wanted:
                now, self._wanted = self._wanted[:1], self._wanted[1:]
                await loop.run_in_executor(self._counting, self._bands.ask, "bands", now)
        except Refused as refused:
            log.warning("the desk's bands: %s", refused.reason)
        finally:
            self._counts = None

    def _begin(self, work: Any) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Stop in the middle of it."""
        for task in list(self._tasks):
            task.cancel()
        for worker in (self._books, self._bands):
            worker.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for threads in (self._asking, self._counting):
            threads.shutdown(wait=False, cancel_futures=True)
