"""Every question has exactly one right answer, derived by the rule sheets from the text shown alone."""

from __future__ import annotations

from itertools import islice

import pytest

from pitboss.games import GAMES, OURS
from pitboss.school.irregularities import FLOOR, every_case
from pitboss.school.question import Question
from pitboss.school.skills import questions, skills_of
from school.checker.agreement import is_agreed

PAIRS = [(name, skill) for name in OURS for skill in skills_of(GAMES[name])]


def disagreements(game: str, skill: str, many: int, seed: int) -> list[str]:
    """Return the questions that the checker answers differently, with two answers, or not at all."""
    asked = islice(questions(GAMES[game], GAMES[game].rules(), [skill], seed, 4), many)
    return [question.question for question in asked if not is_agreed(game, question)]


@pytest.mark.parametrize(("game", "skill"), PAIRS)
def test_exactly_one_answer_is_right_from_the_shown_text(game: str, skill: str) -> None:
    assert disagreements(game, skill, 150, 11) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "skill"), PAIRS)
def test_exactly_one_answer_of_ten_thousand_questions_is_right(game: str, skill: str) -> None:
    assert disagreements(game, skill, 10_000, 77) == []


def asked(game: str, skill: str, many: int = 300) -> list[Question]:
    return list(islice(questions(GAMES[game], GAMES[game].rules(), [skill], 5, 4), many))


@pytest.mark.parametrize("game", OURS)
def test_most_payouts_are_wins_and_few_are_plain_losses(game: str) -> None:
    results = [question.right for question in asked(game, "payout")]
    assert sum(cents > 0 for cents in results) >= 0.7 * len(results)
    assert sum(cents < 0 for cents in results) < 0.1 * len(results)


@pytest.mark.parametrize("game", OURS)
def test_games_have_fifteen_irregularities_and_few_call_the_floor(game: str) -> None:
    cases = every_case(game, GAMES[game].rules())
    assert len(cases) >= 15
    assert len({case["name"] for case in cases}) == len(cases)
    rights = [question.right for question in asked(game, "irregular")]
    assert sum(right == FLOOR for right in rights) < len(rights) / 3


@pytest.mark.parametrize("game", OURS)
def test_spot_questions_have_at_most_25_lines_and_no_hidden_card(game: str) -> None:
    for question in asked(game, "spot", 60):
        assert len(question.more["told"]) <= 25
        assert 1 <= question.right["number"] <= len(question.more["told"])
        assert not any(
            "face" in event and event["face"] == "down" and "??" not in str(event) for event in question.more["told"]
        )


@pytest.mark.parametrize("game", OURS)
def test_guests_get_two_sentences_without_ruling_numbers(game: str) -> None:
    for question in asked(game, "talk", 60):
        assert question.right.count(". ") == 1
        assert not any(f"{prefix}-" in question.right for prefix in ("F22", "FI", "BD", "RY", "FB", "BJ"))
