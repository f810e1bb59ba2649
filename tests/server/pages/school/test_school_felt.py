"""The felt of a lesson: what is not called yet is not told, what was paid lies there, and who spoke is seen."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.play.steps import Answered, Settled
from pitboss.school.lessons.lesson import Lesson, Level
from pitboss.school.lessons.lesson_ask import AskKind
from server.support.pages import NewPage

pytestmark = pytest.mark.browser
GAME, SEED = "free-bet", 11


@pytest.fixture(scope="module")
def base(address: str) -> str:
    return address.rstrip("/")


def answers_until(level: Level, stop: Callable[[Lesson], bool]) -> tuple[Lesson, list[dict[str, Any]]]:
    """The lesson dealt without a mistake up to where this holds, and its answers."""
    lesson = Lesson(GAMES[GAME], GAMES[GAME].rules(), SEED, level)
    lesson.begin()
    said: list[dict[str, Any]] = []
    while (ask := lesson.asks) and not stop(lesson):
        told = None if level is Level.WATCH else int(ask.right) if ask.kind is AskKind.PAYOUT else ask.right
        said.append({"said": told, "seconds": 1})
        lesson.answer(ask.right)
    return lesson, said


def take_up(page: Page, base: str, level: Level, said: list[dict[str, Any]]) -> None:
    """Go on with a lesson after these answers."""
    at = f"/school/{GAME}?level={level}&seed={SEED}"
    kept = json.dumps({"answers": said})
    page.evaluate("([at, kept]) => sessionStorage.setItem(`school-unfinished-${at}`, kept)", [at, kept])
    page.goto(f"{base}{at}")


def test_the_dealers_total_is_not_shown_while_it_must_be_called(new_page: NewPage, base: str) -> None:
    page = new_page()
    lesson, said = answers_until(
        Level.GUIDED,
        lambda lesson: bool(
            lesson.asks and lesson.asks.kind is AskKind.CALL and lesson.told[-1].as_data().get("seat") is None
        ),
    )
    take_up(page, base, Level.GUIDED, said)
    expect(page.locator("#ask")).to_contain_text("Call ")
    expect(page.locator(".of-dealer")).to_have_count(0)
    assert lesson.asks
    page.locator(f"[data-key='choice-{lesson.asks.right}']").click()
    expect(page.locator(".of-dealer")).to_have_text(lesson.asks.right)


def test_a_bet_that_won_lies_there_with_its_payout_and_the_log_tells_it_once(new_page: NewPage, base: str) -> None:
    page = new_page()
    lesson, said = answers_until(
        Level.ALONE, lambda lesson: any(isinstance(one, Settled) and one.back > one.stake for one in lesson.told)
    )
    paid = [one for one in lesson.told if isinstance(one, Settled) and one.back > one.stake][-1]
    take_up(page, base, Level.ALONE, said)
    won = page.locator(f".seat[data-seat='{paid.seat}'] :is(.spot, .hand):has(.pill.won)")
    expect(won.locator(".stack").first).to_be_visible()
    expect(won.locator(".pill.won").first).to_have_text(f"+${(paid.back - paid.stake) / 100:g}")
    expect(page.locator(".story .good, .story .bad")).to_have_count(0)


def test_what_a_player_says_is_a_bubble_at_the_seat_and_the_seat_is_lit(new_page: NewPage, base: str) -> None:
    page = new_page()
    lesson, said = answers_until(Level.ALONE, lambda lesson: isinstance(lesson.told[-1], Answered))
    spoken = lesson.told[-1]
    assert isinstance(spoken, Answered)
    take_up(page, base, Level.ALONE, said[:-1])
    page.locator(f"[data-key='choice-{said[-1]['said']}']").click()
    expect(page.locator(".bubble")).to_have_text(spoken.answer.capitalize().replace("-", " "))
    expect(page.locator(".seat.asked")).to_have_attribute("data-seat", str(spoken.seat))


def test_the_way_on_lies_where_go_on_was_and_rests_a_moment(new_page: NewPage, base: str) -> None:
    page = new_page()
    _, said = answers_until(Level.WATCH, lambda _: False)
    take_up(page, base, Level.WATCH, said[:-1])
    before = page.locator("[data-key=go-on]").bounding_box()
    page.locator("[data-key=go-on]").click()
    after = page.locator("[data-key=further]").bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 2
    assert abs(before["x"] + before["width"] / 2 - after["x"] - after["width"] / 2) < 2
    page.locator("[data-key=further]").evaluate("(node) => { node.ariaDisabled = 'true'; node.click(); }")
    expect(page.locator("[data-key=further]")).to_be_visible()
