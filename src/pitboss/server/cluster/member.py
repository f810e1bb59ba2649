"""This process as a member of the cluster: it sends heartbeats, takes over and releases tables, and lists them all."""

from __future__ import annotations

import asyncio
import logging
import time
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from pitboss.games import GAMES
from pitboss.play.refused import Refused
from pitboss.server.cluster.leases import LEASE_SECONDS, Member
from pitboss.server.cluster.peers import PeerSigner, pass_on
from pitboss.server.cluster.shared_store import SharedStore
from pitboss.server.cluster.socket_relay import Pipe, SocketHandover, handshake_of, head_of
from pitboss.server.http import models
from pitboss.server.store.store import Store
from pitboss.server.tables.direct_line import Handshaking
from pitboss.server.tables.owner import Room
from pitboss.table.finished_round import compact
from pitboss.table.states import State

if TYPE_CHECKING:
    from pitboss.server.tables.registry import TableRegistry


class Listing(Struct):
    """A table's lobby entry."""

    id: str
    game: str
    seats: int
    changed: dict[str, Any]
    sitting: list[tuple[int, str, str, bool]]
    """For each taken seat: its number, the player id, the nickname, and whether it is a bot."""
    holding: list[str]
    """Players with chips on the table."""
    is_listed: bool
    """Whether players without a seat there see it too."""

    def seats_one(self, player: str) -> bool:
        """Whether this player has a seat there."""
        return any(sitter == player and not bot for _, sitter, _, bot in self.sitting)

    def info(self, player: str) -> models.TableInfo:
        """Return the entry as shown to this player."""
        taken = {seat for seat, _, _, _ in self.sitting}
        return models.TableInfo(
            id=self.id, game=self.game, title=GAMES[self.game].title, seats=self.seats, changed=self.changed,
            free=[seat for seat in range(1, self.seats + 1) if seat not in taken],
            people=[nick for _, _, nick, bot in self.sitting if not bot], yours=self.seats_one(player),
        )  # fmt: skip


def listing(room: Room, *, is_dead: bool) -> Listing:
    """Return the lobby entry of a table dealt here, as committed."""
    setup = room.table.setup
    return Listing(
        setup.id, setup.game.name, setup.seats, room.changed,
        [(seat, sitter.player, sitter.nick, sitter.bot) for seat, sitter in room.sitting.items()],
        list(room.chips), not (setup.private or is_dead),
    )  # fmt: skip


def encode_listings(listings: list[Listing]) -> str:
    """Encode lobby entries for other processes."""
    return compact(listings).decode()


_read = Decoder(list[Listing]).decode


def decode_listings(text: str) -> list[Listing]:
    """Decode another process's lobby entries."""
    return _read(text) if text else []


log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 0.5
"""Seconds between heartbeats."""
LATE_SECONDS = 1.5
"""A heartbeat later than this many seconds counts as missed."""
BEATS_PER_LEASE = round(LEASE_SECONDS / HEARTBEAT_SECONDS)
"""Steady heartbeats after which a silent member is presumed gone, rather than stalled along with this process."""
CHECKS_UNTIL_SILENT = 3
"""If a busy machine delays heartbeats, a member is also presumed gone after this many silent checks in a row."""
LOOKUP_TIMEOUT_SECONDS = 10.0
"""Seconds that a browser waits until some process deals its table."""
RETRY_SECONDS = 0.1
TABLE_MOVING = Refused("closing", "another process is taking over this table: reconnect in a moment")


class SocketRoute(Enum):
    """The outcome for a socket whose table is not dealt by this process."""

    NOWHERE = auto()
    """The table is not open."""
    ELSEWHERE = auto()
    """The socket was handed over to the process that deals the table, and is finished here."""


class ClusterSnapshot(NamedTuple):
    """A snapshot of the members and leases."""

    others: list[Member]
    mine: dict[str, int]
    free: list[str]
    silent: frozenset[str]


