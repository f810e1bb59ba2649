"""The table test: fixed for its seed, marked under its heads, and its paper cannot be altered unseen."""

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


def taken(name: str, terms: Terms = TERMS, wrong_each: int = 0) -> Exam:
    """A test in which every so many answers are wrong."""
    exam = Exam(GAMES[name], GAMES[name].rules(), terms)
    while ask := exam.asks:
        said: str | int = ask.right
        if wrong_each and len(exam.answers) % wrong_each == 0:
            others = [choice.name for choice in ask.choices if choice.name != ask.right]
            said = int(ask.right) + 100 if ask.kind is AskKind.PAYOUT else others[0]
        exam.answer(said, 4.0)
    return exam


@pytest.mark.parametrize("name", OURS)
def test_a_passed_and_a_failed_test_both_leave_a_paper_that_holds(name: str) -> None:
    for exam, passes in ((taken(name), True), (taken(name, wrong_each=3), False)):
        assert exam.marks()["passed"] is passes
        page = written(exam, "Ada <&> Lovelace", "2026-11-17")
        record = checked(page, GAMES)
        assert record["marks"]["passed"] is passes
        assert record["name"] == "Ada <&> Lovelace"
        assert "<&>" not in page.split("<script")[0]
        assert all(mistake.clause in page for mistake in exam.mistakes if "&" not in mistake.clause)


def test_the_test_is_fixed_for_its_seed_and_holds_every_irregularity() -> None:
    for name in OURS:
        first, second = taken(name), taken(name)
        assert first.answers == second.answers
        asked = len(irregularities(name)) + 4 * (name != "flip-it") + 3 * (name == "flip-it")
        incidents = [said for said, _ in first.answers if said in ("give-back", "floor", "leave")]
        assert len(incidents) >= 3
        assert len(first.answers) > asked
        assert taken(name, Terms(6, rounds=2)).answers != first.answers


def test_every_alteration_of_the_paper_is_refused() -> None:
    page = written(taken("flop22", wrong_each=4), "Ada Lovelace", "2026-11-17")
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


def test_the_whole_way_at_the_terminal(tmp_path: Path) -> None:
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
    assert "The paper is as it was written" in command("drill", "--check", str(paper)).out
    paper.write_text(paper.read_text(encoding="utf-8").replace("Ada", "Eve", 1), encoding="utf-8")
    refused = command("drill", "--check", str(paper))
    assert refused.code == 2
    assert "was altered" in refused.err
    left = command(*args, typed="q\n")
    assert "no paper" in left.err
    assert "needs --name" in command("drill", "flip-it", "--test").err
    assert "cannot be read" in command("drill", "--check", str(tmp_path / "none.html")).err


def test_the_record_is_json_that_anyone_can_read() -> None:
    page = written(taken("free-bet"), "Ada", "2026-11-17")
    body = re.search(r'id="record">(.*?)</script>', page, re.S)
    assert body
    record = json.loads(body[1])
    assert {"name", "game", "rules_hash", "date", "marks", "mistakes", "answers"} <= record.keys()
    assert "Examiner" in page
