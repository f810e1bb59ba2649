"""Exactly one answer of every question is right, worked out from nothing but what is shown, by the rule sheets."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from pitboss.games import GAMES, OURS
from pitboss.school.irregularities import FLOOR, every_case
from pitboss.school.question import Question
from pitboss.school.skills import questions, skills_of
from school.checker import cases, money, order, spot, table
from school.checker.shown import Shown

CHOICES = {
    "read": table.read, "legal": table.legal, "count": table.count, "order": order.right_moves,
    "irregular": cases.irregular,
}  # fmt: skip
"""Skills with options: the checker finds those that are right."""
CHECKED = ("payout", "settle", "spot", "talk", *CHOICES)
PAIRS = [(name, skill) for name in OURS for skill in skills_of(GAMES[name]) if skill in CHECKED]
HANDOUTS = Path(__file__).parents[2] / "docs" / "procedures"


def shown(game: str, question: Question) -> Shown:
    """What a trainee sees: neither the record nor the right answer."""
    words = question.shown or question.options
    told = [("", event["text"]) for event in question.more.get("told", ())]
    return Shown(game, question.skill, question.question, list(zip(question.options, words, strict=True)), told)


def is_agreed(game: str, question: Question) -> bool:
    seen = shown(game, question)
    if question.skill == "payout":
        return bool(money.payout(seen) == question.right)
    if question.skill == "settle":
        return money.settle(seen) == [(act, cents) for _, _, act, cents in question.right]
    if question.skill == "talk":
        return cases.talk(seen, question.right, question.more["tables"]) == []
    if question.skill == "spot":
        return is_fault_agreed(game, seen, question)
    return CHOICES[question.skill](seen) == [str(question.right)]


def is_fault_agreed(game: str, seen: Shown, question: Question) -> bool:
    """One line is at fault, and one of the clauses offered asks for its motion on the handout."""
    found = spot.faults(seen)
    if [(fault.number, fault.cents) for fault in found] != [(question.right["number"], question.right["cents"])]:
        return False
    motion = question.more["told"][found[0].number - 1]["motion"]
    clause = quoted(game)[motion]
    return [option for option, _ in seen.options if shares_part(option, clause)] == [question.right["clause"]]


@cache
def quoted(game: str) -> dict[str, str]:
    """The clause that the printed procedure quotes for each motion."""
    lines = (HANDOUTS / f"{game}.md").read_text(encoding="utf-8")
    return dict(re.findall(r"\(`([a-z0-9-]+)`, (.*?)\)\.(?:$| Only)", lines, re.M))


def shares_part(clause: str, other: str) -> bool:
    parts = [set(re.split(r", (?=[A-Za-z])", one)) for one in (clause, other)]
    return not parts[0].isdisjoint(parts[1])


def doubtful(game: str, skill: str, many: int, seed: int) -> list[str]:
    """The questions that the checker answers otherwise, or with two answers, or not at all."""
    asked = islice(questions(GAMES[game], GAMES[game].rules(), [skill], seed, 4), many)
    return [question.question for question in asked if not is_agreed(game, question)]


@pytest.mark.parametrize(("game", "skill"), PAIRS)
def test_exactly_one_answer_is_right_given_what_is_shown(game: str, skill: str) -> None:
    assert doubtful(game, skill, 150, 11) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "skill"), PAIRS)
def test_exactly_one_answer_of_ten_thousand_questions_is_right(game: str, skill: str) -> None:
    assert doubtful(game, skill, 10_000, 77) == []


def asked(game: str, skill: str, many: int = 300) -> list[Question]:
    return list(islice(questions(GAMES[game], GAMES[game].rules(), [skill], 5, 4), many))


@pytest.mark.parametrize("game", OURS)
def test_most_payouts_are_wins_and_few_are_plain_losses(game: str) -> None:
    results = [question.right for question in asked(game, "payout")]
    assert sum(cents > 0 for cents in results) >= 0.7 * len(results)
    assert sum(cents < 0 for cents in results) < 0.1 * len(results)


@pytest.mark.parametrize("game", OURS)
def test_every_game_has_fifteen_irregularities_and_the_floor_is_called_in_less_than_a_third(game: str) -> None:
    cases = every_case(game)
    assert len(cases) >= 15
    assert len({case["name"] for case in cases}) == len(cases)
    rights = [question.right for question in asked(game, "irregular")]
    assert sum(right == FLOOR for right in rights) < len(rights) / 3


@pytest.mark.parametrize("game", OURS)
def test_a_fault_is_looked_for_in_at_most_25_lines_and_no_hidden_card_is_shown(game: str) -> None:
    for question in asked(game, "spot", 60):
        assert len(question.more["told"]) <= 25
        assert 1 <= question.right["number"] <= len(question.more["told"])
        assert not any(
            "face" in event and event["face"] == "down" and "??" not in str(event) for event in question.more["told"]
        )


@pytest.mark.parametrize("game", OURS)
def test_a_guest_is_answered_in_two_sentences_without_ruling_numbers(game: str) -> None:
    for question in asked(game, "talk", 60):
        assert question.right.count(". ") == 1
        assert not any(f"{prefix}-" in question.right for prefix in ("F22", "FI", "BD", "RY", "FB", "BJ"))
