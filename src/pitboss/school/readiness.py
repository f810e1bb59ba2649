"""
Questions of the best play that wait for no odds: their answers were worked out beforehand and lie beside the game.

Each is the first question that its seed asks under the rules of the sheet, so it is the same with or without this file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from queue import Queue
from random import Random
from threading import Thread
from typing import Any

from msgspec import Struct, convert

from pitboss.games import GAMES
from pitboss.play.game import Game
from pitboss.play.refused import Refused
from pitboss.school.question import Question
from pitboss.school.skills import questions, seeded
from pitboss.school.skills.playing import ask_best, decisions

AHEAD = 3
"""This many questions are kept waiting for the trainee."""


class ReadyPlay(Struct, frozen=True):
    """A decision of a seed's first round: its number from 0, the best answer, and what the others cost in cents."""

    decision: int
    right: str
    costs: dict[str, int]


@cache
def ready_plays(game: str) -> dict[int, ReadyPlay]:
    """The questions that lie beside the game, by seed; none beside a game from outside."""
    kept = json.loads(GAMES[game].provides.ready_plays or "{}")
    return convert(kept, dict[int, ReadyPlay], strict=False)


def ready_question(game: Game, seed: int) -> Question | None:
    """The question of the best play of this seed, without working anything out; nothing where it is not kept."""
    kept = ready_plays(game.name).get(seed)
    if kept is None:
        return None
    finished = next(seeded(game, game.rules(), ["play"], seed)[1])
    return ask_best(finished, list(decisions(finished.record))[kept.decision], kept.right, kept.costs)


def best_plays(game: Game, rules: Any, seed: int) -> Iterator[Question]:
    """Questions of the best play for a person: those that are ready until the odds are there, worked out meanwhile."""
    made: Queue[Question | Refused] = Queue(AHEAD)
    Thread(target=_make, args=(questions(game, rules, ["play"], seed), made), daemon=True).start()
    waiting = [] if rules.changed() else Random(seed).sample(list(ready_plays(game.name)), len(ready_plays(game.name)))
    while True:
        question = ready_question(game, waiting.pop()) if waiting and made.empty() else made.get()
        if isinstance(question, Refused):
            raise question
        assert question is not None
        yield question


def _make(asked: Iterator[Question], made: Queue[Question | Refused]) -> None:
    """One question after the other, as fast as they are asked; the last word if there can be none."""
    try:
        for question in asked:
            made.put(question)
    except Refused as refused:
        made.put(refused)
