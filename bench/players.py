"""Load-test players. They share the machine with the server, so they parse no more than they need."""

from __future__ import annotations

import asyncio
import base64
import os
import random
import secrets
import time
from collections import deque
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import Decoder, encode

_ALL_BETS = {"ante-1": 100, "ante-2": 100, "ante-3": 100}


class Place(NamedTuple):
    """The address and seat of one player."""

    source: str
    table: str
    cookie: str
    seat: int


class Run:
    """State shared by all players."""

    def __init__(self, wanted: int, pace: float) -> None:
        self.wanted, self.pace = wanted, pace
        self.times: list[float] = []
        self.taken = 0
        """Number of accepted messages: bets, ready messages and answers. Each was written before it was shown."""
        self.refused: dict[str, int] = {}

    @property
    def is_over(self) -> bool:
        """Return whether there are enough answers."""
        return len(self.times) >= self.wanted


class Seen(Struct):
    """The fields of a seat that a player needs."""

    bets: dict[str, int]
    ready: bool


class Offer(Struct):
    """The current offer."""

    number: int


class Table(Struct):
    """The fields of the table that a player needs, as far as they changed."""

    state: str | UnsetType = UNSET
    offer: Offer | UnsetType | None = UNSET
    seats: dict[str, Seen | None] = {}


class You(Struct):
    """The fields about the player itself, as far as they changed."""

    bankroll: int | UnsetType = UNSET
    asked: object = UNSET


class ServerMessage(Struct):
    """One server message, without the fields that no player here needs."""

    type: str
    id: int | None = None
    code: str = ""
    table: Table | UnsetType = UNSET
    you: You | UnsetType = UNSET


_read = Decoder(ServerMessage).decode


def framed(text: bytes, kind: int = 0x81) -> bytes:
    """Frame a short text as a client does, with an all-zero mask (RFC 6455, 5.2)."""
    return bytes((kind, 0x80 + len(text), 0, 0, 0, 0)) + text


def handshake(address: str, table: str, cookie: str) -> bytes:
    """Return the handshake a browser sends to watch a table."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    ).encode()


class Line(asyncio.Protocol):
    """A socket that drains every frame and queues those that concern the player."""

    def __init__(self, head: bytes) -> None:
        self._head, self._rest, self._is_open = head, b"", False
        self._heard: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self.is_gone = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Send the handshake for the table."""
        self.transport = transport
        transport.write(self._head)

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle a connection closed by the server."""
        self.is_gone = True
        self._wake()

    def data_received(self, data: bytes) -> None:
        """Receive frames, whole or in part."""
        data = self._rest + data if self._rest else data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            self._is_open = bool(end)
            if not end:
                data = head
            elif b" 101 " not in head[:16]:
                self.transport.abort()
                return
        self._rest = self._read(data) if self._is_open else data

    def _read(self, data: bytes) -> bytes:
        """Consume every complete frame and return the rest."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start = at + (4 if size == 126 else 10)
                size = int.from_bytes(data[at + 2 : start], "big")
            if start + size > end:
                break
            self._take(data[at], data[start : start + size])
            at = start + size
        return data[at:]

    def _take(self, kind: int, text: bytes) -> None:
        """Handle a message or a ping. Ignore updates about other seats that need no reaction."""
        if kind == 0x81:
            if not text.endswith(b'"you":{}}') or b'"state":' in text:
                self._heard.append(text)
                self._wake()
        elif kind == 0x89:
            self.transport.write(framed(text, 0x8A))
        else:
            self.transport.abort()

    def _wake(self) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> bytes:
        """Return the next message that concerns this player."""
        while not self._heard:
            if self.is_gone:
                raise ConnectionError("the house has hung up")
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._heard.popleft()


class Player:
    """One seat and the state it was last shown."""

    def __init__(self, line: Line, run: Run, seat: int) -> None:
        self.line, self.run, self.seat, self.number = line, run, str(seat), 0
        self.state, self.offer, self.bankroll = "", 0, 0
        self.asked: object = None
        self.own: Seen | None = None

    async def next(self) -> ServerMessage:
        """Return the next message after applying its changes."""
        message = _read(await self.line.next())
        if message.table is not UNSET:
            self._look_at(message.table)
        if message.you is not UNSET:
            self.bankroll = self.bankroll if message.you.bankroll is UNSET else message.you.bankroll
            self.asked = self.asked if message.you.asked is UNSET else message.you.asked
        return message

    def _look_at(self, table: Table) -> None:
        if table.state is not UNSET:
            self.state = table.state
        if table.offer is not UNSET:
            self.offer = table.offer.number if table.offer else 0
        if self.seat in table.seats:
            self.own = table.seats[self.seat]

    async def say(self, kind: str, **fields: object) -> bool:
        """Send a message and return whether it was accepted."""
        self.number += 1
        self.line.transport.write(framed(encode({"type": kind, **fields, "id": self.number})))
        while True:
            message = await self.next()
            if message.type == "refused":
                self.run.refused[message.code] = self.run.refused.get(message.code, 0) + 1
            if message.id == self.number:
                self.run.taken += message.type != "refused"
                return message.type != "refused"

    async def play(self) -> None:
        """Bet, get ready and answer, until there are enough answers or the chips are gone."""
        await self.next()  # the initial table state: sending before it arrives is an error
        await self.say("sit", seat=int(self.seat))
        while not self.run.is_over:
            if self.state == "betting" and self.own and not self.own.ready:
                if not self.own.bets:
                    if self.bankroll < sum(_ALL_BETS.values()):
                        return
                    await self.say("bet", bets=_ALL_BETS)
                await self.say("ready", seed=secrets.token_hex(16))  # a new seed for each shuffle, as on the page
            elif self.asked:
                await asyncio.sleep(self.run.pace * random.uniform(0.5, 1.5))
                start = time.perf_counter()
                if await self.say("say", answer="none", offer=self.offer):
                    self.run.times.append(time.perf_counter() - start)
            else:
                await self.next()


async def play(run: Run, address: str, place: Place) -> None:
    """Run one player from joining until there are enough answers."""
    host, _, port = address.partition(":")
    line = Line(handshake(address, place.table, place.cookie))
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: line, host, int(port), local_addr=(place.source, 0))
    try:
        await Player(line, run, place.seat).play()
    finally:
        line.transport.abort()
