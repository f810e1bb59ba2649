"""The WebSocket endpoint: one socket per viewer of a table, or per page of the lab."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Generic, TypeVar

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Receive, Scope, Send

from pitboss.play.refused import Refused
from pitboss.server.cluster.member import Led
from pitboss.server.gate.gatekeeper import Allowance, Door
from pitboss.server.gate.message_limits import LONGEST_MESSAGE, is_our_host, is_our_origin
from pitboss.server.gate.refusals import turn_away
from pitboss.server.gate.token_buckets import TooFast
from pitboss.server.players import cookies
from pitboss.server.tables.lab_socket import LabClient, read_question
from pitboss.server.tables.line import line_of
from pitboss.server.tables.messages import number_of, read_message
from pitboss.server.tables.owner import GONE, Room
from pitboss.server.tables.registry import Hall
from pitboss.server.tables.viewers import Viewer

M = TypeVar("M")
LAB = "lab"
"""The path of the lab's socket. Names of tables are longer."""
LONGEST_QUESTION = 32_768
"""The maximum length of a message to the lab, which contains house rules or a strategy."""
TOO_FAST, NOT_FOUND = 4029, 4404
LONGEST_REASON = 123
"""Maximum length in bytes of a close reason (RFC 6455, 5.5)."""
MOST_REFUSALS_IN_A_ROW = 50
"""A client is disconnected after this many refused messages in a row."""


async def at_the_table(hall: Hall, door: Door, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one WebSocket: check the origin and cookie, find the table or the lab, and connect the viewer."""
    headers, path = Headers(scope=scope), scope["path"].removeprefix("/ws/")
    host = headers.get("host", "")
    await receive()  # the connect event
    is_ours = is_our_origin(headers.get("origin"), host, hall.house.url)
    if not is_our_host(host, hall.house.names) or not is_ours:
        await turn_away(Refused("other-origin", "only pages of this house may sit down here"), scope, receive, send)
        return
    player = await hall.players.holder(cookie_parser(headers.get("cookie", "")).get(cookies.NAME))
    if player is None:
        await turn_away(Refused("no-player", "ask GET /api/me for a cookie first"), scope, receive, send)
        return
    if path == LAB:
        await send({"type": "websocket.accept"})
        await _attend(hall, door, player, scope, receive, send, None)
        return
    try:
        room = await hall.lead(scope, path)
    except Refused as fault:
        await send({"type": "websocket.accept"})
        await _close(send, GONE, f"{fault.code}: {fault.reason}")
        return
    if room is Led.ELSEWHERE:
        return
    await send({"type": "websocket.accept"})
    if not isinstance(room, Room):
        await _close(send, NOT_FOUND, f"no-such-table: {hall.closed.get(path, 'it may have been closed')}")
        return
    await _attend(hall, door, player, scope, receive, send, room)


async def _attend(
    hall: Hall, door: Door, player: str, scope: Scope, receive: Receive, send: Send, room: Room | None
) -> None:  # fmt: skip
    """Handle the messages of a viewer of a room, or of the lab, until the connection closes."""
    address: str = scope["pitboss.address"]
    try:
        with door.socket(address, player):
            viewer = Viewer(player, line_of(scope, receive, send), hall.metrics.refused)
            listener = partial(Listener, viewer, door.allowance(address, player), door.now)
            if room is None:
                with closing(LabClient(hall, door, viewer, address)) as client:
                    await viewer.line.attend(listener(read_question, client.hear, LONGEST_QUESTION).hear)
            else:
                hear = partial(room.hear, viewer)
                room.join(viewer)
                try:
                    await viewer.line.attend(listener(read_message, hear, LONGEST_MESSAGE).hear)
                finally:
                    room.leave(viewer)
    except TooFast as refused:
        await _close(send, TOO_FAST, f"{refused.code}: {refused.reason}")


async def _close(send: Send, code: int, reason: str) -> None:
    await send(
        {"type": "websocket.close", "code": code, "reason": reason.encode()[:LONGEST_REASON].decode("utf-8", "ignore")}
    )


class Listener(Generic[M]):
    """Parses a viewer's messages, enforces the rate limit and passes them on."""

    def __init__(
        self, viewer: Viewer, allowance: Allowance, now: Callable[[], float], read: Callable[[str], M],
        take: Callable[[M], object], longest: int,
    ) -> None:  # fmt: skip
        self._viewer, self._allowance, self._now, self._read, self._take = viewer, allowance, now, read, take
        self._longest, self._faults = longest, 0

    def hear(self, text: str | None) -> None:
        """Handle one message, valid or not."""
        if self._faults >= MOST_REFUSALS_IN_A_ROW:
            return
        try:
            message = self._read(self._checked(text))
        except Refused as refused:
            self._faults += 1
            self._viewer.refuse(refused, number_of(text))
            if self._faults == MOST_REFUSALS_IN_A_ROW:
                self._viewer.line.hang_up(TOO_FAST, "too-fast: too many messages that could not be taken")
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
