"""The school in Chromium: clauses to open, the chosen option, and a phone after a mistake."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from pitboss.games import GAMES
from pitboss.games.procedure import clauses_of
from pitboss.games.rulings import rulings_of
from pitboss.school.lessons.lesson import Lesson, Level
from pitboss.school.lessons.lesson_ask import AskKind
from pitboss.school.skills import questions
from server.support.pages import NewPage, axe_faults

pytestmark = pytest.mark.browser
SEED = 11


def long_mistake(lesson: Lesson) -> tuple[list[dict[str, Any]], str]:
    """Return the answers up to the longest question, and a wrong answer to it."""
    lesson.begin()
    answers: list[dict[str, Any]] = []
    found: list[tuple[int, int, str]] = []
    while ask := lesson.asks:
        wrong = [choice for choice in ask.choices if choice.name != ask.right]
        if wrong and re.search(r"procedure.*[A-Z]-\d", ask.clause):
            words = sum(len(choice.words) for choice in ask.choices)
            found.append((words + len(ask.hint), len(answers), max(wrong, key=lambda choice: len(choice.words)).name))
        answers.append({"said": int(ask.right) if ask.kind is AskKind.PAYOUT else ask.right, "seconds": 1})
        lesson.answer(ask.right)
    _, place, name = max(found)
    return answers[:place], name


def test_phone_keeps_answers_visible_after_a_mistake_and_opens_clauses(new_page: NewPage, address: str) -> None:
    page, game = new_page(390, 700), GAMES["free-bet"]
    answers, wrong = long_mistake(Lesson(game, game.rules(), SEED, Level.GUIDED))
    at = f"/school/free-bet?level=guided&seed={SEED}"
    stored = json.dumps({"answers": answers})
    page.evaluate("([at, kept]) => sessionStorage.setItem(`school-unfinished-${at}`, kept)", [at, stored])
    page.goto(f"{address.rstrip('/')}{at}")
    page.locator(f"[data-key='choice-{wrong}']").click()
    expect(page.locator(".verdict.bad")).to_be_visible()
    foot = page.locator(".side").bounding_box()
    lowest = page.locator(".option").last.bounding_box()
    assert foot
    assert lowest
    assert lowest["y"] + lowest["height"] <= foot["y"]
    texts = clauses_of(game.name) | {ruling.number: ruling.plain for ruling in rulings_of(game.rules)}
    quoted = page.locator(".verdict .ruling-number").all()
    for number in quoted:
        number.focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog")).to_be_visible()
        parts = page.locator("dialog dt").all_inner_texts()
        expect(page.locator("dialog dd")).to_have_text([line for part in parts for line in texts[part].split("\n")])
        assert axe_faults(page, number.inner_text()) == []
        page.keyboard.press("Escape")
        expect(number).to_be_focused()
    assert len(parts) > 1, "the last one opens all: a clause of the sheet, and a ruling"


def test_chosen_option_is_marked_and_nothing_is_repeated(new_page: NewPage, address: str) -> None:
    page, game = new_page(), GAMES["free-bet"]
    question = next(questions(game, game.rules(), ["read"], SEED))
    page.goto(f"{address.rstrip('/')}/school/free-bet/quiz?skill=read&seed={SEED}")
    other = next(option for option in question.options if option != str(question.right))
    page.locator(f"[data-key='option-{other}']").click()
    expect(page.locator(".option[aria-pressed=true]")).to_have_attribute("data-key", f"option-{other}")
    feedback = page.locator(".judged").inner_text()
    assert feedback.count(question.right_in_words()) == 1


LONG_AGO = """(place) => {
    const key = `school-asked-${place}`;
    const kept = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.setItem(key, JSON.stringify({ ...kept, began: kept.began - 100_000 }));
}"""


def test_reload_does_not_reset_the_clock_in_a_table_test(new_page: NewPage, address: str) -> None:
    page, at = new_page(), "/school/flip-it/test?seed=3&rounds=1"
    page.goto(f"{address.rstrip('/')}{at}")
    page.locator("[data-key=begin]").click()
    page.locator(".option").first.click()
    expect(page.locator(".side")).to_contain_text("1 answered")
    page.evaluate(LONG_AGO, at)
    page.reload()
    expect(page.locator(".side")).to_contain_text("1 answered")
    with page.expect_request("**/api/school/test") as asked:
        page.locator(".option").first.click()
    sent = asked.value.post_data_json
    assert sent
    first, second = sent["answers"]
    assert first["seconds"] < 100 <= second["seconds"]


def test_card_is_shown_before_its_call_and_total_after(new_page: NewPage, address: str) -> None:
    page, game = new_page(), GAMES["free-bet"]
    lesson = Lesson(game, game.rules(), SEED, Level.GUIDED)
    lesson.begin()
    page.goto(f"{address.rstrip('/')}/school/free-bet?level=guided&seed={SEED}")
    while ask := lesson.asks:
        expect(page.locator(".side")).to_contain_text(f"{lesson.answered} answered")
        totals = page.locator(".felt .pill.total").all_text_contents()
        page.locator(f"[data-key='choice-{ask.right}']").click()
        lesson.answer(ask.right)
        if ask.kind is AskKind.CALL:
            expect(page.locator(".side")).to_contain_text(f"{lesson.answered} answered")
            assert sorted(page.locator(".felt .pill.total").all_text_contents()) == sorted([*totals, ask.right])
            return


def test_amount_has_to_be_given_unless_the_bet_pushes(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/school/free-bet/quiz?skill=payout&seed=5")
    page.locator("[data-key=say]").click()
    expect(page.locator("[data-key=amount]:invalid")).to_be_focused()
    page.locator("[data-key=sign-push]").click()
    page.locator("[data-key=say]").click()
    expect(page.locator(".judged")).to_be_visible()


def test_class_page_shows_the_game_that_its_trainees_practise(new_page: NewPage) -> None:
    page, trainee = new_page(), new_page()
    opened = page.request.post("/api/school/classes", data={"name": "Night shift"}).json()
    page.goto(f"/school/class/{opened['key']}")
    expect(page.locator("#game")).to_have_value("flop22")
    trainee.request.post(f"/api/school/classes/{opened['code']}/join")
    trainee.goto("/school/free-bet/quiz?skill=legal&seed=3")
    trainee.locator(".option").first.click()
    expect(trainee.locator(".judged")).to_be_visible()
    expect(page.locator("#game")).to_have_value("free-bet", timeout=30_000)
    expect(page.locator("tbody tr")).to_have_count(1)
