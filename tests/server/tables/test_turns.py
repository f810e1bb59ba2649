"""What waits at a table is bounded, whoever sends it and however long the books take."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event

import pytest

from pitboss.server.tables.messages import Ping
from pitboss.server.tables.turns import MOST_EACH, Turn, Turns
from pitboss.server.tables.viewers import Viewer
from server.tables.test_owner import Posted, seated


def test_who_says_more_than_can_wait_is_told_so_and_the_rest_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with seated(tmp_path, 2) as (hall, room, [(one, line), (two, other)]):
            go_on = Event()
            stuck = asyncio.create_task(hall.writer.read(lambda _store: go_on.wait(30)))
            await asyncio.sleep(0.1)  # the writer has it in hand
            for number in range(MOST_EACH + 3):
                room.hear(one, Ping(id=number))
            room.hear(two, Ping(id=7))
            refused = [await line.next() for _ in range(3)]
            assert [(told["id"], told["code"]) for told in refused] == [
                (number, "too-fast") for number in range(MOST_EACH, MOST_EACH + 3)
            ]
            for _ in range(50):  # the clocks are looked at all the time
                room.table.deadline = -1.0
                room.tick()
            assert len(room._waiting._waiting) == MOST_EACH + 2
            room.table.deadline = None
            go_on.set()
            await stuck
            assert (await other.next())["id"] == 7
            assert [(await line.next())["id"] for _ in range(MOST_EACH)] == list(range(MOST_EACH))
            room.hear(one, Ping(id=1))
            assert (await line.next())["type"] == "done"

    asyncio.run(play())


def test_a_table_with_too_much_to_do_hears_nobody_but_lets_everyone_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with seated(tmp_path, 1) as (_, room, [(viewer, line)]):
            monkeypatch.setattr("pitboss.server.tables.turns.MOST", 0)
            room.hear(viewer, Ping(id=1))
            assert (await line.next())["code"] == "busy"
            late = Viewer("someone", gone := Posted())
            room.join(late)
            assert b"say it again in a moment" in await gone.posted.get()
            room.leave(viewer)
            await room.wait_until_answered()
            assert room.viewers == set()

    asyncio.run(play())


def test_a_turn_that_is_put_back_is_counted_as_before() -> None:
    turns, viewer = Turns(), Viewer("ann", Posted())
    for _ in range(3):
        turns.put(Turn(lambda: None, lambda _fault: None, viewer))
    taken = turns.take()
    assert (len(taken), viewer.waiting) == (1, 2)
    turns.put_back(taken)
    assert viewer.waiting == 3
