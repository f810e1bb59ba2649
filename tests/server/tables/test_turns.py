"""Bounded queues at a table, whoever sends and however slow the database is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest

from pitboss.server.tables.messages import Ping
from pitboss.server.tables.turns import MAX_PER_VIEWER, Turn, Turns
from pitboss.server.tables.viewers import Viewer
from server.tables.test_owner import RecordingConnection, seated


def test_messages_over_the_queue_limit_are_rejected_and_the_rest_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with seated(tmp_path, 2) as (registry, room, [(one, line), (two, other)]):
            is_busy, go_on = Event(), Event()

            def wait_in_the_writer(_store: object) -> bool:
                is_busy.set()
                return go_on.wait(300)

            stuck = asyncio.create_task(registry.writer.read(wait_in_the_writer))
            await asyncio.to_thread(is_busy.wait)
            for number in range(MAX_PER_VIEWER + 3):
                room.receive(one, Ping(id=number))
            room.receive(two, Ping(id=7))
            refused = [await line.next() for _ in range(3)]
            assert [(error["id"], error["code"]) for error in refused] == [
                (number, "too-fast") for number in range(MAX_PER_VIEWER, MAX_PER_VIEWER + 3)
            ]
            for _ in range(50):  # the timers run all the time
                room.table.deadline = -1.0
                room.tick()
            assert len(room._waiting._waiting) == MAX_PER_VIEWER + 2
            room.table.deadline = None
            go_on.set()
            await stuck
            assert (await other.next())["id"] == 7
            assert [(await line.next())["id"] for _ in range(MAX_PER_VIEWER)] == list(range(MAX_PER_VIEWER))
            room.receive(one, Ping(id=1))
            assert (await line.next())["type"] == "done"

    asyncio.run(play())


def test_overloaded_table_rejects_messages_but_lets_players_leave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (_, room, [(viewer, line)]):
            monkeypatch.setattr("pitboss.server.tables.turns.MAX_QUEUED", 0)
            room.receive(viewer, Ping(id=1))
            assert (await line.next())["code"] == "busy"
            late = Viewer("someone", gone := RecordingConnection())
            room.join(late)
            assert b"overloaded and dropped your message: send it again in a moment" in await gone.posted.get()
            room.leave(viewer)
            await room.wait_until_answered()
            assert room.viewers == set()

    asyncio.run(play())


def test_requeued_turn_keeps_its_count() -> None:
    turns, viewer = Turns(), Viewer("ann", RecordingConnection())
    for _ in range(3):
        turns.put(Turn(lambda: None, lambda _fault: None, viewer))
    taken = turns.take()
    assert (len(taken), viewer.waiting) == (1, 2)
    turns.put_back(taken)
    assert viewer.waiting == 3
