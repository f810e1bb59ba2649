"""A full-screen program that a test plays through Textual's pilot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from textual.pilot import Pilot

from pitboss.terminal.full.app import TableApp
from pitboss.terminal.full.replay_screen import ReplayApp

Shown = TypeVar("Shown", TableApp, ReplayApp)


def piloted(app: Shown, play: Callable[[Shown, Pilot[None]], Awaitable[None]], size: tuple[int, int]) -> Shown:
    """The program in a window of this size when all is done; what failed in it fails here."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    asyncio.run(run())
    if app.failed is not None:
        raise app.failed
    return app
