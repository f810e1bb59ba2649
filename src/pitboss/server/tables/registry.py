"""The registry of open tables and players, and the store that persists them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from starlette.types import Scope

from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.cluster.leases import DealtElsewhere
from pitboss.server.cluster.member import Cluster, Listing, SocketRoute, listing
from pitboss.server.cluster.shared_store import SharedStore, open_shared_store
from pitboss.server.config import ServerConfig
from pitboss.server.jobs.hints import BackgroundJobs
from pitboss.server.jobs.lab_queue import LabQueue
from pitboss.server.jobs.request_jobs import RequestJobs
from pitboss.server.players.players import Players
from pitboss.server.school.best_play_questions import BestPlays
from pitboss.server.store.balances import Accounts
from pitboss.server.store.batch import CommandWrites
from pitboss.server.store.store import Store, open_store
from pitboss.server.store.writer import Writer
from pitboss.server.tables.commands import seat_bot
from pitboss.server.tables.owner import Room
from pitboss.server.tables.services import TableServices
from pitboss.server.telemetry.metrics import Metrics
from pitboss.table.finished_round import compact
from pitboss.table.seats import Clocks, SeatedPlayer, Setup
from pitboss.table.states import State
from pitboss.table.table import Table
from pitboss.table.transfers import settlement

log = logging.getLogger(__name__)
FINAL_UPDATE_SECONDS = 1.0
"""Seconds allowed at shutdown for sending viewers the last committed updates."""
IDLE_SECONDS = 1800
"""Seconds without a viewer after which a table is closed between rounds."""
LISTED_SECONDS = 60
"""Seconds without a viewer during which a table stays in the lobby and is not closed to make room for another."""


class TableRegistry:
    """All open tables of this process. Create it inside a running event loop."""

    def __init__(self, house: ServerConfig) -> None:
        self.house = house
        self.now = house.now
        store = _books_of(house)
        try:
            store.take_over()
        except Exception as error:
            store.close()  # and release its lock
            if isinstance(error, Refused):
                raise
            raise Refused("bad-database", f"the books of the house cannot be written: {error}") from None
        self.key = store.key.cookies
        self.bank = Accounts(store.at_first)
        self.metrics = Metrics()
        self.writer = Writer(store, self.bank, self.metrics.committed)
        self.rooms: dict[str, Room] = {}
        self.closed: dict[str, str] = {}
        """Tables that could not be restored, and the reason."""
        self.players = Players(store.players(), self)
        self._makers: dict[str, tuple[str, str]] = {}
        """The player and address that created each open table, including tables still being created."""
        self._ticker: asyncio.Task[None] | None = None
        self.background_jobs = BackgroundJobs(
            self.writer, house.outlook, house.hints, house.spots, house.edge, house.limits.hints
        )
        self.request_jobs = RequestJobs(house.work)
        self.plays = BestPlays(house.best_play)
        self.lab = LabQueue(time.monotonic)
        self.services = TableServices(
            house.now, self.writer, self.background_jobs, self.players, house.rng, self.metrics, house.today
        )
        self.writer.on_nicks, self.services.on_lost = self.players.nicks.update, self.forget
        self.cluster = Cluster(self, store) if isinstance(store, SharedStore) else None
        """The cluster of processes that share this store, if any."""
        self.metrics.watch(self)

    async def open(self) -> None:
        """Restore every open table mid-round, or join the cluster if several processes share the store."""
        if self.cluster:
            await self.cluster.open()
        else:
            for setup, shoe, live in await self.writer.read(Store.open_tables):
                await self.restore(setup, shoe, live)
        if self.house.tick_seconds is not None:
            self._ticker = asyncio.create_task(self._tick_on(self.house.tick_seconds))

    async def restore(self, setup: Any, shoe: Any, live: Any, epoch: int = 0) -> Room | None:
        """Restore a stored table and return its room. If it can't be restored, refund its chips and return None."""
        try:
            table = self.services.table_from(setup, shoe, live)
            room = self.rooms[table.setup.id] = Room(self.services, table, epoch)
            await room.ask(lambda: table.restart_clock(self.now()))
        except DealtElsewhere:
            return None
        except Exception as fault:
            log.exception("table %s cannot be reopened; its stakes are returned", setup.get("id"))
            why = fault.reason if isinstance(fault, Refused) else "it could not be read"
            self.closed[setup["id"]] = f"the table could not be restored: {why}; all chips were returned"
            await self._give_back(setup, shoe, live, epoch)
            return None
        return room

    async def _give_back(self, setup: Any, shoe: Any, live: Any, epoch: int) -> None:
        """Close a table that can't be restored: refund its chips and open its shoe if that can be read."""
        table = setup["id"]
        sitters = {Seat(int(seat)): SeatedPlayer(*held).account for seat, held in live["owners"].items()}
        brought = {Seat(int(seat)): chips for seat, chips in live["brought"].items() if chips}
        transfers = tuple(settlement(table, sitters, brought, {}))
        live = {**live, "state": str(State.CLOSED), "brought": {}, "bets": {}}
        closed = CommandWrites(
            table=table, number=live["number"], live=compact(live).decode(), is_open=False, transfers=transfers,
            opened=self.services.opened_shoe(setup, shoe, live), epoch=epoch,
        )  # fmt: skip
        await self.writer.write(closed)

    async def catch_up(self) -> None:
        """Read the changes that other processes have committed."""
        if self.cluster:
            await self.cluster.catch_up()

    async def leave(self) -> None:
        """Hand this process's tables over to the cluster, if any; otherwise they stay open until `close`."""
        if self.cluster:
            await self.cluster.leave()

    async def close(self) -> None:
        """Stop every table where it is. It resumes after the next start."""
        if self._ticker:
            self._ticker.cancel()
            await asyncio.gather(self._ticker, return_exceptions=True)
        for room in self.rooms.values():
            room.stop()
        if self.house.papers:
            self.house.papers.close()
        self.house.on_close()  # running calculations are abandoned
        self.background_jobs.close()
        self.request_jobs.close()
        self.lab.close()
        await self.writer.close()
        shown = asyncio.gather(*(room.wait_until_answered() for room in self.rooms.values()))
        await asyncio.wait([shown], timeout=FINAL_UPDATE_SECONDS)

    async def _tick_on(self, seconds: float) -> None:
        while True:
            due = time.monotonic() + seconds
            await asyncio.sleep(seconds)
            self.metrics.late(max(time.monotonic() - due, 0))
            self.tick()

    def tick(self) -> None:
        """Check the clock of every table, and close those that have been idle for too long."""
        for room in list(self.rooms.values()):
            room.tick()
            idle = not room.viewers and self.now() - room.quiet_since > IDLE_SECONDS
            if idle and room.table.state is not State.DEALING:
                self._close_soon(room)

    def _close_soon(self, room: Room) -> None:
        """Remove a table from the registry and close it in the background."""
        del self.rooms[room.table.setup.id]
        self.background_jobs.run_in_background(self._close_room(room))

    def is_dead(self, room: Room) -> bool:
        """Whether a table has had no viewers for a while, so the lobby no longer lists it."""
        return not room.viewers and self.now() - room.quiet_since > LISTED_SECONDS

    async def _close_room(self, room: Room) -> None:
        """Close a table. If that can't be written, put it back and try again later."""
        name = room.table.setup.id
        try:
            await room.ask(lambda: room.table.close("nobody has been here for a while"))
        except DealtElsewhere:
            self._makers.pop(name, None)
        except Refused:
            self.rooms[name], room.quiet_since = room, self.now()
        else:
            self._makers.pop(name, None)
            room.stop()

    def forget(self, room: Room) -> None:
        """Drop a table that is closed or has moved to another process; its viewers still get the final messages."""
        if self.rooms.get(room.table.setup.id) is room:
            del self.rooms[room.table.setup.id]
            self._makers.pop(room.table.setup.id, None)

    @property
    def former_keys(self) -> Sequence[bytes]:
        """Return the former secrets whose cookies are still accepted."""
        return self.writer.store.key.former_cookies(time.time())

    @property
    def is_shared(self) -> bool:
        """Whether other processes also deal tables of this house."""
        return self.cluster is not None

    def has_chips(self, player: str) -> bool:
        """Whether the player has chips on a table, here or in another process as far as we know."""
        if any(player in room.chips or _has_chips(room.table, player) for room in self.rooms.values()):
            return True
        return self.cluster is not None and any(player in table.holding for table in self.cluster.elsewhere)

    async def new_table(
        self, maker: str, game: Game, rules: Any, clocks: Clocks, private: bool, bots: int, address: str = ""
    ) -> Room:
        """Open a table and seat its bots, leaving at least one seat for its creator."""
        self._check_few_tables(maker, address)
        name = secrets.token_urlsafe(6).replace("-", "a").replace("_", "b").lower()
        self._makers[name] = maker, address
        setup = Setup(name, game, rules, clocks, private)
        await self._open_table(setup)
        room = self.rooms[name]
        if self.house.prepare:
            self.background_jobs.prepare(maker, self.house.prepare, game, rules)
        for seat in range(setup.seats, max(setup.seats - bots, 1), -1):
            await room.ask(partial(_seat_bot, room, Seat(seat), self.now()))
        return room

    def _check_few_tables(self, maker: str, address: str) -> None:
        """Raise if the player, the address or the server has too many tables, unless an abandoned one can be closed."""
        limits, makers = self.house.limits, self._makers.values()
        if sum(who == maker for who, _ in makers) >= limits.player_tables:
            raise Refused("too-many-tables", f"you have {limits.player_tables} tables open: sit down at one of them")
        if sum(bool(address) and where == address for _, where in makers) >= limits.address_tables:
            many = limits.address_tables
            raise Refused("too-many-tables", f"{many} tables are already open from your address: use one of them")
        if len(self.rooms.keys() | self._makers.keys()) < limits.tables:
            return
        forsaken = min((room for room in self.rooms.values() if self._is_abandoned(room)), key=_quiet, default=None)
        if forsaken is None:
            raise Refused("too-many-tables", "the house has its maximum of open tables: sit down at one of them")
        self._close_soon(forsaken)

    def _is_abandoned(self, room: Room) -> bool:
        """Whether a table is idle between rounds with no people seated and no recent viewers."""
        return self.is_dead(room) and not room.table.seats.people() and room.table.state is not State.DEALING

    async def _open_table(self, setup: Setup) -> None:
        table = Table(setup, self.bank, self.house.rng, self.house.today)
        stored, live = compact(setup.as_data()).decode(), self.services.live_text(table)

        def written(error: Exception | None) -> None:
            if error:
                del self._makers[setup.id]
            else:
                self.rooms[setup.id] = Room(self.services, table, epoch=1)

        await self.writer.write(CommandWrites(table=setup.id, setup=stored, live=live, is_open=True), written)

    async def lead(self, scope: Scope, name: str) -> Room | SocketRoute:
        """Return the room for a socket, or hand the socket over to the process that deals the table."""
        if name in self.rooms or self.cluster is None:
            return self.rooms.get(name, SocketRoute.NOWHERE)
        return await self.cluster.lead(scope, name)

    async def table(self, name: str) -> Table:
        """Return a table for reading: the live one, or the last version another process stored."""
        if name not in self.rooms and self.cluster and "\0" not in name:
            for found in await self.writer.read(lambda store: store.open_tables(name)):
                return self.services.table_from(*found)
        return self.room(name).table

    def room(self, name: str) -> Room:
        """Return the room of a table dealt by this process, or raise."""
        if name not in self.rooms:
            why = self.closed.get(name) or f"there is no table {name!r}: it may have been closed"
            raise Refused("no-such-table", why)
        return self.rooms[name]

    async def listing(self, name: str) -> Listing:
        """Return a table's lobby entry."""
        table = await self.table(name)
        room = self.rooms.get(name) or Room(self.services, table)
        return listing(room, is_dead=False)

    def listings(self) -> list[Listing]:
        """Return the lobby entries of the tables dealt by this process."""
        return [listing(room, is_dead=self.is_dead(room)) for room in self.rooms.values()]


def _books_of(house: ServerConfig) -> Store:
    """Open the store, shared with other processes if the configuration has a peer address."""
    if house.peer is None:
        return open_store(house.database)
    return open_shared_store(house.database, secrets.token_hex(8), house.peer)


def _seat_bot(room: Room, seat: Seat, now: float) -> None:
    seat_bot(room.table, seat, now)  # look up the table when the turn runs, because it may have been reloaded


def _quiet(room: Room) -> float:
    return room.quiet_since


def _has_chips(table: Table, player: str) -> bool:
    return any(chips and table.chips.owners[seat].player == player for seat, chips in table.chips.brought.items())