class Cluster:
    """The cluster as seen by this process. Its own tables are in the registry; this tracks all others."""

    def __init__(self, registry: TableRegistry, store: SharedStore) -> None:
        self._registry, self.member = registry, store.leases.member
        self.peers = PeerSigner(store.key.peers)
        self.elsewhere: list[Listing] = []
        """Lobby entries of the tables dealt by other processes."""
        self._announced: str | None = None
        self._steady, self._last = 0, time.monotonic()
        self._silent, self._looks = frozenset[str](), 0
        self._taking: dict[str, asyncio.Task[Room | None]] = {}
        self._carriers: set[SocketHandover | Pipe] = set()
        self._beating: asyncio.Task[None] | None = None
        self.is_leaving = False

    async def open(self) -> None:
        """Join the cluster and start the heartbeat."""
        await self.beat()
        if self._registry.house.tick_seconds is not None:
            self._beating = asyncio.create_task(self._beat_on())

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self.beat()
            except Refused as fault:
                self._steady = self._looks = 0
                log.info("heartbeat failed: %s", fault.reason)
            except Exception:
                self._steady = self._looks = 0
                log.exception("heartbeat failed")

    async def beat(self) -> None:
        """Renew the lease, drop tables lost to others, and take over a share of the free ones."""
        lobby = encode_listings(self._registry.listings())
        seen = await self._look(lobby if lobby != self._announced else None)
        self._announced = lobby
        now = time.monotonic()
        self._steady = self._steady + 1 if now - self._last < LATE_SECONDS else 0
        self._last = now
        self._looks = self._looks + 1 if seen.silent and seen.silent == self._silent else 1
        self._silent = seen.silent
        self.elsewhere = [one for member in seen.others for one in decode_listings(member.lobby)]
        alive = {member.address for member in seen.others}
        for carrier in [carrier for carrier in self._carriers if carrier.address not in alive]:
            carrier.cut()
        for table in seen.free:
            await self._take(table)

    async def _look(self, lobby: str | None) -> ClusterSnapshot:
        """Query members and leases. The callback compares our rooms with them before a new room could seem lost."""
        silent, looked = self._trusts, asyncio.get_running_loop().create_future()

        def look(store: Store) -> ClusterSnapshot:
            leases = _shared(store).leases
            leases.renew(lobby)
            leases.end_stuck_sessions()
            _shared(store).catch_up()
            return ClusterSnapshot(
                leases.others(), leases.own_tables(), leases.free(silent=silent), leases.expired_members()
            )

        def compare(seen: ClusterSnapshot | None, error: Exception | None) -> None:
            for name, room in list(self._registry.rooms.items()) if seen else []:
                is_closed = room.table.state is State.CLOSED  # no longer leased, but still shown
                if seen and seen.mine.get(name) != room.epoch and not is_closed:
                    room.lose()
            if not looked.cancelled():
                looked.set_exception(Refused("not-read", str(error))) if error else looked.set_result(seen)

        self._registry.writer.put(look, compare)
        seen: ClusterSnapshot = await looked
        return seen

    async def catch_up(self) -> None:
        """Read the changes that other processes have committed."""
        await self._registry.writer.read(lambda store: _shared(store).catch_up())

    @property
    def _trusts(self) -> bool:
        """Whether to trust that silent members are gone: our heartbeat was steady, or we saw them silent repeatedly."""
        return self._steady >= BEATS_PER_LEASE or self._looks >= CHECKS_UNTIL_SILENT

    async def _take(self, table: str) -> Room | None:
        """Take over a free table. Concurrent calls wait for the same attempt."""
        if self.is_leaving:
            raise TABLE_MOVING
        if table not in self._taking:
            taking = self._taking[table] = asyncio.create_task(self._take_now(table))
            taking.add_done_callback(lambda _: self._taking.pop(table))
        return await asyncio.shield(self._taking[table])

    async def _take_now(self, table: str) -> Room | None:
        silent = self._trusts

        if table in self._registry.rooms:
            return self._registry.rooms[table]
        taken = await self._registry.writer.execute(lambda store: _shared(store).take_table(table, silent=silent))
        if taken is None:
            return None
        epoch, (setup, shoe, live) = taken
        return await self._registry.restore(setup, shoe, live, epoch)

    async def find(self, table: str) -> Room | str | None:
        """
        Return the room of a table or the address of its process, or None if it isn't open.

        Raise `Refused` to retry.
        """
        if table in self._registry.rooms:
            return self._registry.rooms[table]
        holder = await self._registry.writer.read(lambda store: _shared(store).leases.holder(table))
        if holder is None or (holder.is_alive and holder.owner != self.member):
            return holder and holder.address
        if room := await self._take(table):
            return room
        raise TABLE_MOVING

    async def lead(self, scope: Scope, table: str) -> Room | SocketRoute:
        """Return the room of a table dealt here; otherwise hand the socket over and wait until it is done."""
        line, deadline = handshake_of(scope), time.monotonic() + LOOKUP_TIMEOUT_SECONDS
        while True:
            try:
                found = await self.find(table)
                if not isinstance(found, str):
                    return found or SocketRoute.NOWHERE
                if line is None or self.peers.client(scope["headers"]):
                    raise TABLE_MOVING  # the process that forwarded it will retry
                head = head_of(scope, self.peers.signed(_caller(scope)))
                if not await self._carry(SocketHandover(found), line, head):
                    await self._carry(Pipe(found), line, head)
                return SocketRoute.ELSEWHERE
            except (Refused, OSError):
                if time.monotonic() > deadline or self.is_leaving or (line and line.transport.is_closing()):
                    raise TABLE_MOVING from None
            await asyncio.sleep(RETRY_SECONDS)

    async def pass_on(self, request: Request, table: str) -> Response | None:
        """Forward a request to the process that deals this table. Return None if that is us or the table is closed."""
        found = None if self.peers.client(request.scope["headers"]) else await self.find(table)
        if not isinstance(found, str):
            return None
        return await pass_on(request, found, self.peers.signed(_caller(request.scope)))

    async def _carry(self, carrier: SocketHandover | Pipe, line: Handshaking, head: bytes) -> bool:
        self._carriers.add(carrier)
        try:
            return await carrier.carry(line, head)
        finally:
            self._carriers.discard(carrier)

    async def leave(self) -> None:
        """Release every table intact. Players reconnect to another process and resume where they were."""
        self.is_leaving = True
        if self._beating:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        await asyncio.gather(*self._taking.values(), return_exceptions=True)
        rooms = list(self._registry.rooms.values())
        for room in rooms:
            room.rest()
        await asyncio.gather(*(room.wait_until_answered() for room in rooms))
        try:
            await self._registry.writer.execute(lambda store: _shared(store).leases.leave())
        except Refused as fault:
            log.warning("the tables were not released; other processes take them when the lease ends: %s", fault.reason)
        for room in rooms:
            room.disconnect_all()
        for carrier in list(self._carriers):
            carrier.cut()


def _caller(scope: Scope) -> str:
    """Return the peer address of a connection."""
    return scope["client"][0] if scope.get("client") else ""


def _shared(store: Store) -> SharedStore:
    """Return the store as a shared store."""
    assert isinstance(store, SharedStore)
    return store
