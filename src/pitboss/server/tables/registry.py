"""The hall: every table of the house, every player, and the store beneath them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from functools import partial
from typing import Any

from starlette.types import Scope

from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server.cluster.leases import DealtElsewhere
from pitboss.server.cluster.member import Floor, Led
from pitboss.server.cluster.shared_store import SharedStore, open_shared_store
from pitboss.server.cluster.table_summaries import Listing, listing
from pitboss.server.config import House
from pitboss.server.jobs.hints import Thoughts
from pitboss.server.jobs.lab_queue import LabDesk
from pitboss.server.jobs.request_jobs import Sideboard
from pitboss.server.players.players import Players
from pitboss.server.school.best_play_questions import BestPlays
from pitboss.server.store.balances import Accounts
from pitboss.server.store.batch import Writing
from pitboss.server.store.store import Store, open_store
from pitboss.server.store.writer import Writer
from pitboss.server.tables.commands import seat_bot
from pitboss.server.tables.owner import Room
from pitboss.server.tables.services import Desk
from pitboss.server.telemetry.metrics import Metrics
from pitboss.table.finished_round import compact
from pitboss.table.seats import Clocks, Setup, Sitter
from pitboss.table.states import State
from pitboss.table.table import Table
from pitboss.table.transfers import settlement

log = logging.getLogger(__name__)
LAST_WORDS = 1.0
"""Seconds that the rooms may take to show what was written when the house closes."""
QUIET_SECONDS = 1800
"""A table that nobody looks at for this long is closed between rounds."""
LISTED_SECONDS = 60
"""For this long a table that nobody looks at is still listed in the lobby, and makes room for no other."""


class Hall:
    """All rooms; made inside a running event loop."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.now = house.now
        store = _books_of(house)
        store.take_over()
        self.key = store.key.cookies
        self.bank = Accounts(store.at_first)
        self.metrics = Metrics()
        self.writer = Writer(store, self.bank, self.metrics.committed)
        self.rooms: dict[str, Room] = {}
        self.closed: dict[str, str] = {}
        """Tables that could not be opened again, and why."""
        self.players = Players(store.players(), self)
        self._makers: dict[str, tuple[str, str]] = {}
        """Who opened each table, or is opening it, and from which address."""
        self._ticker: asyncio.Task[None] | None = None
        self.thoughts = Thoughts(
            self.writer, house.outlook, house.hints, house.spots, house.edge, house.limits.thoughts
        )
        self.beside = Sideboard(house.work)
        self.plays = BestPlays(house.best_play)
        self.lab = LabDesk(time.monotonic)
        self.desk = Desk(house.now, self.writer, self.thoughts, self.players.nicks, house.rng, self.metrics)
        self.writer.on_nicks, self.desk.on_lost = self.players.nicks.update, self.forget
        self.floor = Floor(self, store) if isinstance(store, SharedStore) else None
        """The other processes that deal here, if any."""
        self.metrics.watch(self)

    async def open(self) -> None:
        """Every table that was open is open again, in the middle of its round: here, or at one of several processes."""
        if self.floor:
            await self.floor.open()
        else:
            for setup, shoe, live in await self.writer.read(Store.open_tables):
                await self.open_again(setup, shoe, live)
        if self.house.tick_seconds is not None:
            self._ticker = asyncio.create_task(self._tick_on(self.house.tick_seconds))

    async def open_again(self, setup: Any, shoe: Any, live: Any, epoch: int = 0) -> Room | None:
        """A table as the store has it; if it can no longer be dealt its stakes go back."""
        try:
            table = self.desk.table_from(setup, shoe, live)
            room = self.rooms[table.setup.id] = Room(self.desk, table, epoch)
            await room.ask(lambda: table.restart_clock(self.now()))
        except DealtElsewhere:
            return None
        except Exception as fault:
            log.exception("table %s cannot be opened again: its stakes go back", setup.get("id"))
            why = fault.reason if isinstance(fault, Refused) else "it could not be read"
            self.closed[setup["id"]] = f"after a restart the table could not go on: {why}; every chip went back"
            await self._give_back(setup, shoe, live, epoch)
            return None
        return room

    async def _give_back(self, setup: Any, shoe: Any, live: Any, epoch: int) -> None:
        """A table that can no longer be read: chips to their owners, its shoe opened if it can be dealt, and closed."""
        table = setup["id"]
        sitters = {Seat(int(seat)): Sitter(*held).account for seat, held in live["owners"].items()}
        brought = {Seat(int(seat)): chips for seat, chips in live["brought"].items() if chips}
        transfers = tuple(settlement(table, sitters, brought, {}))
        live = {**live, "state": str(State.CLOSED), "brought": {}, "bets": {}}
        closed = Writing(
            table=table, number=live["number"], live=compact(live).decode(), is_open=False, transfers=transfers,
            opened=self.desk.opened_shoe(setup, shoe, live), epoch=epoch,
        )  # fmt: skip
        await self.writer.write(closed)

    async def catch_up(self) -> None:
        """Know what other processes have written by now."""
        if self.floor:
            await self.floor.catch_up()

    async def leave(self) -> None:
        """Let other processes go on with the tables, if there are any; else they stay until the house closes."""
        if self.floor:
            await self.floor.leave()

    async def close(self) -> None:
        """Stop every table where it is; it goes on after the next start."""
        if self._ticker:
            self._ticker.cancel()
            await asyncio.gather(self._ticker, return_exceptions=True)
        for room in self.rooms.values():
            room.stop()
        if self.house.papers:
            self.house.papers.close()
        self.house.on_close()  # what is being worked out ends without an answer
        self.thoughts.close()
        self.beside.close()
        self.lab.close()
        await self.writer.close()
        shown = asyncio.gather(*(room.wait_until_answered() for room in self.rooms.values()))
        await asyncio.wait([shown], timeout=LAST_WORDS)

    async def _tick_on(self, seconds: float) -> None:
        while True:
            due = time.monotonic() + seconds
            await asyncio.sleep(seconds)
            self.metrics.late(max(time.monotonic() - due, 0))
            self.tick()

    def tick(self) -> None:
        """Look at every clock once."""
        for room in list(self.rooms.values()):
            room.tick()
            idle = not room.viewers and self.now() - room.quiet_since > QUIET_SECONDS
            if idle and room.table.state is not State.DEALING:
                self._close_soon(room)

    def _close_soon(self, room: Room) -> None:
        """Nobody finds the table any more; it is closed in its turn."""
        del self.rooms[room.table.setup.id]
        self.thoughts.think(self._close_room(room))

    def is_dead(self, room: Room) -> bool:
        """Whether nobody has looked at a table for a while: it is no longer listed, and will be closed."""
        return not room.viewers and self.now() - room.quiet_since > LISTED_SECONDS

    async def _close_room(self, room: Room) -> None:
        """Close a table; if that cannot be written it stays open, and is closed another time."""
        name = room.table.setup.id
        try:
            await room.ask(lambda: room.table.close("nobody was here any more"))
        except DealtElsewhere:
            self._makers.pop(name, None)
        except Refused:
            self.rooms[name], room.quiet_since = room, self.now()
        else:
            self._makers.pop(name, None)
            room.stop()

    def forget(self, room: Room) -> None:
        """A table that is closed, or dealt elsewhere, is no longer found here; its viewers still see that."""
        if self.rooms.get(room.table.setup.id) is room:
            del self.rooms[room.table.setup.id]
            self._makers.pop(room.table.setup.id, None)

    @property
    def is_shared(self) -> bool:
        """Whether other processes deal tables of this house too."""
        return self.floor is not None

    def has_chips(self, player: str) -> bool:
        """Whether chips of this player lie on a table: here, or as far as is known at another process."""
        if any(player in room.chips or _has_chips(room.table, player) for room in self.rooms.values()):
            return True
        return self.floor is not None and any(player in table.holding for table in self.floor.elsewhere)

    async def new_table(
        self, maker: str, game: Game, rules: Any, clocks: Clocks, private: bool, bots: int, address: str = ""
    ) -> Room:
        """Open a table; bots sit where they leave the maker a seat."""
        self._check_few_tables(maker, address)
        name = secrets.token_urlsafe(6).replace("-", "a").replace("_", "b").lower()
        self._makers[name] = maker, address
        setup = Setup(name, game, rules, clocks, private)
        await self._open_table(setup)
        room = self.rooms[name]
        if self.house.prepare:
            self.thoughts.prepare(maker, self.house.prepare, game, rules)
        for seat in range(setup.seats, max(setup.seats - bots, 1), -1):
            await room.ask(partial(_seat_bot, room, Seat(seat), self.now()))
        return room

    def _check_few_tables(self, maker: str, address: str) -> None:
        """Refuse a table where this player, this address or the house has enough; one that nobody uses makes room."""
        limits, makers = self.house.limits, self._makers.values()
        if sum(who == maker for who, _ in makers) >= limits.player_tables:
            raise Refused("too-many-tables", f"you have {limits.player_tables} tables open: sit down at one of them")
        if sum(bool(address) and where == address for _, where in makers) >= limits.address_tables:
            many = limits.address_tables
            raise Refused("too-many-tables", f"{many} tables are open that were opened from your address: use one")
        if len(self.rooms.keys() | self._makers.keys()) < limits.tables:
            return
        forsaken = min((room for room in self.rooms.values() if self._is_forsaken(room)), key=_quiet, default=None)
        if forsaken is None:
            raise Refused("too-many-tables", "there are enough tables open: sit down at one of them")
        self._close_soon(forsaken)

    def _is_forsaken(self, room: Room) -> bool:
        """Whether nobody sits at a table or has looked at it for a while."""
        return self.is_dead(room) and not room.table.seats.people() and room.table.state is not State.DEALING

    async def _open_table(self, setup: Setup) -> None:
        table = Table(setup, self.bank, self.house.rng)
        kept, live = compact(setup.as_data()).decode(), self.desk.live_text(table)

        def written(error: Exception | None) -> None:
            if error:
                del self._makers[setup.id]
            else:
                self.rooms[setup.id] = Room(self.desk, table, epoch=1)

        await self.writer.write(Writing(table=setup.id, setup=kept, live=live, is_open=True), written)

    async def lead(self, scope: Scope, name: str) -> Room | Led:
        """The room of this table for a socket, which is handed on if another process deals it."""
        if name in self.rooms or self.floor is None:
            return self.rooms.get(name, Led.NOWHERE)
        return await self.floor.lead(scope, name)

    async def table(self, name: str) -> Table:
        """This table, to look at: as it is here, or as another process wrote it last."""
        if name not in self.rooms and self.floor and "\0" not in name:
            for found in await self.writer.read(lambda store: store.open_tables(name)):
                return self.desk.table_from(*found)
        return self.room(name).table

    def room(self, name: str) -> Room:
        """The room of this table, if it is dealt here."""
        if name not in self.rooms:
            why = self.closed.get(name) or f"there is no table {name!r}: it may have been closed"
            raise Refused("no-such-table", why)
        return self.rooms[name]

    async def listing(self, name: str) -> Listing:
        """What the lobby tells of this table."""
        table = await self.table(name)
        room = self.rooms.get(name) or Room(self.desk, table)
        return listing(room, is_dead=False)

    def listings(self) -> list[Listing]:
        """What the lobby tells of the tables that are dealt here."""
        return [listing(room, is_dead=self.is_dead(room)) for room in self.rooms.values()]


def _books_of(house: House) -> Store:
    """The books, alone or shared with other processes."""
    if house.peer is None:
        return open_store(house.database)
    return open_shared_store(house.database, secrets.token_hex(8), house.peer)


def _seat_bot(room: Room, seat: Seat, now: float) -> None:
    seat_bot(room.table, seat, now)  # the table as it is in its turn


def _quiet(room: Room) -> float:
    return room.quiet_since


def _has_chips(table: Table, player: str) -> bool:
    return any(chips and table.chips.owners[seat].player == player for seat, chips in table.chips.brought.items())
