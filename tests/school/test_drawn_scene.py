"""The drawing of each question on a felt, which shows nothing that its words do not."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.school.drawn_scene import FACE_DOWN, scene_of
from pitboss.school.skills import SLOW, questions, skills_of

QUESTIONS_PER_SKILL = 4
ASKED = [(game, skill) for game in GAMES for skill in skills_of(GAMES[game]) if skill not in SLOW]


def cards_in(scene: dict[str, Any]) -> list[str]:
    hands = [*scene["dealer"], *scene.get("shown", []), *(hand for seat in scene["seats"] for hand in seat["hands"])]
    return [card for hand in hands for card in hand["cards"] if card != FACE_DOWN]


@pytest.mark.parametrize(("game", "skill"), ASKED)
def test_every_question_is_drawn(game: str, skill: str) -> None:
    rules = GAMES[game].rules()
    for question in islice(questions(GAMES[game], rules, [skill], 7), QUESTIONS_PER_SKILL):
        scene = scene_of(question)
        assert scene is not None, question.question
        assert scene["words"].strip().endswith(("?", ".")), scene["words"]
        assert scene["dealer"] or scene["seats"] or scene.get("shown") or scene.get("chips")


@pytest.mark.parametrize("game", GAMES)
def test_drawn_hand_has_the_cards_of_the_question(game: str) -> None:
    rules = GAMES[game].rules()
    for question in islice(questions(GAMES[game], rules, ["read"], 11), QUESTIONS_PER_SKILL):
        scene = scene_of(question)
        assert scene is not None
        suits = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
        named = [f"{card[0].replace('T', '10')}{suits[card[1]]}" for card in cards_in(scene) if card != "Jk"]
        assert named
        assert all(card in question.question for card in named)


def test_chips_to_colour_up_are_drawn_without_their_total() -> None:
    rules = GAMES["flip-it"].rules()
    found = (one for one in questions(GAMES["flip-it"], rules, ["payout"], 7) if "colours up" in one.question)
    scene = scene_of(next(found))
    assert scene is not None
    assert all("cents" not in chip for chip in scene["chips"])
