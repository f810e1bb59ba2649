"""A round of each game on the full-screen table as text frames, written to the docs by `make terminal-pictures`."""

from __future__ import annotations

import asyncio
import html
import re
from collections import defaultdict
from pathlib import Path

from pitboss.games import GAMES, OURS
from pitboss.terminal.full.table_app import TableApp
from pitboss.terminal.play.deal_command import DealOptions, take_seats
from pitboss.terminal.play.game_view import SessionPreferences
from pitboss.terminal.play.typed_answers import read_wagers

PAGE = Path(__file__).resolve().parents[1] / "docs" / "terminal-pictures.md"
SIZES = ((120, 36), (80, 24))
SEATS = 3
ROUNDS = {
    "flop22": (27, "5 ante-2 5 field 5", "both"),
    "flip-it": (14, "red 5 call-8 5 bonus 5", ""),
    "beat-the-dealer": (5, "5 two-card 5 five-card 5", "flop"),
    "roll-your-own": (1, "5", ""),
    "free-bet": (7, "5 pot-of-gold 5 push-22 5", "free-split"),
    "blackjack": (2, "5 perfect-pairs 5 21-plus-3 5", ""),
}
"""Seed and bets of each game's round, and the answer to give whenever it is offered."""
HEAD = """# Terminal pictures

For players.

One round of each game on the full screen, as text, at 120 × 36 and at 80 × 24: the bets, every question and the
result. [pitboss deal](commands/deal.md) explains the keys. `make terminal-pictures` writes this page.
"""
TEXT = re.compile(
    r'<text class="[^"]*" x="([\d.]+)" y="[\d.]+" textLength="[\d.]+" clip-path="[^"]*line-(\d+)\)">(.*?)</text>'
)
CELL_WIDTH = 12.2
"""Width of a column in an exported picture, in the picture's units."""


def frame(app: TableApp, size: tuple[int, int]) -> str:
    """Return the screen as text, extracted from its exported image."""
    lines: dict[int, str] = defaultdict(str)
    for x, line, words in TEXT.findall(app.export_screenshot()):
        column = round(float(x) / CELL_WIDTH)
        lines[int(line)] = lines[int(line)].ljust(column) + html.unescape(words).replace("\xa0", " ")
    return "\n".join(lines[number].rstrip() for number in range(size[1]))


async def frames(name: str, size: tuple[int, int]) -> list[str]:
    """Play a round and return its frames."""
    seed, bets, wanted = ROUNDS[name]
    session, you = take_seats(DealOptions(name, seats=SEATS, seed=seed), GAMES[name], GAMES[name].rules())
    assert you is not None
    app = TableApp(session, you, SessionPreferences(score=False, pace="instant"))
    taken = []
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        placed = read_wagers(bets, app.table.bets)
        assert app.betting is not None
        assert isinstance(placed, dict)
        app.table.check(placed)
        app.betting.replace(placed)
        app.draw()
        await pilot.pause()
        taken.append(frame(app, size))
        await pilot.press("enter")
        await pilot.pause()
        while app.offer is not None:
            taken.append(frame(app, size))
            names = [option.name for option in app.table.options]
            await pilot.press(str(names.index(wanted) + 1 if wanted in names else 1))
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
