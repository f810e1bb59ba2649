"""Precomputed best-play questions, which need no odds: each equals the question that its seed generates, with its
answer.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import count, islice
from pathlib import Path

import pytest

from pitboss.games import GAMES, OURS, folder
from pitboss.games.interface import GameInterface
from pitboss.play.game import Game
from pitboss.school.question import Question
from pitboss.school.readiness import best_plays, ready_plays, ready_question
from pitboss.school.skills import questions, seeded, skills_of
from pitboss.school.skills.playing_skills import QUESTIONS_APART, decisions

PLAYED = [name for name in OURS if "play" in skills_of(GAMES[name])]
STORED_QUESTIONS = 30
"""Number of stored questions per game."""


def first(game: Game, seed: int) -> Question:
    return next(questions(game, game.rules(), ["play"], seed))


def number(question: Question) -> int:
    """Return the index, in its round, of the decision that a question is about."""
    asked = [(here.after, here.seat) for here in decisions(question.record)]
    assert question.seat is not None
    return asked.index((question.more["after"], question.seat))


def rewritten(game: Game) -> str:
    """Return the first question of each of the first seeds whose first round has one, one per line."""
    found = ((seed, first(game, seed)) for seed in count(1))
    usable = ((s, q) for s, q in found if next(seeded(game, game.rules(), ["play"], s)[1]).record == q.record)
    lines = [
        f'"{seed}": ' + json.dumps({"decision": number(q), "right": q.right, "costs": q.more["costs"]})
        for seed, q in islice(usable, STORED_QUESTIONS)
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


@pytest.mark.parametrize("name", PLAYED)
def test_ready_question_matches_its_seed(name: str, rewrite: bool) -> None:
    game = GAMES[name]
    if rewrite:
        file = Path(str(sys.modules[folder(name)].__file__)).with_name(GameInterface.ready_plays.file)
        file.write_text(rewritten(game), encoding="utf-8")
        ready_plays.cache_clear()
    assert len(ready_plays(name)) == STORED_QUESTIONS
    seed = min(ready_plays(name))
    assert ready_question(game, seed) == first(game, seed), "rewrite them with make transcripts"


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_all_ready_questions_match_their_seeds(name: str) -> None:
    for seed in ready_plays(name):
        assert ready_question(GAMES[name], seed) == first(GAMES[name], seed)


def test_first_best_play_questions_load_no_solver() -> None:
    asks = (
        "import sys; from pitboss.games import GAMES; from pitboss.school.readiness import ready_plays, ready_question;"
        "[ready_question(GAMES[name], next(iter(ready_plays(name)))).question for name in sys.argv[1:]];"
        "print([name for name in sys.modules if name in ('numba', 'numpy') or '.count.' in name])"
    )
    done = subprocess.run([sys.executable, "-c", asks, *PLAYED], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_ready_questions_are_used_until_the_odds_are_loaded() -> None:
    game = GAMES["flop22"]
    asked = best_plays(game, game.rules(), 10**6)
    ready = [ready_question(game, seed) for seed in ready_plays(game.name)]
    live = list(islice(questions(game, game.rules(), ["play"], 10**6), 3))
    heard = list(islice(asked, STORED_QUESTIONS + 3))
    own = [question for question in heard if question not in ready]
    assert own[:3] == live
    assert own, "after the last ready question there are only those of the seed"


@pytest.mark.parametrize("name", ["blackjack", "free-bet", "roll-your-own"])
def test_same_hand_against_the_same_up_card_is_not_asked_again_soon(name: str) -> None:
    asked = islice(questions(GAMES[name], GAMES[name].rules(), ["play"], 3), 150)
    facts = [question.fact for question in asked]
    assert all(fact not in facts[max(place - QUESTIONS_APART, 0) : place] for place, fact in enumerate(facts))
    assert len(set(facts)) < len(facts), "a decision that comes back is the same fact, in other suits"
    assert not re.search("[♠♥♦♣JQK]", " ".join(facts))


def test_house_rules_have_no_ready_questions() -> None:
    game = GAMES["flop22"]
    rules = game.rules().with_settings(["match_pays=8:1"])
    assert next(best_plays(game, rules, 5)) == next(questions(game, rules, ["play"], 5))
