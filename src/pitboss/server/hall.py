"""The hall: every table of the house, every player, and the store beneath them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from urllib.parse import urlsplit

from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.play.steps import Seat
from pitboss.server import cookies
from pitboss.server.bank import POOR, Accounts
from pitboss.server.beside import Sideboard, Work
from pitboss.server.desk import Desk
from pitboss.server.door.limits import Limits
from pitboss.server.door.proxies import Proxies
from pitboss.server.lab.desk import LabDesk
from pitboss.server.nicks import clean_nick
from pitboss.server.paperwork import Paperwork
from pitboss.server.plays import BestPlay, BestPlays
from pitboss.server.room import Room
from pitboss.server.score import Outlooks
from pitboss.server.sheet import Writing
from pitboss.server.store import Store, open_store
from pitboss.server.thoughts import Edges, Hints, Spots, Thoughts
from pitboss.server.watch.metrics import Metrics
from pitboss.server.writer import Writer
from pitboss.table.finished import compact
from pitboss.table.money import purse, settlement
from pitboss.table.saved import saved
from pitboss.table.seats import Clocks, Setup, Sitter
from pitboss.table.states import State
from pitboss.table.table import Table

log = logging.getLogger(__name__)
LAST_WORDS = 1.0
"""Seconds that the rooms may take to show what was written when the house closes."""
QUIET_SECONDS = 1800
"""A table that nobody looks at for this long is closed between rounds."""
LISTED_SECONDS = 60
"""For this long a table that nobody looks at is still listed in the lobby, and makes room for no other."""


@dataclass(frozen=True)
class House:
    """How the house is run: where it keeps its books, what time it is, and who shuffles."""

    database: str
    now: Callable[[], float] = time.monotonic
    tick_seconds: float | None = 0.1
    """How often the clocks are looked at; none: `Hall.tick` is called from outside, as the tests do."""
    rng: Random | None = None
    hints: Hints | None = None
    spots: Spots | None = None
    prepare: Callable[[Game, Any], object] | None = None
    """Gets ready to give hints on a game under these rules; called in a thread of its own when a table is opened."""
    edge: Edges | None = None
    outlook: Outlooks | None = None
    papers: Paperwork | None = None
    """Makes reports, sheets and cards beside the tables."""
    best_play: BestPlay | None = None
    """Makes questions of the best play, beside the server."""
    work: Work | None = None
    """Works out what requests ask for; if nobody does, it is done in a thread of this process."""
    url: str | None = None
    """Where players find the house, if a proxy stands in front of it."""
    limits: Limits = field(default_factory=Limits)
    proxies: Proxies = field(default_factory=Proxies)
    watchers: Proxies = field(default_factory=Proxies)
    """Where monitors of the house ask from, besides this machine."""
    on_close: Callable[[], None] = lambda: None

    @property
    def names(self) -> tuple[str, ...]:
        """What else the house is called."""
        return (urlsplit(self.url).hostname or "",) if self.url else ()


class Hall:
    """All rooms; made inside a running event loop."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.now = house.now
        store = open_store(house.database)
        store.take_over()
        self.key = store.key.cookies
        self.bank = Accounts(store.balances())
        self.metrics = Metrics()
        self.writer = Writer(store, self.bank, self.metrics.committed)
        self.rooms: dict[str, Room] = {}
        self.closed: dict[str, str] = {}
        """Tables that could not be opened again, and why."""
        self._nicks = store.players()
        self._makers: dict[str, tuple[str, str]] = {}
        """Who opened each table, or is opening it, and from which address."""
        self._ticker: asyncio.Task[None] | None = None
        self.thoughts = Thoughts(
            self.writer, house.outlook, house.hints, house.spots, house.edge, house.limits.thoughts
        )
        self.beside = Sideboard(house.work)
        self.plays = BestPlays(house.best_play)
        self.lab = LabDesk(time.monotonic)
        self.desk = Desk(house.now, self.writer, self.thoughts, self._nicks, house.rng, self.metrics)
        self.metrics.watch(self)

    async def open(self) -> None:
        """Every table that was open is open again, in the middle of its round."""
        for setup, shoe, live in await self.writer.read(Store.open_tables):
            try:
                await self._reopen(self.desk.table_from(setup, shoe, live))
            except Exception as fault:
                log.exception("table %s cannot be opened again: its stakes go back", setup.get("id"))
                why = fault.reason if isinstance(fault, Refused) else "it could not be read"
                self.closed[setup["id"]] = f"after a restart the table could not go on: {why}; every chip went back"
                await self._give_back(setup["id"], live)
        if self.house.tick_seconds is not None:
            self._ticker = asyncio.create_task(self._tick_on(self.house.tick_seconds))

    async def _reopen(self, table: Table) -> Room:
        room = Room(self.desk, table)
        self.rooms[table.setup.id] = room
        await room.ask(lambda: table.restart_clock(self.now()))
        return room

    async def _give_back(self, table: str, live: Any) -> None:
        """A table that can no longer be read: chips to their owners, and closed."""
        sitters = {Seat(int(seat)): Sitter(*held).account for seat, held in live["owners"].items()}
        brought = {Seat(int(seat)): chips for seat, chips in live["brought"].items() if chips}
        transfers = tuple(settlement(table, sitters, brought, {}))
        live = {**live, "state": str(State.CLOSED), "brought": {}, "bets": {}}
        await self.writer.write(
            Writing(table=table, number=live["number"], live=compact(live).decode(), is_open=False, transfers=transfers)
        )

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
        except Refused:
            self.rooms[name], room.quiet_since = room, self.now()
        else:
            self._makers.pop(name, None)
            room.stop()

    def forget(self, room: Room) -> None:
        """A table that is closed is found by nobody any more; who looks at it still sees that."""
        self.rooms.pop(room.table.setup.id, None)
        self._makers.pop(room.table.setup.id, None)

    # Players

    async def player(self, cookie: str | None) -> str | None:
        """Who holds this cookie, if we signed it and know them."""
        player = cookies.read(cookie, self.key)
        return player if player in self._nicks else None

    async def new_player(self) -> str:
        """A newcomer, with a nickname and play money."""
        player = cookies.new_player()
        await self._write_player(player, self._guest(), grant=True)
        return player

    def _guest(self) -> str:
        """A nickname that nobody else was given, as far as a few tries find one."""
        taken = set(self._nicks.values())
        for many in (9_000, 9_000, 90_000, 900_000, 9_000_000):
            nick = f"Guest {many // 9 + secrets.randbelow(many)}"
            if nick not in taken:
                break
        return nick

    def nick(self, player: str) -> str:
        """What a player is called."""
        return self._nicks[player]

    def name_of(self, trainee: str) -> str:
        """A trainee by nickname, or by the name given at the terminal; a player's id is told to nobody."""
        return self._nicks.get(trainee, trainee)

    async def rename(self, player: str, nick: str) -> None:
        """A new nickname, without anything that could break a line or be taken for the house."""
        await self._write_player(player, clean_nick(nick), grant=False)

    async def rebuy(self, player: str) -> None:
        """A fresh bankroll for who has next to nothing."""
        if not self.may_rebuy(player):
            raise Refused(
                "rich-enough", "you can buy in again when you hold less than $100 and none of it is on a table"
            )
        await self._write_player(player, self.nick(player), grant=True)

    def may_rebuy(self, player: str) -> bool:
        """Whether a player holds too little to go on."""
        at_table = any(player in room.chips or _has_chips(room.table, player) for room in self.rooms.values())
        return self.bank.balance(purse(player)) < POOR and not at_table

    async def _write_player(self, player: str, nick: str, *, grant: bool) -> None:
        transfers = self.bank.grant(player) if grant else []

        def written(error: Exception | None) -> None:
            if not error:
                self._nicks[player] = nick

        await self.writer.write(Writing(player=(player, nick), transfers=transfers), written)

    # Tables

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
            await room.ask(partial(room.seat_bot, Seat(seat)))
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
        kept, live = compact(setup.as_data()).decode(), compact(saved(table)).decode()

        def written(error: Exception | None) -> None:
            if error:
                del self._makers[setup.id]
            else:
                self.rooms[setup.id] = Room(self.desk, table)

        await self.writer.write(Writing(table=setup.id, setup=kept, live=live, is_open=True), written)

    def room(self, name: str) -> Room:
        """The room of this table."""
        if name not in self.rooms:
            why = self.closed.get(name) or f"there is no table {name!r}: it may have been closed"
            raise Refused("no-such-table", why)
        return self.rooms[name]


def _quiet(room: Room) -> float:
    return room.quiet_since


def _has_chips(table: Table, player: str) -> bool:
    return any(chips and table.chips.owners[seat].player == player for seat, chips in table.chips.brought.items())
