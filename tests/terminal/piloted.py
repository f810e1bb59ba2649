"""A driver that plays a full-screen program through Textual's pilot."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from textual.pilot import Pilot

from pitboss.terminal.full.replay_screen import ReplayApp
from pitboss.terminal.full.table_app import TableApp

Shown = TypeVar("Shown", TableApp, ReplayApp)


def piloted(app: Shown, play: Callable[[Shown, Pilot[None]], Awaitable[None]], size: tuple[int, int]) -> Shown:
    """Run the program in a window of this size and return it when done. Its errors are raised here."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    try:
        asyncio.run(run())
    finally:
        if app.failed is not None:
            raise app.failed
    return app


def load_pictures() -> ModuleType:
    """Load the script that records rounds as text, which can read whole screens."""
    path = Path(__file__).resolve().parents[2] / "bench" / "terminal_pictures.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def text_of(app: Shown) -> list[str]:
    """Return the lines on the screen."""
    return list(load_pictures().frame(app, app.size).splitlines())
