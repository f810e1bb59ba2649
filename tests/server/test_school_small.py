"""The school in Chromium: rulings to open, the option that was picked, and a phone after a mistake."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from pitboss.games import GAMES
from pitboss.games.rulings import rulings_of
from pitboss.school.ask import AskKind
from pitboss.school.lesson import Lesson, Level
from pitboss.school.skills import questions
from server.pages import NewPage, axe_faults

pytestmark = pytest.mark.browser
SEED = 11


def long_mistake(lesson: Lesson) -> tuple[list[dict[str, Any]], str]:
    """The answers up to the question of most words, and a wrong answer to it."""
    lesson.begin()
    said: list[dict[str, Any]] = []
    found: list[tuple[int, int, str]] = []
    while ask := lesson.asks:
        wrong = [choice for choice in ask.choices if choice.name != ask.right]
        if wrong and re.search(r"[A-Z]-\d", ask.hint):
            words = sum(len(choice.words) for choice in ask.choices)
            found.append((words + len(ask.hint), len(said), max(wrong, key=lambda choice: len(choice.words)).name))
        said.append({"said": int(ask.right) if ask.kind is AskKind.PAYOUT else ask.right, "seconds": 1})
        lesson.answer(ask.right)
    _, place, name = max(found)
    return said[:place], name


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_on_a_phone_the_answers_stay_in_sight_after_a_mistake_and_its_ruling_opens(
    new_page: NewPage, address: str, theme: str
) -> None:
    page, game = new_page(390, 700, theme=theme), GAMES["free-bet"]
    said, wrong = long_mistake(Lesson(game, game.rules(), SEED, Level.GUIDED))
    at = f"/school/free-bet?level=guided&seed={SEED}"
    kept = json.dumps({"answers": said})
    page.evaluate("([at, kept]) => sessionStorage.setItem(`school-unfinished-${at}`, kept)", [at, kept])
    page.goto(f"{address.rstrip('/')}{at}")
    page.locator(f"[data-key='choice-{wrong}']").click()
    expect(page.locator(".verdict.bad")).to_be_visible()
    foot = page.locator(".side").bounding_box()
    lowest = page.locator(".option").last.bounding_box()
    assert foot
    assert lowest
    assert lowest["y"] + lowest["height"] <= foot["y"]
    number = page.locator(".act .ruling-number").first
    text = {ruling.number: ruling.plain for ruling in rulings_of(game.rules)}[number.inner_text()]
    number.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog p")).to_have_text(text)
    assert axe_faults(page, "a ruling") == []
    page.keyboard.press("Escape")
    expect(number).to_be_focused()


def test_the_option_that_was_picked_is_marked_and_nothing_is_said_twice(new_page: NewPage, address: str) -> None:
    page, game = new_page(), GAMES["free-bet"]
    question = next(questions(game, game.rules(), ["read"], SEED))
    page.goto(f"{address.rstrip('/')}/school/free-bet/quiz?skill=read&seed={SEED}")
    other = next(option for option in question.options if option != str(question.right))
    page.locator(f"[data-key='option-{other}']").click()
    expect(page.locator(".option[aria-pressed=true]")).to_have_attribute("data-key", f"option-{other}")
    told = page.locator(".judged").inner_text()
    assert told.count(question.right_in_words()) == 1
