"""
The WebSockets: `/ws`, one for each viewer of a table, and `/ws/lab`, one for each page of the lab.

A client of the lab sends `ask` (kind, game, rules, wanted, slot) and gets a `lab` message with the same `id` for every
change, until its `state` is `done` or `refused`. A new question for the same `slot` replaces the old one; `stop`
cancels it. See docs/protocol.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, field
from msgspec.json import Decoder
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from pitboss.games import GAMES
from pitboss.play.records.record_reader import game_called
from pitboss.play.refused import Refused
from pitboss.server.cluster.member import SocketRoute
from pitboss.server.gate.gatekeeper import Allowance, Gatekeeper
from pitboss.server.gate.message_limits import MAX_MESSAGE_BYTES, is_our_host, is_our_origin
from pitboss.server.gate.rate_limits import TooFast
from pitboss.server.gate.refusals import refuse_request
from pitboss.server.jobs.lab_queue import LabPlace
from pitboss.server.jobs.lab_tasks import LabKind, checked_input
from pitboss.server.tables.line import line_of
from pitboss.server.tables.messages import Message, Ping, decode, number_of, read_message
from pitboss.server.tables.owner import GOING_AWAY, Room
from pitboss.server.tables.registry import TableRegistry
from pitboss.server.tables.viewers import Viewer

MAX_SLOTS = 16
"""The maximum number of slots per socket."""
Short = Annotated[str, Meta(max_length=40)]


class AskLab(Message, frozen=True, kw_only=True, tag="ask"):
    """Ask a question. The fields are those of `POST /api/lab/ask`."""

    kind: LabKind
    game: Short
    rules: Annotated[str, Meta(max_length=20_000)] = ""
    wanted: dict[str, Any] = field(default_factory=dict)
    slot: Short = ""


class StopLab(Message, frozen=True, kw_only=True, tag="stop"):
    """Cancel the question for this slot."""

    slot: Short = ""


_READER: Decoder[AskLab | StopLab | Ping] = Decoder(AskLab | StopLab | Ping)


def read_question(text: str) -> AskLab | StopLab | Ping:
    """Parse a message to the lab, or raise `Refused` with the reason."""
    return decode(_READER, text)


class LabClient:
    """One socket of the lab. Its questions are cancelled when it closes."""

    def __init__(self, registry: TableRegistry, gatekeeper: Gatekeeper, viewer: Viewer, address: str) -> None:
        self._registry, self._gatekeeper, self._viewer, self._address = registry, gatekeeper, viewer, address
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """The tasks of unanswered questions, by slot. Each reads a question's rules and queues the question."""

    def handle(self, message: AskLab | StopLab | Ping) -> None:
        """Handle one message."""
        match message:
            case AskLab():
                if len(self._tasks.keys() | {message.slot}) > MAX_SLOTS:
                    self._viewer.refuse(Refused("too-fast", f"at most {MAX_SLOTS} questions at a time"), message.id)
                    return
                self._replace(message.slot)
                self._tasks[message.slot] = asyncio.create_task(self._ask(message))
            case StopLab():
                self._replace(message.slot)
        if not isinstance(message, AskLab):
            self._viewer.send({"type": "done", "id": message.id})

    def _replace(self, slot: str) -> None:
        if task := self._tasks.pop(slot, None):
            task.cancel()
        self._registry.lab.stop(self._place(slot))

    def _place(self, slot: str) -> LabPlace:
        return LabPlace(self._address, f"{id(self)} {slot}")

    async def _ask(self, asked: AskLab) -> None:
        def push(state: dict[str, Any]) -> None:
            if state["state"] != "working":
                self._tasks.pop(asked.slot, None)
            self._viewer.send({"type": "lab", "id": asked.id, **state})

        try:
            self._gatekeeper.question(self._address)
            game = game_called(asked.game, GAMES)
            rules = await self._registry.request_jobs.rules(self._address, game, asked.rules)
            question = checked_input(asked.kind, game.name, rules.changed(), asked.wanted)
            push(self._registry.lab.ask(self._place(asked.slot), question, push))
        except Refused as refused:
            push({"state": "refused", "code": refused.code, "reason": refused.reason})

    def close(self) -> None:
        """Cancel every question of this socket."""
        for slot in list(self._tasks):
            self._replace(slot)


M = TypeVar("M")
LAB = "lab"
"""The path of the lab's socket. Table names are longer."""
MAX_QUESTION_BYTES = 32_768
"""The maximum length of a message to the lab, which contains house rules or a strategy."""
TOO_FAST, NOT_FOUND = 4029, 4404
MAX_REASON_BYTES = 123
"""Maximum length in bytes of a close reason (RFC 6455, 5.5)."""
MAX_REFUSALS_IN_A_ROW = 50
"""A client is disconnected after this many refused messages in a row."""


