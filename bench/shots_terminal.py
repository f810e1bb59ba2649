"""Screenshots of the full-screen table for every game, phase and window size, written by `make shots`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from playwright.sync_api import sync_playwright
from shots import chromium

from pitboss.games import GAMES
from pitboss.terminal.full.table_app import TableApp
from pitboss.terminal.play.deal_command import DealOptions, take_seats
from pitboss.terminal.play.game_view import SessionPreferences

SHOTS = Path(__file__).resolve().parents[1] / "test-artefacts" / "shots" / "terminal"
SIZES = ((80, 24), (120, 36), (60, 24))
SEATS = 3


async def shoot(name: str, size: tuple[int, int], *, light: bool = False) -> None:
    """Play one round of a game in a window of this size, with a screenshot of each phase."""
    game = GAMES[name]
    session, you = take_seats(DealOptions(name, seats=SEATS, seed=1), game, game.rules())
    assert you is not None
    app = TableApp(session, you, SessionPreferences(score=False, pace="instant"))
    prefix = f"{name}-{size[0]}x{size[1]}{'-light' if light else ''}"
    taken = 0

    def take(phase: str) -> None:
        nonlocal taken
        (SHOTS / f"{prefix}-{taken}-{phase}.svg").write_text(app.export_screenshot(), encoding="utf-8")
        taken += 1

    async with app.run_test(size=size) as pilot:
        if light:
            await pilot.press("f6")
        await pilot.pause()
        take("bets")
        await pilot.press("plus", "enter")
        await pilot.pause()
        while app.offer is not None:
            take("asked")
            await pilot.press(str(min(2, len(app.table.options))) if taken < 4 else "1")
            await pilot.pause()
        take("over")
        await pilot.press("question_mark")
        await pilot.pause()
        take("help")


def as_png() -> None:
    """Convert every screenshot to PNG, and put all of one size on one sheet."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 2000, "height": 800})
        for wide, high in SIZES:
            files = sorted(SHOTS.glob(f"*-{wide}x{high}*.svg"))
            boxes = "".join(f"<figure>{file.stem}<img src='{file.as_uri()}'></figure>" for file in files)
            style = "body{display:grid;grid-template-columns:repeat(4,480px)}img{width:470px}figure{margin:4px}"
            sheet = SHOTS / f"sheet-{wide}x{high}.html"
            sheet.write_text(f"<meta charset=utf-8><style>{style}</style>{boxes}", encoding="utf-8")
            page.goto(sheet.as_uri())
            page.screenshot(path=SHOTS / f"sheet-{wide}x{high}.png", full_page=True)
        browser.close()


def main() -> None:
    """Take all screenshots."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        for size in SIZES:
            asyncio.run(shoot(name, size))
        asyncio.run(shoot(name, SIZES[0], light=True))
    as_png()
    print(f"{len(list(SHOTS.glob('*.svg')))} pictures in {SHOTS}")


if __name__ == "__main__":
    main()
