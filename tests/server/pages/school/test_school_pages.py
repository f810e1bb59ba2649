"""
The school's pages in Chromium: questions of each skill, progress, the class, and a table test with its certificate.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from helpers.at_the_terminal import command
from pitboss.games import GAMES
from pitboss.school.drawn_scene import scene_of
from pitboss.school.exam.table_test import Exam, Terms
from pitboss.school.lessons.lesson_ask import AskKind
from pitboss.school.lessons.settling import in_chips
from pitboss.school.question import Question
from pitboss.school.skills import questions, skills_of
from server.support.pages import NewPage, axe_faults

pytestmark = pytest.mark.browser
SEED = 5
BEST_PLAY_TIMEOUT_MS = 600_000
"""Milliseconds that a low-priority process may take to make a best-play question."""
ALL_TEN = [("free-bet", skill) for skill in skills_of(GAMES["free-bet"]) if skill != "play"]
ALL_TEN += [("flip-it", "count"), ("flop22", "play")]


def made(game: str, skill: str, seed: int = SEED) -> Question:
    return next(questions(GAMES[game], GAMES[game].rules(), [skill], seed))


def asked_words(question: Question) -> str:
    """Return the question on the page, without the context and what is drawn on the felt."""
    scene = scene_of(question)
    words = str(scene["words"]) if scene else question.question
    found = re.fullmatch(r".*[.!]\s+([^.!]*\?)", words, re.DOTALL)
    return found[1] if found else words


def answer(page: Page, question: Question, *, right: bool = True) -> None:
    """Answer on the page, as a person would, right or wrong."""
    if question.skill == "payout":
        cents = question.right if right else question.right + 700
        page.locator("[data-key=amount]").fill(f"{'-' if cents < 0 else '+'}{abs(cents) / 100:.2f}")
        page.locator("[data-key=amount]").press("Enter")
    elif question.skill == "settle":
        for place, (_, _, act, cents) in enumerate(question.right):
            page.locator(f"[data-key=act-{place}-{act}]").click()
            if act != "push":
                page.locator(f"[data-key=dollars-{place}]").fill(f"{cents / 100 if right else 99:.2f}")
        page.locator("[data-key=say]").click()
    elif question.skill == "spot":
        fault = question.right
        page.locator(f"[data-key=motion-{fault['number'] if right else 1}]").check()
        page.locator(f"[data-key=clause-{question.options.index(fault['clause']) + 1}]").check()
        page.locator("[data-key=cost]").fill(f"{abs(fault['cents']) / 100:.2f}")
        page.locator("[data-key=say]").click()
    elif question.skill == "talk":
        page.locator("[data-key=look]").click()
        page.locator("[data-key=yes]" if right else "[data-key=no]").click()
    else:
        other = next(option for option in question.options if option != str(question.right))
        page.locator(f"[data-key='option-{question.right if right else other}']").click()


@pytest.fixture(scope="module")
def base(address: str) -> str:
    return address.rstrip("/")


@pytest.mark.parametrize(("game", "skill"), ALL_TEN)
def test_wrong_answer_shows_its_clause_and_can_be_retried(new_page: NewPage, base: str, game: str, skill: str) -> None:
    page, question = new_page(), made(game, skill)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/question?" in request.url else None)
    page.goto(f"{base}/school/{game}/quiz?skill={skill}&seed={SEED}")
    expect(page.locator("#ask")).to_have_text(asked_words(question), timeout=BEST_PLAY_TIMEOUT_MS)
    answer(page, question, right=False)
    expect(page.locator("#verdict")).to_contain_text("Not quite. ", timeout=BEST_PLAY_TIMEOUT_MS)
    expect(page.locator(".judged .clause")).to_contain_text(question.clause)
    if skill == "payout":
        expect(page.locator(".judged .clause")).to_contain_text("it would have cost $7")
    page.locator("[data-key=again]").click()
    answer(page, question)
    expect(page.locator("#verdict")).to_contain_text("Right")
    assert len(asked) == 2, "the next question is fetched while this one is answered"
    page.locator("[data-key=next]").click()
    expect(page.locator("#ask")).to_have_text(asked_words(made(game, skill, SEED + 1)), timeout=BEST_PLAY_TIMEOUT_MS)


def test_practice_is_two_clicks_away_and_shows_in_progress_and_class(new_page: NewPage, base: str) -> None:
    page = new_page()
    page.get_by_role("link", name="School").click()
    page.get_by_role("link", name="Legal bets: Flop 22").click()
    expect(page.locator("#ask")).to_be_visible()
    question = made("flop22", "legal")
    page.goto(f"{base}/school/flop22/quiz?skill=legal&seed={SEED}")
    answer(page, question)
    expect(page.locator("#verdict")).to_contain_text("Right")
    page.get_by_role("link", name="Your progress").click()
    expect(page.get_by_role("group", name="Each skill")).to_contain_text("Legal")
    expect(page.get_by_role("group", name="Each clause")).to_contain_text(question.clause)
    expect(page.get_by_role("group", name="Each day")).to_contain_text("100%")
    with page.expect_download() as taken:
        page.get_by_role("link", name="Export my progress").click()
    assert question.fact in Path(taken.value.path()).read_text(encoding="utf-8")
    page.get_by_role("link", name="Back to the school").click()
    expect(page.locator("[data-key=skill-legal]")).to_contain_text("100%")
    page.get_by_role("link", name="For trainers").click()
    page.locator("[data-key=class-name]").fill("Night shift")
    page.locator("[data-key=open-class]").click()
    code = page.locator("[data-key=class-code]").inner_text()
    link = page.url.removeprefix(base)
    page.get_by_role("link", name="School", exact=True).first.click()
    page.locator("[data-key=code]").fill(code)
    page.locator("[data-key=join-class]").click()
    expect(page.locator(".mine")).to_contain_text("You are in Night shift")
    trainer = new_page()
    trainer.goto(f"{base}{link}")
    trainer.locator("[data-key=game]").select_option("flop22")
    expect(trainer.get_by_role("group", name="The class")).to_contain_text("Not yet")
    expect(trainer.get_by_role("columnheader", name="Legal")).to_be_visible()


def test_rules_file_changes_the_questions_and_links_of_its_game(new_page: NewPage, base: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("decks = 2\n", encoding="utf-8")
    page = new_page()
    page.goto(f"{base}/school?game=free-bet")
    page.locator(".house summary").click()
    page.get_by_label("A rules file for Free Bet").set_input_files(file)
    expect(page.locator(".house summary")).to_have_text("Rules: house rules")
    page.get_by_role("link", name="Payouts: Free Bet").click()
    expect(page.locator(".count")).to_contain_text("by house rules")
    assert "decks" in page.url
    page.goto(f"{base}/school/free-bet?level=watch&seed=3&rules=decks%20%3D%202")
    expect(page.locator(".side")).to_contain_text("By house rules")


def sit(page: Page, base: str, *, wrong: int = 0) -> Exam:
    """Take a table test of flip~it in one round, with the first answers wrong."""
    game = GAMES["flip-it"]
    exam = Exam(game, game.rules(), Terms(3, rounds=1))
    page.goto(f"{base}/school/flip-it/test?seed=3&rounds=1")
    page.locator("[data-key=begin]").click()
    while ask := exam.asks:
        expect(page.locator(".side")).to_contain_text(f"{len(exam.answers)} answered")
        answer_given: str | int = ask.right
        if ask.kind is AskKind.PAYOUT:
            for worth, many in in_chips(int(ask.right)).items():
                for _ in range(many):
                    page.locator(f"[data-key='chip-{worth}']").click()
            page.keyboard.press("Enter")  # pays what the clicks have built
        else:
            if len(exam.answers) < wrong:
                answer_given = next(choice.name for choice in ask.choices if choice.name != ask.right)
            page.locator(f'[data-key="choice-{answer_given}"]').click()
        exam.answer(answer_given, 0)
    return exam


@pytest.mark.parametrize(
    ("wrong", "result"), [(0, "100 of 100: passed"), pytest.param(6, "not passed", marks=pytest.mark.slow)]
)
def test_certificate_is_verified_and_rejected_once_altered(
    new_page: NewPage, base: str, tmp_path: Path, wrong: int, result: str
) -> None:
    page = new_page()
    sit(page, base, wrong=wrong)
    expect(page.locator("#ask")).to_contain_text(result)
    page.locator("[data-key=name]").fill("Ada Lovelace")
    with page.expect_download() as download:
        page.locator("[data-key=keep]").click()
    paper = tmp_path / "ada.html"
    download.value.save_as(paper)
    with page.context.expect_page() as opened:
        page.locator("[data-key=print]").click()
    printed = opened.value
    expect(printed.locator("body")).to_contain_text("Examiner: name, signature, date")
    assert printed.evaluate("getComputedStyle(document.querySelector('td')).borderTopStyle") == "solid"
    assert len(printed.pdf().split(b"/Type /Page\n")) <= 3, "the record is one page, two with many errors"
    printed.close()
    assert command("drill", "--check", str(paper)).code == 0
    page.goto(f"{base}/school/trainers")
    page.locator("#paper").set_input_files(paper)
    expect(page.locator(".checked.good")).to_contain_text("Ada Lovelace")
    paper.write_text(paper.read_text(encoding="utf-8").replace("Ada", "Eve", 1), encoding="utf-8")
    page.locator("#paper").set_input_files(paper)
    expect(page.locator(".checked.bad")).to_contain_text("was altered")
    assert command("drill", "--check", str(paper)).code == 2


OPEN_A_CLASS = """fetch("/api/school/classes", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: '{"name": "Night shift"}'
}).then((answer) => answer.json())"""


def test_school_passes_axe(new_page: NewPage, base: str) -> None:
    page = new_page(390, 844)
    faults: list[str] = []
    opened = page.evaluate(OPEN_A_CLASS)
    for path in (
        "/school", "/school/trainers", "/school/free-bet?level=guided&seed=11",
        "/school/free-bet/quiz?skill=spot&seed=5", "/school/free-bet/quiz?skill=settle&seed=5",
        "/school/free-bet/progress", f"/school/join/{opened['code']}", f"/school/class/{opened['key']}",
        "/school/free-bet/test?seed=3",
    ):  # fmt: skip
        page.goto(f"{base}{path}")
        expect(page.locator(".lessons, #ask, .standing").first).to_be_visible()
        faults += axe_faults(page, path)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
    assert faults == []
