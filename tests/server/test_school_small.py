"""The school in Chromium: rulings to open, the option that was picked, and a phone after a mistake."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pitboss.games import GAMES
from pitboss.games.rulings import rulings_of
from pitboss.school.lesson import Lesson, Level
from pitboss.school.skills import questions
from server.pages import NewPage, axe_faults

pytestmark = pytest.mark.browser
SEED = 11


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_on_a_phone_the_answers_stay_in_sight_after_a_mistake_and_its_ruling_opens(
    new_page: NewPage, address: str, theme: str
) -> None:
    page, game = new_page(390, 844, theme=theme), GAMES["free-bet"]
    lesson = Lesson(game, game.rules(), SEED, Level.GUIDED)
    lesson.begin()
    page.goto(f"{address.rstrip('/')}/school/free-bet?level=guided&seed={SEED}")
    assert lesson.asks
    wrong = max((one for one in lesson.asks.choices if one.name != lesson.asks.right), key=lambda one: len(one.words))
    page.locator(f"[data-key='choice-{wrong.name}']").click()
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
