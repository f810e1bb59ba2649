"""The school room: a whole round of each game dealt by hand, with mouse, keyboard and touch."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.play.steps import Voided
from pitboss.school.lessons.lesson import Lesson, Level
from pitboss.school.lessons.lesson_ask import AskKind
from pitboss.school.lessons.settling import COLOURS, in_chips
from server.support.pages import NewPage

SEED = 11
pytestmark = pytest.mark.browser


def every_other_game(first: int) -> list[Any]:
    """Return all games as parameters: every other one from the first on, and the rest for the slow tests."""
    return [pytest.param(game, marks=[pytest.mark.slow] * ((number - first) % 2)) for number, game in enumerate(GAMES)]


def lesson_of(game: str, level: Level = Level.GUIDED) -> Lesson:
    """Return the lesson that the page shows, started."""
    lesson = Lesson(GAMES[game], GAMES[game].rules(), SEED, level)
    lesson.begin()
    return lesson


def with_mouse(page: Page, lesson: Lesson) -> None:
    """Give the right answer by clicking what is on the screen."""
    ask = lesson.asks
    assert ask is not None
    if ask.kind is AskKind.PAYOUT:
        for worth, many in in_chips(int(ask.right)).items():
            for _ in range(many):
                page.locator(f"[data-key='chip-{worth}']").click()
        page.locator("[data-key=pay]").click()
    else:
        page.locator(f"[data-key='choice-{ask.right}']").click()


def with_keys(page: Page, lesson: Lesson) -> None:
    """Give the right answer with the keyboard alone."""
    ask = lesson.asks
    assert ask is not None
    if ask.kind is AskKind.PAYOUT:
        for worth, many in in_chips(int(ask.right)).items():
            for _ in range(many):
                page.keyboard.press(str(list(COLOURS).index(worth) + 1))
        page.keyboard.press("Enter")
    else:
        names = [choice.name for choice in ask.choices]
        page.keyboard.press(str(names.index(ask.right) + 1))


def deal(page: Page, lesson: Lesson, answer: Any) -> None:
    """Deal the round to its end, checking that each question on the page is the lesson's."""
    while ask := lesson.asks:
        count = lesson.answered
        if lesson.level is not Level.WATCH:
            expect(page.locator(".side")).to_contain_text(f"{count} answered")
        expected = ask.reason if lesson.level is Level.WATCH else ask.words
        expect(page.locator("#ask")).to_contain_text(expected[1:])
        answer(page, lesson)
        lesson.answer(ask.right)
    is_void = any(isinstance(event, Voided) for event in lesson.shown_events)
    expect(page.locator("#ask")).to_contain_text(f"The round is {'void' if is_void else 'dealt'}")


@pytest.mark.parametrize("game", GAMES)
def test_round_is_dealt_with_the_mouse_and_a_mistake_shows_its_clause(
    new_page: NewPage, address: str, game: str
) -> None:
    page, lesson = new_page(), lesson_of(game)
    page.get_by_role("link", name="School").click()
    page.locator(f"[data-key=choose-{game}]").click()
    page.get_by_role("link", name=f"Guided: {GAMES[game].title}").click()
    expect(page.locator("#ask")).to_be_visible()
    page.goto(f"{address.rstrip(chr(47))}/school/{game}?level=guided&seed={SEED}")
    ask = lesson.asks
    assert ask is not None
    wrong = next(choice.name for choice in ask.choices if choice.name != ask.right)
    page.locator(f"[data-key='choice-{wrong}']").click()
    verdict = lesson.answer(wrong)
    expect(page.locator(".verdict.bad")).to_contain_text(verdict.words[1:])
    assert verdict.words[1:] not in page.locator(".story").inner_text(), "what was wrong is told once"
    page.locator(".verdict .ruling-number").last.click()
    expect(page.locator("dialog")).to_contain_text(verdict.clause)
    page.keyboard.press("Escape")
    deal(page, lesson, with_mouse)
    expect(page.locator("#ask")).to_contain_text(f"{lesson.answered} answers, 1 mistake of procedure.")


@pytest.mark.parametrize("game", every_other_game(0))
def test_round_is_dealt_with_the_keyboard_alone(new_page: NewPage, address: str, game: str) -> None:
    page, lesson = new_page(), lesson_of(game, Level.ALONE)
    page.goto(f"{address.rstrip(chr(47))}/school/{game}?level=alone&seed={SEED}")
    deal(page, lesson, with_keys)
    expect(page.locator("#ask")).to_contain_text(f"all {lesson.answered} answers were right")


@pytest.mark.parametrize("game", every_other_game(1))
def test_round_is_dealt_on_a_phone(new_page: NewPage, address: str, game: str) -> None:
    page, lesson = new_page(390, 844), lesson_of(game, Level.ACT_UP)
    page.goto(f"{address.rstrip(chr(47))}/school/{game}?level=act-up&seed={SEED}")
    deal(page, lesson, with_mouse)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390


def test_watching_a_round_needs_one_button(new_page: NewPage, address: str) -> None:
    page, lesson = new_page(), lesson_of("flip-it", Level.WATCH)
    page.goto(f"{address.rstrip(chr(47))}/school/flip-it?level=watch&seed={SEED}")
    deal(page, lesson, lambda page, lesson: page.locator("[data-key=go-on]").click())
    expect(page.locator(".side")).not_to_contain_text("answered")


def asked(address: str, **wanted: object) -> dict[str, Any]:
    """Return the server's response for this lesson."""
    body = json.dumps({"game": "beat-the-dealer", "seed": SEED, **wanted}).encode()
    request = Request(f"{address}/api/school/lesson", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def test_lesson_is_replayed_from_its_answers_without_hidden_cards(address: str) -> None:
    lesson = lesson_of("beat-the-dealer")
    answers: list[dict[str, str]] = []
    while ask := lesson.asks:
        shown = asked(address.rstrip("/"), answers=answers)
        assert shown["ask"]["words"] == ask.words
        assert not {"right", "reason", "costs"} & shown["ask"].keys()
        face_down = [event for event in shown["events"] if event["event"] == "dealt" and event.get("face") != "up"]
        assert all(event["card"] == "??" for event in face_down)
        answers.append({"said": ask.right})
        lesson.answer(ask.right)
    assert asked(address.rstrip("/"), answers=answers, seen=len(lesson.shown_events))["events"] == []


def test_dealing_alone_explains_only_new_motions(new_page: NewPage, address: str) -> None:
    page, watched = new_page(), lesson_of("flip-it", Level.WATCH)
    alone = f"{address.rstrip(chr(47))}/school/flip-it?level=alone&seed={SEED}"
    page.goto(alone)
    expect(page.locator("#ask .hint")).to_contain_text("New: ")
    page.goto(alone.replace("alone", "watch"))
    with page.expect_response("**/api/school/dealt"):
        deal(page, watched, lambda page, lesson: page.locator("[data-key=go-on]").click())
    page.goto(alone)
    expect(page.locator("#ask")).to_contain_text("What next?")
    expect(page.locator("#ask .hint")).to_have_count(0)
