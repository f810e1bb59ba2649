"""The table test: reproducible from its seed, marked by section, with a tamper-evident certificate."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from helpers.at_the_terminal import command
from pitboss.games import GAMES, OURS
from pitboss.play.refused import Refused
from pitboss.school.exam.certificate import checked, written
from pitboss.school.exam.table_test import Exam, Terms
from pitboss.school.irregularities import irregularities
from pitboss.school.lessons.lesson_ask import AskKind

TERMS = Terms(5, rounds=2)


def take_exam(name: str, terms: Terms = TERMS, wrong_each: int = 0) -> Exam:
    """Take a test with every `wrong_each`th answer wrong."""
    exam = Exam(GAMES[name], GAMES[name].rules(), terms)
    while ask := exam.asks:
        answer: str | int = ask.right
        if wrong_each and len(exam.answers) % wrong_each == 0:
            others = [choice.name for choice in ask.choices if choice.name != ask.right]
            answer = int(ask.right) + 100 if ask.kind is AskKind.PAYOUT else others[0]
        exam.answer(answer, 4.0)
    return exam


@pytest.mark.parametrize("name", OURS)
def test_passed_and_failed_tests_both_give_a_valid_certificate(name: str) -> None:
    for exam, passes in ((take_exam(name), True), (take_exam(name, wrong_each=3), False)):
        assert exam.marks()["passed"] is passes
        page = written(exam, "Ada <&> Lovelace", "2026-11-17")
        record = checked(page, GAMES)
        assert record["marks"]["passed"] is passes
        assert record["name"] == "Ada <&> Lovelace"
        assert "<&>" not in page.split("<script")[0]
        assert all(mistake.clause in page for mistake in exam.mistakes if "&" not in mistake.clause)


def test_seed_fixes_the_test_and_every_irregularity_is_in_it() -> None:
    for name in OURS:
        first, second = take_exam(name), take_exam(name)
        assert first.answers == second.answers
        asked = len(irregularities(name)) + 4 * (name != "flip-it") + 3 * (name == "flip-it")
        incidents = [answer for answer, _ in first.answers if answer in ("give-back", "floor", "leave")]
        assert len(incidents) >= 3
        assert len(first.answers) > asked
        assert take_exam(name, Terms(6, rounds=2)).answers != first.answers


def test_altered_certificate_is_rejected() -> None:
    page = written(take_exam("flop22", wrong_each=4), "Ada Lovelace", "2026-11-17")
    mark = re.search(r"(\d+) of 100", page)
    assert mark
    altered = [
        page.replace("Ada Lovelace", "Bob", 1),
        page.replace("Ada Lovelace", "Bob"),
        page.replace(mark[0], "100 of 100"),
        page.replace("not passed", "passed"),
        page.replace('"passed": false', '"passed": true'),
        page.replace("2026-11-17", "2025-01-01", 1),
        re.sub(r'"mark": \d+', '"mark": 99', page),
        re.sub(r'"seed": \d+', '"seed": 77', page),
        re.sub(r"<li>.*?</li>", "<li>none</li>", page, count=1),
        page.replace("</body>", "<p>well done</p></body>"),
        page[: len(page) // 2],
        "",
    ]
    for text in altered:
        assert text != page
        with pytest.raises(Refused):
            checked(text, GAMES)
    assert checked(page, GAMES)


def test_table_test_at_the_terminal(tmp_path: Path) -> None:
    paper = tmp_path / "ada.html"
    exam = Exam(GAMES["flip-it"], GAMES["flip-it"].rules(), Terms(3, rounds=1))
    typed = []
    while ask := exam.asks:
        names = [choice.name for choice in ask.choices]
        cents = int(ask.right) if ask.kind is AskKind.PAYOUT else 0
        typed.append(
            f"{cents // 100}.{cents % 100:02}" if ask.kind is AskKind.PAYOUT else str(names.index(ask.right) + 1)
        )
        exam.answer(ask.right, 1.0)
    args = ("drill", "flip-it", "--test", "--name", "Ada", "--out", str(paper), "--seed", "3", "--rounds", "1")
    done = command(*args, typed="\n".join(typed) + "\n")
    assert done.code == 0, done.err
    assert "100 of 100, passed" in done.out
    assert "The certificate was not altered" in command("drill", "--check", str(paper)).out
    paper.write_text(paper.read_text(encoding="utf-8").replace("Ada", "Eve", 1), encoding="utf-8")
    refused = command("drill", "--check", str(paper))
    assert refused.code == 2
    assert "was altered" in refused.err
    left = command(*args, typed="q\n")
    assert "no certificate" in left.err
    assert "needs --name" in command("drill", "flip-it", "--test").err
    assert "cannot be read" in command("drill", "--check", str(tmp_path / "none.html")).err


def test_record_is_plain_json() -> None:
    page = written(take_exam("free-bet"), "Ada", "2026-11-17")
    body = re.search(r'id="record">(.*?)</script>', page, re.S)
    assert body
    record = json.loads(body[1])
    assert {"name", "game", "rules_hash", "date", "marks", "mistakes", "answers"} <= record.keys()
    assert "Examiner" in page
