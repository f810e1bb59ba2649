"""The school in Chromium: reloads, double clicks, and the next step."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.school.lessons.lesson import Lesson, Level
from pitboss.school.lessons.lesson_ask import AskKind
from server.support.pages import NewPage

pytestmark = pytest.mark.browser
GAME, SEED = "flip-it", 11
STORED_LESSON_JS = "JSON.parse(sessionStorage.getItem(`school-unfinished-${location.pathname}${location.search}`))"


@pytest.fixture(scope="module")
def base(address: str) -> str:
    return address.rstrip("/")


def begun(level: Level) -> Lesson:
    lesson = Lesson(GAMES[GAME], GAMES[GAME].rules(), SEED, level)
    lesson.begin()
    return lesson


def answers(lesson: Lesson) -> list[dict[str, Any]]:
    """Return the right answers of a whole lesson, as the page stores them."""
    given: list[dict[str, Any]] = []
    while ask := lesson.asks:
        lesson.answer(ask.right, 1)
        right: str | int | None = int(ask.right) if ask.kind is AskKind.PAYOUT else ask.right
        given.append({"said": None if lesson.level is Level.WATCH else right, "seconds": 1})
    return given


def end(page: Page, base: str, level: Level) -> None:
    """Restore a finished round from session storage."""
    at = f"/school/{GAME}?level={level}&seed={SEED}"
    stored = json.dumps({"answers": answers(begun(level))})
    page.evaluate("([at, kept]) => sessionStorage.setItem(`school-unfinished-${at}`, kept)", [at, stored])
    page.goto(f"{base}{at}")
    expect(page.locator("#ask")).to_contain_text("The round is dealt")


def wrong(lesson: Lesson) -> str:
    assert lesson.asks
    return next(choice.name for choice in lesson.asks.choices if choice.name != lesson.asks.right)


def choose(page: Page, name: str) -> None:
    page.locator(f"[data-key='choice-{name}']").click()


def test_reload_resumes_the_round_with_its_mistakes(new_page: NewPage, base: str) -> None:
    page, lesson = new_page(), begun(Level.ALONE)
    page.goto(f"{base}/school/{GAME}?level=alone&seed={SEED}")
    assert lesson.asks
    for choice, kind in ((wrong(lesson), "bad"), (lesson.asks.right, "good")):
        choose(page, choice)
        lesson.answer(choice)
        expect(page.locator(f".verdict.{kind}")).to_be_visible()
        expect(page.locator(".side")).to_contain_text("1 answered, 1 wrong")
        page.reload()
        expect(page.locator(".side")).to_contain_text("1 answered, 1 wrong")
    assert lesson.asks
    expect(page.locator("#ask")).to_contain_text(lesson.asks.words[1:])
    log = page.locator(".story .own")
    assert log.count() == len(lesson.shown_events) + 1, "all that happened, and that one goes on"
    choose(page, lesson.asks.right)
    expect(page.locator(".side")).to_contain_text("2 answered, 1 wrong")
    page.get_by_role("link", name="Leave the lesson").click()
    expect(page.locator(".lessons")).to_be_visible()
    page.go_back()
    expect(page.locator(".side")).to_contain_text("0 answered")


def test_outdated_answers_restart_the_round(new_page: NewPage, base: str) -> None:
    page, at = new_page(), f"/school/{GAME}?level=alone&seed={SEED}"
    page.evaluate('(at) => sessionStorage.setItem(`school-unfinished-${at}`, \'{"answers":[{"said":"x"}]}\')', at)
    page.goto(f"{base}{at}")
    expect(page.locator(".side")).to_contain_text("0 answered")


def test_reload_keeps_the_table_test_and_leaving_needs_confirmation(new_page: NewPage, base: str) -> None:
    page = new_page()
    page.goto(f"{base}/school/{GAME}/test")
    expect(page.locator("[data-key=ready]")).to_contain_text("Not ready for the table test yet")
    page.locator("[data-key=begin]").click()
    page.locator(".option").first.click()
    expect(page.locator(".side")).to_contain_text("1 answered")
    asked, seed = page.locator("#ask").inner_text(), page.evaluate(STORED_LESSON_JS)["seed"]
    page.reload()
    expect(page.locator(".side")).to_contain_text("1 answered")
    assert page.locator("#ask").inner_text() == asked
    assert page.evaluate(STORED_LESSON_JS)["seed"] == seed
    page.locator("[data-key=leave-test]").click()
    page.locator("[data-key=stay]").click()
    expect(page.locator(".side")).to_contain_text("1 answered")
    page.locator("[data-key=leave-test]").click()
    page.locator("[data-key=really-leave]").click()
    expect(page.locator(".lessons")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-key=begin]")).to_be_visible()


def test_double_click_and_held_key_do_not_answer(new_page: NewPage, base: str) -> None:
    page, lesson = new_page(), begun(Level.ALONE)
    page.goto(f"{base}/school/{GAME}?level=alone&seed={SEED}")
    assert lesson.asks
    names = [choice.name for choice in lesson.asks.choices]
    expect(page.locator(".side")).to_contain_text("0 answered")
    key = str(names.index(lesson.asks.right) + 1)
    page.keyboard.down(key)
    lesson.answer(lesson.asks.right)
    expect(page.locator(".side")).to_contain_text("1 answered, 0 wrong")
    page.locator(f"[data-key='choice-{wrong(lesson)}']").hover()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert lesson.asks.choices[int(key) - 1].name != lesson.asks.right, "else nobody would see it answer"
    page.keyboard.down(key)
    choose(page, lesson.asks.right)
    expect(page.locator(".side")).to_contain_text("2 answered, 0 wrong")


@pytest.mark.parametrize(
    ("level", "first", "second"),
    [
        (Level.WATCH, "Deal one yourself, guided", "Watch another round"),
        (Level.GUIDED, "Deal alone", "A few questions"),
        (Level.ALONE, "Deal against the clock", "Deal another round"),
    ],
)
def test_next_level_is_offered_after_a_round_and_in_the_school(
    new_page: NewPage, base: str, level: Level, first: str, second: str
) -> None:
    page = new_page()
    page.goto(f"{base}/school?game={GAME}")
    onward = page.locator("[data-key=continue]")
    expect(onward).to_have_attribute("href", re.compile("level=watch&"))
    end(page, base, level)
    assert page.locator(".act .button").all_inner_texts()[:2] == [first, second]
    expect(page.locator(".act .button.first")).to_have_text(first)
    assert page.evaluate(STORED_LESSON_JS) is None
    page.locator("[data-key=school]").click()
    levels = [str(one) for one in Level]
    following = levels[levels.index(level) + 1]
    expect(onward).to_have_attribute("href", re.compile(f"level={following}&"))
    expect(page.locator(".path [data-state=now]")).to_have_count(1)
    expect(page.locator(".path [data-state=done]")).to_have_count(levels.index(level) + 1)


def test_due_motions_are_listed_separately_and_link_to_dealing(new_page: NewPage, base: str) -> None:
    page = new_page()
    with page.expect_response("**/api/school/dealt"):
        end(page, base, Level.GUIDED)
    page.goto(f"{base}/school/{GAME}/progress")
    expect(page.locator(".due").first).to_contain_text("No question is due today")
    expect(page.locator(".due").nth(1)).to_contain_text("to master by dealing")
    label = page.locator("[data-key=ready]").inner_text()
    assert re.fullmatch(r"Not ready .*, and nothing due\. So far \d+ of \d+ right; \d+ motions still due\.", label), (
        label
    )
    expect(page.locator("[data-key=deal]")).to_have_attribute("href", re.compile("level=alone&"))
    page.goto(f"{base}/school")
    expect(page.locator(".today")).to_contain_text("to master by dealing")
    assert page.locator("[data-key=due]").count() == 0, "no question would ask them"
    page.locator("[data-key=deal]").click()
    expect(page.locator(".side")).to_contain_text("Alone")
