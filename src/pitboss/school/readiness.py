"""
Best-play questions that need no odds: their answers are computed in advance and stored with the game.

Each is the first question of its seed under the default rules, so it is the same with or without this file.
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
from pitboss.school.skills.playing_skills import ask_best, decisions

AHEAD = 3
"""The number of questions prepared in advance."""


class ReadyPlay(Struct, frozen=True):
    """A decision of a seed's first round: its number from 0, the best answer, and the cost of the others in cents."""

    decision: int
    right: str
    costs: dict[str, int]


@cache
def ready_plays(game: str) -> dict[int, ReadyPlay]:
    """Return the questions stored with the game, by seed; none for an external game."""
    data = json.loads(GAMES[game].provides.ready_plays or "{}")
    return convert(data, dict[int, ReadyPlay], strict=False)


def ready_question(game: Game, seed: int) -> Question | None:
    """Return the stored best-play question of this seed, or None."""
    ready = ready_plays(game.name).get(seed)
    if ready is None:
        return None
    finished = next(seeded(game, game.rules(), ["play"], seed)[1])
    return ask_best(finished, list(decisions(finished.record))[ready.decision], ready.right, ready.costs)


def best_plays(game: Game, rules: Any, seed: int) -> Iterator[Question]:
    """Yield best-play questions: stored ones until a thread has computed others."""
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
    """Put questions on the queue as it empties, or the refusal if there are none."""
    try:
        for question in asked:
            made.put(question)
    except Refused as refused:
        made.put(refused)