async def at_the_table(
    registry: TableRegistry, gatekeeper: Gatekeeper, scope: Scope, receive: Receive, send: Send
) -> None:
    """Serve one WebSocket: check the origin and cookie, find the table or the lab, and connect the viewer."""
    headers, path = Headers(scope=scope), scope["path"].removeprefix("/ws/")
    host = headers.get("host", "")
    await receive()  # the connect event
    is_ours = is_our_origin(headers.get("origin"), host, registry.house.url)
    if not is_our_host(host, registry.house.names) or not is_ours:
        await refuse_request(
            Refused("other-origin", "only this house's own pages may connect to its tables"), scope, receive, send
        )
        return
    try:
        player = await registry.players.holder(cookie_parser(headers.get("cookie", "")))
        room = await registry.lead(scope, path) if player and path != LAB else None
    except Refused as fault:  # the database doesn't answer, or the table is moving: come back
        await send({"type": "websocket.accept"})
        await _close(send, GOING_AWAY, f"{fault.code}: {fault.reason}")
        return
    if player is None:
        await refuse_request(Refused("no-player", "request GET /api/me first, for a cookie"), scope, receive, send)
        return
    if path == LAB:
        await send({"type": "websocket.accept"})
        await _attend(registry, gatekeeper, player, scope, receive, send, None)
        return
    if room is SocketRoute.ELSEWHERE:
        return
    await send({"type": "websocket.accept"})
    if not isinstance(room, Room):
        await _close(send, NOT_FOUND, f"no-such-table: {registry.closed.get(path, 'it may have been closed')}")
        return
    await _attend(registry, gatekeeper, player, scope, receive, send, room)


async def _attend(
    registry: TableRegistry, gatekeeper: Gatekeeper, player: str, scope: Scope, receive: Receive, send: Send,
    room: Room | None,
) -> None:  # fmt: skip
    """Handle the messages of a viewer of a room, or of the lab, until the connection closes."""
    address: str = scope["pitboss.address"]
    try:
        with gatekeeper.socket(address, player):
            viewer = Viewer(player, line_of(scope, receive, send), registry.metrics.refused)
            listener = partial(Listener, viewer, gatekeeper.allowance(address, player), gatekeeper.now)
            if room is None:
                with closing(LabClient(registry, gatekeeper, viewer, address)) as client:
                    await viewer.line.attend(listener(read_question, client.handle, MAX_QUESTION_BYTES).handle)
            else:
                hear = partial(room.receive, viewer)
                room.join(viewer)
                try:
                    await viewer.line.attend(listener(read_message, hear, MAX_MESSAGE_BYTES).handle)
                finally:
                    room.leave(viewer)
    except TooFast as refused:
        await _close(send, TOO_FAST, f"{refused.code}: {refused.reason}")


async def _close(send: Send, code: int, reason: str) -> None:
    await send(
        {
            "type": "websocket.close",
            "code": code,
            "reason": reason.encode()[:MAX_REASON_BYTES].decode("utf-8", "ignore"),
        }
    )


class Listener(Generic[M]):
    """A handler of one viewer's messages: it parses them, enforces the rate limit and passes them on."""

    def __init__(
        self, viewer: Viewer, allowance: Allowance, now: Callable[[], float], read: Callable[[str], M],
        take: Callable[[M], object], longest: int,
    ) -> None:  # fmt: skip
        self._viewer, self._allowance, self._now, self._read, self._take = viewer, allowance, now, read, take
        self._longest, self._faults = longest, 0

    def handle(self, text: str | None) -> None:
        """Handle one message, valid or not."""
        if self._faults >= MAX_REFUSALS_IN_A_ROW:
            return
        try:
            message = self._read(self._checked(text))
        except Refused as refused:
            self._faults += 1
            self._viewer.refuse(refused, number_of(text))
            if self._faults == MAX_REFUSALS_IN_A_ROW:
                self._viewer.line.close_when_sent(TOO_FAST, "too-fast: too many invalid messages")
        else:
            self._faults = 0
            self._take(message)

    def _checked(self, text: str | None) -> str:
        self._allowance.take(self._now())
        if text is None:
            raise Refused("bad-message", "messages are JSON in text, not bytes")
        if len(text) > self._longest:
            raise Refused("too-long", f"a message has at most {self._longest} characters, and this one had {len(text)}")
        return text
