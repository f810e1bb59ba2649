"""The replay: steps that read like the log of the table, and a felt that stays in sight on every screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import replay_whole
from pitboss.play.steps import Seat
from pitboss.server.players.review import review_of
from server.support.board import TRANSCRIPTS, faults
from server.support.pages import NewPage, click_first, open_table_with, play_out, put_chips, sit

pytestmark = pytest.mark.browser
STEPS = """async (review) => {
    const { stepsOf } = await import("/static/js/table/steps.js");
    return stepsOf(review);
}"""
SCREENS = [(1440, 900), (390, 844), (844, 390)]


def reviewed(path: Path) -> dict[str, Any] | None:
    """Return the review of a golden transcript from its first seat, or None if that seat did not play."""
    record = read_text(path.read_text(encoding="utf-8").split("\n\n", maxsplit=1)[0], GAMES)
    dealt = replay_whole(record)
    seats = sorted(record.wagers)
    body = {
        "record": record.as_data(),
        "table": "t",
        "number": 1,
        "net": {str(seat): 0 for seat in seats},
        "seats": {str(seat): f"Anna{seat}" for seat in seats},
    }
    return review_of(body, Seat(seats[0])).model_dump() if seats and dealt.events else None


@pytest.mark.parametrize("game", list(GAMES))
def test_steps_show_every_answer_where_it_was_asked_and_never_go_back(new_page: NewPage, game: str) -> None:
    page = new_page()
    seen = 0
    for path in sorted((TRANSCRIPTS / game).glob("*.txt")):
        review = reviewed(path)
        if review is None:
            continue
        steps = page.evaluate(STEPS, review)
        shown = [step["events"] for step in steps]
        assert shown == sorted(shown), path.stem
        assert shown[-1] == len(review["events"]), path.stem
        assert [step["asked"]["at"] for step in steps if step.get("asked")] == [one["at"] for one in review["asked"]]
        assert all(step["events"] == step["asked"]["at"] for step in steps if step.get("asked")), path.stem
        assert not [step["text"] for step in steps if re.search(r"\b[Ss]eat \d|undefined|\?\?", step["text"])]
        seen += 1
    assert seen > 0


def finished_round(page: Page, game: str) -> str:
    """Play a round and return the address of its replay."""
    table = open_table_with(page, game)
    sit(page, 3)
    put_chips(page)
    page.locator("[data-key=deal]:enabled").click()
    play_out(page, click_first)
    return f"/replay/{table}/1"


@pytest.mark.parametrize("game", list(GAMES))
def test_felt_of_a_replay_stays_in_sight_on_every_screen(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, at=None)
    page.goto(finished_round(page, game))
    expect(page.locator(".step[aria-current]")).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        last = page.locator(".step").last
        for key in ("Home", "End"):
            page.keyboard.press(key)
            expect(page.locator(".step").first if key == "Home" else last).to_have_attribute("aria-current", "step")
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), (width, key)
            assert page.locator(".replay .stage").bounding_box()["y"] >= 0  # type: ignore[index]
            texts = [fault for fault in faults(page) if fault.startswith(("texts", "small", "money", "wider", "pod"))]
            assert texts == [], (width, key)
