"""Every sentence of the sheets is carried out by a motion and taught by a question."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from pitboss.games import GAMES
from pitboss.games.procedure import procedure_of
from pitboss.school.lessons.lesson import Lesson, Level
from pitboss.school.skills import questions, skills_of
from school.sentence_table import sentence_table
from school.sentences import sentences_of, taught_by

PAGE = Path(__file__).parents[2] / "docs" / "procedures" / "sentences.md"
SHEETS = {"flop22": 39, "flip-it": 32, "beat-the-dealer": 40, "roll-your-own": 34, "free-bet": 91, "blackjack": 28}
"""Number of sentences and table lines of each sheet."""


@pytest.mark.parametrize("game", SHEETS)
def test_every_sentence_has_a_motion_and_a_question_that_teaches_it(game: str) -> None:
    rows = sentences_of(game)
    assert len(rows) == SHEETS[game]
    for row in rows:
        assert row.motions, row.says
        assert all(name in procedure_of(game) for name in row.motions), row
        assert taught_by(game, row), row.says


@pytest.mark.parametrize("game", SHEETS)
def test_every_required_motion_belongs_to_a_sentence(game: str) -> None:
    named = {name for row in sentences_of(game) for name in row.motions}
    ours = {"answer", "cut-card", "void", "give-back", "burn"}
    asked = {
        name
        for name, motion in procedure_of(game).items()
        if not motion.where and not all(part[:1].isupper() and "-" in part for part in motion.clause.split(", "))
    }
    assert asked - named - ours == set()


@pytest.mark.parametrize("game", SHEETS)
def test_question_type_asks_every_motion_it_teaches(game: str) -> None:
    """Each motion that `order` asks about comes up among the questions of lessons."""
    dealt = {
        event.motion
        for seed in range(150)
        for event in Lesson(GAMES[game], GAMES[game].rules(), seed, Level.ALONE, seats=6).events
    }
    rare = {"cut-payout", "run-out", "pay-left-in-action", "pay-double-blackjack", "void", "give-back", "replace-joker"}
    rare |= {"push-river", "push-turn", "push-flop", "push-blackjack", "draw-for-push-22", "take-pot-of-gold"}
    rare |= {"pay-push-22", "make-room", "pay-insurance", "lay-sideways", "fold", "deal-four", "clear-board", "split"}
    rare |= {"ask-surrender", "take-half"}  # only with house rules that allow surrender
    named = {name for row in sentences_of(game) for name in row.motions}
    assert named - dealt - rare == set()
    for skill in skills_of(GAMES[game]):
        if skill != "play":
            assert next(islice(questions(GAMES[game], GAMES[game].rules(), [skill], 3), 1)).skill == skill


def test_table_matches_the_data(rewrite: bool) -> None:
    if rewrite:
        PAGE.write_text(sentence_table(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == sentence_table(), "out of date: run make transcripts"


def test_blackjack_sentences_match_its_page() -> None:
    page = (PAGE.parents[1] / "games" / "blackjack.md").read_text(encoding="utf-8")
    sheet = page.partition("## The sheet, clause by clause")[2].partition("\n## ")[0]
    words = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", sheet)  # without the links to the glossary
    rules = re.findall(r"^(\d+)\. ((?:.+\n?(?!\d+\.|\n))+.*)", words, re.M)
    listed: dict[str, str] = {}
    for row in sentences_of("blackjack"):
        listed[row.clause] = f"{listed.get(row.clause, '')} {row.says}".strip()
    assert listed == {f"rule {number}": " ".join(text.split()) for number, text in rules}
