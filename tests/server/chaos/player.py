"""An honest player over a real socket: it records acknowledgements and reconnects after every cut."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from pitboss.cards import parse_cards
from pitboss.games import GAMES
from pitboss.play.bots import choose_wagers, least_stake
from pitboss.play.steps import Seat
from server.chaos.seen import ClientView
from server.support.merging import Message, merged

EXPECTED = {
    "not-written", "not-read", "closing", "too-fast", "too-late", "said-already", "bets-closed", "not-now",
    "nothing-asked", "no-wager", "seat-taken", "over-bankroll", "not-seated", "seated-already", "rich-enough",
}  # fmt: skip
"""Errors that an honest player may get during an attack. Any other is a fault."""
HAPPENED = {
    "bet": "bet-placed", "ready": "seat-ready", "say": "seat-spoke", "sit": "seat-taken", "seed": "seed-set",
}  # fmt: skip
"""The event that announces an accepted message to everyone."""


@dataclass(frozen=True)
class Ack:
    """An acknowledgement from the server."""

    player: str
    kind: str
    table: str
    number: int
    """The number of the round."""
    seat: str
    value: Any


def ask(address: str, path: str, cookie: str = "", body: object = None, source: str = "127.0.0.1") -> tuple[Any, str]:
    """Send one HTTP request and return the answer and the cookie. Raise `OSError` unless the status is 2xx."""
    line = HTTPConnection(address, timeout=60, source_address=(source, 0))
    try:
        headers = {"Cookie": cookie, "Content-Type": "application/json"}
        line.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
        answer = line.getresponse()
        text, given = answer.read(), (answer.headers.get("Set-Cookie") or cookie).partition(";")[0]
        if answer.status >= 300:
            raise ConnectionError(f"{path}: {answer.status} {text[:200]!r}")
        return json.loads(text), given
    except HTTPException as error:
        raise ConnectionError(f"{path}: {error!r}") from None
    finally:
        line.close()


class HonestPlayer:
    """One seat at one table; without a seat, a spectator at the rail."""

    def __init__(
        self, address: Callable[[], str], game: str, table: str, cookie: str, rng: Random, *, sits: bool
    ) -> None:
        self._address, self._game, self.table, self.cookie, self._rng, self.sits = (
            address,
            GAMES[game],
            table,
            cookie,
            rng,
            sits,
        )
        self.player = cookie.partition("=")[2].partition(".")[0]
        self.eyes = ClientView(table, self.player)
        self.acks: list[Ack] = []
        self.refused: Counter[str] = Counter()
        self.faults: list[str] = []
        self.taken = self.proofs = self.rebuys = 0
        """Acknowledged messages; proofs of service after a fault; fresh bankrolls."""
        self.rests = False
        """Whether it only proves that it is served, and otherwise waits."""
        self._wants_proof = False
        self._socket: ClientConnection | None = None
        self._state: Message = {}
        self._changed = asyncio.Event()
        self._waits: dict[int, tuple[Message, asyncio.Future[bool]]] = {}
        self._number = 0
        self._is_broke = False

    def prove(self) -> None:
        """Make the player prove that it is served, with a message that is written whatever the table's state."""
        self._wants_proof = True
        self._changed.set()

    def rest(self, *, now: bool) -> None:
        """Pause or resume playing."""
        self.rests = now
        self._changed.set()

    def cut(self) -> None:
        """Drop the connection in the middle of a frame, as if unplugged."""
        if self._socket:
            self._socket.transport.abort()

    async def live(self) -> None:
        """Play forever, reconnecting whenever the connection is cut."""
        while True:
            try:
                async with connect(
                    f"ws://{self._address()}/ws/{self.table}", additional_headers={"Cookie": self.cookie},
                    compression=None, ping_interval=None, open_timeout=60, close_timeout=1, max_size=None,
                ) as socket:  # fmt: skip
                    await self._sit_by(socket)
            except InvalidStatus as error:
                self.faults.append(f"{self.player} is not let in: {error}")
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                self._note_hung_up(error)
            await asyncio.sleep(0.05)

    def _note_hung_up(self, error: Exception) -> None:
        code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None
        if code not in (None, 1001, 1006, 1012, 4029):
            self.faults.append(f"{self.player} was hung up on: {error}")

    async def _sit_by(self, socket: ClientConnection) -> None:
        self._socket, self._state, self._waits = socket, {}, {}
        reading = asyncio.create_task(self._read(socket))
        acting = asyncio.create_task(self._act(socket))
        try:
            await asyncio.wait((reading, acting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._socket = None
            for task in (reading, acting):
                task.cancel()
            results = await asyncio.gather(reading, acting, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _read(self, socket: ClientConnection) -> None:
        async for raw in socket:
            assert isinstance(raw, str)
            frame: Message = json.loads(raw)
            events = self.eyes.look(raw, frame)
            if frame["type"] == "hello":
                self._state = frame
            elif frame["type"] == "update" and self._state:
                self._state = merged(self._state, frame)
            if frame.get("id") in self._waits:
                self._answered(frame, events)
            self._changed.set()

    def _answered(self, frame: Message, events: list[tuple[int, Message]]) -> None:
        asked, waits = self._waits.pop(frame["id"])
        is_done = frame["type"] != "refused"
        if not is_done:
            self.refused[frame["code"]] += 1
            if frame["code"] not in EXPECTED:
                self.faults.append(f"{self.player} was refused {asked}: {frame['code']}, {frame['reason']}")
        elif frame["type"] == "update":
            self._write_down(asked, events)
        if not waits.done():
            waits.set_result(is_done)

    def _write_down(self, asked: Message, events: list[tuple[int, Message]]) -> None:
        """Record an acknowledgement with the round it belongs to."""
        kind, seat = asked["type"], str(asked.get("seat") or self._state["you"]["seat"])
        number = self._state["table"]["number"]
        for at, event in events:
            if event["event"] == HAPPENED[kind] and str(event["seat"]) == seat:
                number = at
                break
        value = {"bet": asked.get("bets"), "say": (asked.get("offer"), asked.get("answer")), "seed": asked.get("seed")}
        self.acks.append(Ack(self.player, kind, self.table, number, seat, value.get(kind)))
        self.taken += 1

    async def _act(self, socket: ClientConnection) -> None:
        while True:
            self._changed.clear()
            move = self._move() if self._state else None
            if self._is_broke:
                await self._buy_in()
            elif move is None:
                await self._changed.wait()
            else:
                is_proof, is_done = self._wants_proof, await self._say(socket, move)
                if is_proof and is_done:
                    self._wants_proof, self.proofs = False, self.proofs + 1
                # the limit is 20 messages a second; after a rejection, wait before retrying
                await asyncio.sleep(self._rng.uniform(0.03, 0.09) if is_done else 0.2)

    async def _say(self, socket: ClientConnection, move: Message) -> bool:
        self._number += 1
        waits: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waits[self._number] = (move, waits)
        await socket.send(json.dumps({**move, "id": self._number}))
        return await waits

    async def _buy_in(self) -> None:
        self._is_broke = False
        with contextlib.suppress(OSError):
            await asyncio.to_thread(ask, self._address(), "/api/me/rebuy", self.cookie, {})
            self.rebuys += 1
        await asyncio.sleep(0.1)
        self._changed.set()

    def _move(self) -> Message | None:
        """Return the next message to send, if any."""
        table, you = self._state["table"], self._state["you"]
        if not self.sits:
            return {"type": "ping"} if self._wants_proof else None
        if you["seat"] is None:
            free = [seat for seat in range(1, self._state["setup"]["seats"] + 1) if str(seat) not in table["seats"]]
            return {"type": "sit", "seat": self._rng.choice(free), "seed": self._seed()} if free else None
        if self._wants_proof:
            return {"type": "seed", "seed": self._seed()}
        if self.rests:
            return None
        held = table["seats"][str(you["seat"])]
        if table["state"] == "betting" and not held["ready"]:
            return self._bet(table, you, held)
        if you["asked"]:
            options = [
                option for option in you["asked"]["options"] if option["cost"] <= you["bankroll"] + you["in_hand"]
            ]
            answer = self._rng.choice(options or you["asked"]["options"][:1])["name"]
            return {"type": "say", "answer": answer, "offer": table["offer"]["number"]}
        return None

    def _bet(self, table: Message, you: Message, held: Message) -> Message | None:
        if held["bets"]:
            return {"type": "ready"}
        rules, board = self._game.rules(), parse_cards(table["board"])
        wagers = choose_wagers(self._game, rules, Seat(you["seat"]), board, you["bankroll"], self._rng)
        if wagers:
            return {"type": "bet", "bets": wagers}
        self._is_broke = you["bankroll"] < max(least_stake(self._game, rules), 1000)
        has_bets = any(other["bets"] for other in table["seats"].values())
        return {"type": "ready"} if has_bets and not self._is_broke else None

    def _seed(self) -> str:
        """Return the next seed. Seeds count up, so that later ones can be recognised."""
        self._number += 1
        return f"seed {self._number:09}"
