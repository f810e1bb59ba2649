"""The felt of a lesson: uncalled totals are hidden, payouts are shown, and the speaker is highlighted."""

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
    """Play the lesson without mistakes until the condition holds, and return its answers."""
    lesson = Lesson(GAMES[GAME], GAMES[GAME].rules(), SEED, level)
    lesson.begin()
    answers: list[dict[str, Any]] = []
    while (ask := lesson.asks) and not stop(lesson):
        answer = None if level is Level.WATCH else int(ask.right) if ask.kind is AskKind.PAYOUT else ask.right
        answers.append({"said": answer, "seconds": 1})
        lesson.answer(ask.right)
    return lesson, answers


def resume_lesson(page: Page, base: str, level: Level, answers: list[dict[str, Any]]) -> None:
    """Continue a lesson after these answers."""
    at = f"/school/{GAME}?level={level}&seed={SEED}"
    stored = json.dumps({"answers": answers})
    page.evaluate("([at, kept]) => sessionStorage.setItem(`school-unfinished-${at}`, kept)", [at, stored])
    page.goto(f"{base}{at}")


def test_dealer_total_is_hidden_while_it_must_be_called(new_page: NewPage, base: str) -> None:
    page = new_page()
    lesson, answers = answers_until(
        Level.GUIDED,
        lambda lesson: bool(
            lesson.asks and lesson.asks.kind is AskKind.CALL and lesson.shown_events[-1].as_data().get("seat") is None
        ),
    )
    resume_lesson(page, base, Level.GUIDED, answers)
    expect(page.locator("#ask")).to_contain_text("Call ")
    expect(page.locator(".of-dealer")).to_have_count(0)
    assert lesson.asks
    page.locator(f"[data-key='choice-{lesson.asks.right}']").click()
    expect(page.locator(".of-dealer")).to_have_text(lesson.asks.right)


def test_winning_bet_shows_its_payout_and_is_logged_once(new_page: NewPage, base: str) -> None:
    page = new_page()
    lesson, answers = answers_until(
        Level.ALONE,
        lambda lesson: any(isinstance(one, Settled) and one.back > one.stake for one in lesson.shown_events),
    )
    paid = [one for one in lesson.shown_events if isinstance(one, Settled) and one.back > one.stake][-1]
    resume_lesson(page, base, Level.ALONE, answers)
    won = page.locator(f".seat[data-seat='{paid.seat}'] :is(.spot, .hand):has(.pill.won)")
    expect(won.locator(".stack").first).to_be_visible()
    expect(won.locator(".pill.won").first).to_have_text(f"+${(paid.back - paid.stake) / 100:g}")
    expect(page.locator(".story .good, .story .bad")).to_have_count(0)


def test_player_speech_is_a_bubble_at_the_highlighted_seat(new_page: NewPage, base: str) -> None:
    page = new_page()
    lesson, answers = answers_until(Level.ALONE, lambda lesson: isinstance(lesson.shown_events[-1], Answered))
    spoken = lesson.shown_events[-1]
    assert isinstance(spoken, Answered)
    resume_lesson(page, base, Level.ALONE, answers[:-1])
    page.locator(f"[data-key='choice-{answers[-1]['said']}']").click()
    expect(page.locator(".bubble")).to_have_text(spoken.answer.capitalize().replace("-", " "))
    expect(page.locator(".seat.asked")).to_have_attribute("data-seat", str(spoken.seat))


def test_next_button_takes_the_place_of_continue_and_can_be_disabled(new_page: NewPage, base: str) -> None:
    page = new_page()
    _, answers = answers_until(Level.WATCH, lambda _: False)
    resume_lesson(page, base, Level.WATCH, answers[:-1])
    before = page.locator("[data-key=go-on]").bounding_box()
    page.locator("[data-key=go-on]").click()
    after = page.locator("[data-key=further]").bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 2
    assert abs(before["x"] + before["width"] / 2 - after["x"] - after["width"] / 2) < 2
    page.locator("[data-key=further]").evaluate("(node) => { node.ariaDisabled = 'true'; node.click(); }")
    expect(page.locator("[data-key=further]")).to_be_visible()
