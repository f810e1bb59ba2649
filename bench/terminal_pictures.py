"""A round of each game on the full-screen table as text frames: `make terminal-pictures` writes the docs page."""

from __future__ import annotations

import asyncio
import html
import re
from collections import defaultdict
from pathlib import Path

from pitboss.games import GAMES, OURS
from pitboss.terminal.full.app import TableApp
from pitboss.terminal.play.deal_command import DealWishes, take_seats
from pitboss.terminal.play.game_view import Tastes

PAGE = Path(__file__).resolve().parents[1] / "docs" / "terminal-pictures.md"
SIZES = ((120, 36), (80, 24))
SEATS, SEED = 3, 3
HEAD = """# Terminal pictures

A round of each game on the full screen, at 120 × 36 and at 80 × 24, as text: the bets, the first question if there is
one, and the result. `make terminal-pictures` writes this page. How to play is on the page of
[deal](commands/deal.md).
"""
TEXT = re.compile(
    r'<text class="[^"]*" x="([\d.]+)" y="[\d.]+" textLength="[\d.]+" clip-path="[^"]*line-(\d+)\)">(.*?)</text>'
)
CELL_WIDTH = 12.2
"""Columns of an exported picture are this many units wide."""


def frame(app: TableApp, size: tuple[int, int]) -> str:
    """Return the screen as text, read from its exported picture."""
    lines: dict[int, str] = defaultdict(str)
    for x, line, words in TEXT.findall(app.export_screenshot()):
        column = round(float(x) / CELL_WIDTH)
        lines[int(line)] = lines[int(line)].ljust(column) + html.unescape(words).replace("\xa0", " ")
    return "\n".join(lines[number].rstrip() for number in range(size[1]))


async def frames(name: str, size: tuple[int, int]) -> list[str]:
    """Play a round and return its frames."""
    session, you = take_seats(DealWishes(name, seats=SEATS, seed=SEED), GAMES[name], GAMES[name].rules())
    assert you is not None
    app = TableApp(session, you, Tastes(score=False, pace="instant"))
    taken = []
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("2", "plus")
        await pilot.pause()
        taken.append(frame(app, size))
        await pilot.press("enter")
        await pilot.pause()
        if app.offer is not None:
            taken.append(frame(app, size))
        while app.offer is not None:
            await pilot.press(str(min(2, len(app.table.options))) if len(app.table.options) == 2 else "1")
            await pilot.pause()
        taken.append(frame(app, size))
    return taken


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for name in OURS:
        parts.append(f"\n## {GAMES[name].title}\n")
        for size in SIZES:
            parts += [f"\n```text\n{shown}\n```\n" for shown in asyncio.run(frames(name, size))]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.name}")
