"""The socket of a table: one for each viewer, in and out."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from pitboss.play.refused import Refused
from pitboss.server import cookies
from pitboss.server.hall import Hall
from pitboss.server.limits import LONGEST_MESSAGE, Bucket, is_our_host, is_our_origin
from pitboss.server.messages import read_message
from pitboss.server.room import Room, Viewer

router = APIRouter()
POLICY, GONE, TOO_FAST, NOT_FOUND = 1008, 1001, 4029, 4404
MESSAGES_A_SECOND, BURST = 20, 60
MOST_REFUSALS_IN_A_ROW = 50
"""A program that sends nothing but nonsense is hung up on."""


@router.websocket("/ws/{table}")
async def at_the_table(socket: WebSocket, table: str) -> None:
    """Watch a table, and play if you hold a seat."""
    hall: Hall = socket.app.state.hall
    host = socket.headers.get("host", "")
    if not is_our_host(host) or not is_our_origin(socket.headers.get("origin"), host):
        await socket.close(POLICY, "other-origin: only pages of this house may sit down here")
        return
    player = await hall.player(socket.cookies.get(cookies.NAME))
    if player is None:
        await socket.close(POLICY, "no-player: ask GET /api/me for a cookie first")
        return
    await socket.accept()
    if table not in hall.rooms:
        await socket.close(NOT_FOUND, "no-such-table: it may have been closed")
        return
    await _attend(socket, hall, hall.rooms[table], Viewer(player))


async def _attend(socket: WebSocket, hall: Hall, room: Room, viewer: Viewer) -> None:
    room.join(viewer)
    post = asyncio.create_task(_send_on(socket, viewer))
    try:
        await _listen(socket, hall, room, viewer)
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(viewer)
        post.cancel()
        await asyncio.gather(post, return_exceptions=True)


async def _send_on(socket: WebSocket, viewer: Viewer) -> None:
    """Post what the room has for this viewer; a slow line holds up nobody else."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (text := await viewer.outbox.get()) is not None:
            await socket.send_text(text)
        await socket.close(GONE, "come back: you were too far behind, or the house is closing")


async def _listen(socket: WebSocket, hall: Hall, room: Room, viewer: Viewer) -> None:
    allowance, faults = Bucket(MESSAGES_A_SECOND, BURST), 0
    while faults < MOST_REFUSALS_IN_A_ROW:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        try:
            text = _checked(received.get("text"), allowance, hall.now())
            room.hear(viewer, read_message(text))
            faults = 0
        except Refused as refused:
            faults += 1
            viewer.refuse(refused, None)
    await socket.close(TOO_FAST, "too-fast: too many messages that could not be taken")


def _checked(text: str | None, allowance: Bucket, now: float) -> str:
    if not allowance.take(now):
        raise Refused("too-fast", f"at most {MESSAGES_A_SECOND} messages a second: this one was not heard")
    if text is None:
        raise Refused("bad-message", "messages are JSON in text, not bytes")
    if len(text) > LONGEST_MESSAGE:
        raise Refused("too-long", f"a message has at most {LONGEST_MESSAGE} characters, and this one had {len(text)}")
    return text
