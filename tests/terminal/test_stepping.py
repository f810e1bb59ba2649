"""Saved rounds stepped through on the full screen: forward, back, from decision to decision."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.terminal.full.replay_screen import ReplayApp
from terminal.piloted import piloted

Play = Callable[[ReplayApp, Pilot[None]], Awaitable[None]]


def stepping(tmp_path: Path, name: str, play: Play, size: tuple[int, int] = (80, 24)) -> ReplayApp:
    path = tmp_path / "rounds.jsonl"
    args = ["--auto", "--rounds", "2", "--seats", "2", "--seed", "1", "--save", str(path)]
    assert command("deal", name, *args).code == 0
    return piloted(ReplayApp(path.read_text(encoding="utf-8").splitlines()), play, size)


def story(app: ReplayApp) -> str:
    return " ".join(part if isinstance(part, str) else part[0] for line in app.log_lines for part in line)


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])
def test_round_is_stepped_through_forward_and_back(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    async def play(app: ReplayApp, pilot: Pilot[None]) -> None:
        places = [app.at]
        while app.at < len(app.dealt.events):
            await pilot.press("right")
            places.append(app.at)
        assert "Result:" in story(app)
        back = [app.at]
        while app.at:
            await pilot.press("left")
            back.append(app.at)
        assert back == places[::-1]
        await pilot.press("down")
        assert (app.number, app.at) == (1, 0)
        await pilot.press("down", "up")
        assert (app.number, app.at) == (0, 0)

    stepping(tmp_path, name, play, size)


def test_each_decision_shows_the_value_of_each_answer(tmp_path: Path) -> None:
    async def play(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("d")
        assert app.decision is not None
        assert app._worker.prices is not None
        prices = app._worker.prices.result(60)
        assert prices is not None
        assert set(prices.cents) == {option.name for option in app.decision.offer.options[app.asked or app.seat]}
        await pilot.pause(0.4)
        assert all("best" in str(choice.content) or "costs $" in str(choice.content) for choice in app.choices)

    stepping(tmp_path, "flop22", play)


def test_timer_after_the_end_draws_nothing(tmp_path: Path) -> None:
    async def play(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("d")

    app = stepping(tmp_path, "flop22", play)
    app._waits = True
    app._worker.prices = None
    app.look_while_open()
    assert app._waits


def test_hidden_cards_stay_hidden_until_requested(tmp_path: Path) -> None:
    async def play(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("d")
        assert "3 cards face down." in story(app)
        await pilot.press("o")
        assert "3 cards face down." not in story(app)
        before = app.seat
        await pilot.press("s")
        assert app.seat != before

    stepping(tmp_path, "flop22", play)
